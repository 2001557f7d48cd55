export { type EDocumentForm, eDocumentForms, eDocumentOf } from './e-document';
export { DocumentNotExpressible } from './not-expressible';
export { type EDocumentKind, eDocumentPlan, type EDocumentSource } from './source';
