import type { Scope } from '../../../core/scopes';
import type { ChangeKind } from '../../../database';

/** Returns the scope that a caller needs to read changes of a kind. */
export function getReadScope({ area }: ChangeKind): Scope {
  return `${area}:read`;
}
