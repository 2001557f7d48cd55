import { plan } from '../../../core/load-plan';
import { areas } from '../../../core/scopes';
import type { UserGroup } from '../groups/user-group.entity';
import { User } from '../users/user.entity';

/** System level of administrators who may do everything. */
export const SUPER_ADMINISTRATOR = 3;

/** All others may do everything but what concerns keys and administrators. */
const ADMINISTRATOR = 4;

const scopesByLevel: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [SUPER_ADMINISTRATOR, new Set(['*'])],
  [
    ADMINISTRATOR,
    new Set(
      areas.filter((area) => area !== 'keys').flatMap((area) => [`${area}:read`, `${area}:write`]),
    ),
  ],
]);

/** What of a user decides on its rights. */
type Standing = Pick<User, 'active' | 'systemLevel'> & { group: Pick<UserGroup, 'systemMarker'> };

/** Reads a user's standing, and what its tokens are checked by. */
export const standingPlan = plan(User, ['active', 'systemLevel', 'credentialVersion'], {
  group: ['systemMarker'],
});

/** The rights of an administrator; undefined: the user is none, or not active. */
export function scopesOf({
  active,
  systemLevel,
  group,
}: Standing): ReadonlySet<string> | undefined {
  return active && group.systemMarker !== null ? scopesByLevel.get(systemLevel) : undefined;
}
