import { indexOfFirstDuplicate } from './first-duplicate';

describe('indexOfFirstDuplicate', () => {
  it.each<[readonly string[], readonly string[], number]>([
    [[], [], -1],
    [['a', 'b', 'c'], [], -1],
    [['a', 'b', 'a', 'b'], [], 2],
    [['a', 'b'], ['b', 'c'], 1],
    [['a', 'A'], [], -1],
  ])('of %j, with known values %j, is %i', (values, known, place) => {
    expect(indexOfFirstDuplicate(values, known)).toBe(place);
  });
});
