import { Lane } from './lane';

describe('Lane', () => {
  it('lets so many in at once, the others in the order of asking', async () => {
    const lane = new Lane(2);
    const entered: number[] = [];
    const asking = [1, 2, 3, 4].map(async (name) => {
      await lane.enter(1000);
      entered.push(name);
    });
    await Promise.all(asking.slice(0, 2));
    expect(entered).toEqual([1, 2]);
    lane.leave();
    await asking[2];
    expect(entered).toEqual([1, 2, 3]);
    lane.leave();
    await asking[3];
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('gives a place that was left to whoever comes later', async () => {
    const lane = new Lane(1);
    expect(await lane.enter(10)).toBe(true);
    lane.leave();
    expect(await lane.enter(10)).toBe(true);
  });

  it('sends away whoever has waited too long, and does not keep the place for them', async () => {
    const lane = new Lane(1);
    await lane.enter(10);
    expect(await lane.enter(5)).toBe(false);
    lane.leave();
    expect(await lane.enter(5)).toBe(true);
  });

  it('lets in by weight, in the order of asking, and what is too heavy alone', async () => {
    const lane = new Lane(4);
    expect(await lane.enter(10, 3)).toBe(true);
    const entered: string[] = [];
    const ask = async (name: string, weight: number): Promise<void> => {
      await lane.enter(1000, weight);
      entered.push(name);
    };
    const asking = [ask('heavy', 9), ask('light', 1), ask('lighter', 1)];
    // There is room for them, but they came later.
    expect(await lane.enter(5)).toBe(false);
    expect(entered).toEqual([]);
    lane.leave(3);
    await asking[0];
    expect(entered).toEqual(['heavy']);
    lane.leave(9);
    await Promise.all(asking);
    expect(entered).toEqual(['heavy', 'light', 'lighter']);
    expect(lane.load).toEqual({ inUse: 2, waiting: 0 });
  });

  it('does not keep others waiting for one that has given up before them', async () => {
    const lane = new Lane(2);
    await lane.enter(10);
    const heavy = lane.enter(20, 2);
    const light = lane.enter(60_000);
    expect(await heavy).toBe(false);
    expect(await light).toBe(true);
  });

  it('lets those in who come after one that has gone', async () => {
    const lane = new Lane(4);
    await lane.enter(1000, 3);
    const client = new AbortController();
    const heavy = lane.enter(1000, 4, client.signal);
    const light = lane.enter(1000, 1);
    client.abort();
    expect(await Promise.all([heavy, light])).toEqual([false, true]);
    expect(await lane.enter(1000, 1, client.signal)).toBe(false);
    expect(lane.load).toEqual({ inUse: 4, waiting: 0 });
  });

  it('sends away at once whoever finds too many waiting', async () => {
    const lane = new Lane(1, 1);
    await lane.enter(10);
    const waiting = lane.enter(1000);
    expect(await lane.enter(1000)).toBe(false);
    lane.leave();
    expect(await waiting).toBe(true);
    const next = lane.enter(1000);
    lane.leave();
    expect(await next).toBe(true);
  });
});
