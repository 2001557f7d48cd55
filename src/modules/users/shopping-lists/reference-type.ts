import type { ElementKind } from '../../../platform/catalog';

/** What a row of a shopping list can refer to. */
export const referenceTypes = ['PRODUCT', 'BUNDLE'] as const;

export type ReferenceType = (typeof referenceTypes)[number];

/** The catalog's kind of what a type stands for. */
export function kindOf(type: ReferenceType): ElementKind {
  return type === 'PRODUCT' ? 'product' : 'bundle';
}
