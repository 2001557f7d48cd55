export { indexDocuments } from './document-completion';
export { actionWalks, documentWalks, salesStoredLines, stateWalks } from './sales-exports';
