import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  recordListsTable,
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
import type { TablePlan } from '../../../core/load-plan';
import { UnitOfWork } from '../../../database';
import type { User } from '../users/user.entity';
import type { UserAddress } from './user-address.entity';
import { ZoneCountryMismatch } from '../../../platform/catalog';
import { AddressBookService, LastAddress } from './address-book.service';
import { AddressIncomplete } from './address-rules';
import { CreateAddressDto, UpdateAddressDto } from './address.dto';
import { addressBookRecord, singleAddressRecord } from './address.record';
import { usersOpenApiTag } from '../users.openapi-tag';

const writeErrors = [PidTaken, AddressIncomplete, ReferenceNotFound, ZoneCountryMismatch];

/** Specification, Users; their addresses. */
@ApiController('users', { area: 'users', heading: usersOpenApiTag })
export class AddressBookController {
  constructor(
    private readonly addresses: AddressBookService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @Read('addressbook/:id', {
    summary: 'Read an address',
    description: 'One address by its own id, of whichever user.',
    returns: singleAddressRecord,
  })
  getAddress(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<UserAddress>) {
    return this.addresses.get(id, plan);
  }

  @Update('addressbook/:id', {
    summary: 'Change an address',
    description: `${partialUpdateDescription} The result is judged: a company needs its name, everybody else a first name, a zone has to be one of the country. The type stays; orders keep their copies.`,
    returns: singleAddressRecord,
    errors: writeErrors,
  })
  updateAddress(
    @PathParams() { id }: IdPath,
    @RequestBody('addressbook') body: UpdateAddressDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<UserAddress>,
  ) {
    return this.unitOfWork.run(async () => {
      await this.addresses.update(id, body, caller);
      return this.addresses.get(id, plan);
    });
  }

  @Remove('addressbook/:id', {
    summary: 'Delete an address',
    description:
      "When it was the default of its type, the oldest other one follows. A user's last address " +
      'has to stay; orders keep their copies.',
    returns: lowerCaseIdRecord,
    errors: [LastAddress],
  })
  removeAddress(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.addresses.remove(id, caller);
  }

  @Read(':id/addressbook', {
    summary: 'List the addresses of a user',
    description: 'Billing and shipping addresses, each with which of them is the default.',
    returns: tabularRecordResponse(addressBookRecord, recordListsTable(addressBookRecord)),
  })
  listAddresses(@PathParams() { id }: IdPath, @ResponseLoadPlan() plan: TablePlan<User>) {
    return this.addresses.list(id, plan);
  }

  @Create(':id/addressbook', {
    summary: 'Add an address',
    description:
      'The first address of a type is its default, and one that is marked so takes it from the ' +
      "one before. The type can't be changed afterwards; `LASTUSED` of the user moves.",
    returns: singleAddressRecord,
    errors: [NotFound, ...writeErrors],
  })
  createAddress(
    @PathParams() { id }: IdPath,
    @RequestBody('addressbook') body: CreateAddressDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: TablePlan<UserAddress>,
  ) {
    return this.unitOfWork.run(async () => {
      const address = await this.addresses.create(id, body, caller);
      return this.addresses.get(address.id, plan);
    });
  }
}
