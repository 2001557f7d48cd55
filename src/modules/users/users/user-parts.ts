import { Injectable } from '@nestjs/common';
import { AddressBookService } from '../addresses/address-book.service';
import { ShoppingListsService } from '../shopping-lists/shopping-lists.service';
import { SuppliersService } from '../suppliers/suppliers.service';
import { UserTagsService } from '../tags/user-tags.service';
import { VouchersService } from '../vouchers/vouchers.service';
import { WishlistService } from '../wishlist/wishlist.service';
import type { CreateUserDto } from './user.dto';

/** What a create body says beside the user's own columns. */
type GivenParts = Pick<
  CreateUserDto,
  'addressBook' | 'customTags' | 'supplier' | 'vouchers' | 'wishlist'
>;

/** What a user has beside its own row: addresses, tags, vouchers, a wishlist, a shopping list, what it supplies. */
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
   * Holds the parts against their rules as far as nothing has to be stored for it.
   * @returns what stores them for a user that is being made, inside its unit of work; it throws ReferenceNotFound,
   * ReferenceMismatch, PidTaken, WishlistItemTaken, SupplierItemTaken, UserTagTaken, VoucherCodeTaken
   * @throws what `AddressBookService.check` and `UserTagsService.resolve` do
   */
  async check({
    addressBook,
    customTags = [],
    supplier,
    vouchers = [],
    wishlist = [],
  }: GivenParts): Promise<(userId: number) => Promise<void>> {
    await this.addressBook.check(addressBook, (index) => `/users/addressBook/${index}`);
    const tags = await this.tags.resolve(customTags, (index) => `/users/customTags/${index}`);
    return async (userId) => {
      await this.addressBook.insert(userId, addressBook);
      await this.wishlist.insert(userId, wishlist, (index) => `/users/wishlist/${index}`);
      if (supplier) await this.suppliers.put(userId, supplier, '/users/supplier');
      await this.tags.insert(userId, tags);
      await this.vouchers.insert(userId, vouchers, (index) => `/users/vouchers/${index}`);
      await this.shoppingLists.open(userId);
    };
  }

  /** Removes what no foreign key removes with a user that is locked in the unit of work around. */
  async remove(userId: number): Promise<void> {
    await this.shoppingLists.forget(userId);
  }
}
