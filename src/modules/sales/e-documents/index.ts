export { toEDocument } from './e-document';
export { toParties } from './facts';
export { type EDocumentFormat, eDocumentFormats } from './forms';
export { DocumentNotExpressible } from './not-expressible';
export { type EDocument, type EDocumentKind, eDocumentPlan, type EDocumentSource } from './source';
export { toAccountingTax } from './totals';
export { toVatCategory, type AppliedTax } from './vat';
