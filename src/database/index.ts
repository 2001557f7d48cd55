export { plus } from './assignments';
export {
  BigInt53Column,
  BoolColumn,
  type ColumnOptions,
  type DeclaredColumn,
  declaredColumns,
  keepsChangeTime,
  DoubleColumn,
  FoldedColumn,
  IdColumn,
  InstantColumn,
  IntColumn,
  JsonColumn,
  LockCountColumn,
  LongTextColumn,
  MarkerColumn,
  MoneyColumn,
  OffsetInstantColumn,
  PidColumn,
  QuantityColumn,
  RateColumn,
  RefColumn,
  type RefOptions,
  SmallIntColumn,
  UpdatedAtColumn,
  VarcharColumn,
} from './columns';
export {
  allOf,
  anyOf,
  type Condition,
  contains,
  hasAny,
  hasRelated,
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
} from './conditions';
export { ConstraintViolation, uniqueOf, uniquesOf, unlessViolated, violates } from './constraints';
export { Crud } from './crud';
export { Database } from './database';
export { DatabaseModule } from './database.module';
export { addressOf, parseDatabaseUrl, parseReplicaUrl } from './database-url';
export type { BrokenConstraint } from './dialect/dialect';
export {
  type ChangeAction,
  changeActions,
  type ChangeKind,
  changeKind,
  changeKinds,
  entityOfKind,
  Journaled,
  journalDeclaration,
  PartOfRecord,
  Unjournaled,
} from './journal/declaration';
export { doerKinds, senders, toldDoer } from './journal/doer';
export type { FileAction } from './journal/journal';
export { JournalOrder } from './journal/journal-order';
export { journalPosition, journalReach } from './journal/journal-position';
export { JournalEntry } from './journal/journal-entry.entity';
export { inspectDatabase } from './inspection';
export { instantText, type SqlValue } from './kinds';
export {
  atLeast,
  atMost,
  filteredBy,
  equals,
  type Filter,
  listing,
  type Listing,
  oneOf,
  workedOff,
} from './listing';
export { Loader } from './loader';
export { migrate } from './migrations/migrate';
export type { Entity } from './model';
export { OwnedTexts } from './owned-texts';
export { enterDatabase } from './presence';
export { FoundReferences, type Reference } from './references';
export { type Referrer, referrersOf } from './referrers';
export type { ReplicaReads } from './replica-reads';
export { SearchIndex, searchKind, type SearchKind } from './search';
export { Stores } from './stores';
export { SupposedRecords } from './supposed-records';
export { UnitOfWork, type UnitOptions } from './unit-of-work';
export { type Patch, Writer } from './writer';
