export { AppendOnly } from './schema/append-only';
export { increment } from './writing/assignments';
export {
  BigInt53Column,
  BoolColumn,
  type ColumnOptions,
  type DeclaredColumn,
  declaredColumns,
  findRelatedEntity,
  hasUpdatedAtColumn,
  DoubleColumn,
  FoldedColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  LockByIncrementColumn,
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
  contains,
  hasRelatedViaExists,
  hasRelatedViaIn,
  is,
  isAtLeast,
  isAtMost,
  isNoneOf,
  isNot,
  isNotNull,
  isNull,
  isOneOf,
  not,
  refersTo,
  type Where,
} from './queries/conditions';
export {
  ConstraintViolation,
  uniqueConstraintName,
  listUniqueProperties,
  mapViolations,
  isViolationOf,
} from './writing/constraints';
export { Crud } from './writing/crud';
export { Database } from './database';
export { DatabaseModule } from './database.module';
export { formatHost, parseDatabaseUrl, parseReplicaUrl } from './connection/database-url';
export type { ViolatedConstraint } from './dialect/dialect';
export {
  type ChangeAction,
  changeActions,
  type ChangeKind,
  defineChangeKind,
  listChangeKinds,
  getEntityOfKind,
  Journaled,
  findJournalDeclaration,
  mapToField,
  PartOfRecord,
  Unjournaled,
} from './journal/journal-declaration';
export { toStoredActorKinds, importSenders, parseStoredActorKind } from './journal/stored-actor';
export type { FileAction } from './journal/journal';
export { JournalPositionRepository } from './journal/journal-position-repository';
export { getJournalPosition, getJournalRange } from './journal/journal-range';
export { JournalEntry } from './journal/journal-entry.entity';
export { inspectDatabase, listUnknownMigrations } from './connection/inspection';
export { createDatabaseBackup } from './backups/create-database-backup';
export { type BackupTool, backupTools, type DatabaseCopyInfo } from './backups/database-backup';
export { assertReplaceable, inheritOwner, replacePath } from './backups/replace-path';
export { formatSqlInstant, type SqlValue } from './schema/column-kinds';
export {
  filterByMin,
  filterByMax,
  filterBy,
  filterByEqual,
  type ListFilter,
  defineListing,
  type Listing,
  toWorkQueue,
} from './queries/listing';
export { Loader } from './reading/loader';
export { migrate } from './migrations/migrate';
export type { EntityClass } from './schema/model';
export { LocalizedTexts, type TextUpdateMode } from './writing/localized-texts';
export { acquireInstanceLock } from './connection/instance-lock';
export { ReferenceLookup, type RecordReference } from './reading/reference-lookup';
export { type Referrer, listReferrers } from './schema/referrers';
export { LocalizedText, Resource } from './schema/resource';
export type { ReplicaRouter } from './replicas/replica-router';
export { SearchIndex, defineSearchKind, type SearchKind } from './search/search-index';
export { DataAccess } from './data-access';
export { ProvisionalRecords } from './writing/provisional-records';
export { UnitOfWork, type UnitOfWorkOptions } from './writing/unit-of-work';
export { type Patch, Writer } from './writing/writer';
