import { whereEquals, whereNotIn } from './conditions';
import { findCommonTermSearch, isUnfiltered, type ListQuery } from './list-query';

const waiting = [whereEquals('exported', false), whereNotIn('status', [6, -1])];
const search = { kind: { name: 'thing', number: 1 }, prefixes: ['ada', 'garcia'], isRare: false };
const listQuery = (more: Partial<ListQuery>): ListQuery => {
  return { baseConditions: [], conditions: [], boundedProperties: [], ...more };
};

describe('A list query', () => {
  it('is unfiltered without filters, even if the list itself excludes records', () => {
    expect(isUnfiltered(listQuery({}))).toBe(true);
    expect(isUnfiltered(listQuery({ baseConditions: waiting, conditions: waiting }))).toBe(true);
    expect(
      isUnfiltered(
        listQuery({ baseConditions: waiting, conditions: [...waiting, whereEquals('paid', true)] }),
      ),
    ).toBe(false);
    expect(isUnfiltered(listQuery({ search }))).toBe(false);
  });

  it('is a search for common terms only with several terms, none of them rare, and no other condition', () => {
    expect(findCommonTermSearch(listQuery({ search }))).toBe(search);
    expect(findCommonTermSearch(listQuery({}))).toBeUndefined();
    expect(
      findCommonTermSearch(listQuery({ search: { ...search, isRare: true } })),
    ).toBeUndefined();
    expect(
      findCommonTermSearch(listQuery({ search: { ...search, prefixes: ['ada'] } })),
    ).toBeUndefined();
    expect(
      findCommonTermSearch(listQuery({ search, conditions: [whereEquals('paid', true)] })),
    ).toBeUndefined();
  });
});
