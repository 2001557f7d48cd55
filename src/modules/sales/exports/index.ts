export { indexDocuments } from './document-completion';
export {
  statusActionExportSources,
  documentExportSources,
  salesDeclarations,
  subStatusExportSources,
} from './sales-export-sources';
export { verifactuDeclarations, verifactuExportSources } from './verifactu-declarations';
