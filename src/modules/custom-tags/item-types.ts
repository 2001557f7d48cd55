/** Item types (specification, Common conventions, 11): what a tag or a group of tags is for. */
export const itemTypes = [1, 2, 3, 10, 13] as const;

export type ItemType = (typeof itemTypes)[number];

export const itemTypeText = '1 products, 2 categories, 3 pages, 10 users, 13 orders';
