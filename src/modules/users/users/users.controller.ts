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
import type { RecordPlan } from '../../../core/load-plan';
import { ApiKeySecretReplaced } from '../../../api/problems/api-errors';
import { UnitOfWork } from '../../../database';
import type { User } from './user.entity';
import { ZoneCountryMismatch } from '../../../platform/catalog';
import {
  TagItemTypeMismatch,
  TagInactive,
  TagValueFormMismatch,
  TagValueNotAllowed,
} from '../../custom-tags';
import { AddresseeNameMissing, DefaultAddressAmbiguous } from '../addresses/address-rules';
import { LastSuperAdministratorNotRemovable } from '../administrators/administrators.service';
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

/** Users (specification, Users). */
@ApiController('users', {
  area: 'users',
  openApiTag: usersOpenApiTag,
  pathExamples: { pId: 'ada' },
})
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @List('', {
    summary: 'List users',
    description:
      'Returns users page by page. `q` finds beginnings of words in e-mail, pId, nick, and the names, companies and phones ' +
      'of addresses; `email` is the whole e-mail address. `lastUsed_min` finds users changed since a time.',
    returns: pagedResponse('USERS', userRecord),
    isFieldsParameterInSpecification: true,
  })
  listUsers(@QueryParams() query: UserQuery, @ResponseLoadPlan() plan: RecordPlan<User>) {
    return this.users.list(query, plan);
  }

  @Create('', {
    summary: 'Create a user',
    description:
      'Creates a user with addresses, tags, vouchers, wishlist and supplier data, and a default ' +
      'shopping list. Everything is stored or nothing: a voucher code that is taken rejects the user. ' +
      'Creating members of the system group requires `users:admin`.',
    returns: userRecord,
    errors: [
      ...writeErrors,
      AddresseeNameMissing,
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
    opensUnitOfWork: true,
  })
  async createUser(
    @RequestBody('users') body: CreateUserDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
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
      "Returns the number of users that match the filters. It doesn't count against the rate limit.",
    cost: 'FREE',
    returns: countRecord,
  })
  countUsers(@QueryParams() query: UserCountQuery) {
    return this.users.count(query);
  }

  @GetId('getId/:pId', {
    summary: 'Find the id of a user',
    description:
      'Returns the `ID` of the user with this pId, for use in paths. The pId is compared exactly.',
  })
  getUserId(@PathParams() { pId }: PidPath) {
    return this.users.getIdByPid(pId);
  }

  @Read(':id', {
    openApiJournalLinkKind: 'user',
    summary: 'Read a user',
    description:
      'Returns one user with addresses, group, tags, vouchers and wishlist, but never the password. Its ' +
      'ETag can be sent as `If-Match` with changes.',
    returns: userRecord,
    isFieldsParameterInSpecification: true,
  })
  getUser(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<User>) {
    return this.users.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change the basic data of a user',
    description:
      `${partialUpdateDescription} A change of password, group, level or active flag ends the user's logins. The API keys created by an ` +
      'administrator who loses rights end as well, unless `keys` is `keep`.',
    returns: userRecord,
    errors: [...writeErrors, LastSuperAdministratorNotRemovable, ApiKeySecretReplaced],
    opensUnitOfWork: true,
  })
  async updateUser(
    @PathParams() { id }: IdPath,
    @RequestBody('users') body: UpdateUserDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<User>,
  ) {
    const changes = await this.users.hashPassword(body);
    return this.unitOfWork.run(async () => {
      await this.users.update(id, changes, caller);
      return this.users.get(id, plan);
    });
  }

  @Remove(':id', {
    summary: 'Delete a user with everything that belongs to it, and the filters that name it',
    description:
      "Addresses, vouchers, wishlist, lists, points and comments are deleted as well. The user's logins end, and so do the " +
      'API keys created by the user, unless `keys` is `keep`. Orders and other documents keep their copies.',
    errors: [LastSuperAdministratorNotRemovable, ApiKeySecretReplaced],
  })
  removeUser(
    @PathParams() { id }: IdPath,
    @QueryParams() { keys }: RemoveUserQuery,
    @Caller() caller: Principal,
  ) {
    return this.users.remove(id, caller, keys);
  }
}
