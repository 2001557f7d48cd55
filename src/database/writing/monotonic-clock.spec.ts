import { MonotonicClock } from './monotonic-clock';

describe('Times of changes', () => {
  let now = 0;
  const times = new MonotonicClock(() => new Date(now));
  const at = (time: number): number => {
    now = time;
    return times.next().getTime();
  };

  it('are those of the clock as long as it goes forward', () => {
    expect([at(1000), at(1000), at(1005)]).toEqual([1000, 1000, 1005]);
  });

  it('go on in small steps after a step back, until the clock has caught up', () => {
    expect([at(500), at(501), at(1006), at(1007), at(2000)]).toEqual([
      1006, 1007, 1008, 1009, 2000,
    ]);
  });

  it('continue after what is stored', () => {
    times.continueAfter(new Date(1500));
    expect(at(2001)).toBe(2001);
    times.continueAfter(new Date(9000));
    expect([at(2002), at(9000), at(9003)]).toEqual([9001, 9002, 9003]);
  });
});
