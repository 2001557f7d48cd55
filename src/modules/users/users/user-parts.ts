import { Injectable } from '@nestjs/common';
import type { StoredAssignment } from '../../custom-tags';
import { AddressBookService, type AddressColumns } from '../addresses/address-book.service';
import { ShoppingListsService } from '../shopping-lists/shopping-lists.service';
import { type ResolvedSupplier, SuppliersService } from '../suppliers/suppliers.service';
import { UserTagsService } from '../tags/user-tags.service';
import { type VoucherInput, toVoucherInput } from '../vouchers/voucher-input';
import { VouchersService } from '../vouchers/vouchers.service';
import { WishlistService } from '../wishlist/wishlist.service';
import type { ByUserId } from './by-user-id';
import type { CreateUserDto } from './user.dto';

/** What a create body says besides the user's own columns. */
type UserPartsInput = Pick<
  CreateUserDto,
  'addressBook' | 'customTags' | 'supplier' | 'vouchers' | 'wishlist'
> & {
  /** Of the user, where it may be stored already: tags that it carries may stay as they are. */
  readonly pId?: string;
};

/** The same as it is stored. */
export interface ResolvedUserParts {
  readonly addressBook: readonly AddressColumns[];
  readonly customTags: readonly StoredAssignment[];
  readonly supplier: ResolvedSupplier | undefined;
  readonly vouchers: readonly VoucherInput[] | undefined;
  /** Ids of products. */
  readonly wishlist: readonly number[];
}

const SUPPLIER_POINTER = '/supplier';

/** Where the elements of a list stand in the body. */
const toPartPointer = (list: keyof UserPartsInput) => (index: number) => `/${list}/${index}`;

/** What a user has besides its own row: addresses, tags, vouchers, a wishlist, a shopping list, what it supplies. */
@Injectable()
export class UserParts {
  constructor(
    private readonly addressBook: AddressBookService,
    private readonly vouchers: VouchersService,
    private readonly wishlist: WishlistService,
    private readonly suppliers: SuppliersService,
    private readonly tags: UserTagsService,
    private readonly shoppingLists: ShoppingListsService,
  ) {}

  /**
   * Holds the parts of users against their rules and looks up what they refer to, before anything is stored.
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, and what `AddressBookService.resolve` and
   * `UserTagsService.resolve` do
   */
  async resolve(users: readonly UserPartsInput[]): Promise<ResolvedUserParts[]> {
    const books = await this.addressBook.resolve(
      users.map(({ addressBook }) => addressBook),
      toPartPointer('addressBook'),
    );
    const tags = await this.tags.resolve(
      users.map(({ pId, customTags: given = [] }) => ({ pId, given })),
      toPartPointer('customTags'),
    );
    const wishlists = await this.wishlist.resolve(
      users.map(({ wishlist = [] }) => wishlist),
      toPartPointer('wishlist'),
    );
    const resolved: ResolvedUserParts[] = [];
    for (const [place, { supplier, vouchers }] of users.entries()) {
      resolved.push({
        addressBook: books[place] ?? [],
        customTags: tags[place] ?? [],
        // One by one: few users are suppliers.
        supplier: supplier && (await this.suppliers.resolve(supplier, SUPPLIER_POINTER)),
        vouchers: vouchers?.map(toVoucherInput),
        wishlist: wishlists[place] ?? [],
      });
    }
    return resolved;
  }

  /**
   * Stores the parts of users that are being made, inside their unit of work.
   * @throws PidTaken, WishlistItemTaken, SupplierItemTaken, UserTagTaken, VoucherCodeTaken
   */
  async insert(users: ByUserId<ResolvedUserParts>): Promise<void> {
    const all = [...users];
    const of = <P extends keyof ResolvedUserParts>(part: P): ByUserId<ResolvedUserParts[P]> =>
      new Map(all.map(([userId, parts]) => [userId, parts[part]]));
    await this.addressBook.insert(of('addressBook'));
    await this.wishlist.insert(of('wishlist'), toPartPointer('wishlist'));
    await this.tags.insert(of('customTags'), toPartPointer('customTags'));
    for (const [userId, { supplier, vouchers = [] }] of all) {
      // One by one: few users have them.
      if (supplier) await this.suppliers.store(userId, supplier, SUPPLIER_POINTER);
      await this.vouchers.insert(userId, vouchers, toPartPointer('vouchers'));
    }
    await this.shoppingLists.createForUsers([...users.keys()]);
  }

  /**
   * Makes these all that a user has, who is locked in the unit of work around; vouchers that are not said stay.
   * @throws what `insert` does
   */
  async replace(userId: number, parts: ResolvedUserParts): Promise<void> {
    const { addressBook, customTags, supplier, vouchers, wishlist } = parts;
    await this.addressBook.replace(userId, addressBook);
    await this.wishlist.replace(userId, wishlist, toPartPointer('wishlist'));
    await this.suppliers.replace(userId, supplier, SUPPLIER_POINTER);
    await this.tags.replace(userId, customTags, toPartPointer('customTags'));
    if (vouchers) await this.vouchers.replace(userId, vouchers, toPartPointer('vouchers'));
  }

  /** Removes what no foreign key removes with a user that is locked in the unit of work around. */
  async remove(userId: number): Promise<void> {
    await this.shoppingLists.removeByUser(userId);
  }
}
