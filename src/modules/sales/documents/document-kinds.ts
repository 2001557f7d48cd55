import {
  type CodeList,
  defineCodes,
  defineCodesFromConstants,
  pickCodes,
  withZeroCode,
} from '../../../core/code-list';
import { discountScopes } from '../totals';

/** `DOCUMENTTYPE` of the specification's sales documents. */
export const documentTypes = {
  order: 1,
  invoice: 2,
  creditNote: 3,
  return: 4,
  rma: 5,
  deliveryNote: 6,
} as const;

export type DocumentKind = keyof typeof documentTypes;

/** Number series: one for each type of document, and another one for simplified invoices. */
export const seriesTypes = { ...documentTypes, simplifiedInvoice: 12 } as const;

export type SeriesKind = keyof typeof seriesTypes;

/** Converts a `DOCUMENTTYPE` to a kind; undefined for an unknown number. */
export function toDocumentKind(type: number | null): DocumentKind | undefined {
  const kinds = Object.entries(documentTypes) as [DocumentKind, number][];
  return kinds.find(([, number]) => number === type)?.[0];
}

/** Names of the kinds in English sentences. */
export const documentKindNames: Readonly<Record<DocumentKind, string>> = {
  order: 'order',
  invoice: 'invoice',
  creditNote: 'credit note',
  return: 'return',
  rma: 'RMA',
  deliveryNote: 'delivery note',
};

export const documentTypeCodes: CodeList = defineCodes(
  Object.entries(documentTypes).map(
    ([kind, number]) => [number, documentKindNames[kind as DocumentKind]] as const,
  ),
);

/** `PARENT.DOCUMENTTYPE`. */
export const parentTypeCodes = withZeroCode('none', documentTypeCodes);

/** `EXPORTSTATUS`. */
export const exportStatusCodes = defineCodes([
  [0, 'pending'],
  [1, 'exported'],
]);

/** `ROWS[].TYPE`. */
export const rowTypes = { product: 1, gift: 2, bundle: 3 } as const;

/** `TYPE` of rows without items, and of those with items. */
const { bundle, ...singleRowTypes } = rowTypes;
export const singleRowTypeCodes = defineCodesFromConstants(singleRowTypes);
export const bundleRowTypeCodes = defineCodesFromConstants({ bundle });

/** `AMOUNTTYPE`, `DISCOUNTTYPE`, `INCREASETYPE`. */
export const amountTypeCodes = defineCodes([
  [1, 'absolute'],
  [2, 'percentage'],
]);

/** `INCREASETYPE` of a payment system: its price is always an absolute amount. */
export const increaseTypeCodes = pickCodes(amountTypeCodes, [1]);

/** `APPLYTO` of the discounts of a whole order. */
export const applyToCodes = defineCodesFromConstants(discountScopes);

/** `DELIVERY.TYPE`. */
export const deliveryTypes = { shipping: 0, picking: 1 } as const;
export const deliveryTypeCodes = defineCodesFromConstants(deliveryTypes);
