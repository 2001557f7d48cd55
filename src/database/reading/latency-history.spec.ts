import { LatencyHistory } from './latency-history';

const LIMIT = 4;
const yes = (): boolean => true;
const no = (): boolean => false;

describe('Experience', () => {
  const experience = new LatencyHistory(LIMIT);
  const run = (sql: string, times: number, took: number, isSuspect = false): void => {
    for (let time = 0; time < times; time++) experience.record(sql, took, 'searched', isSuspect);
  };

  it('asks what to expect of a read that it does not know, and of no other one', () => {
    expect(experience.isSlow('new', yes)).toBe(true);
    expect(experience.isSlow('new', no)).toBe(false);
    run('known', 1, 1);
    expect(experience.isSlow('known', yes)).toBe(false);
  });

  it('takes a read for slow after one long run, until many quick ones', () => {
    run('relapsing', 100, 0.1);
    run('relapsing', 1, 100);
    expect(experience.isSlow('relapsing', no)).toBe(true);
    run('relapsing', 80, 0.1);
    expect(experience.isSlow('relapsing', no)).toBe(true);
    run('relapsing', 30, 0.1);
    expect(experience.isSlow('relapsing', no)).toBe(false);
  });

  it('takes a read for slow that always takes a little too long', () => {
    run('steady', 100, 3.9);
    expect(experience.isSlow('steady', no)).toBe(false);
    run('steady', 100, 4.1);
    expect(experience.isSlow('steady', no)).toBe(true);
  });

  it('takes a read that was held up at times for quick', () => {
    let slow = 0;
    for (let time = 0; time < 1000; time++) {
      experience.record('held up', time % 100 === 50 ? 15 : 0.1, 'searched', false);
      if (experience.isSlow('held up', no)) slow++;
    }
    expect(slow).toBe(0);
  });

  it('takes a look at named records for slow after the second long run', () => {
    experience.record('named', 0.1, 'named', false);
    experience.record('named', 300, 'named', false);
    expect(experience.isSlow('named', no)).toBe(false);
    experience.record('named', 300, 'named', false);
    expect(experience.isSlow('named', no)).toBe(true);
  });

  it('clears a suspect after eight quick runs', () => {
    run('suspect', 7, 0.1, true);
    expect(experience.isSlow('suspect', no)).toBe(true);
    run('suspect', 1, 0.1, true);
    expect(experience.isSlow('suspect', no)).toBe(false);
  });

  it('takes a read whose parameters make it long once in fifty runs for slow always', () => {
    let atOnce = 0;
    for (let time = 0; time < 500; time++) {
      if (!experience.isSlow('sometimes', yes)) atOnce++;
      experience.record('sometimes', time % 50 === 0 ? 100 : 0.1, 'searched', true);
    }
    expect(atOnce).toBe(0);
  });

  it('remembers only so many', () => {
    run('slow', 1, 100);
    for (let number = 0; number < 2000; number++) run(`read ${number}`, 1, 1);
    expect(experience.isSlow('slow', no)).toBe(false);
  });
});
