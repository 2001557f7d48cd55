import fc from 'fast-check';
import { IdBitset } from './id-bitset';

const setOf = (ids: readonly number[]): IdBitset => {
  const set = new IdBitset();
  for (const id of ids) set.add(id);
  return set;
};

/** Ids that are close together, around the ends of blocks, and very far apart. */
const id = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 4000, max: 8300 }),
  fc.maxSafeNat(),
);
const ids = fc.array(id, { maxLength: 300 });
const count = fc.integer({ min: 0, max: 400 });

describe('A set of ids', () => {
  it('contains each id once, and returns slices of them in ascending or descending order', () => {
    fc.assert(
      fc.property(ids, count, count, fc.boolean(), (added, offset, max, descending) => {
        const inOrder = [...new Set(added)].sort((one, other) => one - other);
        if (descending) inOrder.reverse();
        const set = setOf(added);
        expect(set.size).toBe(inOrder.length);
        expect(set.slice(offset, max, descending)).toEqual(inOrder.slice(offset, offset + max));
      }),
    );
  });

  it('keeps the ids that another set contains', () => {
    fc.assert(
      fc.property(ids, ids, (added, others) => {
        const set = setOf(added);
        set.intersect(setOf(others));
        const both = new Set(added.filter((one) => others.includes(one)));
        expect(set.size).toBe(both.size);
        const inOrder = [...both].sort((one, other) => one - other);
        expect(set.slice(0, added.length + 1, false)).toEqual(inOrder);
      }),
    );
  });
});
