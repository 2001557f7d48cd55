import type { CheckedLine } from './line-reader';
import type { ImportOutcome, RejectedOutcome, ImportWarning } from './import-record-type';
import { toRejectedRecord } from './rejected-record';

/** Number of records by outcome. */
export interface OutcomeCounts {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

/** A rejected record with the reason. */
export interface ImportRecordError {
  /** Line number from 1; blank lines count. */
  readonly line: number;
  /** Empty if it can't be read. */
  readonly type: string;
  /** Empty if it is absent or can't be read. */
  readonly pId: string;
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the line; empty if no single value is the cause. */
  readonly pointer: string;
  /** Id of the stored record that it conflicts with, if there is one; absent in a dry run. */
  readonly existingId?: number;
  /** The record without passwords and secrets; absent if it can't be read or wasn't requested. */
  readonly record?: object;
}

/** A warning about a record that was stored. */
export type ImportRecordWarning = Omit<ImportRecordError, 'existingId' | 'record'>;

/** A record that changed what an earlier record of the same import had stored. */
export interface Repetition {
  readonly line: number;
  /** The line of the earlier record. */
  readonly earlierLine: number;
  readonly type: string;
  /** Empty for records that are identified by something else. */
  readonly pId: string;
}

/** Summary of repeated records. */
export interface RepetitionSummary {
  readonly repeated: number;
  /** The first repetitions. */
  readonly repeatedRecords: readonly Repetition[];
  /** Whether the import has more records than can be compared; then only the first ones were. */
  readonly repeatedUnknown: boolean;
}

/** Summary of an import. */
export interface ImportSummary extends OutcomeCounts, RepetitionSummary {
  readonly types: Readonly<Record<string, OutcomeCounts>>;
  /** Number of orders that were stored with a rounding, so that they have their given totals. */
  readonly roundings: number;
  /** The first rejected records. */
  readonly errors: readonly ImportRecordError[];
  /** Whether there were more errors than are listed. */
  readonly errorsTruncated: boolean;
  /** The first warnings about stored records. */
  readonly warnings: readonly ImportRecordWarning[];
  /** Whether there were more warnings than are listed. */
  readonly warningsTruncated: boolean;
  /** Whether nothing was stored; the numbers are those of a real import. */
  readonly dryRun: boolean;
}

/** Maximum number of errors, and of warnings, in a summary. */
export const MAX_LISTED_ERRORS = 1000;

/** Maximum length of the JSON of all records in a summary. */
export const MAX_RECORDS_LENGTH = 4 * 1024 * 1024;

/** A line may be one long name, which must not be repeated a thousand times in the response. */
const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 1000;

/** Counts the outcomes of records. */
export class ImportSummaryBuilder {
  private readonly totals = createZeroCounts();
  private readonly types = new Map<string, OutcomeCounts>();
  private readonly errors: ImportRecordError[] = [];
  private readonly warnings: ImportRecordWarning[] = [];
  private warningCount = 0;
  private recordsLength = 0;
  private roundings = 0;

  constructor(
    private readonly options: { readonly listsRecords: boolean; readonly isDryRun: boolean },
  ) {}

  get rejected(): number {
    return this.totals.rejected;
  }

  /**
   * @param isKnown whether the type exists; records of unknown types aren't counted by type
   * @returns the error to report if the record was rejected
   */
  add(
    line: Pick<CheckedLine, 'lineNumber' | 'type' | 'pId' | 'raw'>,
    isKnown: boolean,
    outcome: ImportOutcome,
  ): ImportRecordError | undefined {
    this.totals[outcome.result] += 1;
    if (isKnown) this.getCounts(line.type)[outcome.result] += 1;
    if (outcome.result !== 'rejected') {
      if (outcome.isRounded) this.roundings += 1;
      for (const warning of outcome.warnings ?? []) this.addWarning(line, warning);
      return undefined;
    }
    const record = toRejectedRecord(line.raw, isKnown);
    const { existingId } = outcome;
    const error = {
      ...toRecordError(line, outcome),
      // A dry run finds new records, too, and these have no ids.
      ...(existingId !== undefined && !this.options.isDryRun && { existingId }),
      ...(record && { record }),
    };
    if (this.errors.length < MAX_LISTED_ERRORS) this.errors.push(this.toListedError(error));
    return error;
  }

  private addWarning(
    line: Pick<CheckedLine, 'lineNumber' | 'type' | 'pId'>,
    warning: ImportWarning,
  ): void {
    this.warningCount += 1;
    if (this.warnings.length < MAX_LISTED_ERRORS) this.warnings.push(toRecordError(line, warning));
  }

  /** Returns an error as listed in the summary: the records have a total limit. */
  private toListedError({ record, ...error }: ImportRecordError): ImportRecordError {
    if (!record || !this.options.listsRecords) return error;
    const { length } = JSON.stringify(record);
    if (this.recordsLength + length > MAX_RECORDS_LENGTH) return error;
    this.recordsLength += length;
    return { ...error, record };
  }

  toSummary(): Omit<ImportSummary, keyof RepetitionSummary | 'dryRun'> {
    return {
      ...this.totals,
      types: Object.fromEntries([...this.types].map(([type, counts]) => [type, { ...counts }])),
      roundings: this.roundings,
      errors: [...this.errors],
      errorsTruncated: this.totals.rejected > this.errors.length,
      warnings: [...this.warnings],
      warningsTruncated: this.warningCount > this.warnings.length,
    };
  }

  private getCounts(type: string): OutcomeCounts {
    const known = this.types.get(type) ?? createZeroCounts();
    this.types.set(type, known);
    return known;
  }
}

function toRecordError(
  { lineNumber, type, pId }: { lineNumber: number; type: string; pId: string },
  { code, detail, pointer }: Pick<RejectedOutcome, keyof ImportWarning>,
): ImportRecordError {
  return {
    line: lineNumber,
    type: truncateName(type),
    pId: truncateName(pId),
    code,
    detail: truncateText(detail, MAX_TEXT_LENGTH),
    pointer: truncateText(pointer, MAX_TEXT_LENGTH),
  };
}

/** Truncates a type or a pId for the summary. */
export function truncateName(name: string): string {
  return truncateText(name, MAX_NAME_LENGTH);
}

function truncateText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;
}

function createZeroCounts(): OutcomeCounts {
  return { created: 0, updated: 0, unchanged: 0, rejected: 0 };
}
