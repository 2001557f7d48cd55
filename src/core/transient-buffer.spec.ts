import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { releaseBytes } from '../threads/transferred-bytes';
import { allocateTransientBuffer } from './transient-buffer';

const MEBIBYTE = 1024 * 1024;

const MAJOR = constants.NODE_PERFORMANCE_GC_MAJOR;
const kindOf = (entry: object): number => (entry as { detail: { kind: number } }).detail.kind;

describe('allocateTransientBuffer', () => {
  it.each([0, 1, MEBIBYTE - 1, MEBIBYTE, 40 * MEBIBYTE])('has %i bytes of its own', (length) => {
    const [one, other] = [
      allocateTransientBuffer(length).fill(1),
      allocateTransientBuffer(length).fill(2),
    ];
    expect([one.length, other.length]).toEqual([length, length]);
    expect(one.buffer).not.toBe(other.buffer);
    expect(one.every((byte) => byte === 1)).toBe(true);
  });

  it('takes no memory for unwritten parts', () => {
    const before = process.memoryUsage.rss();
    const all = Array.from({ length: 20 }, () => allocateTransientBuffer(20 * MEBIBYTE));
    expect(process.memoryUsage.rss() - before).toBeLessThan(all.length * 2 * MEBIBYTE);
  });

  it('does not cause garbage collection', async () => {
    let sweeps = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (kindOf(entry) === MAJOR) sweeps++;
    });
    observer.observe({ entryTypes: ['gc'] });
    for (let round = 0; round < 40; round++) {
      const held = Array.from({ length: 4 }, () => allocateTransientBuffer(3 * MEBIBYTE));
      await pause(5);
      held.forEach(releaseBytes);
      await pause(5);
    }
    observer.disconnect();
    expect(sweeps).toBeLessThan(5);
  });
});
