export { SalesModule } from './sales.module';
export { statusTreeRecord } from './statuses/status-tree.record';
export { StatusTrees } from './statuses/status-trees';
