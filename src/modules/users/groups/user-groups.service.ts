import { Injectable } from '@nestjs/common';
import type { UnpagedListQuery } from '../../../api';
import { Clock } from '../../../core/clock';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import {
  Crud,
  whereEquals,
  whereNotEquals,
  whereIn,
  defineList,
  type RecordReference,
  DataAccess,
  mapViolations,
} from '../../../database';
import { ApiKeysService } from '../../../platform/access';
import {
  FilterItemsService,
  filterTypes,
  FilterSubjectProvider,
  createFilterSubjectSource,
} from '../../../platform/requests/filters';
import {
  AdministratorsService,
  type CallerRights,
  requireUsersAdmin,
} from '../administrators/administrators.service';
import type { ApiKeysOption } from '../administrators/api-keys-option';
import { AdminPromotionSafeguards } from '../administrators/admin-promotion-safeguards';
import { User } from '../users/user.entity';
import type { CreateUserGroupDto, UpdateUserGroupDto } from './user-group.dto';
import { UserGroup } from './user-group.entity';
import { UserGroupHasBothRoles, UserGroupHasMembers, UserGroupHasRole } from './user-group.errors';

const roleMarkerColumns = ['defaultMarker', 'systemMarker'] as const;

/** The markers of the two roles that at most one group has each. null removes a role, undefined leaves it unchanged. */
type RoleMarkers = Partial<Pick<UserGroup, (typeof roleMarkerColumns)[number]>>;

/** A write that gets the id of the group that was the system group before it. */
type WriteWithFormerSystemGroup<T> = (formerSystemGroupId: number | undefined) => Promise<T>;

const rolePlan = createLoadPlan(UserGroup, roleMarkerColumns);

/** The fields that only an import record can set. */
interface ImportOnlyFields {
  readonly dateAdded?: Date;
}

/** Manages groups of users (specification, Group rules). */
@Injectable()
@FilterSubjectProvider()
export class UserGroupsService implements FilterSubjectProvider {
  /** Groups as subjects of filters. */
  readonly filterSubjectSource: FilterSubjectProvider['filterSubjectSource'];
  private readonly groups: Crud<UserGroup>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly administrators: AdministratorsService,
    private readonly adminPromotionSafeguards: AdminPromotionSafeguards,
    private readonly filters: FilterItemsService,
    private readonly apiKeys: ApiKeysService,
  ) {
    this.groups = new Crud(dataAccess, UserGroup, 'userGroup', defineList(UserGroup));
    this.filterSubjectSource = createFilterSubjectSource(filterTypes.userGroup, this.groups);
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
    return this.groups.listWhere([whereIn('pId', pIds)], plan);
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
   * @throws PidTaken, UserGroupHasBothRoles; ScopeMissing if it becomes the system group
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
      assertNotBothRoles(roles, roles);
      const id = await this.runRoleChange(undefined, roles, { caller, keys: 'end' }, () =>
        this.groups.insert({ ...values, ...roles, dateAdded }),
      );
      return { id };
    });
  }

  /**
   * Updates a group.
   * @throws NotFound, PidTaken, UserGroupHasBothRoles, LastSuperAdministratorNotRemovable, MemberCountMismatch; ScopeMissing for the system
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
      await this.groups.assertExists(id);
      await this.administrators.authorizeGroupChange(caller, [id]);
      if (systemGroup === true) await requireUsersAdmin(caller);
      const roles = toRoleMarkers(defaultGroup, systemGroup);
      await this.runRoleChange(id, roles, { caller, keys }, async (formerSystemGroupId) => {
        await this.groups.lock(id);
        assertNotBothRoles(roles, { ...(await this.groups.get(id, rolePlan)), ...roles });
        if (systemGroup === true && formerSystemGroupId !== id) {
          await this.adminPromotionSafeguards.secureNewAdministrators(id, confirmMembers);
        }
        await this.groups.update(id, { ...values, ...roles });
        // Checked again, because the group may have become the system group in the meantime.
        await this.administrators.authorizeGroupChange(caller, [id]);
      });
    });
  }

  /**
   * Removes a group without members.
   * @throws NotFound, UserGroupHasRole, UserGroupHasMembers; ScopeMissing for the system group
   */
  remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.groups.lock(id);
      await this.administrators.authorizeGroupChange(caller, [id]);
      const { defaultMarker, systemMarker } = await this.groups.get(id, rolePlan);
      if (defaultMarker !== null || systemMarker !== null) throw new UserGroupHasRole();
      await this.removeOrThrowIfHasMembers(id);
      await this.filters.removeBySubject(filterTypes.userGroup, id);
      return { id };
    });
  }

  /** Relies on the users' foreign key, because a user may join the group at the same time. */
  private removeOrThrowIfHasMembers(id: number): Promise<void> {
    return mapViolations(() => this.groups.remove(id), {
      foreignKey: () => new UserGroupHasMembers(),
    });
  }

  /**
   * Runs a write that changes the roles of a group. The new roles are first taken from other groups, and members of a
   * former system group lose their access. Changes that give a role, or remove that of the system group, run one at a
   * time.
   * @param id of the group, which keeps the roles it has; undefined for a new group
   */
  private async runRoleChange<T>(
    id: number | undefined,
    roles: RoleMarkers,
    {
      caller,
      keys: apiKeysOption,
    }: { readonly caller: CallerRights; readonly keys: ApiKeysOption },
    writeGroup: WriteWithFormerSystemGroup<T>,
  ): Promise<T> {
    const writeAndRevoke: WriteWithFormerSystemGroup<T> = async (formerSystemGroupId) => {
      const result = await writeGroup(formerSystemGroupId);
      await this.revokeAccess(formerSystemGroupId, caller, apiKeysOption);
      return result;
    };
    if (roles.systemMarker === 1)
      return this.administrators.runAdministratorChange(() =>
        this.transferRolesAndRun(id, roles, writeAndRevoke),
      );
    if (roles.systemMarker === null)
      return this.administrators.runKeepingSuperAdministrator(() =>
        this.transferRolesAndRun(id, roles, writeAndRevoke),
      );
    if (roles.defaultMarker === 1) await this.administrators.lockAdministratorChanges();
    return this.transferRolesAndRun(id, roles, writeGroup);
  }

  /** Ends logins and keys of the members of a group, if that is no longer the system group. */
  private async revokeAccess(
    groupId: number | undefined,
    caller: CallerRights,
    apiKeysOption: ApiKeysOption,
  ): Promise<void> {
    if (groupId === undefined || (await this.administrators.findSystemGroupId()) === groupId)
      return;
    await this.adminPromotionSafeguards.endLoginsOfMembers(groupId);
    if (apiKeysOption !== 'end') return;
    const memberIds = await this.dataAccess.loader.listIds(User, [whereEquals('groupId', groupId)]);
    await this.apiKeys.removeByUsers(memberIds, caller);
  }

  private async transferRolesAndRun<T>(
    id: number | undefined,
    roles: RoleMarkers,
    write: WriteWithFormerSystemGroup<T>,
  ): Promise<T> {
    const assignedMarkers = Object.entries(roles).filter(([, marker]) => marker === 1);
    const formerSystemGroupId = await this.administrators.findSystemGroupId();
    for (const [marker] of assignedMarkers) {
      const otherGroupsConditions = [
        whereEquals(marker, 1),
        ...(id === undefined ? [] : [whereNotEquals('id', id)]),
      ];
      await this.dataAccess.writer.update(UserGroup, otherGroupsConditions, { [marker]: null });
    }
    return write(formerSystemGroupId);
  }
}

function toRoleMarkers(isDefault: boolean | undefined, isSystem: boolean | undefined): RoleMarkers {
  const toMarker = (hasRole: boolean) => (hasRole ? 1 : null);
  return {
    ...(isDefault === undefined ? {} : { defaultMarker: toMarker(isDefault) }),
    ...(isSystem === undefined ? {} : { systemMarker: toMarker(isSystem) }),
  };
}

/**
 * @param requestedRoles roles that the request sets
 * @param resultingRoles roles that the group would have
 */
function assertNotBothRoles(requestedRoles: RoleMarkers, resultingRoles: RoleMarkers): void {
  if (resultingRoles.defaultMarker !== 1 || resultingRoles.systemMarker !== 1) return;
  const field = requestedRoles.systemMarker === 1 ? 'systemGroup' : 'defaultGroup';
  throw new UserGroupHasBothRoles({ pointer: `/${field}` });
}
