export { toEDocumentTerms } from './e-document-terms';
export { toParties, toPersonName } from './e-document-parties';
export { type EDocumentFormat, eDocumentFormats } from './e-document-formats';
export { DocumentNotExpressible } from './e-document-errors';
export {
  type EDocumentSourceDocument,
  type EDocumentKind,
  eDocumentPlan,
  type EDocumentSource,
} from './e-document-source';
export { toTaxInAccountingCurrency } from './total-figures';
export { toVatCategory, type AppliedTax } from './vat-classes';
export { toAppliedTax } from './vat-class-sums';
