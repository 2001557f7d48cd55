import { Semaphore } from './semaphore';

describe('Semaphore', () => {
  it('grants its permits, and then serves waiters in order', async () => {
    const semaphore = new Semaphore(2);
    const entered: number[] = [];
    const asking = [1, 2, 3, 4].map(async (name) => {
      await semaphore.acquire(1000);
      entered.push(name);
    });
    await Promise.all(asking.slice(0, 2));
    expect(entered).toEqual([1, 2]);
    semaphore.release();
    await asking[2];
    expect(entered).toEqual([1, 2, 3]);
    semaphore.release();
    await asking[3];
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('grants a released permit to a later request', async () => {
    const semaphore = new Semaphore(1);
    expect(await semaphore.acquire(10)).toBe(true);
    semaphore.release();
    expect(await semaphore.acquire(10)).toBe(true);
  });

  it('refuses a waiter after the timeout, without reserving a permit', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire(10);
    expect(await semaphore.acquire(5)).toBe(false);
    semaphore.release();
    expect(await semaphore.acquire(5)).toBe(true);
  });

  it('serves waiters after an aborted one', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire(1000);
    const client = new AbortController();
    const left = semaphore.acquire(1000, client.signal);
    const stays = semaphore.acquire(1000);
    client.abort();
    semaphore.release();
    expect(await Promise.all([left, stays])).toEqual([false, true]);
    expect(await semaphore.acquire(1000, client.signal)).toBe(false);
    expect(semaphore.load).toEqual({ inUse: 1, waiting: 0 });
  });
});
