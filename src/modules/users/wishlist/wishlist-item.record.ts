import { computedField, numberField, defineRecord } from '../../../api';
import type { WishlistItem } from './wishlist-item.entity';

/** A product on a wishlist: `{ID, PID}`. */
export const wishlistItemRecord = defineRecord<WishlistItem>()('wishlistItem', {
  ID: numberField('productId'),
  PID: computedField({
    schema: () => ({ type: 'string' }),
    serialize: ({ product }: WishlistItem) => product.pId,
    columns: [],
    relations: { product: ['pId'] },
  }),
});
