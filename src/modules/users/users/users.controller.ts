import {
  ApiController,
  RequestBody,
  Caller,
  countRecord,
  Create,
  GetId,
  IdPath,
  List,
  Operation,
  pagedResponse,
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
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { TablePlan } from '../../../core/load-plan';
import { SecretReplaced } from '../../../api/problems/problems';
import { UnitOfWork } from '../../../database';
import type { User } from './user.entity';
import { ZoneCountryMismatch } from '../../../platform/catalog';
import {
  TagItemTypeMismatch,
  TagInactive,
  TagValueFormMismatch,
  TagValueNotAllowed,
} from '../../custom-tags';
import { AddressIncomplete, DefaultAddressAmbiguous } from '../addresses/address-rules';
import { LastAdministrator } from '../administrators/administrators';
import { SupplierItemTaken } from '../suppliers/suppliers.service';
import { UserTagTaken } from '../tags/user-tags.service';
import { VoucherCodeTaken } from '../vouchers/vouchers.service';
import { WishlistItemTaken } from '../wishlist/wishlist.service';
import {
  CreateUserDto,
  RemoveUserQuery,
  UpdateUserDto,
  UserCountQuery,
  UserQuery,
} from './user.dto';
import { EmailTaken, NickTaken } from './user.errors';
import { userRecord } from './user.record';
import { UsersService } from './users.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const writeErrors = [PidTaken, EmailTaken, NickTaken, ReferenceNotFound, ReferenceMismatch];

/** Specification, Users. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag, examples: { pId: 'ada' } })
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List users',
    description:
      'Page by page; `q` finds customers by a part of the e-mail address, pId, nick, or the ' +
      'names, companies and phones of their addresses, `email` by the whole address. ' +
      '`lastUsed_min` finds what has changed since.',
    returns: pagedResponse('USERS', userRecord),
    listsFields: true,
  })
  listUsers(@QueryParams() query: UserQuery, @ResponseLoadPlan() plan: TablePlan<User>) {
    return this.users.list(query, plan);
  }

  @Create('', {
    summary: 'Create a user',
    description:
      'Makes a user with addresses, tags, vouchers, wishlist and supplies, and opens a default ' +
      'shopping list. All is stored, or nothing: a voucher code that is taken refuses the user. ' +
      'Members of the system group need `users:admin`.',
    returns: userRecord,
    errors: [
      ...writeErrors,
      AddressIncomplete,
      DefaultAddressAmbiguous,
      ZoneCountryMismatch,
      VoucherCodeTaken,
      WishlistItemTaken,
      SupplierItemTaken,
      UserTagTaken,
      TagItemTypeMismatch,
      TagInactive,
      TagValueFormMismatch,
      TagValueNotAllowed,
    ],
  })
  async createUser(
    @RequestBody('users') body: CreateUserDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<User>,
  ) {
    const user = await this.users.hashPassword(body);
    return this.unitOfWork.run(async () => {
      const { id } = await this.users.create(user, caller);
      return this.users.get(id, plan);
    });
  }

  @Operation('get', 'count', {
    summary: 'Count users',
    description:
      'How many users the list with the same filters holds. Nothing is taken from the budget.',
    cost: 'FREE',
    returns: countRecord,
  })
  countUsers(@QueryParams() query: UserCountQuery) {
    return this.users.count(query);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a user',
    description: 'Answers the `ID` that paths take for the pId of a user, compared exactly.',
  })
  getUserId(@PathParams() { pId }: PidPath) {
    return this.users.idOf(pId);
  }

  @Read(':id', {
    summary: 'Read a user',
    description:
      'One user with addresses, group, tags, vouchers and wishlist; never the password. Its ' +
      'ETag is what `If-Match` of changes takes.',
    returns: userRecord,
    listsFields: true,
  })
  getUser(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<User>) {
    return this.users.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change the basic data of a user',
    description:
      `${partialUpdateDescription} A login ends when password, group, level or activity change. The API keys that come from an ` +
      'administrator who loses the rights of one end as well, unless `keys` is `keep`.',
    returns: userRecord,
    errors: [...writeErrors, LastAdministrator, SecretReplaced],
  })
  async updateUser(
    @PathParams() { id }: IdPath,
    @RequestBody('users') body: UpdateUserDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<User>,
  ) {
    const changes = await this.users.hashPassword(body);
    return this.unitOfWork.run(async () => {
      await this.users.update(id, changes, caller);
      return this.users.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a user with everything that is its own, and the filters that name it',
    description:
      'Addresses, vouchers, wishlist, lists, points and comments are deleted as well. Its login ends, and so do the ' +
      'API keys that come from it, unless `keys` is `keep`. Orders and other documents keep their copies.',
    errors: [LastAdministrator, SecretReplaced],
  })
  removeUser(
    @PathParams() { id }: IdPath,
    @QueryParams() { keys }: RemoveUserQuery,
    @Caller() caller: Principal,
  ) {
    return this.users.remove(id, caller, keys);
  }
}
