export {
  DocumentAddress,
  DocumentTag,
  documentTypes,
  OptionValue,
  SalesDocument,
  Shipment,
  StatusEntry,
  tagPlaces,
} from './documents';
export { pdfKinds, previewDocument, listTemplateErrors } from './pdf';
export { SalesModule } from './sales.module';
export { stateDiagrams, StatusTrees, statusTreeRecord, withStateDiagrams } from './states';
export {
  statusActionExportSources,
  documentExportSources,
  indexDocuments,
  salesDeclarations,
  subStatusExportSources,
} from './exports';
