import { setImmediate as otherWork } from 'node:timers/promises';
import { ContextVariable } from './context-variable';

describe('a context variable', () => {
  const first = new ContextVariable<number>();
  const second = new ContextVariable<string>();
  const read = (): unknown[] => [first.get(), second.get()];

  it('has its value in all asynchronous parts of the work, and none outside', async () => {
    const work = (value: number): Promise<unknown> =>
      first.run(value, async () => {
        await otherWork();
        return first.get();
      });
    expect(await Promise.all([work(1), work(2)])).toEqual([1, 2]);
    expect(first.get()).toBeUndefined();
  });

  it('leaves the values of other variables alone', () => {
    const seen = first.run(1, () => [
      second.run('a', () => [read(), first.run(2, read), read()]),
      read(),
    ]);
    const outer = [1, 'a'];
    expect(seen).toEqual([
      [outer, [2, 'a'], outer],
      [1, undefined],
    ]);
  });
});
