import { getActorContext, systemActor, runInActorContext } from './actor-context';
import { Poller } from './poller';

describe('Poller', () => {
  let polls: number;
  let failures: string[];
  let look: () => Promise<void>;
  let poller: Poller;

  beforeEach(() => {
    jest.useFakeTimers();
    polls = 0;
    failures = [];
    look = () => Promise.resolve();
    poller = new Poller(
      () => {
        polls += 1;
        return look();
      },
      { intervalMs: 1000, onFailure: (reason) => failures.push(reason) },
    );
  });

  afterEach(() => {
    poller.stop();
    jest.useRealTimers();
  });

  it('polls at the start and at intervals, not before the start and not after the stop', async () => {
    poller.trigger();
    expect([polls, poller.isStarted]).toEqual([0, false]);
    poller.start();
    expect([polls, poller.isStarted]).toEqual([1, true]);
    await jest.advanceTimersByTimeAsync(2000);
    expect(polls).toBe(3);
    poller.stop();
    poller.trigger();
    await jest.advanceTimersByTimeAsync(2000);
    expect([polls, poller.isStarted]).toEqual([3, false]);
  });

  it('polls once more for all triggers during a poll, and waits for it at the end', async () => {
    const finish: (() => void)[] = [];
    look = () => new Promise((resolve) => finish.push(resolve));
    poller.start();
    poller.trigger();
    poller.trigger();
    expect(polls).toBe(1);
    finish[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(polls).toBe(2);
    poller.trigger();
    poller.stop();
    let isOver = false;
    const end = poller.whenIdle().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    finish[1]?.();
    await end;
    expect(polls).toBe(2);
  });

  it('never loses a trigger', async () => {
    poller.start();
    for (let ticks = 0; ticks < 10; ticks++) {
      const before = polls;
      poller.trigger();
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      poller.trigger();
      await jest.advanceTimersByTimeAsync(0);
      expect(polls - before).toBeGreaterThanOrEqual(ticks === 0 ? 1 : 2);
    }
  });

  it('continues after a failure, and reports the next one only after a success', async () => {
    const outcomes = ['away', 'away', undefined, 'full'];
    look = async () => {
      const reason = outcomes[polls - 1];
      if (reason !== undefined) throw new Error(reason);
    };
    poller.start();
    await jest.advanceTimersByTimeAsync(4000);
    expect(polls).toBe(5);
    expect(failures).toEqual(['away', 'full']);
  });

  it('polls as the system, even if a request triggers it', async () => {
    const actors: unknown[] = [];
    look = async () => void actors.push(getActorContext().actor);
    poller.start();
    await runInActorContext({ actor: { kind: 'key', id: 1, name: 'one' } }, async () => {
      await jest.advanceTimersByTimeAsync(0);
      poller.trigger();
    });
    expect(actors).toEqual([systemActor, systemActor]);
  });
});
