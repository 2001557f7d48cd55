import {
  BodyAdmissionStep,
  ReadAdmissionStep,
  HeavyOperationAdmissionStep,
} from './admission.step';
import { BulkCostStep } from './bulk-cost.step';
import { ReauthorizationStep } from './reauthorization.step';
import { IdempotencyStep } from './idempotency.step';
import { ErrorPointersStep } from './error-pointers.step';
import { PreconditionsStep } from './preconditions.step';
import { BodyReadingStep } from './body-reading.step';
import { ResponseStep } from './response.step';
import { CsvTablePageStep } from './csv-table-page.step';
import { UnitOfWorkStep } from './unit-of-work.step';

/** The steps around every handler of the API, from the outermost to the innermost. */
export const pipelineStepClasses = [
  BodyAdmissionStep,
  BodyReadingStep,
  BulkCostStep,
  ReadAdmissionStep,
  HeavyOperationAdmissionStep,
  ReauthorizationStep,
  IdempotencyStep,
  ResponseStep,
  CsvTablePageStep,
  ErrorPointersStep,
  PreconditionsStep,
  UnitOfWorkStep,
] as const;
