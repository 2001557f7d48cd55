export { actionWalks, documentWalks, salesStoredLines, stateWalks } from './sales-exports';
