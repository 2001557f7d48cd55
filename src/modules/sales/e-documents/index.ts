export { toEDocumentTerms } from './e-document';
export { toParties, toPersonName } from './e-document-context';
export { type EDocumentFormat, eDocumentFormats } from './e-document-formats';
export { DocumentNotExpressible } from './e-document-errors';
export { type EDocument, type EDocumentKind, eDocumentPlan, type EDocumentSource } from './source';
export { toTaxInAccountingCurrency } from './totals';
export { toVatCategory, type AppliedTax } from './vat';
export { toAppliedTax } from './vat-class-sums';
