export { dataOf } from './answers.js';
export type { ChangesOptions } from './changes.js';
export { Store, type StoreApi, type StoreOptions } from './client.js';
export type { Exported, ExportOptions } from './export-lines.js';
export type { ImportedBatch, ImportOptions } from './import-lines.js';
export type { ListArguments, ListOptions } from './lists.js';
export type { PendingOptions, PendingPage, StillPending } from './pending.js';
export { filePosition, type Positions } from './positions.js';
export type { ProblemCode } from './problem-code.js';
export { isProblem, type Problem, ProblemError } from './problem-error.js';
export type { Retry, RetryOptions } from './retries.js';
export type { components, operations, paths } from './schema.js';
export type {
  Change,
  Changes,
  ExportedType,
  ImportAnswer,
  ImportLine,
  ListPath,
  ListRecord,
  PendingKind,
  PendingRecord,
} from './types.js';
export { isGenuineWebhook, type WebhookHeaders } from './webhook.js';
