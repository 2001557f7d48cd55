export { documentTypes, RetentionPeriod } from './documents';
export { Parties } from './documents/copies/parties';
export { DocumentAddress } from './documents/entities/document-address.entity';
export { DocumentTag, tagOwnerCodes } from './documents/entities/document-tag.entity';
export { SalesDocument } from './documents/entities/document.entity';
export { RetainedParties } from './documents/entities/retained-parties.entity';
export { OptionValue } from './documents/entities/row-option.entity';
export { Shipment } from './documents/entities/shipment.entity';
export { StatusEntry } from './documents/entities/status-entry.entity';
export { DocumentPdfs, IssuedFiles, listTemplateErrors, pdfKinds, previewDocument } from './pdf';
export { RestoredChains, type VerifactuMode, VerifactuModes, verifactuModes } from './verifactu';
export { SalesModule } from './sales.module';
export { stateDiagrams, StatusTrees, statusTreeRecord } from './states';
export {
  statusActionExportSources,
  documentExportSources,
  indexDocuments,
  salesDeclarations,
  subStatusExportSources,
  verifactuDeclarations,
  verifactuExportSources,
} from './exports';
