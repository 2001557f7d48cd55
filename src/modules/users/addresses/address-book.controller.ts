import {
  ApiController,
  Body,
  Create,
  IdPath,
  lowerCaseIdRecord,
  Path,
  Plan,
  Read,
  Remove,
  Update,
  changesWhatIsSent,
} from '../../../api';
import { NotFound, PidTaken, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { ZoneElsewhere } from '../../catalog';
import { AddressBookService, LastAddress } from './address-book.service';
import { AddressIncomplete } from './address-rules';
import { CreateAddressDto, UpdateAddressDto } from './address.dto';
import { addressBookRecord, singleAddressRecord } from './address.record';
import { usersHeading } from '../users.heading';

const refusals = [PidTaken, AddressIncomplete, ReferenceNotFound, ZoneElsewhere];

/** Specification, Users; their addresses. */
@ApiController('users', { area: 'users', heading: usersHeading })
export class AddressBookController {
  constructor(private readonly addresses: AddressBookService) {}

  @Read('addressbook/:id', { summary: 'Read an address', returns: singleAddressRecord })
  getAddress(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.addresses.get(id, plan);
  }

  @Update('addressbook/:id', {
    summary: 'Change an address',
    description: changesWhatIsSent,
    returns: singleAddressRecord,
    errors: refusals,
  })
  updateAddress(
    @Path() { id }: IdPath,
    @Body('addressbook') body: UpdateAddressDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.addresses.update(id, body, plan);
  }

  @Remove('addressbook/:id', {
    summary: 'Delete an address',
    returns: lowerCaseIdRecord,
    errors: [LastAddress],
  })
  removeAddress(@Path() { id }: IdPath) {
    return this.addresses.remove(id);
  }

  @Read(':id/addressbook', { summary: 'List the addresses of a user', returns: addressBookRecord })
  listAddresses(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.addresses.list(id, plan);
  }

  @Create(':id/addressbook', {
    summary: 'Add an address',
    returns: singleAddressRecord,
    errors: [NotFound, ...refusals],
  })
  createAddress(
    @Path() { id }: IdPath,
    @Body('addressbook') body: CreateAddressDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.addresses.create(id, body, plan);
  }
}
