export { type DocumentKind, documentTypes } from './documents/document-kinds';
export { SalesDocument } from './documents/document.entity';
export { Documents } from './documents/documents';
export { SalesModule } from './sales.module';
export { type State, type StatusKind, stateName, states } from './statuses/states';
export { SubStatus, type SubStatusText } from './statuses/sub-status.entity';
