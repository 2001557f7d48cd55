import type { ElementKind } from '../../catalog';

/** Codes of what can be commented on: products, categories, pages. */
export const commentItemTypes = [1, 2, 3] as const;

export type CommentItemType = (typeof commentItemTypes)[number];

/** The catalog's kind of each code. */
export const commentItemKinds: Readonly<Record<CommentItemType, ElementKind>> = {
  1: 'product',
  2: 'category',
  3: 'page',
};
