import { setTimeout as pause } from 'node:timers/promises';
import { FairSemaphore } from './fair-semaphore';

const SOON = { timeoutMs: 5_000 };

describe('FairSemaphore', () => {
  /** Acquires a permit, and records the name when it is granted. */
  function asking(semaphore: FairSemaphore) {
    const served: string[] = [];
    const ask = (name: string, permits = 1): Promise<boolean> =>
      semaphore.acquire(name, { ...SOON, permits }).then((isAcquired) => {
        served.push(isAcquired ? name : `not ${name}`);
        return isAcquired;
      });
    /** Releases a permit, and waits until the next grant is recorded. */
    const release = async (name: string, permits = 1): Promise<void> => {
      semaphore.release(name, permits);
      await pause(0);
    };
    return { served, ask, release };
  }

  it('serves callers in turns, even if one has more requests', async () => {
    const { served, ask, release } = asking(new FairSemaphore(1));
    for (const name of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) void ask(name);
    await pause(0);
    for (let at = 0; at < 7; at++) await release(served.at(-1) ?? '');
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('serves all waiters before it closes', async () => {
    const semaphore = new FairSemaphore(2);
    const { served, ask, release } = asking(semaphore);
    for (const name of ['a', 'a', 'a', 'b']) void ask(name);
    const closed = semaphore.close(5_000);
    void ask('b');
    expect(semaphore.load).toEqual({ inUse: 2, waiting: 4 });
    for (const name of ['a', 'a', 'b', 'a', 'b']) await release(name);
    expect(served).toEqual(['a', 'a', 'b', 'a', 'b']);
    expect(await closed).toBe(true);
    expect(semaphore.load).toEqual({ inUse: 2, waiting: 0 });
  });

  it('lets one caller have all permits, in the order of its requests, while no other caller waits', async () => {
    const { served, ask, release } = asking(new FairSemaphore(2));
    for (const name of ['a', 'a', 'a']) void ask(name);
    await pause(0);
    expect(served).toEqual(['a', 'a']);
    void ask('b');
    await release('a');
    expect(served).toEqual(['a', 'a', 'b']);
    await release('a');
    expect(served).toEqual(['a', 'a', 'b', 'a']);
  });

  it('keeps permits above the maximum of a caller for others', async () => {
    const { served, ask, release } = asking(new FairSemaphore(4, { maxPerCaller: 3 }));
    for (const name of ['a', 'a', 'a', 'a', 'a']) void ask(name);
    await pause(0);
    expect(served).toEqual(['a', 'a', 'a']);
    void ask('b');
    await pause(0);
    expect(served).toEqual(['a', 'a', 'a', 'b']);
    await release('a');
    expect(served).toEqual(['a', 'a', 'a', 'b', 'a']);
  });

  it('grants numbers above the total or the maximum of a caller only exclusively', async () => {
    const { served, ask, release } = asking(new FairSemaphore(4, { maxPerCaller: 2 }));
    void ask('a', 3);
    void ask('a');
    void ask('b', 9);
    void ask('c');
    await pause(0);
    // A large request is not overtaken forever.
    expect(served).toEqual(['a']);
    await release('a', 3);
    expect(served).toEqual(['a', 'b']);
    await release('b', 9);
    expect(served).toEqual(['a', 'b', 'c', 'a']);
  });

  it('refuses waiters after the timeout or an abort', async () => {
    const semaphore = new FairSemaphore(1);
    expect(await semaphore.acquire('a', SOON)).toBe(true);
    expect(await semaphore.acquire('a', { timeoutMs: 5 })).toBe(false);
    const leaving = new AbortController();
    const left = semaphore.acquire('b', { ...SOON, signal: leaving.signal });
    const stays = semaphore.acquire('b', SOON);
    leaving.abort();
    expect(await left).toBe(false);
    expect(await semaphore.acquire('b', { ...SOON, signal: leaving.signal })).toBe(false);
    semaphore.release('a');
    expect(await stays).toBe(true);
    semaphore.release('b');
    expect(await semaphore.acquire('c', { timeoutMs: 5 })).toBe(true);
  });

  it('refuses the last waiter of the caller with the most waiters', async () => {
    const { served, ask, release } = asking(new FairSemaphore(1, { maxWaiting: 3 }));
    for (const name of ['a', 'a', 'a', 'a']) void ask(name);
    await pause(0);
    void ask('b');
    await pause(0);
    expect(served).toEqual(['a', 'not a']);
    void ask('b');
    await pause(0);
    // Both have the same number: the newer waiter is refused.
    expect(served).toEqual(['a', 'not a', 'not b']);
    await release('a');
    await release('b');
    await release('a');
    expect(served).toEqual(['a', 'not a', 'not b', 'b', 'a', 'a']);
  });

  it('never loses a permit', async () => {
    const semaphore = new FairSemaphore(5, { maxPerCaller: 4, maxWaiting: 20 });
    let inUse = 0;
    const work = async (at: number): Promise<void> => {
      const name = `caller ${at % 7}`;
      const permits = 1 + (at % 4);
      const signal = AbortSignal.timeout(1 + ((at * 7) % 40));
      if (!(await semaphore.acquire(name, { timeoutMs: 1 + ((at * 3) % 25), permits, signal })))
        return;
      inUse += permits;
      expect(inUse).toBeLessThanOrEqual(5);
      await pause(at % 3);
      inUse -= permits;
      semaphore.release(name, permits);
    };
    await Promise.all(Array.from({ length: 400 }, (_, at) => work(at)));
    expect(inUse).toBe(0);
    expect(await semaphore.acquire('last', { timeoutMs: 5, permits: 5 })).toBe(true);
  });
});
