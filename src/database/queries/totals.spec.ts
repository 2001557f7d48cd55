import type { Statement, QueryProgram } from '../dialect/connection';
import { MANY, REMEMBERED_MS, totalOf } from './totals';

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
    expect(take(totalOf(source, all), MANY - 1)).toEqual({ total: MANY - 1, statements: 1 });
    expect(take(totalOf(source, all), 7)).toEqual({ total: 7, statements: 1 });
  });

  it('is remembered for a second when it is large', () => {
    expect(take(totalOf(source, all), MANY)).toEqual({ total: MANY, statements: 1 });
    jest.advanceTimersByTime(REMEMBERED_MS - 1);
    expect(take(totalOf(source, all), MANY + 1)).toEqual({ total: MANY, statements: 0 });
    jest.advanceTimersByTime(1);
    expect(take(totalOf(source, all), MANY + 2)).toEqual({ total: MANY + 2, statements: 1 });
  });

  it('is that of its own source and conditions', () => {
    const ofOne = count('SELECT COUNT(*) FROM things WHERE type = ?', 1);
    const ofTwo = count('SELECT COUNT(*) FROM things WHERE type = ?', 2);
    expect(take(totalOf(source, ofOne), MANY).statements).toBe(1);
    expect(take(totalOf(source, ofTwo), MANY + 5)).toEqual({ total: MANY + 5, statements: 1 });
    expect(take(totalOf({}, ofOne), 3)).toEqual({ total: 3, statements: 1 });
    expect(take(totalOf(source, ofOne), 0)).toEqual({ total: MANY, statements: 0 });
  });

  it('is forgotten once there are few', () => {
    take(totalOf(source, all), MANY);
    jest.advanceTimersByTime(REMEMBERED_MS);
    take(totalOf(source, all), 2);
    expect(take(totalOf(source, all), 1)).toEqual({ total: 1, statements: 1 });
  });
});
