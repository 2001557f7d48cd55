import { Injectable } from '@nestjs/common';
import type { UnpagedListQuery } from '../../../api';
import { Clock } from '../../../core/clock';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import {
  Crud,
  is,
  isNot,
  isOneOf,
  defineListing,
  type RecordReference,
  DataAccess,
  mapViolations,
} from '../../../database';
import { ApiKeysService } from '../../../platform/access';
import {
  FilterItems,
  filterTypes,
  FilterSubjectOwner,
  createFilterSubjectSource,
} from '../../../platform/requests/filters';
import {
  Administrators,
  type CallerRights,
  requireUsersAdmin,
} from '../administrators/administrators';
import type { ApiKeysOption } from '../administrators/api-keys-option';
import { AdminPromotion } from '../administrators/admin-promotion';
import { User } from '../users/user.entity';
import type { CreateUserGroupDto, UpdateUserGroupDto } from './user-group.dto';
import { UserGroup } from './user-group.entity';
import { GroupHasBothRoles, GroupHasMembers, GroupHasRole } from './user-group.errors';

const roleMarkers = ['defaultMarker', 'systemMarker'] as const;

/** The markers of the two roles that at most one group has each. null removes a role, undefined leaves it unchanged. */
type RoleMarkers = Partial<Pick<UserGroup, (typeof roleMarkers)[number]>>;

/** A write that gets the id of the group that was the system group before it. */
type RoleWrite<T> = (formerSystemGroupId: number | undefined) => Promise<T>;

const rolePlan = createLoadPlan(UserGroup, roleMarkers);

/** The fields that only an import record can set. */
interface ImportOnlyFields {
  readonly dateAdded?: Date;
}

/** Manages groups of users (specification, Group rules). */
@Injectable()
@FilterSubjectOwner()
export class UserGroupsService implements FilterSubjectOwner {
  /** Groups as subjects of filters. */
  readonly filterSubjects: FilterSubjectOwner['filterSubjects'];
  private readonly groups: Crud<UserGroup>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly administrators: Administrators,
    private readonly adminPromotion: AdminPromotion,
    private readonly filters: FilterItems,
    private readonly keys: ApiKeysService,
  ) {
    this.groups = new Crud(dataAccess, UserGroup, 'userGroup', defineListing(UserGroup));
    this.filterSubjects = createFilterSubjectSource(filterTypes.userGroup, this.groups);
  }

  /** Returns all groups that match the query. */
  list<R>(query: UnpagedListQuery, plan: LoadPlan<UserGroup, R>): Promise<readonly R[]> {
    return this.groups.listAll({ ...query }, plan);
  }

  /** @throws NotFound */
  get<R>(id: number, plan: LoadPlan<UserGroup, R>): Promise<R> {
    return this.groups.get(id, plan);
  }

  /** Returns the existing groups with these pIds. */
  listByPIds<R>(pIds: readonly string[], plan: LoadPlan<UserGroup, R>): Promise<R[]> {
    return this.groups.listWhere([isOneOf('pId', pIds)], plan);
  }

  /** @throws NotFound */
  async getIdByPid(pId: string): Promise<{ id: number }> {
    return { id: await this.groups.getIdByPid(pId) };
  }

  /**
   * Returns the ids of the referenced groups, in the order of the references, with one query.
   * @param pointer JSON pointer of the reference within its request
   * @throws InvalidRequest if a reference is empty, ReferenceNotFound, ReferenceMismatch
   */
  resolveIds(references: readonly RecordReference[], pointer: string): Promise<number[]> {
    return this.groups.resolveReferences(references, () => pointer);
  }

  /**
   * Creates a group.
   * @throws PidTaken, GroupHasBothRoles; ScopeMissing if it becomes the system group
   */
  create(
    {
      defaultGroup,
      systemGroup,
      dateAdded = this.clock.now(),
      ...values
    }: CreateUserGroupDto & ImportOnlyFields,
    caller: CallerRights,
  ): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const roles = toRoleMarkers(defaultGroup || undefined, systemGroup || undefined);
      if (systemGroup) await requireUsersAdmin(caller);
      requireSingleRole(roles, roles);
      const id = await this.runWithRoles(undefined, roles, { caller, keys: 'end' }, () =>
        this.groups.insert({ ...values, ...roles, dateAdded }),
      );
      return { id };
    });
  }

  /**
   * Updates a group.
   * @throws NotFound, PidTaken, GroupHasBothRoles, LastAdministrator, MembersUnconfirmed; ScopeMissing for the system
   * group
   */
  update(
    id: number,
    {
      defaultGroup,
      systemGroup,
      confirmMembers,
      keys = 'end',
      ...values
    }: UpdateUserGroupDto & ImportOnlyFields,
    caller: CallerRights,
  ): Promise<void> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.groups.requireExists(id);
      await this.administrators.authorizeGroupChange(caller, [id]);
      if (systemGroup === true) await requireUsersAdmin(caller);
      const roles = toRoleMarkers(defaultGroup, systemGroup);
      await this.runWithRoles(id, roles, { caller, keys }, async (systemBefore) => {
        await this.groups.lock(id);
        requireSingleRole(roles, { ...(await this.groups.get(id, rolePlan)), ...roles });
        if (systemGroup === true && systemBefore !== id) {
          await this.adminPromotion.promoteMembers(id, confirmMembers);
        }
        await this.groups.update(id, { ...values, ...roles });
        // Checked again, because the group may have become the system group in the meantime.
        await this.administrators.authorizeGroupChange(caller, [id]);
      });
    });
  }

  /**
   * Removes a group without members.
   * @throws NotFound, GroupHasRole, GroupHasMembers; ScopeMissing for the system group
   */
  remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.groups.lock(id);
      await this.administrators.authorizeGroupChange(caller, [id]);
      const { defaultMarker, systemMarker } = await this.groups.get(id, rolePlan);
      if (defaultMarker !== null || systemMarker !== null) throw new GroupHasRole();
      await this.removeEmpty(id);
      await this.filters.removeBySubject(filterTypes.userGroup, id);
      return { id };
    });
  }

  /** Relies on the users' foreign key, because a user may join the group at the same time. */
  private removeEmpty(id: number): Promise<void> {
    return mapViolations(() => this.groups.remove(id), {
      foreignKey: () => new GroupHasMembers(),
    });
  }

  /**
   * Runs a write that gives a group these roles, after taking them from the groups that have them. Such writes run one
   * at a time.
   * @param id of the group, which keeps the roles it has; undefined for a new group
   */
  private async runWithRoles<T>(
    id: number | undefined,
    roles: RoleMarkers,
    { caller, keys }: { readonly caller: CallerRights; readonly keys: ApiKeysOption },
    write: RoleWrite<T>,
  ): Promise<T> {
    const writeAndRevoke: RoleWrite<T> = async (systemBefore) => {
      const result = await write(systemBefore);
      await this.revokeAccess(systemBefore, caller, keys);
      return result;
    };
    if (roles.systemMarker === 1)
      return this.administrators.runChange(() => this.transferRoles(id, roles, writeAndRevoke));
    if (roles.systemMarker === null)
      return this.administrators.runKeepingSuperAdministrator(() =>
        this.transferRoles(id, roles, writeAndRevoke),
      );
    if (roles.defaultMarker === 1) await this.administrators.lockAdministration();
    return this.transferRoles(id, roles, write);
  }

  /** Ends logins and keys of the members of a group, if that is no longer the system group. */
  private async revokeAccess(
    groupId: number | undefined,
    caller: CallerRights,
    keys: ApiKeysOption,
  ): Promise<void> {
    if (groupId === undefined || (await this.administrators.findSystemGroupId()) === groupId)
      return;
    await this.adminPromotion.endLogins(groupId);
    if (keys !== 'end') return;
    const members = await this.dataAccess.loader.listIds(User, [is('groupId', groupId)]);
    await this.keys.removeByUsers(members, caller);
  }

  private async transferRoles<T>(
    id: number | undefined,
    roles: RoleMarkers,
    write: RoleWrite<T>,
  ): Promise<T> {
    const taken = Object.entries(roles).filter(([, marker]) => marker === 1);
    const systemBefore = await this.administrators.findSystemGroupId();
    for (const [marker] of taken) {
      const others = [is(marker, 1), ...(id === undefined ? [] : [isNot('id', id)])];
      await this.dataAccess.writer.update(UserGroup, others, { [marker]: null });
    }
    return write(systemBefore);
  }
}

function toRoleMarkers(isDefault: boolean | undefined, isSystem: boolean | undefined): RoleMarkers {
  const marker = (has: boolean) => (has ? 1 : null);
  return {
    ...(isDefault === undefined ? {} : { defaultMarker: marker(isDefault) }),
    ...(isSystem === undefined ? {} : { systemMarker: marker(isSystem) }),
  };
}

/**
 * @param given roles that the request sets
 * @param resulting roles that the group would have
 */
function requireSingleRole(given: RoleMarkers, resulting: RoleMarkers): void {
  if (resulting.defaultMarker !== 1 || resulting.systemMarker !== 1) return;
  const field = given.systemMarker === 1 ? 'systemGroup' : 'defaultGroup';
  throw new GroupHasBothRoles({ pointer: `/${field}` });
}
