import type { Statement, QueryProgram } from '../dialect/connection';
import { MIN_CACHED_TOTAL, TOTAL_CACHE_MS, countCached } from './count-cached';

const count = (sql: string, ...params: number[]): Statement => ({ sql, params });
const all = count('SELECT COUNT(*) FROM things');

/** Counts, where a statement would find so many. @returns the total, and how many statements it took */
function take(steps: QueryProgram<number>, found: number): { total: number; statements: number } {
  let statements = 0;
  let step = steps.next();
  while (!step.done) {
    statements += step.value.length;
    step = steps.next([[[found]]]);
  }
  return { total: step.value, statements };
}

describe('the total of a list without filters', () => {
  let source: object;

  beforeEach(() => {
    jest.useFakeTimers();
    source = {};
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('is counted each time while it is small', () => {
    expect(take(countCached(source, all), MIN_CACHED_TOTAL - 1)).toEqual({
      total: MIN_CACHED_TOTAL - 1,
      statements: 1,
    });
    expect(take(countCached(source, all), 7)).toEqual({ total: 7, statements: 1 });
  });

  it('is remembered for a second when it is large', () => {
    expect(take(countCached(source, all), MIN_CACHED_TOTAL)).toEqual({
      total: MIN_CACHED_TOTAL,
      statements: 1,
    });
    jest.advanceTimersByTime(TOTAL_CACHE_MS - 1);
    expect(take(countCached(source, all), MIN_CACHED_TOTAL + 1)).toEqual({
      total: MIN_CACHED_TOTAL,
      statements: 0,
    });
    jest.advanceTimersByTime(1);
    expect(take(countCached(source, all), MIN_CACHED_TOTAL + 2)).toEqual({
      total: MIN_CACHED_TOTAL + 2,
      statements: 1,
    });
  });

  it('is that of its own source and conditions', () => {
    const ofOne = count('SELECT COUNT(*) FROM things WHERE type = ?', 1);
    const ofTwo = count('SELECT COUNT(*) FROM things WHERE type = ?', 2);
    expect(take(countCached(source, ofOne), MIN_CACHED_TOTAL).statements).toBe(1);
    expect(take(countCached(source, ofTwo), MIN_CACHED_TOTAL + 5)).toEqual({
      total: MIN_CACHED_TOTAL + 5,
      statements: 1,
    });
    expect(take(countCached({}, ofOne), 3)).toEqual({ total: 3, statements: 1 });
    expect(take(countCached(source, ofOne), 0)).toEqual({ total: MIN_CACHED_TOTAL, statements: 0 });
  });

  it('is forgotten once there are few', () => {
    take(countCached(source, all), MIN_CACHED_TOTAL);
    jest.advanceTimersByTime(TOTAL_CACHE_MS);
    take(countCached(source, all), 2);
    expect(take(countCached(source, all), 1)).toEqual({ total: 1, statements: 1 });
  });
});
