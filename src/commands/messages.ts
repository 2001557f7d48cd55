import { DomainError } from '../core/errors';

/** What went wrong, for a terminal: a line, or several where several things are wrong with what was given. */
export function messageOf(error: unknown): string {
  if (error instanceof DomainError && error.faults.length > 1) {
    return error.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}
