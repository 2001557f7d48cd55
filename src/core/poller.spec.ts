import { currentContext, systemActor, runInContext } from './actor-context';
import { Poller } from './poller';

describe('Lookout', () => {
  let looks: number;
  let failures: string[];
  let look: () => Promise<void>;
  let lookout: Poller;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = 0;
    failures = [];
    look = () => Promise.resolve();
    lookout = new Poller(
      () => {
        looks += 1;
        return look();
      },
      { intervalMs: 1000, onFailure: (reason) => failures.push(reason) },
    );
  });

  afterEach(() => {
    lookout.stop();
    jest.useRealTimers();
  });

  it('looks when it begins and at intervals, not before and not after', async () => {
    lookout.trigger();
    expect([looks, lookout.isStarted]).toEqual([0, false]);
    lookout.start();
    expect([looks, lookout.isStarted]).toEqual([1, true]);
    await jest.advanceTimersByTimeAsync(2000);
    expect(looks).toBe(3);
    lookout.stop();
    lookout.trigger();
    await jest.advanceTimersByTimeAsync(2000);
    expect([looks, lookout.isStarted]).toEqual([3, false]);
  });

  it('looks once more for all who nudge during a look, and waits for that at its end', async () => {
    const finish: (() => void)[] = [];
    look = () => new Promise((resolve) => finish.push(resolve));
    lookout.start();
    lookout.trigger();
    lookout.trigger();
    expect(looks).toBe(1);
    finish[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(looks).toBe(2);
    lookout.trigger();
    lookout.stop();
    let isOver = false;
    const end = lookout.whenIdle().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    finish[1]?.();
    await end;
    expect(looks).toBe(2);
  });

  it('loses no nudge, whenever it comes', async () => {
    lookout.start();
    for (let ticks = 0; ticks < 10; ticks++) {
      const before = looks;
      lookout.trigger();
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      lookout.trigger();
      await jest.advanceTimersByTimeAsync(0);
      expect(looks - before).toBeGreaterThanOrEqual(ticks === 0 ? 1 : 2);
    }
  });

  it('goes on after a failure, and tells of one again only after it was well', async () => {
    const outcomes = ['away', 'away', undefined, 'full'];
    look = async () => {
      const reason = outcomes[looks - 1];
      if (reason !== undefined) throw new Error(reason);
    };
    lookout.start();
    await jest.advanceTimersByTimeAsync(4000);
    expect(looks).toBe(5);
    expect(failures).toEqual(['away', 'full']);
  });

  it("works on the service's own account, whoever nudges", async () => {
    const actors: unknown[] = [];
    look = async () => void actors.push(currentContext().actor);
    lookout.start();
    await runInContext({ actor: { kind: 'key', id: 1, name: 'one' } }, async () => {
      await jest.advanceTimersByTimeAsync(0);
      lookout.trigger();
    });
    expect(actors).toEqual([systemActor, systemActor]);
  });
});
