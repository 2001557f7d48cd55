/** Kinds of elements: what references, wishlists, suppliers and filters point at. The names are stored. */
export const elementKinds = [
  'product',
  'category',
  'page',
  'area',
  'banner',
  'blogCategory',
  'blogPost',
  'bundle',
  'discount',
  'priceList',
  'paymentSystem',
  'rewardPoint',
  'shippingType',
  'relatedDefinition',
  'warehouse',
] as const;

export type ElementKind = (typeof elementKinds)[number];

/** Everything that a store brings along: the elements, and the kinds with fields of their own. */
export const catalogKinds = [...elementKinds, 'zone', 'channel', 'headquarter', 'tax'] as const;

export type CatalogKind = (typeof catalogKinds)[number];

export function isElementKind(word: string): word is ElementKind {
  return elementKinds.some((kind) => kind === word);
}

/** Documents that a headquarter numbers in a series of its own. */
export const seriesDocuments = [
  'order',
  'invoice',
  'creditNote',
  'return',
  'rma',
  'deliveryNote',
] as const;

export type SeriesDocument = (typeof seriesDocuments)[number];

/** How a headquarter's numbers of one kind of document look. */
export interface HeadquarterSeries {
  readonly document: SeriesDocument;
  /** Absent: the default of the kind of document, the headquarter and the year. */
  readonly prefix?: string;
  readonly suffix: string;
}
