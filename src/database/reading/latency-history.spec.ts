import { LatencyHistory } from './latency-history';

const LIMIT = 4;
const yes = (): boolean => true;
const no = (): boolean => false;

describe('LatencyHistory', () => {
  const history = new LatencyHistory(LIMIT);
  const run = (sql: string, times: number, took: number, isSuspect = false): void => {
    for (let time = 0; time < times; time++) history.record(sql, took, 'scan', isSuspect);
  };

  it('uses the expectation for unknown reads only', () => {
    expect(history.isSlow('new', yes)).toBe(true);
    expect(history.isSlow('new', no)).toBe(false);
    run('known', 1, 1);
    expect(history.isSlow('known', yes)).toBe(false);
  });

  it('classifies a read as slow after one long run, until many fast ones', () => {
    run('relapsing', 100, 0.1);
    run('relapsing', 1, 100);
    expect(history.isSlow('relapsing', no)).toBe(true);
    run('relapsing', 80, 0.1);
    expect(history.isSlow('relapsing', no)).toBe(true);
    run('relapsing', 30, 0.1);
    expect(history.isSlow('relapsing', no)).toBe(false);
  });

  it('classifies a read as slow that always takes a little too long', () => {
    run('steady', 100, 3.9);
    expect(history.isSlow('steady', no)).toBe(false);
    run('steady', 100, 4.1);
    expect(history.isSlow('steady', no)).toBe(true);
  });

  it('classifies a read as fast that was delayed at times', () => {
    let slow = 0;
    for (let time = 0; time < 1000; time++) {
      history.record('held up', time % 100 === 50 ? 15 : 0.1, 'scan', false);
      if (history.isSlow('held up', no)) slow++;
    }
    expect(slow).toBe(0);
  });

  it('classifies a read of named records as slow after the second long run', () => {
    history.record('lookup', 0.1, 'lookup', false);
    history.record('lookup', 300, 'lookup', false);
    expect(history.isSlow('lookup', no)).toBe(false);
    history.record('lookup', 300, 'lookup', false);
    expect(history.isSlow('lookup', no)).toBe(true);
  });

  it('clears a suspect after eight fast runs', () => {
    run('suspect', 7, 0.1, true);
    expect(history.isSlow('suspect', no)).toBe(true);
    run('suspect', 1, 0.1, true);
    expect(history.isSlow('suspect', no)).toBe(false);
  });

  it('classifies a read as slow if its parameters make one of fifty runs long', () => {
    let atOnce = 0;
    for (let time = 0; time < 500; time++) {
      if (!history.isSlow('sometimes', yes)) atOnce++;
      history.record('sometimes', time % 50 === 0 ? 100 : 0.1, 'scan', true);
    }
    expect(atOnce).toBe(0);
  });

  it('remembers a limited number of reads', () => {
    run('slow', 1, 100);
    for (let number = 0; number < 2000; number++) run(`read ${number}`, 1, 1);
    expect(history.isSlow('slow', no)).toBe(false);
  });
});
