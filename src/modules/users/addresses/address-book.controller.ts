import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  csvTableOfLists,
  lowerCaseIdRecord,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  Read,
  Remove,
  tabularRecordResponse,
  Update,
  partialUpdateDescription,
} from '../../../api';
import { NotFound, PidTaken, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { User } from '../users/user.entity';
import type { UserAddress } from './user-address.entity';
import { ZoneCountryMismatch } from '../../../platform/catalog';
import { AddressBookService, LastAddressNotRemovable } from './address-book.service';
import { AddresseeNameMissing } from './address-rules';
import { CreateAddressDto, UpdateAddressDto } from './address.dto';
import { addressBookRecord, singleAddressRecord } from './address.record';
import { usersOpenApiTag } from '../users.openapi-tag';

const writeErrors = [PidTaken, AddresseeNameMissing, ReferenceNotFound, ZoneCountryMismatch];

/** Address books of users (specification, Users). */
@ApiController('users', { area: 'users', openApiTag: usersOpenApiTag })
export class AddressBookController {
  constructor(private readonly addressBook: AddressBookService) {}

  @Read('addressbook/:id', {
    summary: 'Read an address',
    description: 'Returns one address by its own id, whichever user it belongs to.',
    returns: singleAddressRecord,
  })
  getAddress(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<UserAddress>) {
    return this.addressBook.get(id, plan);
  }

  @Update('addressbook/:id', {
    summary: 'Change an address',
    description: `${partialUpdateDescription} The result needs a company name or, for other user types, a first name, and a zone of its country. The type can't be changed, and orders keep their copies.`,
    returns: singleAddressRecord,
    errors: writeErrors,
  })
  async updateAddress(
    @PathParams() { id }: IdPath,
    @RequestBody('addressbook') body: UpdateAddressDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<UserAddress>,
  ) {
    await this.addressBook.update(id, body, caller);
    return this.addressBook.get(id, plan);
  }

  @Remove('addressbook/:id', {
    summary: 'Delete an address',
    description:
      "When the default address of a type is deleted, the oldest remaining one becomes the default. A user's last address " +
      "can't be deleted. Orders keep their copies.",
    returns: lowerCaseIdRecord,
    errors: [LastAddressNotRemovable],
  })
  removeAddress(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.addressBook.remove(id, caller);
  }

  @Read(':id/addressbook', {
    summary: 'List the addresses of a user',
    description:
      'Returns the billing and the shipping addresses. One address of each type is marked as the default.',
    returns: tabularRecordResponse(addressBookRecord, csvTableOfLists(addressBookRecord)),
  })
  listAddresses(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: RecordPlan<User>) {
    return this.addressBook.list(id, plan);
  }

  @Create(':id/addressbook', {
    summary: 'Add an address',
    description:
      'The first address of a type becomes its default. A new address marked as default replaces the ' +
      "current one. The type can't be changed afterwards, and the user's `LASTUSED` is updated.",
    returns: singleAddressRecord,
    errors: [NotFound, ...writeErrors],
  })
  async createAddress(
    @PathParams() { id }: IdPath,
    @RequestBody('addressbook') body: CreateAddressDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<UserAddress>,
  ) {
    const address = await this.addressBook.create(id, body, caller);
    return this.addressBook.get(address.id, plan);
  }
}
