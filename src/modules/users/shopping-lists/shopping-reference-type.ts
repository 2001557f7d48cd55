import type { ElementKind } from '../../../platform/catalog';

/** What a row of a shopping list can refer to. */
export const shoppingReferenceTypes = ['PRODUCT', 'BUNDLE'] as const;

export type ShoppingReferenceType = (typeof shoppingReferenceTypes)[number];

/** The catalog's kind of what a type stands for. */
export function toElementKind(type: ShoppingReferenceType): ElementKind {
  return type === 'PRODUCT' ? 'product' : 'bundle';
}
