import { DomainError, defineError } from '../../../core/errors';
import type { ImportSummary } from './import-summary';

/** 503: the process is shutting down. */
export const ImportStopped = defineError({
  code: 'import.stopped',
  status: 503,
  title: 'The import was stopped',
  remedy: 'Send the whole import again. Records that are already stored are recognized.',
  detail: () => 'The service is shutting down. Records before this point are stored.',
});

/** Maximum number of consecutive blank lines in an import. */
export const MAX_BLANK_LINES = 10_000;

/** 400: the input has too many consecutive blank lines. */
export const BlankLinesTooMany = defineError({
  code: 'import.blankLines',
  status: 400,
  title: 'Too many blank lines in a row',
  remedy: 'Remove the blank lines, and send the whole import again.',
  detail: () =>
    `An import may have at most ${MAX_BLANK_LINES} blank lines in a row, of 1 MiB in all. Records before them may be stored.`,
});

/** 413: a dry run keeps the new records of its input in memory, up to a limit. */
export const DryRunTooLong = defineError({
  code: 'import.dryRunTooLong',
  status: 413,
  title: 'The dry run has too many new records',
  remedy: 'Split the records into several dry runs, or import them.',
  detail: () =>
    'A dry run keeps at most 128 MiB of new records in memory, as later ones may refer to them.',
});

/** An import that ended before its input did, with the cause and a summary of the stored records. */
export class ImportInterrupted extends DomainError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  override readonly fieldErrors: DomainError['fieldErrors'];
  override readonly extensionMembers: DomainError['extensionMembers'];

  constructor(
    override readonly cause: DomainError,
    readonly summary: ImportSummary,
  ) {
    super(explain(cause));
    ({
      code: this.code,
      status: this.status,
      title: this.title,
      fieldErrors: this.fieldErrors,
    } = cause);
    this.extensionMembers = { ...cause.extensionMembers, imported: summary };
  }
}

/** Most causes claim that nothing was changed, which holds for a whole request only. */
function explain({ code, title, detail }: DomainError): string {
  if (code.startsWith('import.')) return detail;
  return `${title}. The import ended early; \`imported\` counts the records before this point.`;
}
