export { ImportInterrupted, ImportStopped } from './import-problems';
export { importCommand, runImport } from './import.command';
export { ImportService, type ImportServiceOptions } from './intake';
export { ImportsModule } from './intake.module';
export {
  type ImportRecord,
  type ImportCaller,
  isSameRecord,
  type ImportRecordType,
  type ImportOutcome,
  type RejectedOutcome,
  type StoredOutcome,
  toRejectedOutcome,
} from './line-type';
export { ImportRecordTypes } from './line-types';
export {
  type ImportCandidate,
  writeInOrder,
  runSequentially,
  type ImportDefinition,
  RecordImporter,
  writeRowsInOrder,
  rejectOnError,
} from './record-kind';
export { defineResourceImport } from './resource-kind';
export type { OutcomeCounts, ImportRecordError, ImportSummary } from './summary';
export { type Timestamped, type TimestampedRecord, loadTimestamped } from './change-times';
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
} from './exported';
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
  indexField,
  type StoredRow,
  secretField,
  sha256Field,
} from './stored/fields';
export {
  type CompositeName,
  compositeField,
  requireIdByName,
  snapshotReferenceField,
  referenceField,
} from './stored/reference-fields';
export { type NameResolver, createPidResolver, NameLookup } from './stored/names';
export type { PartMapping, RecordMapping } from './stored/shape';
export { type StoredDeclaration, defineStoredImport } from './stored/stored-kind';
export { listField, objectField } from './stored/json-fields';
export {
  createFieldsSchema,
  createImportRecordComponents,
  createImportRecordSchema,
} from './line-schema';
export {
  type Difference,
  findFirstDifference,
  type Canonicalizer,
  createCanonicalizer,
} from './meaning';
export { formatImportRecordTables, insertImportRecordTables } from './line-table';
