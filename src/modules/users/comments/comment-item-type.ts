import { pickCodes } from '../../../core/code-list';
import type { ElementKind } from '../../../platform/catalog';
import { itemTypeCodes } from '../../custom-tags';

/** Codes of the item types that can have comments: products, categories and pages. */
export const commentItemTypeCodes = pickCodes(itemTypeCodes, [1, 2, 3]);

export type CommentItemType = (typeof commentItemTypeCodes.numbers)[number];

/** The element kind of each code. */
export const elementKindByCommentItemType: Readonly<Record<CommentItemType, ElementKind>> = {
  1: 'product',
  2: 'category',
  3: 'page',
};
