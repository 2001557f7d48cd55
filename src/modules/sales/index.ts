export { documentTypes, RetentionPeriod } from './documents';
export { RetainedCustomers } from './documents/copies/retained-customers';
export { DocumentAddress } from './documents/entities/document-address.entity';
export { DocumentTag, tagOwnerTypes } from './documents/entities/document-tag.entity';
export { SalesDocument } from './documents/entities/document.entity';
export { RetainedCustomer } from './documents/entities/retained-customer.entity';
export { RowOptionValue } from './documents/entities/row-option.entity';
export { Shipment } from './documents/entities/shipment.entity';
export { StatusEntry } from './documents/entities/status-entry.entity';
export {
  DocumentPdfsService,
  IssuedFiles,
  listTemplateErrors,
  pdfKinds,
  previewDocument,
} from './pdf';
export {
  ChainRecovery,
  type VerifactuMode,
  VerifactuModeService,
  verifactuModes,
} from './verifactu';
export { SalesModule } from './sales.module';
export { formatStateDiagrams, StatusTrees, statusTreeRecord } from './states';
export {
  statusActionExportSources,
  documentExportSources,
  indexDocuments,
  salesRecordDeclarations,
  subStatusExportSources,
  verifactuRecordDeclarations,
  verifactuExportSources,
} from './exports';
