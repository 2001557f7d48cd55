import {
  ApiController,
  RequestBody,
  Caller,
  Create,
  IdPath,
  PathParams,
  ResponseLoadPlan,
  type Principal,
  Read,
  ReferenceDto,
  Remove,
  collectionResponse,
} from '../../../api';
import { NotFound, ReferenceMismatch, ReferenceNotFound } from '../../../core/errors';
import type { RecordPlan } from '../../../core/load-plan';
import type { WishlistItem } from './wishlist-item.entity';
import { wishlistItemRecord } from './wishlist-item.record';
import { WishlistItemPath } from './wishlist.dto';
import { WishlistItemTaken, WishlistService } from './wishlist.service';
import { usersOpenApiTag } from '../users.openapi-tag';

const wishlistResponse = collectionResponse('WISHLIST', wishlistItemRecord);

/** Wishlists of users (specification, Users). */
@ApiController('users', {
  area: 'users',
  openApiTag: usersOpenApiTag,
  pathExamples: { productId: 3 },
})
export class WishlistController {
  constructor(private readonly wishlist: WishlistService) {}

  @Read(':id/wishlist', {
    summary: 'Read the wishlist of a user',
    description: "Returns the products on the user's wishlist, oldest entry first.",
    returns: wishlistResponse,
  })
  getUserWishlist(
    @PathParams() { id }: IdPath,
    @ResponseLoadPlan() plan: RecordPlan<WishlistItem>,
  ) {
    return this.wishlist.list(id, plan);
  }

  @Create(':id/wishlist', {
    bodyExample: { pId: 'mug' },
    summary: 'Add a product to the wishlist of a user',
    description:
      'Adds one stored product, named by `id` or `pId`, and returns the whole wishlist. ' +
      "The user's `LASTUSED` is updated.",
    returns: wishlistResponse,
    errors: [NotFound, ReferenceNotFound, ReferenceMismatch, WishlistItemTaken],
  })
  async createUserWishlistItem(
    @PathParams() { id }: IdPath,
    @RequestBody('wishlist') body: ReferenceDto,
    @Caller() caller: Principal,
    @ResponseLoadPlan() plan: RecordPlan<WishlistItem>,
  ) {
    await this.wishlist.add(id, body, caller);
    return this.wishlist.list(id, plan);
  }

  @Remove(':id/wishlist', {
    summary: 'Remove all products from the wishlist of a user',
    description:
      "Returns an empty list. The products themselves stay, and the user's " +
      '`LASTUSED` is updated.',
    returns: wishlistResponse,
  })
  removeUserWishlist(@PathParams() { id }: IdPath, @Caller() caller: Principal) {
    return this.wishlist.clear(id, caller);
  }

  @Remove(':id/wishlist/:productId', {
    summary: 'Remove a product from the wishlist of a user',
    description:
      "Returns the removed product, or 404 if it isn't on the list. The user's `LASTUSED` " +
      'is updated.',
    returns: wishlistItemRecord,
    ifMatchOperation: 'getUser',
  })
  removeUserWishlistItem(
    @PathParams() { id, productId }: WishlistItemPath,
    @Caller() caller: Principal,
  ) {
    return this.wishlist.remove(id, productId, caller);
  }
}
