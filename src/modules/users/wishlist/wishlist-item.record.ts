import { computedField, numberField, record } from '../../../api';
import type { WishlistItem } from './wishlist-item.entity';

/** The product that is wished for: `{ID, PID}`. */
export const wishlistItemRecord = record<WishlistItem>()('wishlistItem', {
  ID: numberField('productId'),
  PID: computedField({
    schema: () => ({ type: 'string' }),
    write: ({ product }: WishlistItem) => product.pId,
    needs: [],
    relations: { product: ['pId'] },
  }),
});
