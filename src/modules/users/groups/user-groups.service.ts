import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { type LoadPlan, plan } from '../../../core/load-plan';
import {
  Crud,
  isOneOf,
  listing,
  type Reference,
  Stores,
  uniqueOf,
  unlessViolated,
  violates,
} from '../../../database';
import { FilterItems, filterTypes, type SubjectKind, subjectsOf } from '../../filters';
import { Administrators, type Authorized } from '../administrators/administrators';
import type { CreateUserGroupDto, UpdateUserGroupDto } from './user-group.dto';
import { UserGroup } from './user-group.entity';
import { GroupHasBothRoles, GroupHasMembers, GroupHasRole } from './user-group.errors';

const markers = ['defaultMarker', 'systemMarker'] as const;

/** The marks of the two roles that at most one group has each; null takes one away, undefined leaves it. */
type Roles = Partial<Pick<UserGroup, (typeof markers)[number]>>;

const rolePlan = plan(UserGroup, markers);

/** Groups of users (specification, Group rules). */
@Injectable()
export class UserGroupsService {
  /** Groups as what filters name. */
  readonly subjects: SubjectKind;
  private readonly groups: Crud<UserGroup>;

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
    private readonly administrators: Administrators,
    private readonly filters: FilterItems,
  ) {
    this.groups = new Crud(stores, UserGroup, 'userGroup', listing(UserGroup));
    this.subjects = subjectsOf(this.groups);
  }

  /** All groups, by ascending id. */
  list(plan: LoadPlan): Promise<UserGroup[]> {
    return this.groups.where([], plan);
  }

  /** @throws NotFound */
  get(id: number, plan: LoadPlan): Promise<UserGroup> {
    return this.groups.get(id, plan);
  }

  /** Those that exist of the groups with these public identifiers. */
  withPids(pIds: readonly string[], plan: LoadPlan): Promise<UserGroup[]> {
    return this.groups.where([isOneOf('pId', pIds)], plan);
  }

  /** @throws NotFound */
  async idOf(pId: string): Promise<{ id: number }> {
    return { id: await this.groups.idOf(pId) };
  }

  /**
   * The id of the group that a reference names.
   * @param pointer where the reference stands in the request
   * @throws InvalidRequest when it names none, ReferenceNotFound, ReferenceMismatch
   */
  reference(reference: Reference, pointer: string): Promise<number> {
    return this.groups.reference(reference, pointer);
  }

  /** @throws PidTaken, GroupHasBothRoles, LastAdministrator; ScopeMissing where it is to be the system group */
  create(
    { defaultGroup, systemGroup, ...values }: CreateUserGroupDto,
    caller: Authorized,
    plan: LoadPlan,
  ): Promise<UserGroup> {
    return this.stores.unitOfWork.run(async () => {
      const roles = rolesOf(defaultGroup || undefined, systemGroup || undefined);
      refuseBoth(roles, roles);
      const dateAdded = this.clock.now();
      const id = await this.inRoles(roles, async () => {
        const made = await this.groups.insert({ ...values, ...roles, dateAdded });
        await this.administrators.authorize(caller, [made]);
        return made;
      });
      return this.groups.get(id, plan);
    });
  }

  /** @throws NotFound, PidTaken, GroupHasBothRoles, LastAdministrator; ScopeMissing of the system group */
  update(
    id: number,
    { defaultGroup, systemGroup, ...values }: UpdateUserGroupDto,
    caller: Authorized,
    plan: LoadPlan,
  ): Promise<UserGroup> {
    return this.stores.unitOfWork.run(async () => {
      await this.groups.mustExist(id);
      await this.administrators.authorize(caller, [id]);
      const roles = rolesOf(defaultGroup, systemGroup);
      await this.inRoles(roles, async () => {
        refuseBoth(roles, { ...(await this.groups.get(id, rolePlan)), ...roles });
        await this.groups.patch(id, { ...values, ...roles });
        // Again: it may have become the system group.
        await this.administrators.authorize(caller, [id]);
      });
      return this.groups.get(id, plan);
    });
  }

  /** @throws NotFound, GroupHasRole, GroupHasMembers; ScopeMissing of the system group */
  remove(id: number, caller: Authorized): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      await this.groups.lock(id);
      await this.administrators.authorize(caller, [id]);
      const { defaultMarker, systemMarker } = await this.groups.get(id, rolePlan);
      if (defaultMarker !== null || systemMarker !== null) throw new GroupHasRole();
      await this.removeEmpty(id);
      await this.filters.forget(filterTypes.userGroup, id);
      return { id };
    });
  }

  /** The foreign key of the users tells, whoever joins the group meanwhile. */
  private removeEmpty(id: number): Promise<void> {
    return unlessViolated(() => this.groups.remove(id), {
      foreignKey: () => new GroupHasMembers(),
    });
  }

  /** Runs a write that gives a group these roles, after taking them from the groups that have them. */
  private inRoles<T>(roles: Roles, write: () => Promise<T>): Promise<T> {
    const change = () => this.handOver(roles, write);
    return roles.systemMarker === undefined ? change() : this.administrators.keepOne(change);
  }

  private async handOver<T>(roles: Roles, write: () => Promise<T>): Promise<T> {
    const taken = Object.entries(roles).filter(([, marker]) => marker === 1);
    // One hand-over at a time: each waits for the rows of all groups.
    if (taken.length > 0) await this.groups.lockWhere([]);
    for (const [marker] of taken) {
      await this.stores.writer.update(UserGroup, { [marker]: 1 }, { [marker]: null });
    }
    try {
      return await write();
    } catch (error) {
      // In a store without groups there was no row to wait for, and another one was first.
      const wasFirst = markers.some((marker) => violates(error, uniqueOf(UserGroup, marker)));
      if (!wasFirst) throw error;
      return this.handOver(roles, write);
    }
  }
}

function rolesOf(isDefault: boolean | undefined, isSystem: boolean | undefined): Roles {
  const marker = (has: boolean) => (has ? 1 : null);
  return {
    ...(isDefault === undefined ? {} : { defaultMarker: marker(isDefault) }),
    ...(isSystem === undefined ? {} : { systemMarker: marker(isSystem) }),
  };
}

/** @param given what the request asks for @param result what the group would be */
function refuseBoth(given: Roles, { defaultMarker, systemMarker }: Roles): void {
  if (defaultMarker !== 1 || systemMarker !== 1) return;
  const field = given.systemMarker === 1 ? 'systemGroup' : 'defaultGroup';
  throw new GroupHasBothRoles({ pointer: `/${field}` });
}
