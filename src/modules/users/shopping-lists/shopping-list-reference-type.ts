import type { ElementKind } from '../../../platform/catalog';

/** The usual types of the records that a row of a shopping list refers to. */
export const shoppingListReferenceTypes = ['PRODUCT', 'BUNDLE'] as const;

/** The element kind of a reference type, which is free text. */
export function toShoppingListElementKind(type: string): ElementKind {
  return type.toUpperCase() === 'BUNDLE' ? 'bundle' : 'product';
}
