import type { ElementKind } from '../../catalog';

/** Codes of what a supplier delivers: products, categories. */
export const supplierItemTypes = [1, 2] as const;

export type SupplierItemType = (typeof supplierItemTypes)[number];

/** The catalog's kind of each code. */
export const supplierItemKinds: Readonly<Record<SupplierItemType, ElementKind>> = {
  1: 'product',
  2: 'category',
};
