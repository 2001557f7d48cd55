import type { ElementKind } from '../../../platform/catalog';

/** The types of records that a row of a shopping list can refer to. */
export const shoppingReferenceTypes = ['PRODUCT', 'BUNDLE'] as const;

export type ShoppingReferenceType = (typeof shoppingReferenceTypes)[number];

/** The element kind of a reference type. */
export function toElementKind(type: ShoppingReferenceType): ElementKind {
  return type === 'PRODUCT' ? 'product' : 'bundle';
}
