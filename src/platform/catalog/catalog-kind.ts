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

/** How money is paid by a payment system; what is not known is left out. */
export interface PaymentMeans {
  /** UNTDID 4461. */
  readonly code: number;
  readonly iban?: string;
  readonly bic?: string;
  /** Whose account it is. */
  readonly accountName?: string;
  /** When what is not paid yet is due, in words. */
  readonly terms?: string;
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
