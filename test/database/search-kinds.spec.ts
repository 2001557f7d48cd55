import '../../src/app.module';
import { listSearchKinds } from '../../src/database/search/search-index';

describe('The kinds of search', () => {
  // Stores hold terms under these numbers: a changed one would hide all its records from `q`.
  it('have the numbers that stores were written with', () => {
    // Specs that run in the same worker declare kinds of their own, from 1,000 on.
    const own = listSearchKinds().filter(({ number }) => number < 1000);
    const numbers = Object.fromEntries(own.map(({ name, number }) => [name, number]));
    expect(numbers).toEqual({
      tagGroup: 1,
      tag: 2,
      news: 4,
      location: 5,
      channel: 7,
      user: 8,
      shoppingListRow: 10,
      document: 11,
      shipment: 12,
      catalogElement: 13,
      zone: 14,
      headquarter: 15,
      tax: 16,
    });
  });
});
