import { createLoadPlan } from '../../../core/load-plan';
import { scopeAreas, listAreaScopes } from '../../../core/scopes';
import type { UserGroup } from '../groups/user-group.entity';
import { User } from '../users/user.entity';
import { ADMINISTRATOR, SUPER_ADMINISTRATOR } from './system-levels';

const scopesByLevel: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [SUPER_ADMINISTRATOR, new Set(['*'])],
  [ADMINISTRATOR, new Set(scopeAreas.filter((area) => area !== 'keys').flatMap(listAreaScopes))],
]);

/** The columns that decide the rights of a user. */
type RightsColumns = Pick<User, 'active' | 'systemLevel'> & {
  group: Pick<UserGroup, 'systemMarker'>;
};

/** Loads the columns that decide a user's rights and the validity of its tokens. */
export const userRightsPlan = createLoadPlan(User, ['active', 'systemLevel', 'credentialVersion'], {
  group: ['systemMarker'],
});

/** The scopes of an administrator; undefined if the user is not an administrator or not active. */
export function findAdministratorScopes({
  active,
  systemLevel,
  group,
}: RightsColumns): ReadonlySet<string> | undefined {
  return active && group.systemMarker !== null ? scopesByLevel.get(systemLevel) : undefined;
}
