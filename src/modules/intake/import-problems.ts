import { DomainError, defineError } from '../../core/errors';
import type { Summary } from './summary';

/** 503: the process is about to stop. */
export const ImportStopped = defineError({
  code: 'import.stopped',
  status: 503,
  title: 'The import was stopped',
  remedy: 'Send the whole import again: what is stored already is recognized.',
  detail: () =>
    'The service is stopping. What was stored stays stored; run the whole import again.',
});

/** An import that ended before its input did: the cause, and what was stored until then. */
export class ImportInterrupted extends DomainError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  override readonly faults: DomainError['faults'];
  override readonly extension: DomainError['extension'];

  constructor(
    override readonly cause: DomainError,
    readonly summary: Summary,
  ) {
    super(cause.detail);
    ({ code: this.code, status: this.status, title: this.title, faults: this.faults } = cause);
    this.extension = { ...cause.extension, imported: summary };
  }
}
