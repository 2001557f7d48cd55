export { SalesModule } from './sales.module';
export { stateDiagrams, StatusTrees, statusTreeRecord, withStateDiagrams } from './states';
export { actionWalks, documentWalks, salesStoredLines, stateWalks } from './exports';
