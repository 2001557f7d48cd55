export { ImportInterrupted, ImportStopped } from './import-errors';
export { importCommand, runImport } from './import.command';
export { ImportService, type ImportServiceOptions } from './import.service';
export { ImportsModule } from './imports.module';
export {
  type ImportRecord,
  type ImportCaller,
  isSameRecord,
  type ImportRecordType,
  type ImportOutcome,
  type ImportWarning,
  type RejectedOutcome,
  type StoredOutcome,
  toRejectedOutcome,
} from './import-record-type';
export { ImportRecordTypes, ImportSource } from './import-record-types';
export {
  type ImportCandidate,
  writeInOrder,
  runSequentially,
  type ImportDefinition,
  writeRowsInOrder,
  rejectOnError,
} from './record-importer';
export { exportResource } from './resource-export';
export { defineResourceImport } from './resource-import';
export type { OutcomeCounts, ImportRecordError, ImportSummary } from './import-summary';
export { type Timestamped, type TimestampedRecord, loadTimestamped } from './timestamped';
export {
  type ExportContext,
  type ExportedRecordType,
  type RemovableKind,
  hasList,
  REMOVE_ONLY,
  exportRecords,
  REMOVE_FIRST,
  REMOVE_LAST,
  exportStoredRecords,
  type ExportSource,
} from './export-source';
export {
  codeField,
  createColumnFields,
  type DerivedColumn,
  createDtoFields,
  type StoredField,
  createFieldsOfColumns,
  keyField,
  flagField,
  ownerField,
  plainField,
  indexField,
  type RowValues,
  secretField,
  sha256Field,
} from './stored/stored-fields';
export {
  type CompositeName,
  compositeField,
  requireIdByName,
  snapshotReferenceField,
  referenceField,
} from './stored/reference-fields';
export {
  type NameResolver,
  createNameResolver,
  createPidResolver,
  NameLookup,
} from './stored/name-resolver';
export type { PartMapping, RecordMapping } from './stored/record-mapping';
export { type StoredDeclaration, defineStoredImport } from './stored/stored-import';
export { reindexStoredRecord } from './stored/reindex-stored-record';
export { listField, objectField } from './stored/json-fields';
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
