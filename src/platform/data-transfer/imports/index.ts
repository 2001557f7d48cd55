export { ImportInterrupted, ImportStopped } from './import-problems';
export { importCommand, runImport } from './import.command';
export { Intake, type IntakeOptions } from './intake';
export { IntakeModule } from './intake.module';
export {
  type Line,
  type LineCaller,
  isSameLine,
  type LineType,
  type Outcome,
  type Rejected,
  type Stored,
  rejection,
} from './line-type';
export { LineTypes } from './line-types';
export {
  type Candidate,
  inOrder,
  inTurn,
  type Recipe,
  RecordKind,
  rowsInOrder,
  unlessError,
} from './record-kind';
export { resourceRecipe } from './resource-kind';
export type { Counts, LineError, Summary } from './summary';
export { type Timestamped, type TimestampedRecord, loadTimestamped } from './change-times';
export {
  type Export,
  type ExportedRecordType,
  type RemovableKind,
  holdsList,
  REMOVE_ONLY,
  exportRecords,
  REMOVE_FIRST,
  REMOVE_LAST,
  exportStoredRecords,
  type ExportSource,
} from './exported';
export {
  codeField,
  columnFields,
  type Derived,
  dtoFields,
  type Field,
  fieldsOf,
  keyField,
  markerField,
  ownerField,
  placeField,
  type Row,
  secretField,
  sha256Field,
} from './stored/fields';
export {
  type Composite,
  compositeField,
  found,
  keptField,
  referenceField,
} from './stored/reference-fields';
export { type Named, namedByPid, Names } from './stored/names';
export type { Part, Shape } from './stored/shape';
export { type StoredDeclaration, storedRecipe } from './stored/stored-kind';
export { listField, objectField } from './stored/json-fields';
export { fieldsSchemaOf, lineComponents, lineSchemaOf } from './line-schema';
export { type Difference, firstDifference, type MeaningWriter, meaningWriter } from './meaning';
export { lineTables, withLineTables } from './line-table';
