import { transientBuffer } from './transient-buffer';

const MEBIBYTE = 1024 * 1024;

describe('transientBuffer', () => {
  it.each([0, 1, MEBIBYTE - 1, MEBIBYTE, 40 * MEBIBYTE])('has %i bytes of its own', (length) => {
    const [one, other] = [transientBuffer(length).fill(1), transientBuffer(length).fill(2)];
    expect([one.length, other.length]).toEqual([length, length]);
    expect(one.buffer).not.toBe(other.buffer);
    expect(one.every((byte) => byte === 1)).toBe(true);
  });

  it('takes no memory that is not written', () => {
    const before = process.memoryUsage.rss();
    const all = Array.from({ length: 20 }, () => transientBuffer(2 * MEBIBYTE));
    expect(process.memoryUsage.rss() - before).toBeLessThan(all.length * 10 * MEBIBYTE);
  });
});
