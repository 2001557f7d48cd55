/** Kinds of elements, which references, wishlists, suppliers and filters refer to. The names are stored. */
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

/** All kinds of the imported catalog: the elements, and the kinds with additional fields. */
export const catalogKinds = [...elementKinds, 'zone', 'channel', 'headquarter', 'tax'] as const;

export type CatalogKind = (typeof catalogKinds)[number];

export function isElementKind(word: string): word is ElementKind {
  return elementKinds.some((kind) => kind === word);
}

/** The means of payment of a payment system; unknown values are absent. */
export interface PaymentMeans {
  /** Code of UNTDID 4461. */
  readonly code: number;
  readonly iban?: string;
  readonly bic?: string;
  /** Holder of the account. */
  readonly accountName?: string;
  /** Payment terms for the amount due, as a text. */
  readonly terms?: string;
}

/** Documents that a headquarter can number in its own series. */
export const seriesDocumentTypes = [
  'order',
  'invoice',
  'simplifiedInvoice',
  'creditNote',
  'return',
  'rma',
  'deliveryNote',
] as const;

export type SeriesDocumentType = (typeof seriesDocumentTypes)[number];

/** The format of a headquarter's numbers for one kind of document. */
export interface HeadquarterSeries {
  readonly document: SeriesDocumentType;
  /** If absent, the default prefix is used: kind of document, headquarter and year. */
  readonly prefix?: string;
  readonly suffix: string;
}
