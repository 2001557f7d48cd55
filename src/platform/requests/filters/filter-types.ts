import { defineCodesFromConstants } from '../../../core/code-list';
import type { ElementKind } from '../../catalog';

/**
 * Filter types (specification, Common conventions, 11): a filter restricts an element to subjects of these kinds.
 */
export const filterTypes = { user: 10, userGroup: 11, country: 30, countryZone: 9 } as const;

export type FilterType = (typeof filterTypes)[keyof typeof filterTypes];

export const filterTypeCodes = defineCodesFromConstants(filterTypes);

/**
 * Target types: elements that can have filters (specification, Utilities). The numbers are stored: only add new ones.
 */
const filterTargetNumbers = {
  areas: 1,
  banners: 2,
  blogCategories: 3,
  blogPost: 4,
  bundles: 5,
  categories: 6,
  discounts: 7,
  priceList: 8,
  definitions: 9,
  news: 10,
  pages: 11,
  paymentSystems: 12,
  rewardPoints: 13,
  shippingTypes: 14,
  relatedDefinitions: 15,
} as const;

export type FilterTargetType = keyof typeof filterTargetNumbers;

export const filterTargetTypes = Object.keys(filterTargetNumbers) as readonly FilterTargetType[];

export function isFilterTargetType(text: string): text is FilterTargetType {
  return Object.hasOwn(filterTargetNumbers, text);
}

export function toFilterTargetNumber(target: FilterTargetType): number {
  return filterTargetNumbers[target];
}

/** Target types that are elements of the catalog. */
export const catalogKindByTargetType: Readonly<
  Record<Exclude<FilterTargetType, 'news' | 'definitions'>, ElementKind>
> = {
  areas: 'area',
  banners: 'banner',
  blogCategories: 'blogCategory',
  blogPost: 'blogPost',
  bundles: 'bundle',
  categories: 'category',
  discounts: 'discount',
  priceList: 'priceList',
  pages: 'page',
  paymentSystems: 'paymentSystem',
  rewardPoints: 'rewardPoint',
  shippingTypes: 'shippingType',
  relatedDefinitions: 'relatedDefinition',
};

/** Returns the kind of journal entries about the elements of a target type. @param target number of the target type */
export function toTargetJournalKindName(target: number): string {
  const name = filterTargetTypes.find((word) => filterTargetNumbers[word] === target);
  if (name === undefined) throw new Error(`No filter target has the number ${target}`);
  if (name === 'news') return 'news';
  return name === 'definitions' ? 'definition' : catalogKindByTargetType[name];
}
