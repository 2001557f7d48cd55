import { toFingerprintPrefix, SeenRecords } from './seen-records';

const prefixOf = (normalized: string): number =>
  toFingerprintPrefix({ value: {}, getFingerprints: () => ({ normalized }) });

describe('SeenRecords', () => {
  it('returns the last record of a key', () => {
    const seen = new SeenRecords();
    const count = 100_000;
    for (let at = 1; at <= count; at++)
      seen.set(`product ${at}`, { line: at, fingerprintPrefix: at });
    seen.set('product 7', { line: count + 1, fingerprintPrefix: 0 });
    expect(seen.find('product 7')).toEqual({ line: count + 1, fingerprintPrefix: 0 });
    for (let at = 8; at <= count; at++) {
      const { line } = seen.find(`product ${at}`) ?? {};
      if (line !== at) throw new Error(`product ${at} is on line ${line}`);
    }
    expect(seen.find('product 0')).toBeUndefined();
    expect(seen.isComplete).toBe(true);
  });

  it('needs 16 bytes for each record, and some free slots', () => {
    const seen = new SeenRecords();
    for (let at = 1; at <= 50_000; at++)
      seen.set(`product ${at}`, { line: at, fingerprintPrefix: at });
    expect(seen.bytes).toBeLessThan(50_000 * 40);
  });

  it('discards all records if there are too many', () => {
    const seen = new SeenRecords(1_000);
    let noted = 0;
    for (; seen.isComplete; noted++)
      seen.set(`product ${noted}`, { line: 1, fingerprintPrefix: 1 });
    expect(noted).toBeGreaterThan(0.8 * 64 * 1_000);
    expect(noted).toBeLessThanOrEqual(64 * 1_000);
    expect(seen.bytes).toBe(0);
    expect(seen.find('product 1')).toBeUndefined();
  });

  it('has prefixes that distinguish fingerprints', () => {
    expect(prefixOf('AAAAAAAAAAA')).toBe(0);
    expect(prefixOf('_____wAAAAA')).toBe(2 ** 32 - 1);
  });
});
