import type { Scope } from '../../../core/scopes';
import type { ChangeKind } from '../../../database';

/** The scope that a caller needs to learn of changes of a kind. */
export function getReadScope({ area }: ChangeKind): Scope {
  return `${area}:read`;
}
