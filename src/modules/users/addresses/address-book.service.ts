import { Injectable } from '@nestjs/common';
import { defineError } from '../../../core/errors';
import {
  idOnlyPlan,
  type LoadPlan,
  pIdOnlyPlan,
  createLoadPlan,
  type Loaded,
} from '../../../core/load-plan';
import { Crud, whereEquals, defineList, DataAccess } from '../../../database';
import { CatalogRepository, requireZonesInCountries } from '../../../platform/catalog';
import type { CallerRights } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import type { MapByUserId } from '../users/map-by-user-id';
import { UserSearchIndexer } from '../users/user-search-indexer';
import type { User } from '../users/user.entity';
import { requireSingleDefault, requireAddresseeNames, markDefaultAddresses } from './address-rules';
import type { AddressType } from '../../../core/user-codes';
import type { CreateAddressDto, UpdateAddressDto } from './address.dto';
import { UserAddress } from './user-address.entity';

/** 409: a user has at least one address. */
export const LastAddressNotRemovable = defineError({
  code: 'address.last',
  status: 409,
  title: "The last address of a user can't be deleted",
  remedy: 'Add another address first.',
  detail: () => 'A user needs at least one address.',
});

/** The columns that an update never changes. */
const immutableColumnsPlan = createLoadPlan(UserAddress, ['userId', 'type']);
const addressRulesPlan = createLoadPlan(UserAddress, [
  'userType',
  'company',
  'firstName',
  'countryCode',
  'locationId',
]);
const defaultMarkerPlan = createLoadPlan(UserAddress, ['defaultMarker']);

const addressListing = defineList(UserAddress);

/** The column values of an address in a complete address book. */
export type UserAddressColumns = Partial<UserAddress> & Pick<UserAddress, 'pId'>;

/** Manages the address books of users (specification, Users). */
@Injectable()
export class AddressBookService {
  private readonly addresses: Crud<UserAddress>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly userUnitOfWork: UserUnitOfWork,
    private readonly searchIndexer: UserSearchIndexer,
    private readonly catalog: CatalogRepository,
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
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.validate([[address]], () => '');
      if (address.default) await this.clearDefault(userId, address.type);
      const id = await this.createUserAddressCrud(userId).insert({
        ...toAddressColumns(address),
        userId,
      });
      await this.ensureDefault(userId, address.type);
      await this.searchIndexer.update(userId);
      return { id };
    });
  }

  /**
   * Updates an address; the rules apply to the result.
   * @throws NotFound, PidTaken, AddresseeNameMissing, ReferenceNotFound, ZoneCountryMismatch
   */
  async update(id: number, given: UpdateAddressDto, caller: CallerRights): Promise<void> {
    const { userId, type } = await this.addresses.get(id, immutableColumnsPlan);
    await this.userUnitOfWork.runAndTouchIfChanged(userId, caller, async () => {
      await this.validateUpdate(await this.addresses.get(id, addressRulesPlan), given);
      if (given.default === true) await this.clearDefault(userId, type);
      await this.createUserAddressCrud(userId).update(id, toAddressColumns(given));
      if (given.default === false) await this.ensureDefault(userId, type, id);
      await this.searchIndexer.update(userId);
    });
  }

  /**
   * Removes an address; if it was the default of its type, the oldest other one becomes the default.
   * @throws NotFound, LastAddressNotRemovable
   */
  async remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    const { userId, type } = await this.addresses.get(id, immutableColumnsPlan);
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      const userAddresses = await this.createUserAddressCrud(userId).listWhere([], idOnlyPlan);
      if (userAddresses.every((one) => one.id === id)) throw new LastAddressNotRemovable();
      await this.addresses.remove(id);
      await this.ensureDefault(userId, type);
      await this.searchIndexer.update(userId);
      return { id };
    });
  }

  /**
   * Checks complete address books of users.
   * @param books the addresses of each user
   * @param getPointer JSON pointer of an address, by its index in its user's request
   * @returns the column values of each address, with one default address per type
   * @throws AddresseeNameMissing, DefaultAddressAmbiguous, ReferenceNotFound, ZoneCountryMismatch
   */
  async resolveAddressBooks(
    books: readonly (readonly CreateAddressDto[])[],
    getPointer: (index: number) => string,
  ): Promise<UserAddressColumns[][]> {
    await this.validate(books, getPointer);
    return books.map((book) => markDefaultAddresses(book).map(toAddressColumns));
  }

  /** Inserts the address books of users that are being created, inside their unit of work. */
  async insertAddressBooks(books: MapByUserId<readonly UserAddressColumns[]>): Promise<void> {
    const rows = [...books].flatMap(([userId, book]) => book.map((row) => ({ ...row, userId })));
    await this.dataAccess.writer.insert(UserAddress, rows);
  }

  /**
   * Replaces the address book of a user that the enclosing unit of work has locked. An address with a known pId keeps
   * its id.
   */
  async replaceAddressBook(userId: number, book: readonly UserAddressColumns[]): Promise<void> {
    const { writer } = this.dataAccess;
    const stored = await this.createUserAddressCrud(userId).listWhere([], pIdOnlyPlan);
    const ids = new Map(stored.map(({ pId, id }) => [pId, id]));
    const newPIds = new Set(book.map(({ pId }) => pId));
    const removedIds = stored.filter(({ pId }) => !newPIds.has(pId)).map(({ id }) => id);
    if (removedIds.length > 0) await writer.remove(UserAddress, { id: removedIds });
    await writer.update(UserAddress, { userId }, { defaultMarker: null });
    for (const row of book) {
      const id = ids.get(row.pId);
      if (id !== undefined) await writer.update(UserAddress, id, row);
    }
    const addedRows = book.filter(({ pId }) => !ids.has(pId));
    await this.insertAddressBooks(new Map([[userId, addedRows]]));
  }

  /** Checks addresses before they are stored. */
  private async validate(
    books: readonly (readonly CreateAddressDto[])[],
    getPointer: (index: number) => string,
  ): Promise<void> {
    const addressesWithPointers = books.map((book) =>
      book.map((value, index) => ({ value, pointer: getPointer(index) })),
    );
    for (const book of addressesWithPointers) {
      requireAddresseeNames(book);
      requireSingleDefault(book);
    }
    const zoneReferences = addressesWithPointers
      .flat()
      .map(({ value: { locationId: zoneId, countryCode }, pointer: place }) => {
        return { zoneId, countryCode, pointer: `${place}/locationId` };
      });
    await requireZonesInCountries(this.catalog, zoneReferences);
  }

  /** Checks the result of an address update. */
  private async validateUpdate(
    stored: Loaded<typeof addressRulesPlan>,
    given: UpdateAddressDto,
  ): Promise<void> {
    requireAddresseeNames([{ value: { ...stored, ...given }, pointer: '' }]);
    const { locationId, countryCode } = given;
    if (locationId === undefined && countryCode === undefined) return;
    const zoneReference = {
      zoneId: locationId ?? stored.locationId ?? 0,
      countryCode: countryCode ?? stored.countryCode,
      pointer: locationId === undefined ? '/countryCode' : '/locationId',
    };
    await requireZonesInCountries(this.catalog, [zoneReference]);
  }

  /** The addresses of one user; their pIds are unique among them. */
  private createUserAddressCrud(userId: number): Crud<UserAddress> {
    return new Crud(this.dataAccess, UserAddress, 'address', addressListing, [
      whereEquals('userId', userId),
    ]);
  }

  private async clearDefault(userId: number, type: AddressType): Promise<void> {
    const defaultConditions = { userId, type, defaultMarker: 1 };
    await this.dataAccess.writer.update(UserAddress, defaultConditions, { defaultMarker: null });
  }

  /**
   * Makes the oldest address of a type the default if no address of the type is.
   * @param leastPreferredId id of an address that is chosen only if it is the only one
   */
  private async ensureDefault(
    userId: number,
    type: AddressType,
    leastPreferredId?: number,
  ): Promise<void> {
    const addresses = await this.createUserAddressCrud(userId).listWhere(
      [whereEquals('type', type)],
      defaultMarkerPlan,
    );
    if (addresses.some(({ defaultMarker }) => defaultMarker === 1)) return;
    const newDefault = addresses.find(({ id }) => id !== leastPreferredId) ?? addresses[0];
    if (newDefault)
      await this.dataAccess.writer.update(UserAddress, newDefault.id, { defaultMarker: 1 });
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
