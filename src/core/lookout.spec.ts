import { currentContext, systemActor, runInContext } from './acting';
import { Lookout } from './lookout';

describe('Lookout', () => {
  let looks: number;
  let failures: string[];
  let look: () => Promise<void>;
  let lookout: Lookout;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = 0;
    failures = [];
    look = () => Promise.resolve();
    lookout = new Lookout(
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
    lookout.nudge();
    expect([looks, lookout.isOpen]).toEqual([0, false]);
    lookout.begin();
    expect([looks, lookout.isOpen]).toEqual([1, true]);
    await jest.advanceTimersByTimeAsync(2000);
    expect(looks).toBe(3);
    lookout.stop();
    lookout.nudge();
    await jest.advanceTimersByTimeAsync(2000);
    expect([looks, lookout.isOpen]).toEqual([3, false]);
  });

  it('looks once more for all who nudge during a look, and waits for that at its end', async () => {
    const finish: (() => void)[] = [];
    look = () => new Promise((resolve) => finish.push(resolve));
    lookout.begin();
    lookout.nudge();
    lookout.nudge();
    expect(looks).toBe(1);
    finish[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(looks).toBe(2);
    lookout.nudge();
    lookout.stop();
    let isOver = false;
    const end = lookout.end().then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    finish[1]?.();
    await end;
    expect(looks).toBe(2);
  });

  it('loses no nudge, whenever it comes', async () => {
    lookout.begin();
    for (let ticks = 0; ticks < 10; ticks++) {
      const before = looks;
      lookout.nudge();
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      lookout.nudge();
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
    lookout.begin();
    await jest.advanceTimersByTimeAsync(4000);
    expect(looks).toBe(5);
    expect(failures).toEqual(['away', 'full']);
  });

  it("works on the service's own account, whoever nudges", async () => {
    const actors: unknown[] = [];
    look = async () => void actors.push(currentContext().actor);
    lookout.begin();
    await runInContext({ actor: { kind: 'key', id: 1, name: 'one' } }, async () => {
      await jest.advanceTimersByTimeAsync(0);
      lookout.nudge();
    });
    expect(actors).toEqual([systemActor, systemActor]);
  });
});
