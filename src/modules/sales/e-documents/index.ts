export { eDocumentOf } from './e-document';
export { partiesOf } from './facts';
export { type EDocumentForm, eDocumentForms } from './forms';
export { DocumentNotExpressible } from './not-expressible';
export { type EDocument, type EDocumentKind, eDocumentPlan, type EDocumentSource } from './source';
export { accountingTax } from './totals';
export { categoryOf, type KnownTax } from './vat';
