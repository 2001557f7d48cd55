import {
  type ActorContext,
  getActorContext,
  runAs,
  runInActorContext,
} from '../../core/actor-context';
import { PeerProcessUnavailable, type PeerProcess } from '../../core/peer-process';
import { SharedRecentWriters, RecentWriterSet } from './recent-writers';

const byKey = (id: number): ActorContext => ({ actor: { kind: 'key', id, name: 'Warehouse' } });

describe('RecentWriters', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('remembers a key for the configured time since its last write', async () => {
    const writers = new SharedRecentWriters(10_000);
    await writers.recordWrite(byKey(1));
    jest.advanceTimersByTime(9_000);
    await writers.recordWrite(byKey(2));
    expect(await Promise.all([1, 2, 3].map((id) => writers.hasWritten(byKey(id))))).toEqual([
      ...[true, true, false],
    ]);
    await writers.recordWrite(byKey(1));
    jest.advanceTimersByTime(9_999);
    expect(await writers.hasWritten(byKey(1))).toBe(true);
    expect(await writers.hasWritten(byKey(2))).toBe(true);
    jest.advanceTimersByTime(1);
    expect(await writers.hasWritten(byKey(1))).toBe(false);
  });

  it('attributes a write to the key on whose behalf it is done', async () => {
    const writers = new SharedRecentWriters(10_000);
    const imported = runInActorContext(byKey(1), () =>
      runAs({ kind: 'import', id: 0, name: '' }, getActorContext),
    );
    await writers.recordWrite(imported);
    expect(await writers.hasWritten(byKey(1))).toBe(true);
    expect(await writers.hasWritten(byKey(0))).toBe(false);
  });

  it('shares writers between all processes, and falls back to its own if the primary is silent', async () => {
    const shared = new RecentWriterSet(10_000);
    let isSilent = false;
    const primary = {
      call: (_: unknown, method: 'recordWrite' | 'has', [who]: [string]) =>
        isSilent
          ? Promise.reject(new PeerProcessUnavailable())
          : Promise.resolve(shared[method](who)),
    } as unknown as PeerProcess;
    const [one, other] = [
      new SharedRecentWriters(10_000, primary),
      new SharedRecentWriters(10_000, primary),
    ];
    await one.recordWrite(byKey(1));
    expect(await other.hasWritten(byKey(1))).toBe(true);
    isSilent = true;
    await one.recordWrite(byKey(2));
    expect(await one.hasWritten(byKey(2))).toBe(true);
    expect(await other.hasWritten(byKey(2))).toBe(false);
  });
});
