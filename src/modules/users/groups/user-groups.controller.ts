import {
  ApiController,
  RequestBody,
  Caller,
  ChangeFilterQuery,
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
import type { TablePlan } from '../../../core/load-plan';
import { SecretReplaced } from '../../../api/problems/problems';
import { UnitOfWork } from '../../../database';
import type { UserGroup } from './user-group.entity';
import { LastAdministrator } from '../administrators/administrators';
import { MembersUnconfirmed } from '../administrators/admin-promotion';
import { CreateUserGroupDto, UpdateUserGroupDto } from './user-group.dto';
import { GroupHasBothRoles, GroupHasMembers, GroupHasRole } from './user-group.errors';
import { userGroupRecord } from './user-group.record';
import { UserGroupsService } from './user-groups.service';

const userGroupsOpenApiTag: OpenApiTag = {
  name: 'User groups',
  rank: 1000,
  description:
    'Every user is in one group. One can be the default for new users, another one is that of the administrators.',
};

const writeErrors = [PidTaken, GroupHasBothRoles, LastAdministrator, SecretReplaced];

/** Specification, Users; the groups of users. */
@ApiController('usersGroups', {
  area: 'users',
  heading: userGroupsOpenApiTag,
  examples: { pId: 'wholesale' },
})
export class UserGroupsController {
  constructor(
    private readonly groups: UserGroupsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List user groups',
    description:
      'All groups at once, with which is the default for new users and which that of the ' +
      'administrators.',
    returns: collectionResponse('USERSGROUPS', userGroupRecord),
  })
  listUsersGroups(
    @QueryParams() query: ChangeFilterQuery,
    @ResponseLoadPlan() plan: TablePlan<UserGroup>,
  ) {
    return this.groups.list(query, plan);
  }

  @Create('', {
    summary: 'Create a user group',
    description:
      'Makes a group without members; users are put into it by `updateUser`. A default or ' +
      'system flag is taken from the group that had it; the latter needs `users:admin`.',
    returns: userGroupRecord,
    errors: writeErrors,
  })
  createUsersGroup(
    @RequestBody('usersGroups') body: CreateUserGroupDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<UserGroup>,
  ) {
    return this.unitOfWork.run(async () => {
      const { id } = await this.groups.create(body, caller);
      return this.groups.get(id, plan);
    });
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a user group',
    description: 'Answers the `ID` that paths take for the pId of a group, compared exactly.',
  })
  getUsersGroupId(@PathParams() { pId }: PidPath) {
    return this.groups.idOf(pId);
  }

  @Read(':id', {
    summary: 'Read a user group',
    description: 'One group; who is in it, `listUsers` tells with `groupId`.',
    returns: userGroupRecord,
  })
  getUsersGroup(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<UserGroup>) {
    return this.groups.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change a user group',
    description:
      `${partialUpdateDescription} A group with members becomes the system group only with \`confirmMembers\`, their number (else 409 with \`members\` and the \`first\` 20): ` +
      'passwords that no holder of `users:admin` has set end with it. The API keys that come from members of a group that is not the system group any more end, unless `keys` is `keep`.',
    returns: userGroupRecord,
    errors: [...writeErrors, MembersUnconfirmed],
  })
  updateUsersGroup(
    @PathParams() { id }: IdPath,
    @RequestBody('usersGroups') body: UpdateUserGroupDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<UserGroup>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.groups.update(id, body, caller);
      return this.groups.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a user group without members, and the filters that name it',
    description:
      'A group with members, the default and the system group have to stay: 409. News, ' +
      'templates and other elements that were for this group alone are for everybody then.',
    errors: [GroupHasRole, GroupHasMembers],
  })
  removeUsersGroup(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.groups.remove(id, caller);
  }
}
