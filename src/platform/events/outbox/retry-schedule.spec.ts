import { delayAfter, delays } from './retry-schedule';

const HOUR = 60 * 60 * 1000;

describe('the schedule of attempts', () => {
  it('lasts about three days, with longer and longer pauses', () => {
    const all = delays.map((_, at) => delayAfter(at + 1, 0.5) ?? 0);
    expect(all).toEqual(delays);
    expect([...all].sort((one, other) => one - other)).toEqual(all);
    const whole = all.reduce((one, other) => one + other, 0);
    expect(whole).toBeGreaterThan(70 * HOUR);
    expect(whole).toBeLessThan(73 * HOUR);
    expect(delayAfter(delays.length + 1)).toBeUndefined();
  });

  it('leaves a tenth to chance', () => {
    expect(delayAfter(1, 0)).toBe(4500);
    expect(delayAfter(1, 1)).toBe(5500);
  });
});
