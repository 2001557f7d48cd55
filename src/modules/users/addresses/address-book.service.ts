import { Injectable } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import {
  idOnlyPlan,
  type LoadPlan,
  pIdOnlyPlan,
  createLoadPlan,
  type Loaded,
} from '../../../core/load-plan';
import { Crud, is, defineListing, DataAccess } from '../../../database';
import { Catalog, requireZonesInCountries } from '../../../platform/catalog';
import type { CallerRights } from '../administrators/administrators';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCollection } from '../users/user-collection';
import type { ByUserId } from '../users/by-user-id';
import { UserSearchIndexer } from '../users/user-search-indexer';
import type { User } from '../users/user.entity';
import { requireSingleDefault, requireAddresseeNames, withDefaultAddresses } from './address-rules';
import type { AddressType } from '../../../core/person-codes';
import type { CreateAddressDto, UpdateAddressDto } from './address.dto';
import { UserAddress } from './user-address.entity';

/** 409: a user has at least one address. */
export const LastAddress = defineError({
  code: 'address.last',
  status: 409,
  title: "The last address of a user can't be deleted",
  remedy: 'Add another address first.',
  detail: () => 'A user needs at least one address.',
});

/** The columns that an update never changes. */
const immutablePlan = createLoadPlan(UserAddress, ['userId', 'type']);
const rulesPlan = createLoadPlan(UserAddress, [
  'userType',
  'company',
  'firstName',
  'countryCode',
  'locationId',
]);
const defaultPlan = createLoadPlan(UserAddress, ['defaultMarker']);

const addressListing = defineListing(UserAddress);

/** The column values of an address in a complete address book. */
export type UserAddressColumns = Partial<UserAddress> & Pick<UserAddress, 'pId'>;

/** Manages the address books of users (specification, Users). */
@Injectable()
export class AddressBookService {
  private readonly addresses: Crud<UserAddress>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCollection,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly search: UserSearchIndexer,
    private readonly catalog: Catalog,
  ) {
    this.addresses = new Crud(dataAccess, UserAddress, 'address', addressListing);
  }

  /** Returns a user with its addresses. @throws NotFound */
  list<R>(userId: number, plan: LoadPlan<User, R>): Promise<R> {
    return this.users.get(userId, plan);
  }

  /** @throws NotFound */
  get<R>(id: number, plan: LoadPlan<UserAddress, R>): Promise<R> {
    return this.addresses.get(id, plan);
  }

  /** Adds an address. @throws NotFound, PidTaken and the errors of `validate` */
  create(userId: number, address: CreateAddressDto, caller: CallerRights): Promise<{ id: number }> {
    return this.userUnitOfWork.run(userId, caller, async () => {
      await this.validate([[address]], () => '');
      if (address.default) await this.clearDefault(userId, address.type);
      const id = await this.addressesOfUser(userId).insert({
        ...toAddressColumns(address),
        userId,
      });
      await this.ensureDefault(userId, address.type);
      await this.search.update(userId);
      return { id };
    });
  }

  /**
   * Updates an address; the rules apply to the result.
   * @throws NotFound, PidTaken, AddressIncomplete, ReferenceNotFound, ZoneCountryMismatch
   */
  async update(id: number, given: UpdateAddressDto, caller: CallerRights): Promise<void> {
    const { userId, type } = await this.addresses.get(id, immutablePlan);
    await this.userUnitOfWork.runAndTouchIfChanged(userId, caller, async () => {
      await this.validateUpdate(await this.addresses.get(id, rulesPlan), given);
      if (given.default === true) await this.clearDefault(userId, type);
      await this.addressesOfUser(userId).update(id, toAddressColumns(given));
      if (given.default === false) await this.ensureDefault(userId, type, id);
      await this.search.update(userId);
    });
  }

  /**
   * Removes an address; if it was the default of its type, the oldest other one becomes the default.
   * @throws NotFound, LastAddress
   */
  async remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    const { userId, type } = await this.addresses.get(id, immutablePlan);
    return this.userUnitOfWork.run(userId, caller, async () => {
      const all = await this.addressesOfUser(userId).listWhere([], idOnlyPlan);
      if (all.every((one) => one.id === id)) throw new LastAddress();
      await this.addresses.remove(id);
      await this.ensureDefault(userId, type);
      await this.search.update(userId);
      return { id };
    });
  }

  /**
   * Checks complete address books of users.
   * @param books the addresses of each user
   * @param pointer JSON pointer of an address, by its index in its user's request
   * @returns the column values of each address, with one default address per type
   * @throws AddressIncomplete, DefaultAddressAmbiguous, ReferenceNotFound, ZoneCountryMismatch
   */
  async resolve(
    books: readonly (readonly CreateAddressDto[])[],
    pointer: (index: number) => string,
  ): Promise<UserAddressColumns[][]> {
    await this.validate(books, pointer);
    return books.map((book) => withDefaultAddresses(book).map(toAddressColumns));
  }

  /** Inserts the address books of users that are being created, inside their unit of work. */
  async insert(books: ByUserId<readonly UserAddressColumns[]>): Promise<void> {
    const rows = [...books].flatMap(([userId, book]) => book.map((row) => ({ ...row, userId })));
    await this.dataAccess.writer.insert(UserAddress, rows);
  }

  /**
   * Replaces the address book of a user that the enclosing unit of work has locked. An address with a known pId keeps
   * its id.
   */
  async replace(userId: number, book: readonly UserAddressColumns[]): Promise<void> {
    const { writer } = this.dataAccess;
    const stored = await this.addressesOfUser(userId).listWhere([], pIdOnlyPlan);
    const ids = new Map(stored.map(({ pId, id }) => [pId, id]));
    const newPIds = new Set(book.map(({ pId }) => pId));
    const absent = stored.filter(({ pId }) => !newPIds.has(pId)).map(({ id }) => id);
    if (absent.length > 0) await writer.remove(UserAddress, { id: absent });
    await writer.update(UserAddress, { userId }, { defaultMarker: null });
    for (const row of book) {
      const id = ids.get(row.pId);
      if (id !== undefined) await writer.update(UserAddress, id, row);
    }
    const added = book.filter(({ pId }) => !ids.has(pId));
    await this.insert(new Map([[userId, added]]));
  }

  /** Checks addresses before they are stored. */
  private async validate(
    books: readonly (readonly CreateAddressDto[])[],
    pointer: (index: number) => string,
  ): Promise<void> {
    const placed = books.map((book) =>
      book.map((value, index) => ({ value, pointer: pointer(index) })),
    );
    for (const book of placed) {
      requireAddresseeNames(book);
      requireSingleDefault(book);
    }
    const places = placed.flat().map(({ value: { locationId, countryCode }, pointer: place }) => {
      return { zoneId: locationId, countryCode, pointer: `${place}/locationId` };
    });
    await requireZonesInCountries(this.catalog, places);
  }

  /** Checks the result of an address update. */
  private async validateUpdate(
    stored: Loaded<typeof rulesPlan>,
    given: UpdateAddressDto,
  ): Promise<void> {
    requireAddresseeNames([{ value: { ...stored, ...given }, pointer: '' }]);
    const { locationId, countryCode } = given;
    if (locationId === undefined && countryCode === undefined) return;
    const place = {
      zoneId: locationId ?? stored.locationId ?? 0,
      countryCode: countryCode ?? stored.countryCode,
      pointer: locationId === undefined ? '/countryCode' : '/locationId',
    };
    await requireZonesInCountries(this.catalog, [place]);
  }

  /** The addresses of one user; their pIds are unique among them. */
  private addressesOfUser(userId: number): Crud<UserAddress> {
    return new Crud(this.dataAccess, UserAddress, 'address', addressListing, [
      is('userId', userId),
    ]);
  }

  private async clearDefault(userId: number, type: AddressType): Promise<void> {
    const defaultAddress = { userId, type, defaultMarker: 1 };
    await this.dataAccess.writer.update(UserAddress, defaultAddress, { defaultMarker: null });
  }

  /**
   * Makes the oldest address of a type the default if no address of the type is.
   * @param lastChoice id of an address that is chosen only if it is the only one
   */
  private async ensureDefault(
    userId: number,
    type: AddressType,
    lastChoice?: number,
  ): Promise<void> {
    const addresses = await this.addressesOfUser(userId).listWhere([is('type', type)], defaultPlan);
    if (addresses.some(({ defaultMarker }) => defaultMarker === 1)) return;
    const next = addresses.find(({ id }) => id !== lastChoice) ?? addresses[0];
    if (next) await this.dataAccess.writer.update(UserAddress, next.id, { defaultMarker: 1 });
  }
}

function toAddressColumns<T extends UpdateAddressDto & Partial<CreateAddressDto>>({
  default: isDefault,
  locationId,
  ...values
}: T) {
  return Object.assign(
    values,
    isDefault === undefined ? {} : { defaultMarker: isDefault ? 1 : null },
    locationId === undefined ? {} : { locationId: locationId === 0 ? null : locationId },
  );
}
