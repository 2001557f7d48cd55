import { pickCodes } from '../../../core/code-list';
import type { ElementKind } from '../../../platform/catalog';
import { itemTypeCodes } from '../../custom-tags';

/** Codes of the item types that a supplier can deliver: products and categories. */
export const supplierItemTypeCodes = pickCodes(itemTypeCodes, [1, 2]);

export type SupplierItemType = (typeof supplierItemTypeCodes.numbers)[number];

/** The element kind of each code. */
export const elementKindBySupplierItemType: Readonly<Record<SupplierItemType, ElementKind>> = {
  1: 'product',
  2: 'category',
};
