export { indexDocuments } from './document-completion';
export { statusActionExportSources, documentExportSources, salesStoredLines, subStatusExportSources } from './sales-exports';
