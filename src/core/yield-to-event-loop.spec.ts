import { yieldToEventLoop, waitForNextTurn } from './yield-to-event-loop';

const busy = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('yieldToEventLoop', () => {
  it('yields after some milliseconds, and not before', async () => {
    const seen: string[] = [];
    await waitForNextTurn();
    busy(10);
    await yieldToEventLoop();
    setImmediate(() => seen.push('other'));
    await yieldToEventLoop();
    seen.push('early');
    busy(10);
    await yieldToEventLoop();
    seen.push('late');
    expect(seen).toEqual(['early', 'other', 'late']);
  });
});

describe('nextEventLoopTurn', () => {
  it('resumes one task in each turn of the event loop, in order', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const seen: [string, number][] = [];
    const work = async (name: string): Promise<void> => {
      await waitForNextTurn();
      seen.push([name, turns]);
    };
    await Promise.all([work('first'), work('second'), work('third')]);
    isOver = true;
    expect(seen.map(([name]) => name)).toEqual(['first', 'second', 'third']);
    expect(new Set(seen.map(([, at]) => at)).size).toBe(3);
  });
});
