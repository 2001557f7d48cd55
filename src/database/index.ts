export { AppendOnly } from './schema/append-only';
export { increment } from './writing/column-assignments';
export {
  BigInt53Column,
  BoolColumn,
  type ColumnOptions,
  type DeclaredColumn,
  listDataColumns,
  findRelatedEntity,
  hasUpdatedAtColumn,
  DoubleColumn,
  FoldedColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  LockCountColumn,
  LongTextColumn,
  NullableFlagColumn,
  MoneyColumn,
  OffsetInstantColumn,
  PidColumn,
  QuantityColumn,
  RateColumn,
  ForeignKeyColumn,
  type ForeignKeyOptions,
  SmallIntColumn,
  UpdatedAtColumn,
  VarcharColumn,
} from './schema/columns';
export {
  allOf,
  anyOf,
  type Condition,
  whereContains,
  whereRelatedExists,
  whereIdInRelated,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereNotIn,
  whereNotEquals,
  whereNotNull,
  whereNull,
  whereIn,
  not,
  whereReferenced,
  type Where,
} from './queries/conditions';
export {
  ConstraintViolation,
  uniqueConstraintName,
  listUniqueProperties,
  mapViolations,
  isViolationOf,
} from './writing/constraint-violations';
export { Crud } from './writing/crud';
export { Database } from './database';
export { DatabaseModule } from './database.module';
export { formatHost, parseDatabaseUrl, parseReplicaUrl } from './connection/database-url';
export type { ViolatedConstraint } from './dialect/dialect';
export {
  type ChangeAction,
  changeActions,
  type JournalEntryKind,
  defineJournalEntryKind,
  listJournalEntryKinds,
  getEntityOfEntryKind,
  Journaled,
  findJournalDeclaration,
  mapToFieldName,
  PartOfRecord,
  Unjournaled,
} from './journal/journal-declaration';
export {
  listStoredActorKinds,
  importSenderKinds,
  parseStoredActorKind,
} from './journal/stored-actor';
export type { FileAction } from './journal/journal';
export { JournalPositionRepository } from './journal/journal-position-repository';
export { getJournalPosition, getJournalRange } from './journal/journal-range';
export { JournalEntry } from './journal/journal-entry.entity';
export { inspectDatabase, listUnknownMigrations } from './connection/database-inspection';
export { createDatabaseBackupAdapter } from './backups/create-database-backup-adapter';
export { type BackupTool, backupTools, type DatabaseCopyInfo } from './backups/database-backup';
export { assertReplaceable, inheritOwner, replacePath } from './backups/replace-path';
export { formatSqlInstant, type SqlValue } from './schema/column-kinds';
export {
  filterByMin,
  filterByMax,
  filterBy,
  filterByEqual,
  type ListFilter,
  defineList,
  type ListDefinition,
  toWorkQueue,
} from './queries/list-definition';
export { Loader } from './reading/loader';
export { migrate } from './migrations/migrate';
export type { EntityClass } from './schema/entity-model';
export {
  LocalizedTexts,
  type TextUpdateMode,
  type TextUpdateOptions,
} from './writing/localized-texts';
export { acquireInstanceLock } from './connection/instance-lock';
export { ReferenceLookup, type RecordReference } from './reading/reference-lookup';
export {
  type ReferencingProperty,
  listReferencingProperties,
} from './schema/referencing-properties';
export { LocalizedTextEntity, ResourceEntity } from './schema/resource';
export type { ReplicaRouter } from './replicas/replica-router';
export { SearchIndex, defineSearchKind, type SearchKind } from './search/search-index';
export { DataAccess } from './data-access';
export { ProvisionalRecords } from './writing/provisional-records';
export { UnitOfWork, type UnitOfWorkOptions } from './writing/unit-of-work';
export { type Patch, Writer } from './writing/writer';
