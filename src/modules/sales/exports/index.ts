export { indexDocuments } from './imported-row-completion';
export {
  statusActionExportSources,
  documentExportSources,
  salesRecordDeclarations,
  subStatusExportSources,
} from './sales-export-sources';
export {
  verifactuRecordDeclarations,
  verifactuExportSources,
} from './verifactu-record-declarations';
