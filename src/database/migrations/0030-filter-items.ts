import { bigInt53, createTable, id, defineMigration, smallInt } from './schema';

/** Filters on elements: by user, user group, country, zone. */
export const FilterItems = defineMigration(30, 'FilterItems', [
  createTable('filter_items', {
    columns: {
      id: id(),
      target: smallInt(),
      element_id: bigInt53(),
      item_type: smallInt(),
      item_id: bigInt53(),
    },
    uniques: [['target', 'element_id', 'item_type', 'item_id']],
    // The reverse look-up: elements that carry a filter.
    indexes: [['item_type', 'item_id', 'target', 'element_id']],
  }),
]);
