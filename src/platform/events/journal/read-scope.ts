import type { Scope } from '../../../core/scopes';
import type { JournalEntryKind } from '../../../database';

/** Returns the scope that a caller needs to read changes of a kind. */
export function getReadScope({ area }: JournalEntryKind): Scope {
  return `${area}:read`;
}
