/** Filter types (specification, Common conventions, 11): what a filter item names. */
export const filterTypes = { user: 10, userGroup: 11, country: 30, zone: 9 } as const;

export type FilterType = (typeof filterTypes)[keyof typeof filterTypes];

export const filterTypeCodes: readonly FilterType[] = [10, 11, 30, 9];

export const filterTypeText = '10 user, 11 user group, 30 country, 9 country zone';

/** What elements a filter can stand on (specification, Utilities). The numbers are stored: only add. */
const targetNumbers = {
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

export type FilterTarget = keyof typeof targetNumbers;

export const filterTargets = Object.keys(targetNumbers) as readonly FilterTarget[];

export function isFilterTarget(word: string): word is FilterTarget {
  return Object.hasOwn(targetNumbers, word);
}

export function targetNumber(target: FilterTarget): number {
  return targetNumbers[target];
}
