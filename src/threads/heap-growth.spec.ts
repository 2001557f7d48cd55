import { setFlagsFromString } from 'node:v8';
import { limitHeapGrowth } from './heap-growth';

jest.mock('node:v8', () => ({
  ...jest.requireActual<object>('node:v8'),
  setFlagsFromString: jest.fn(),
}));

const MEBIBYTE = 1024 * 1024;
const flags = jest.mocked(setFlagsFromString);

/** Returns the marking triggers that were set since the last call. */
const triggers = (): string[] =>
  flags.mock.calls
    .splice(0)
    .map(([flag]) => flag)
    .filter((flag) => flag.includes('trigger'));

describe('the heap of a process', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it.each([
    ['service', 320],
    ['command', 240],
  ] as const)('is collected sooner while the process, a %s, is large', (kind, limit) => {
    const rss = jest.spyOn(process.memoryUsage, 'rss');
    const triggersAt = (mebibytes: number): string[] => {
      rss.mockReturnValue(mebibytes * MEBIBYTE);
      jest.advanceTimersByTime(500);
      return triggers();
    };
    limitHeapGrowth(kind);
    expect(flags).toHaveBeenCalledWith('--heap-growing-percent=100');
    expect(triggersAt(limit)).toEqual([]);
    const early = [
      '--incremental-marking-soft-trigger=25',
      '--incremental-marking-hard-trigger=50',
    ];
    expect(triggersAt(limit + 1)).toEqual(early);
    expect(triggersAt(limit - 39)).toEqual([]);
    const normal = ['--incremental-marking-soft-trigger=0', '--incremental-marking-hard-trigger=0'];
    expect(triggersAt(limit - 41)).toEqual(normal);
    expect(triggersAt(limit - 1)).toEqual([]);
  });
});
