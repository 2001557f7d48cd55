import {
  ApiController,
  Body,
  Caller,
  countRecord,
  Create,
  GetId,
  IdPath,
  List,
  Operation,
  paged,
  Path,
  PidPath,
  Plan,
  type Principal,
  Query,
  Read,
  Remove,
  Update,
  changesWhatIsSent,
} from '../../../api';
import { PidTaken, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { ZoneElsewhere } from '../../catalog';
import { TagForOthers, TagInactive, TagValueForm, TagValueNotAllowed } from '../../custom-tags';
import { AddressIncomplete, DefaultAmbiguous } from '../addresses/address-rules';
import { LastAdministrator } from '../administrators/administrators';
import { SupplierItemTaken } from '../suppliers/suppliers.service';
import { UserTagTaken } from '../tags/user-tags.service';
import { VoucherCodeTaken } from '../vouchers/vouchers.service';
import { WishlistItemTaken } from '../wishlist/wishlist.service';
import { CreateUserDto, UpdateUserDto, UserCountQuery, UserQuery } from './user.dto';
import { EmailTaken, NickTaken } from './user.errors';
import { userRecord } from './user.record';
import { UsersService } from './users.service';
import { usersHeading } from '../users.heading';

const refusals = [PidTaken, EmailTaken, NickTaken, ReferenceNotFound, ReferenceMismatch];

/** Specification, Users. */
@ApiController('users', { area: 'users', heading: usersHeading, examples: { pId: 'ada' } })
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @List('', { summary: 'List users', returns: paged('USERS', userRecord) })
  listUsers(@Query() query: UserQuery, @Plan() plan: LoadPlan) {
    return this.users.list(query, plan);
  }

  @Create('', {
    summary: 'Create a user',
    returns: userRecord,
    errors: [
      ...refusals,
      AddressIncomplete,
      DefaultAmbiguous,
      ZoneElsewhere,
      VoucherCodeTaken,
      WishlistItemTaken,
      SupplierItemTaken,
      UserTagTaken,
      TagForOthers,
      TagInactive,
      TagValueForm,
      TagValueNotAllowed,
    ],
  })
  createUser(
    @Body('users') body: CreateUserDto,
    @Caller() caller: Principal,
    @Plan() plan: LoadPlan,
  ) {
    return this.users.create(body, caller, plan);
  }

  @Operation('get', 'count', { summary: 'Count users', cost: 'FREE', returns: countRecord })
  countUsers(@Query() query: UserCountQuery) {
    return this.users.count(query);
  }

  @GetId('getId/:pId', { summary: 'Find the id of a user' })
  getUserId(@Path() { pId }: PidPath) {
    return this.users.idOf(pId);
  }

  @Read(':id', { summary: 'Read a user', returns: userRecord })
  getUser(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.users.get(id, plan);
  }

  @Update(':id', {
    summary: 'Change the basic data of a user',
    description: changesWhatIsSent,
    returns: userRecord,
    errors: [...refusals, LastAdministrator],
  })
  updateUser(
    @Path() { id }: IdPath,
    @Body('users') body: UpdateUserDto,
    @Caller() caller: Principal,
    @Plan() plan: LoadPlan,
  ) {
    return this.users.update(id, body, caller, plan);
  }

  @Remove(':id', {
    summary: 'Delete a user with everything that is its own, and the filters that name it',
    errors: [LastAdministrator],
  })
  removeUser(@Path() { id }: IdPath, @Caller() caller: Principal) {
    return this.users.remove(id, caller);
  }
}
