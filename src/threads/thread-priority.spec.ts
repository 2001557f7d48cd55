import type * as Os from 'node:os';
import { lowerOwnProcessPriority } from './thread-priority';

const priorities = new Map<number, number>();
/** The thread that has ended. */
let ended: number | undefined;

jest.mock('node:os', () => ({
  ...jest.requireActual<typeof Os>('node:os'),
  getPriority: (thread: number) => {
    if (thread === ended) throw Object.assign(new Error(), { info: { code: 'ESRCH' } });
    return priorities.get(thread) ?? 0;
  },
  setPriority: (thread: number, priority: number) => priorities.set(thread, priority),
}));

describe('lowerOwnProcessPriority', () => {
  beforeEach(() => {
    priorities.clear();
    ended = undefined;
  });

  it('lowers all threads', () => {
    lowerOwnProcessPriority();
    expect([...priorities.values()]).toEqual(Array(priorities.size).fill(10));
    expect(priorities.get(0)).toBe(10);
  });

  it('raises no thread that has a lower priority', () => {
    priorities.set(0, 15);
    lowerOwnProcessPriority();
    expect(priorities.get(0)).toBe(15);
  });

  (process.platform === 'linux' ? it : it.skip)('goes on after a thread that has ended', () => {
    ended = process.pid;
    lowerOwnProcessPriority();
    expect([priorities.has(ended), priorities.size > 1]).toEqual([false, true]);
  });
});
