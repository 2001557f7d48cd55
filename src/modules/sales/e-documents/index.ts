export { toEDocument } from './e-document';
export { toParties, toPersonName } from './e-document-context';
export { type EDocumentFormat, eDocumentFormats } from './e-document-formats';
export { DocumentNotExpressible } from './not-expressible';
export { type EDocument, type EDocumentKind, eDocumentPlan, type EDocumentSource } from './source';
export { toAccountingTax } from './totals';
export { toVatCategory, type AppliedTax } from './vat';
export { toAppliedTax } from './vat-class-sums';
