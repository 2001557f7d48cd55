import {
  ApiController,
  Body,
  Create,
  IdPath,
  Path,
  Plan,
  Read,
  ReferenceDto,
  Remove,
  collection,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { LoadPlan } from '../../../core/load-plan';
import { wishlistItemRecord } from './wishlist-item.record';
import { WishlistItemPath } from './wishlist.dto';
import { WishlistItemTaken, WishlistService } from './wishlist.service';
import { usersHeading } from '../users.heading';

const wishlist = collection('WISHLIST', wishlistItemRecord);

/** Specification, Users: the wishlist of a user. */
@ApiController('users', { area: 'users', heading: usersHeading, examples: { productId: 3 } })
export class WishlistController {
  constructor(private readonly wishlist: WishlistService) {}

  @Read(':id/wishlist', { summary: 'Read the wishlist of a user', returns: wishlist })
  getUserWishlist(@Path() { id }: IdPath, @Plan() plan: LoadPlan) {
    return this.wishlist.list(id, plan);
  }

  @Create(':id/wishlist', {
    bodyExample: { pId: 'mug' },
    summary: 'Add a product to the wishlist of a user',
    returns: wishlist,
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, WishlistItemTaken],
  })
  createUserWishlistItem(
    @Path() { id }: IdPath,
    @Body('wishlist') body: ReferenceDto,
    @Plan() plan: LoadPlan,
  ) {
    return this.wishlist.add(id, body, plan);
  }

  @Remove(':id/wishlist', {
    summary: 'Remove all products from the wishlist of a user',
    returns: wishlist,
  })
  removeUserWishlist(@Path() { id }: IdPath) {
    return this.wishlist.clear(id);
  }

  @Remove(':id/wishlist/:productId', {
    summary: 'Remove a product from the wishlist of a user',
    returns: wishlistItemRecord,
    current: 'getUser',
  })
  removeUserWishlistItem(@Path() { id, productId }: WishlistItemPath, @Plan() plan: LoadPlan) {
    return this.wishlist.remove(id, productId, plan);
  }
}
