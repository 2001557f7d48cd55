import { Semaphore } from './semaphore';

describe('Lane', () => {
  it('lets so many in at once, the others in the order of asking', async () => {
    const lane = new Semaphore(2);
    const entered: number[] = [];
    const asking = [1, 2, 3, 4].map(async (name) => {
      await lane.acquire(1000);
      entered.push(name);
    });
    await Promise.all(asking.slice(0, 2));
    expect(entered).toEqual([1, 2]);
    lane.release();
    await asking[2];
    expect(entered).toEqual([1, 2, 3]);
    lane.release();
    await asking[3];
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('gives a place that was left to whoever comes later', async () => {
    const lane = new Semaphore(1);
    expect(await lane.acquire(10)).toBe(true);
    lane.release();
    expect(await lane.acquire(10)).toBe(true);
  });

  it('sends away whoever has waited too long, and does not keep the place for them', async () => {
    const lane = new Semaphore(1);
    await lane.acquire(10);
    expect(await lane.acquire(5)).toBe(false);
    lane.release();
    expect(await lane.acquire(5)).toBe(true);
  });

  it('lets those in who come after one that has gone', async () => {
    const lane = new Semaphore(1);
    await lane.acquire(1000);
    const client = new AbortController();
    const left = lane.acquire(1000, client.signal);
    const stays = lane.acquire(1000);
    client.abort();
    lane.release();
    expect(await Promise.all([left, stays])).toEqual([false, true]);
    expect(await lane.acquire(1000, client.signal)).toBe(false);
    expect(lane.load).toEqual({ inUse: 1, waiting: 0 });
  });
});
