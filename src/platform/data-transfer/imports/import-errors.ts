import { DomainError, defineError } from '../../../core/errors';
import type { ImportSummary } from './import-summary';

/** 503: the process is about to stop. */
export const ImportStopped = defineError({
  code: 'import.stopped',
  status: 503,
  title: 'The import was stopped',
  remedy: 'Send the whole import again: what is stored already is recognized.',
  detail: () =>
    'The service is stopping. What was stored stays stored; run the whole import again.',
});

/** Blank lines in a row that an import takes. */
export const MAX_BLANK_LINES = 10_000;

/** 400: the input goes on with nothing but blank lines. */
export const BlankLinesTooMany = defineError({
  code: 'import.blankLines',
  status: 400,
  title: 'Too many blank lines in a row',
  remedy: 'Leave the blank lines out, and send the whole import again.',
  detail: () =>
    `An import may have at most ${MAX_BLANK_LINES} blank lines in a row, of 1 MiB in all. Records before them may be stored.`,
});

/** 413: a dry run keeps the new records of its input in memory. */
export const DryRunTooLong = defineError({
  code: 'import.dryRunTooLong',
  status: 413,
  title: 'The dry run has too many new records',
  remedy: 'Check the records in several parts, or import them.',
  detail: () =>
    'A dry run keeps at most 128 MiB of new records in memory, as later ones may refer to them.',
});

/** An import that ended before its input did: the cause, and what was stored until then. */
export class ImportInterrupted extends DomainError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  override readonly fieldErrors: DomainError['fieldErrors'];
  override readonly extension: DomainError['extension'];

  constructor(
    override readonly cause: DomainError,
    readonly summary: ImportSummary,
  ) {
    super(cause.detail);
    ({
      code: this.code,
      status: this.status,
      title: this.title,
      fieldErrors: this.fieldErrors,
    } = cause);
    this.extension = { ...cause.extension, imported: summary };
  }
}
