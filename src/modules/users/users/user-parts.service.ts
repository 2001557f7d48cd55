import { Injectable } from '@nestjs/common';
import { isAlreadyStored } from '../../../core/is-already-stored';
import type { TagAssignmentColumns } from '../../custom-tags';
import { withUserDefaults } from '../addresses/address.dto';
import { AddressBookService, type UserAddressColumns } from '../addresses/address-book.service';
import { ShoppingListsService } from '../shopping-lists/shopping-lists.service';
import { type ResolvedSupplier, SuppliersService } from '../suppliers/suppliers.service';
import { UserTagsService } from '../tags/user-tags.service';
import { type VoucherInput, toVoucherInput } from '../vouchers/voucher-input';
import { VouchersService } from '../vouchers/vouchers.service';
import { WishlistService } from '../wishlist/wishlist.service';
import type { MapByUserId } from './map-by-user-id';
import type { CreateUserDto } from './user.dto';

/** The parts of a create body that are not columns of the user, and the defaults of its addresses. */
type UserPartsInput = Pick<
  CreateUserDto,
  | 'addressBook'
  | 'customTags'
  | 'reverseChargeVat'
  | 'supplier'
  | 'userType'
  | 'vouchers'
  | 'wishlist'
> & {
  /** The pId of a user who may be stored already. The user's stored tags may be inactive, and keep unchanged values. */
  readonly pId?: string;
};

/** The parts of a user, resolved to what is stored. */
export interface ResolvedUserParts {
  readonly addressBook: readonly UserAddressColumns[];
  readonly customTags: readonly TagAssignmentColumns[];
  readonly supplier: ResolvedSupplier | undefined;
  readonly vouchers: readonly VoucherInput[] | undefined;
  /** Product ids. */
  readonly wishlist: readonly number[];
}

const SUPPLIER_POINTER = '/supplier';

/** JSON pointers of the elements of a list in the body. */
const createPartPointerFunction = (list: keyof UserPartsInput) => (index: number) =>
  `/${list}/${index}`;

/** Manages the parts of a user: addresses, tags, vouchers, wishlist, shopping lists and supplied items. */
@Injectable()
export class UserPartsService {
  constructor(
    private readonly addressBook: AddressBookService,
    private readonly vouchers: VouchersService,
    private readonly wishlist: WishlistService,
    private readonly suppliers: SuppliersService,
    private readonly tags: UserTagsService,
    private readonly shoppingLists: ShoppingListsService,
  ) {}

  /**
   * Checks the parts of users and resolves their references, before anything is stored.
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch and the errors of
   * `AddressBookService.resolveAddressBooks` and `UserTagsService.resolveAssignments`
   */
  async resolveParts(users: readonly UserPartsInput[]): Promise<ResolvedUserParts[]> {
    const books = await this.addressBook.resolveAddressBooks(
      users.map((user) => user.addressBook.map((address) => withUserDefaults(user, address))),
      createPartPointerFunction('addressBook'),
    );
    const tags = await this.tags.resolveAssignments(
      users.map(({ pId, customTags = [] }) => ({ pId, assignments: customTags })),
      createPartPointerFunction('customTags'),
    );
    const wishlists = await this.wishlist.resolveProductIds(
      users.map(({ wishlist = [] }) => wishlist),
      createPartPointerFunction('wishlist'),
    );
    const resolvedParts: ResolvedUserParts[] = [];
    for (const [index, { supplier, vouchers }] of users.entries()) {
      resolvedParts.push({
        addressBook: books[index] ?? [],
        customTags: tags[index] ?? [],
        // One at a time, because few users are suppliers.
        supplier:
          supplier && (await this.suppliers.resolveItemReferences(supplier, SUPPLIER_POINTER)),
        vouchers: vouchers?.map(toVoucherInput),
        wishlist: wishlists[index] ?? [],
      });
    }
    return resolvedParts;
  }

  /**
   * Stores the parts of new users, inside their unit of work.
   * @throws PidTaken, WishlistItemTaken, SupplierItemTaken, UserTagTaken, VoucherCodeTaken
   */
  async insertParts(users: MapByUserId<ResolvedUserParts>): Promise<void> {
    const entries = [...users];
    const pickPart = <P extends keyof ResolvedUserParts>(
      part: P,
    ): MapByUserId<ResolvedUserParts[P]> =>
      new Map(entries.map(([userId, parts]) => [userId, parts[part]]));
    await this.addressBook.insertAddressBooks(pickPart('addressBook'));
    await this.wishlist.insert(pickPart('wishlist'), createPartPointerFunction('wishlist'));
    await this.tags.insertAssignments(
      pickPart('customTags'),
      createPartPointerFunction('customTags'),
    );
    for (const [userId, { supplier, vouchers = [] }] of entries) {
      // One at a time, because few users have them.
      if (supplier) await this.suppliers.storeSupplierData(userId, supplier, SUPPLIER_POINTER);
      await this.vouchers.insert(userId, vouchers, createPartPointerFunction('vouchers'));
    }
    await this.shoppingLists.createForUsers([...users.keys()]);
  }

  /**
   * Replaces the changed parts of a user that the enclosing unit of work has locked. Without a list of vouchers, the
   * stored vouchers stay.
   * @param storedParts the parts that the user has
   * @throws the errors of `insertParts`
   */
  async replaceChangedParts(
    userId: number,
    parts: ResolvedUserParts,
    storedParts: ResolvedUserParts,
  ): Promise<void> {
    const { addressBook, customTags, supplier, vouchers, wishlist } = parts;
    const isDifferent = (part: keyof ResolvedUserParts): boolean =>
      !isAlreadyStored(parts[part], storedParts[part]);
    if (isDifferent('addressBook')) await this.addressBook.replaceAddressBook(userId, addressBook);
    if (isDifferent('wishlist'))
      await this.wishlist.replace(userId, wishlist, createPartPointerFunction('wishlist'));
    if (isDifferent('supplier'))
      await this.suppliers.replaceSupplierData(userId, supplier, SUPPLIER_POINTER);
    if (isDifferent('customTags'))
      await this.tags.replaceAssignments(
        userId,
        customTags,
        createPartPointerFunction('customTags'),
      );
    if (vouchers && isDifferent('vouchers'))
      await this.vouchers.replace(userId, vouchers, createPartPointerFunction('vouchers'));
  }

  /** Removes the rows of the user's shopping lists from the index. The enclosing unit of work has locked the user. */
  async removeFromSearchIndex(userId: number): Promise<void> {
    await this.shoppingLists.removeFromSearchIndexByUser(userId);
  }
}
