export { indexDocuments } from './document-completion';
export {
  statusActionExportSources,
  documentExportSources,
  salesDeclarations,
  subStatusExportSources,
} from './sales-export-sources';
