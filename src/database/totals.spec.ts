import type { Statement, Steps } from './dialect/connection';
import type { EntityModel } from './model';
import { MANY, REMEMBERED_MS, totalOf } from './totals';

const count = (sql: string, ...params: number[]): Statement => ({ sql, params });
const all = count('SELECT COUNT(*) FROM things');

/** Counts, where a statement would find so many. @returns the total, and how many statements it took */
function take(steps: Steps<number>, found: number): { total: number; statements: number } {
  let statements = 0;
  let step = steps.next();
  while (!step.done) {
    statements += step.value.length;
    step = steps.next([[[found]]]);
  }
  return { total: step.value, statements };
}

describe('the total of a list without filters', () => {
  let model: EntityModel;

  beforeEach(() => {
    jest.useFakeTimers();
    model = {} as EntityModel;
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('is counted each time while it is small', () => {
    expect(take(totalOf(model, all), MANY - 1)).toEqual({ total: MANY - 1, statements: 1 });
    expect(take(totalOf(model, all), 7)).toEqual({ total: 7, statements: 1 });
  });

  it('is remembered for a second when it is large', () => {
    expect(take(totalOf(model, all), MANY)).toEqual({ total: MANY, statements: 1 });
    jest.advanceTimersByTime(REMEMBERED_MS - 1);
    expect(take(totalOf(model, all), MANY + 1)).toEqual({ total: MANY, statements: 0 });
    jest.advanceTimersByTime(1);
    expect(take(totalOf(model, all), MANY + 2)).toEqual({ total: MANY + 2, statements: 1 });
  });

  it('is that of its own table and conditions', () => {
    const ofOne = count('SELECT COUNT(*) FROM things WHERE type = ?', 1);
    const ofTwo = count('SELECT COUNT(*) FROM things WHERE type = ?', 2);
    expect(take(totalOf(model, ofOne), MANY).statements).toBe(1);
    expect(take(totalOf(model, ofTwo), MANY + 5)).toEqual({ total: MANY + 5, statements: 1 });
    expect(take(totalOf({} as EntityModel, ofOne), 3)).toEqual({ total: 3, statements: 1 });
    expect(take(totalOf(model, ofOne), 0)).toEqual({ total: MANY, statements: 0 });
  });

  it('is forgotten once there are few', () => {
    take(totalOf(model, all), MANY);
    jest.advanceTimersByTime(REMEMBERED_MS);
    take(totalOf(model, all), 2);
    expect(take(totalOf(model, all), 1)).toEqual({ total: 1, statements: 1 });
  });
});
