import { toEnds, quantile, findTrends } from './flatness';
import type { Sample, Series } from './series';

const rows: Series = { name: 'rows', panel: 'Rows', tolerance: { share: 0.2, plus: 5 } };
const swept: Series = { ...rows, isSwept: true };

const samples = (...values: number[]): Sample[] =>
  values.map((value, at) => ({ at, values: { rows: value } }));

describe('what a soak has found', () => {
  it('compares the middle of the last third with that of the first', () => {
    const ends = toEnds(samples(1, 3, 2, 50, 60, 70, 7, 9, 8), rows);
    expect(ends).toEqual({ first: 2, last: 8 });
  });

  it('lets a series grow by its tolerance, and no further', () => {
    expect(findTrends(samples(100, 500, 125), [rows])).toEqual([]);
    expect(findTrends(samples(100, 100, 126), [rows])).toEqual([
      'rows was 100.0, and in the end 126.0',
    ]);
  });

  it('does not take for flat what could not be read', () => {
    expect(findTrends(samples(NaN, NaN, NaN), [rows])).toHaveLength(1);
    expect(findTrends([], [rows])).toHaveLength(1);
  });

  it('sees a table that is never swept', () => {
    expect(findTrends(samples(100, 101, 102), [rows])).toEqual([]);
    expect(findTrends(samples(100, 101, 102), [swept])).toEqual(['rows was never swept']);
    expect(findTrends(samples(100, 90, 102), [swept])).toEqual([]);
  });

  it('finds the value that a share of all are at most', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(quantile(values, 0.5)).toBe(51);
    expect(quantile(values, 0.99)).toBe(100);
    expect(quantile([], 0.5)).toBeNaN();
  });
});
