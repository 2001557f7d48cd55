import { indexOfFirstDuplicate } from './first-duplicate';

describe('the first repeated value', () => {
  it.each<[readonly string[], readonly string[], number]>([
    [[], [], -1],
    [['a', 'b', 'c'], [], -1],
    [['a', 'b', 'a', 'b'], [], 2],
    [['a', 'b'], ['b', 'c'], 1],
    [['a', 'A'], [], -1],
  ])('of %j, with %j known, stands at %i', (values, known, place) => {
    expect(indexOfFirstDuplicate(values, known)).toBe(place);
  });
});
