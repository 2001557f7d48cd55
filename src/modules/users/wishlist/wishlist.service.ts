import { Injectable } from '@nestjs/common';
import { NotFound, defineError } from '../../../core/errors';
import { firstRepeated } from '../../../core/first-repeated';
import { type LoadPlan, plan } from '../../../core/load-plan';
import { type Crud, is, type Reference, Stores } from '../../../database';
import { Catalog } from '../../catalog';
import { elementIds } from '../element-references';
import { UserChanges } from '../users/user-changes';
import { UserCollection } from '../users/user-collection';
import { User } from '../users/user.entity';
import { WishlistItem } from './wishlist-item.entity';

/** 409: a product stands on a wishlist once. */
export const WishlistItemTaken = defineError<{ productId: number; pointer: string }>({
  code: 'wishlistItem.taken',
  status: 409,
  title: 'The product is on the wishlist already',
  remedy: 'Nothing is to be done: the product is there.',
  detail: ({ productId }) => `The product ${productId} is on the wishlist already.`,
  pointer: ({ pointer }) => pointer,
});

const wishlistOf = (wishlist: LoadPlan): LoadPlan => plan(User, [], { wishlist });
const productPlan = plan(WishlistItem, ['productId']);

/** The products that users wish for. */
@Injectable()
export class WishlistService {
  private readonly users: Crud<User>;

  constructor(
    private readonly stores: Stores,
    private readonly catalog: Catalog,
    private readonly changes: UserChanges,
  ) {
    this.users = new UserCollection(stores);
  }

  /** What a user wishes for, the oldest wish first. @throws NotFound */
  async list(userId: number, plan: LoadPlan): Promise<WishlistItem[]> {
    return (await this.users.get(userId, wishlistOf(plan))).wishlist;
  }

  /** @returns the whole wishlist @throws NotFound, ReferenceNotFound, ReferenceMismatch, WishlistItemTaken */
  add(userId: number, product: Reference, plan: LoadPlan): Promise<WishlistItem[]> {
    return this.changes.run(userId, async () => {
      const pointer = () => '';
      await this.insert(userId, await this.resolve([product], pointer), pointer);
      return this.list(userId, plan);
    });
  }

  /**
   * The ids of the products that are wished for.
   * @param pointer where each of them stands in the request
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
   */
  resolve(products: readonly Reference[], pointer: (index: number) => string): Promise<number[]> {
    const references = products.map((reference, index) => {
      return { kind: 'product', reference, pointer: pointer(index) } as const;
    });
    return elementIds(this.catalog, references);
  }

  /**
   * Puts products on the wishlist of a user that is being made or changed, inside its unit of work.
   * @param pointer where each of them stands in the request
   * @throws WishlistItemTaken
   */
  async insert(
    userId: number,
    productIds: readonly number[],
    pointer: (index: number) => string,
  ): Promise<void> {
    if (productIds.length === 0) return;
    const wished = await this.stores.loader.where(
      WishlistItem,
      [is('userId', userId)],
      productPlan,
    );
    const repeated = firstRepeated(
      productIds,
      wished.map(({ productId }) => productId),
    );
    if (repeated >= 0) {
      const productId = productIds[repeated] as number;
      throw new WishlistItemTaken({ productId, pointer: pointer(repeated) });
    }
    const rows = productIds.map((productId) => ({ userId, productId }));
    await this.stores.writer.insert(WishlistItem, rows);
  }

  /** Makes these products all that a user wishes for, inside its unit of work. @throws WishlistItemTaken */
  async replace(
    userId: number,
    productIds: readonly number[],
    pointer: (index: number) => string,
  ): Promise<void> {
    await this.stores.writer.remove(WishlistItem, { userId });
    await this.insert(userId, productIds, pointer);
  }

  /** @returns what was taken off @throws NotFound when it is not on the wishlist */
  remove(userId: number, productId: number, plan: LoadPlan): Promise<WishlistItem> {
    return this.changes.run(userId, async () => {
      const conditions = [is('userId', userId), is('productId', productId)];
      const [item] = await this.stores.loader.where(WishlistItem, conditions, plan);
      if (!item) throw new NotFound({ resource: 'wishlistItem', id: productId });
      await this.stores.writer.remove(WishlistItem, item.id);
      return item;
    });
  }

  /** @returns what is left of the wishlist: nothing @throws NotFound */
  clear(userId: number): Promise<WishlistItem[]> {
    return this.changes.run(userId, async () => {
      await this.stores.writer.remove(WishlistItem, { userId });
      return [];
    });
  }
}
