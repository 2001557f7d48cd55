import { is, isNoneOf } from './conditions';
import { commonWordsOf, isWhole, type Question } from './question';

const waiting = [is('exported', false), isNoneOf('status', [6, -1])];
const search = { kind: { name: 'thing', number: 1 }, prefixes: ['ada', 'garcia'], isRare: false };
const asked = (more: Partial<Question>): Question => {
  return { baseConditions: [], conditions: [], boundedProperties: [], ...more };
};

describe('what a list is asked', () => {
  it('is all of it without filters, whatever the list itself leaves out', () => {
    expect(isWhole(asked({}))).toBe(true);
    expect(isWhole(asked({ baseConditions: waiting, conditions: waiting }))).toBe(true);
    expect(isWhole(asked({ baseConditions: waiting, conditions: [...waiting, is('paid', true)] }))).toBe(
      false,
    );
    expect(isWhole(asked({ search }))).toBe(false);
  });

  it('is several common words alone, where no other condition stands and none is rare', () => {
    expect(commonWordsOf(asked({ search }))).toBe(search);
    expect(commonWordsOf(asked({}))).toBeUndefined();
    expect(commonWordsOf(asked({ search: { ...search, isRare: true } }))).toBeUndefined();
    expect(commonWordsOf(asked({ search: { ...search, prefixes: ['ada'] } }))).toBeUndefined();
    expect(commonWordsOf(asked({ search, conditions: [is('paid', true)] }))).toBeUndefined();
  });
});
