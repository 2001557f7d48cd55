import type { Statement, QueryProgram } from '../dialect/connection';
import { MAX_TOTAL_AGE_MS, MIN_CACHED_TOTAL, TOTAL_CACHE_MS, countWithCache } from './total-cache';

const count = (sql: string, ...params: number[]): Statement => ({ sql, params });
const all = count('SELECT COUNT(*) FROM things');

/** Runs a count whose statement returns `found`. @returns the total and the number of statements */
function runCount(
  program: QueryProgram<number>,
  found: number,
): { total: number; statements: number } {
  let statements = 0;
  let step = program.next();
  while (!step.done) {
    statements += step.value.length;
    step = program.next([[[found]]]);
  }
  return { total: step.value, statements };
}

describe('The total of a list without filters', () => {
  let source: object;

  beforeEach(() => {
    jest.useFakeTimers();
    source = {};
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('is counted each time while it is small', () => {
    expect(runCount(countWithCache(source, all), MIN_CACHED_TOTAL - 1)).toEqual({
      total: MIN_CACHED_TOTAL - 1,
      statements: 1,
    });
    expect(runCount(countWithCache(source, all), 7)).toEqual({ total: 7, statements: 1 });
  });

  it('is remembered for a second when it is large', () => {
    expect(runCount(countWithCache(source, all), MIN_CACHED_TOTAL)).toEqual({
      total: MIN_CACHED_TOTAL,
      statements: 1,
    });
    jest.advanceTimersByTime(TOTAL_CACHE_MS - 1);
    expect(runCount(countWithCache(source, all), MIN_CACHED_TOTAL + 1)).toEqual({
      total: MIN_CACHED_TOTAL,
      statements: 0,
    });
    jest.advanceTimersByTime(1);
    expect(runCount(countWithCache(source, all), MIN_CACHED_TOTAL + 2)).toEqual({
      total: MIN_CACHED_TOTAL + 2,
      statements: 1,
    });
  });

  it('is counted by one caller at a time, however long that takes', () => {
    runCount(countWithCache(source, all), MIN_CACHED_TOTAL);
    jest.advanceTimersByTime(TOTAL_CACHE_MS);
    const slow = countWithCache(source, all);
    slow.next();
    jest.advanceTimersByTime(5 * TOTAL_CACHE_MS);
    expect(runCount(countWithCache(source, all), 1)).toEqual({
      total: MIN_CACHED_TOTAL,
      statements: 0,
    });
    slow.next([[[MIN_CACHED_TOTAL + 1]]]);
    jest.advanceTimersByTime(TOTAL_CACHE_MS - 1);
    expect(runCount(countWithCache(source, all), 1)).toEqual({
      total: MIN_CACHED_TOTAL + 1,
      statements: 0,
    });
  });

  it('is counted again when a count has failed', () => {
    runCount(countWithCache(source, all), MIN_CACHED_TOTAL);
    jest.advanceTimersByTime(TOTAL_CACHE_MS);
    countWithCache(source, all).next();
    jest.advanceTimersByTime(MAX_TOTAL_AGE_MS);
    expect(runCount(countWithCache(source, all), MIN_CACHED_TOTAL + 2)).toEqual({
      total: MIN_CACHED_TOTAL + 2,
      statements: 1,
    });
  });

  it('is cached by source and conditions', () => {
    const ofOne = count('SELECT COUNT(*) FROM things WHERE type = ?', 1);
    const ofTwo = count('SELECT COUNT(*) FROM things WHERE type = ?', 2);
    expect(runCount(countWithCache(source, ofOne), MIN_CACHED_TOTAL).statements).toBe(1);
    expect(runCount(countWithCache(source, ofTwo), MIN_CACHED_TOTAL + 5)).toEqual({
      total: MIN_CACHED_TOTAL + 5,
      statements: 1,
    });
    expect(runCount(countWithCache({}, ofOne), 3)).toEqual({ total: 3, statements: 1 });
    expect(runCount(countWithCache(source, ofOne), 0)).toEqual({
      total: MIN_CACHED_TOTAL,
      statements: 0,
    });
  });

  it('is no longer cached once it is small', () => {
    runCount(countWithCache(source, all), MIN_CACHED_TOTAL);
    jest.advanceTimersByTime(TOTAL_CACHE_MS);
    runCount(countWithCache(source, all), 2);
    expect(runCount(countWithCache(source, all), 1)).toEqual({ total: 1, statements: 1 });
  });
});
