export { ImportInterrupted, ImportStopped } from './import-errors';
export { runImportCommand, runImport } from './import.command';
export { ImportService, type ImportServiceOptions } from './import.service';
export { ImportsModule } from './imports.module';
export {
  type ImportRecord,
  type ImportCaller,
  matchesFingerprint,
  type ImportRecordType,
  type ImportOutcome,
  type ImportWarning,
  type RejectedOutcome,
  type StoredOutcome,
  toRejectedOutcome,
} from './import-record-type';
export { ImportRecordTypeRegistry, ImportTypeRegistrar } from './import-record-type-registry';
export {
  type ImportCandidate,
  createOrderedWriter,
  createSequentialRunner,
  type ImportDefinition,
  createOrderedRowWriter,
  rejectOnError,
} from './record-importer';
export { defineResourceExport } from './resource-export';
export { defineResourceImport } from './resource-import';
export type { OutcomeCounts, ImportRecordError, ImportSummary } from './import-summary';
export {
  type UpdatedAtOwner,
  type TimestampedRecord,
  loadTimestampedRecords,
} from './updated-at-owner';
export {
  type ExportContext,
  type ExportedRecordType,
  type RemovalReplayKind,
  hasAnyListMember,
  REMOVE_BEFORE_CHANGES_NEVER_RENAME,
  defineRecordExport,
  REMOVE_BEFORE_CHANGES_RENAME_BY_PID,
  REMOVE_AFTER_CHANGES_RENAME_BY_PID,
  defineStoredRecordExport,
  type ExportSource,
} from './export-source';
export {
  storedCodeField,
  createColumnFields,
  type DerivedColumn,
  createDtoFields,
  type FieldMapping,
  createSelectedColumnFields,
  identifierField,
  storedFlagField,
  targetReferenceField,
  plainField,
  listIndexField,
  type RowValues,
  secretField,
  sha256Field,
} from './stored/stored-fields';
export {
  type CompositeReference,
  compositeReferenceField,
  requireIdByNaturalKey,
  snapshotReferenceField,
  storedReferenceField,
} from './stored/reference-fields';
export {
  type NaturalKeyResolver,
  createNaturalKeyResolver,
  createPidResolver,
  NaturalKeyLookup,
} from './stored/natural-key-resolver';
export type { PartMapping, RecordMapping } from './stored/record-mapping';
export { type StoredRecordDeclaration, defineStoredRecordImport } from './stored/stored-import';
export { reindexStoredRecord } from './stored/reindex-stored-record';
export { storedListField, storedObjectField } from './stored/json-fields';
export {
  createFieldsSchema,
  createImportRecordComponents,
  createImportRecordSchema,
} from './import-record-schema';
export {
  type Difference,
  findFirstDifference,
  type Canonicalizer,
  createCanonicalizer,
} from './canonicalizer';
export { formatImportRecordTables } from './import-record-tables';
