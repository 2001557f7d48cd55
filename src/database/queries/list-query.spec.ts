import { is, isNoneOf } from './conditions';
import { findCommonTermSearch, isUnfiltered, type ListQuery } from './list-query';

const waiting = [is('exported', false), isNoneOf('status', [6, -1])];
const search = { kind: { name: 'thing', number: 1 }, prefixes: ['ada', 'garcia'], isRare: false };
const asked = (more: Partial<ListQuery>): ListQuery => {
  return { baseConditions: [], conditions: [], boundedProperties: [], ...more };
};

describe('what a list is asked', () => {
  it('is all of it without filters, whatever the list itself leaves out', () => {
    expect(isUnfiltered(asked({}))).toBe(true);
    expect(isUnfiltered(asked({ baseConditions: waiting, conditions: waiting }))).toBe(true);
    expect(
      isUnfiltered(asked({ baseConditions: waiting, conditions: [...waiting, is('paid', true)] })),
    ).toBe(false);
    expect(isUnfiltered(asked({ search }))).toBe(false);
  });

  it('is several common words alone, where no other condition stands and none is rare', () => {
    expect(findCommonTermSearch(asked({ search }))).toBe(search);
    expect(findCommonTermSearch(asked({}))).toBeUndefined();
    expect(findCommonTermSearch(asked({ search: { ...search, isRare: true } }))).toBeUndefined();
    expect(
      findCommonTermSearch(asked({ search: { ...search, prefixes: ['ada'] } })),
    ).toBeUndefined();
    expect(findCommonTermSearch(asked({ search, conditions: [is('paid', true)] }))).toBeUndefined();
  });
});
