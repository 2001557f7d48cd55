import { getRetryDelayMs, RETRY_DELAYS_MS } from './retry-schedule';

const HOUR = 60 * 60 * 1000;

describe('getRetryDelayMs', () => {
  it('spreads the attempts over about three days, with increasing delays', () => {
    const all = RETRY_DELAYS_MS.map((_, at) => getRetryDelayMs(at + 1, 0.5) ?? 0);
    expect(all).toEqual(RETRY_DELAYS_MS);
    expect([...all].sort((one, other) => one - other)).toEqual(all);
    const whole = all.reduce((one, other) => one + other, 0);
    expect(whole).toBeGreaterThan(70 * HOUR);
    expect(whole).toBeLessThan(73 * HOUR);
    expect(getRetryDelayMs(RETRY_DELAYS_MS.length + 1)).toBeUndefined();
  });

  it('varies a delay by a tenth at random', () => {
    expect(getRetryDelayMs(1, 0)).toBe(4500);
    expect(getRetryDelayMs(1, 1)).toBe(5500);
  });
});
