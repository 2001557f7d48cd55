import { findSeriesProblem, isAcceptedNumber } from './series-rules';

const series = (prefix: string, suffix = '') => ({ name: `series ${prefix}`, prefix, suffix });

describe('the numbers of a tax number', () => {
  it.each(['A-1', 'F2026/000123', 'x', '1'.repeat(60), 'a b'])('accept %s', (number) => {
    expect(isAcceptedNumber(number)).toBe(true);
  });

  it.each(['', 'Ñ-1', 'A"1', "A'1", 'A<1', 'A>1', 'A=1', '1'.repeat(61), 'A\t1', ' A1', 'A1 '])(
    'refuse %j',
    (number) => {
      expect(isAcceptedNumber(number)).toBe(false);
    },
  );

  it('come from series that can not have the same ones', () => {
    expect(findSeriesProblem([series('I1-2026-'), series('C1-2026-'), series('I11-2026-')])).toBe(
      undefined,
    );
    expect(findSeriesProblem([series('A', '/26'), series('A', '/R')])).toBe(undefined);
  });

  it.each([
    [series('A-'), series('A-')],
    [series('A'), series('A2')],
    [series(''), series('2026')],
    [series('A', '/26'), series('A', '6')],
  ])('do not come from %j and %j', (one, other) => {
    const problem = findSeriesProblem([one, other]);
    expect(/same numbers|ASCII/.test(problem ?? '')).toBe(one.suffix !== '/26');
  });

  it('have room for nine digits', () => {
    expect(findSeriesProblem([series('A'.repeat(51))])).toBe(undefined);
    expect(findSeriesProblem([series('A'.repeat(52))])).toContain('60 printable');
    expect(findSeriesProblem([series('España-')])).toContain('"España-1"');
  });
});
