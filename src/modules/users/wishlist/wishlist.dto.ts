import { IdPath, RecordId } from '../../../api';

/** `{id}` of a user and `{productId}` of a product on its wishlist. */
export class WishlistItemPath extends IdPath {
  @RecordId({ description: 'Internal identifier of the product' })
  productId!: number;
}
