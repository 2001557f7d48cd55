import {
  ApiController,
  RequestBody,
  Caller,
  UnpagedListQuery,
  collectionResponse,
  Create,
  GetId,
  type OpenApiTag,
  IdPath,
  List,
  PathParams,
  PidPath,
  ResponseLoadPlan,
  type Principal,
  QueryParams,
  Read,
  Remove,
  Update,
  partialUpdateDescription,
} from '../../../api';
import { PidTaken } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import { ApiKeySecretReplaced } from '../../../api/problems/api-errors';
import type { UserGroup } from './user-group.entity';
import { LastSuperAdministratorNotRemovable } from '../administrators/administrators.service';
import { MemberCountMismatch } from '../administrators/admin-promotion-safeguards';
import { CreateUserGroupDto, UpdateUserGroupDto } from './user-group.dto';
import { UserGroupHasBothRoles, UserGroupHasMembers, UserGroupHasRole } from './user-group.errors';
import { userGroupRecord } from './user-group.record';
import { UserGroupsService } from './user-groups.service';

const userGroupsOpenApiTag: OpenApiTag = {
  name: 'User groups',
  position: 1000,
  description:
    'Every user is in one group. One group can be the default for new users, and another one is the group of administrators.',
};

const writeErrors = [PidTaken, UserGroupHasBothRoles, ApiKeySecretReplaced];

/** Question of Swagger UI before another group becomes the system group. */
const systemGroupConfirmation = {
  field: 'systemGroup',
  text:
    'All members of this group become administrators. All others lose their rights, their logins and the API keys that ' +
    'they have created.',
};

/** Groups of users (specification, Users). */
@ApiController('usersGroups', {
  area: 'users',
  openApiTag: userGroupsOpenApiTag,
  pathExamples: { pId: 'wholesale' },
})
export class UserGroupsController {
  constructor(private readonly groups: UserGroupsService) {}

  @List('', {
    summary: 'List user groups',
    description:
      'Returns all groups, without paging. One may be marked as the default for new users, another one as the group of ' +
      'administrators.',
    returns: collectionResponse('USERSGROUPS', userGroupRecord),
  })
  listUsersGroups(
    @QueryParams() query: UnpagedListQuery,
    @ResponseLoadPlan() plan: RecordPlan<UserGroup>,
  ) {
    return this.groups.list(query, plan);
  }

  @Create('', {
    summary: 'Create a user group',
    description:
      'Creates a group without members; `updateUser` adds users to it. A default or ' +
      'system flag moves here from the group that had it. With `systemGroup`, which requires `users:admin`, ' +
      'no user is an administrator any more: API keys and `admins create` are the way back.',
    confirmation: systemGroupConfirmation,
    returns: userGroupRecord,
    errors: writeErrors,
  })
  async createUsersGroup(
    @RequestBody('usersGroups') body: CreateUserGroupDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<UserGroup>,
  ) {
    const { id } = await this.groups.create(body, caller);
    return this.groups.get(id, plan);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a user group',
    description:
      'Returns the `ID` of the group with this pId, for use in paths. The pId is compared exactly.',
  })
  getUsersGroupId(@PathParams() { pId }: PidPath) {
    return this.groups.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'userGroup',
    summary: 'Read a user group',
    description: 'Returns one group. To list its members, call `listUsers` with `groupId`.',
    returns: userGroupRecord,
  })
  getUsersGroup(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<UserGroup>) {
    return this.groups.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a user group',
    description:
      `${partialUpdateDescription} With \`systemGroup\`, which requires \`users:admin\`, the members of the group become administrators, without passwords that no holder of \`users:admin\` has set. ` +
      'Former administrators keep their accounts, but lose their rights and, unless `keys` is `keep`, their API keys; other keys and `admins create` are the way back.',
    confirmation: systemGroupConfirmation,
    returns: userGroupRecord,
    errors: [...writeErrors, LastSuperAdministratorNotRemovable, MemberCountMismatch],
  })
  async updateUsersGroup(
    @PathParams() { id }: IdPath,
    @RequestBody('usersGroups') body: UpdateUserGroupDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<UserGroup>,
  ) {
    await this.groups.update(id, body, caller);
    return this.groups.get(id, plan);
  }

  @Remove(':id', {
    summary: 'Delete a user group without members, and the filters that name it',
    description:
      "A group with members, the default group and the system group can't be deleted (409). News, " +
      'templates and other elements that were only for this group become visible to everybody.',
    errors: [UserGroupHasRole, UserGroupHasMembers],
  })
  removeUsersGroup(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.groups.remove(id, caller);
  }
}
