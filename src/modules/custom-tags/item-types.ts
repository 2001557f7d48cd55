import { defineCodes } from '../../core/code-list';

/** Item types (specification, Common conventions, 11): the types of records that a tag or a tag group is for. */
export const itemTypeCodes = defineCodes([
  [1, 'products'],
  [2, 'categories'],
  [3, 'pages'],
  [10, 'users'],
  [13, 'orders'],
]);

export type ItemType = (typeof itemTypeCodes.numbers)[number];
