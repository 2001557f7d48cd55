export {
  DocumentAddress,
  DocumentTag,
  documentTypes,
  OptionValue,
  Parties,
  RetainedParties,
  RetentionPeriod,
  SalesDocument,
  Shipment,
  StatusEntry,
  tagPlaces,
} from './documents';
export { DocumentPdfs, IssuedFiles, listTemplateErrors, pdfKinds, previewDocument } from './pdf';
export { RestoredChains, type VerifactuMode, VerifactuModes, verifactuModes } from './verifactu';
export { SalesModule } from './sales.module';
export { stateDiagrams, StatusTrees, statusTreeRecord, withStateDiagrams } from './states';
export {
  statusActionExportSources,
  documentExportSources,
  indexDocuments,
  salesDeclarations,
  subStatusExportSources,
  verifactuDeclarations,
  verifactuExportSources,
} from './exports';
