export { SalesModule } from './sales.module';
export { stateDiagrams, withStateDiagrams } from './statuses/state-diagrams';
export { statusTreeRecord } from './statuses/status-tree.record';
export { StatusTrees } from './statuses/status-trees';
