/** @engine platform/media/files */
import { setTimeout as pause } from 'node:timers/promises';
import { runInActorContext } from '../../src/core/actor-context';
import { createLoadPlan } from '../../src/core/load-plan';
import type { DataAccess } from '../../src/database';
import { FileLock, FileLockWait } from '../../src/platform/media/files/file-lock.entity';
import type { PathLock } from '../../src/platform/media/files/path-locks';
import { DatabasePathLocks } from '../../src/platform/media/files/database-path-locks';
import { scaledTimeoutMs } from '../support/jest/timeouts';
import { MovedClock, outcomes, path, SharedDatabase } from './stores';

/** Milliseconds; long enough for a busy machine to prolong in time. */
const LEASE_MS = 2_400;
const pathPlan = createLoadPlan(FileLock, ['path']);
const waitPlan = createLoadPlan(FileLockWait, ['path']);

function isHeld(held: PathLock): boolean {
  try {
    held.assertHeld();
    return true;
  } catch {
    return false;
  }
}

describe('Locks that processes share', () => {
  const clock = new MovedClock();
  const times = { leaseMs: LEASE_MS, timeoutMs: 20_000 };
  let database: SharedDatabase;
  let dataAccess: DataAccess;
  let one: DatabasePathLocks;
  let other: DatabasePathLocks;
  beforeAll(async () => {
    database = await SharedDatabase.make();
    ({ dataAccess } = database);
    one = new DatabasePathLocks(dataAccess, clock, times);
    other = new DatabasePathLocks(dataAccess, clock, times);
  });
  afterEach(async () => {
    expect(await dataAccess.loader.listWhere(FileLock, [], pathPlan)).toEqual([]);
    expect(await dataAccess.loader.listWhere(FileLockWait, [], waitPlan)).toEqual([]);
  });
  afterAll(() => database.drop());

  /** Rows of a process that does not live any more. */
  const leaveBehind = (name: string, milliseconds: number): Promise<unknown> =>
    dataAccess.unitOfWork.run(() => {
      const expiresAt = new Date(clock.now().getTime() + milliseconds);
      return dataAccess.writer.insert(FileLock, [{ path: name, holder: 'dead', expiresAt }]);
    });

  it('let one at a time work on a path, in a folder or on the folder', async () => {
    const inside = new Set<string>();
    const order: string[] = [];
    const names = ['a', 'a/b', 'a/b/c', 'a/b'];
    await Promise.all(
      [...names, ...names].map((name, index) =>
        (index % 2 === 0 ? one : other).withLock([path(name), path(`z/${index}`)], async (held) => {
          expect([...inside]).toEqual([]);
          inside.add(name);
          await pause(5);
          held.assertHeld();
          inside.delete(name);
          order.push(name);
        }),
      ),
    );
    expect(order).toHaveLength(8);
  });

  it('do not keep apart what has nothing to do with each other', async () => {
    let both = 0;
    const meet = async (): Promise<void> => {
      both++;
      while (both < 2) await pause(1);
    };
    await Promise.all([
      one.withLock([path('a/b'), path('x')], meet),
      other.withLock([path('a/bc'), path('y')], meet),
    ]);
    expect(both).toBe(2);
  });

  it('are decided on together for all of a process who ask at once', async () => {
    const turns = async (): Promise<number> => {
      const [row] = await dataAccess.database.select<{ taken: number }>(
        'SELECT taken FROM file_lock_turns',
      );
      return Number(row?.taken);
    };
    const before = await turns();
    const names = Array.from({ length: 20 }, (_, at) => path(`apart/${at}`));
    await Promise.all(names.map((name) => one.withLock([name], async () => undefined)));
    // The first one by itself, and while it is decided on come the others.
    expect((await turns()) - before).toBeLessThan(5);
  });

  it('are kept as long as the work takes, and given back when it fails', async () => {
    const broken = new Error('broken');
    let isOver = false;
    const long = one.withLock([path('long')], async (held) => {
      await pause(1.5 * LEASE_MS);
      held.assertHeld();
      isOver = true;
      throw broken;
    });
    await pause(50);
    const wasOver = other.withLock([path('long/inside')], async () => isOver);
    await expect(long).rejects.toBe(broken);
    expect(await wasOver).toBe(true);
  });

  it('give a folder its turn while another process is always at a file in it', async () => {
    const order: string[] = [];
    let isOver = false;
    const files = Array.from({ length: 6 }, async (_, at) => {
      while (!isOver)
        await other.withLock([path(`busy/${at}`)], async () => {
          order.push('file');
          await pause(40);
        });
    });
    const impatient = new DatabasePathLocks(dataAccess, clock, {
      leaseMs: LEASE_MS,
      timeoutMs: 10_000,
    });
    while (order.length < 6) await pause(5);
    const folder = impatient.withLock([path('busy')], () => {
      isOver = true;
      return Promise.resolve();
    });
    await Promise.all([folder.finally(() => (isOver = true)), ...files]);
  });

  it('of a process that died end by themselves', async () => {
    const before = performance.now();
    await leaveBehind('dead', 400);
    await one.withLock([path('dead/file')], async () => undefined);
    expect(performance.now() - before).toBeGreaterThan(300);
    await leaveBehind('dead', 60_000);
    const impatient = new DatabasePathLocks(dataAccess, clock, {
      leaseMs: LEASE_MS,
      timeoutMs: 100,
    });
    let ran = false;
    const work = impatient.withLock([path('dead')], async () => {
      ran = true;
    });
    await expect(work).rejects.toMatchObject({ code: 'fileStore.busy', status: 503 });
    expect(ran).toBe(false);
    clock.ahead = 61_000;
    await impatient.withLock([path('dead')], async () => undefined);
    clock.ahead = 0;
  });

  it('journal what was done under them, in the name of its author', async () => {
    const context = { actor: { kind: 'user', id: 7, name: 'ada' }, requestId: 'r-1' } as const;
    const before = (await database.told()).length;
    const work = runInActorContext(context, () =>
      one.withLock([path('noted')], async (held) => {
        held.recordChange('created', path('noted'), 'file');
        expect((await database.told()).slice(before)).toEqual([]);
        throw new Error('wanted');
      }),
    );
    await expect(work).rejects.toThrow('wanted');
    const [entry, ...more] = (
      await dataAccess.database.select('SELECT * FROM journal_entries ORDER BY id')
    ).slice(before);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      ...{ kind: 'file', record_id: 0, p_id: null, path: 'noted', action: 'created' },
      ...{ by_kind: 'user', by_id: 7, by_name: 'ada', request_id: 'r-1' },
    });
  });

  it('that died with their process are journaled as what may have changed, by the service', async () => {
    await leaveBehind('perhaps', -1);
    await leaveBehind(`exports/${'5e'.repeat(24)}`, -1);
    await leaveBehind('.service/staging', -1);
    const before = (await database.told()).length;
    const ada = { actor: { kind: 'user', id: 7, name: 'ada' } } as const;
    await runInActorContext(ada, () => one.withLock([path('another')], async () => undefined));
    expect((await database.told()).slice(before)).toEqual(['updated perhaps']);
    const [entry] = await dataAccess.database.select(
      "SELECT by_kind FROM journal_entries WHERE path = 'perhaps'",
    );
    expect(entry).toEqual({ by_kind: 'system' });
  });

  it('that were lost while something was changed are journaled once', async () => {
    const before = (await database.told()).length;
    await one.withLock([path('late')], async (mine) => {
      mine.recordChange('deleted', path('late'), 'file');
      clock.ahead = LEASE_MS + 1_000;
      await other.withLock([path('other')], async () => undefined);
      clock.ahead = 0;
    });
    expect((await database.told()).slice(before)).toEqual(['updated late']);
  });

  it('that are lost stop the work before its next step', async () => {
    await one.withLock([path('lost')], async (mine) => {
      mine.assertHeld();
      await dataAccess.unitOfWork.run(() => dataAccess.writer.remove(FileLock, { path: 'lost' }));
      const end = performance.now() + scaledTimeoutMs(10_000);
      while (isHeld(mine) && performance.now() < end) await pause(20);
      expect(() => mine.assertHeld()).toThrow(expect.objectContaining({ code: 'fileStore.busy' }));
    });
  });

  it('are not taken inside a unit of work', async () => {
    const work = dataAccess.unitOfWork.run(() => one.withLock([path('a')], async () => undefined));
    await expect(work).rejects.toThrow('inside a unit of work');
  });

  it('are had by 60 that want the same at once, all of them in the end', async () => {
    let inside = 0;
    const results = await outcomes(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? one : other).withLock([path('wanted')], async () => {
          expect(++inside).toBe(1);
          await pause(1);
          inside--;
        }),
      ),
    );
    expect(new Set(results)).toEqual(new Set(['ok']));
  });
});
