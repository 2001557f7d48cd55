import { DomainError } from '../core/errors';

/** The message of an error for a terminal: one line, or several if several values are invalid. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof DomainError && error.fieldErrors.length > 1) {
    return error.fieldErrors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
