export { ImportInterrupted, ImportStopped } from './import-problems';
export { importCommand, runImport } from './import.command';
export { Intake, type IntakeOptions } from './intake';
export { IntakeModule } from './intake.module';
export {
  type Line,
  type LineCaller,
  type LineType,
  type Outcome,
  type Rejected,
  type Stored,
  rejection,
} from './line-type';
export { LineTypes } from './line-types';
export { inTurn, ResourceLines } from './resource-lines';
export type { Counts, LineError, Summary } from './summary';
