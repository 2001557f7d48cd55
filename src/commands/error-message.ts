import { DomainError } from '../core/errors';

/** What went wrong, for a terminal: a line, or several where several things are wrong with what was given. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof DomainError && error.fieldErrors.length > 1) {
    return error.fieldErrors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
