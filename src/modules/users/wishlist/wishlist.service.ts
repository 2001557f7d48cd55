import { Injectable } from '@nestjs/common';
import { NotFound, defineError } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import { whereEquals, whereIn, type RecordReference, DataAccess } from '../../../database';
import { CatalogRepository } from '../../../platform/catalog';
import { resolveElementIdLists } from '../resolve-element-ids';
import type { CallerRights } from '../administrators/administrators.service';
import type { MapByUserId } from '../users/map-by-user-id';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import { User } from '../users/user.entity';
import { WishlistItem } from './wishlist-item.entity';
import { wishlistItemRecord } from './wishlist-item.record';

/** 409: a wishlist contains each product at most once. */
export const WishlistItemTaken = defineError<{ productId: number; pointer: string }>({
  code: 'wishlistItem.taken',
  status: 409,
  title: 'The product is already on the wishlist',
  remedy: 'Omit the product, or do nothing: it is on the wishlist already.',
  detail: ({ productId }) => `The product ${productId} is already on the wishlist.`,
});

const toUserWishlistPlan = <R>(wishlist: LoadPlan<WishlistItem, R>) =>
  createLoadPlan(User, [], { wishlist });
const removedItemPlan = wishlistItemRecord.getLoadPlan();
const wishlistItemPlan = createLoadPlan(WishlistItem, ['userId', 'productId']);

/** Manages the wishlists of users. */
@Injectable()
export class WishlistService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly catalog: CatalogRepository,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /** Returns the wishlist of a user, oldest entry first. @throws NotFound */
  async list<R>(userId: number, plan: LoadPlan<WishlistItem, R>): Promise<R[]> {
    return (await this.users.get(userId, toUserWishlistPlan(plan))).wishlist;
  }

  /** Adds a product. @throws NotFound, ReferenceNotFound, ReferenceMismatch, WishlistItemTaken */
  add(userId: number, product: RecordReference, caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      const pointer = () => '';
      const [productIds = []] = await this.resolveProductIds([[product]], pointer);
      await this.insert(new Map([[userId, productIds]]), pointer);
    });
  }

  /**
   * Returns the ids of the products on wishlists.
   * @param pointer JSON pointer of a product, by its index in its user's request
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
   */
  resolveProductIds(
    wishlists: readonly (readonly RecordReference[])[],
    pointer: (index: number) => string,
  ): Promise<number[][]> {
    const references = wishlists.map((products) =>
      products.map((reference, index) => {
        return { kind: 'product', reference, pointer: pointer(index) } as const;
      }),
    );
    return resolveElementIdLists(this.catalog, references);
  }

  /**
   * Adds products to the wishlists of users that are being created or changed, inside their unit of work.
   * @param pointer JSON pointer of a product, by its index in its user's request
   * @throws WishlistItemTaken
   */
  async insert(
    wishlists: MapByUserId<readonly number[]>,
    pointer: (index: number) => string,
  ): Promise<void> {
    const newItems = [...wishlists].flatMap(([userId, productIds]) =>
      productIds.map((productId, index) => ({ userId, productId, index })),
    );
    if (newItems.length === 0) return;
    const ofUsers = whereIn('userId', [...wishlists.keys()]);
    const storedItems = await this.dataAccess.loader.listWhere(
      WishlistItem,
      [ofUsers],
      wishlistItemPlan,
    );
    const repeated =
      newItems[
        indexOfFirstDuplicate(newItems.map(toWishlistItemKey), storedItems.map(toWishlistItemKey))
      ];
    if (repeated) {
      const { productId, index } = repeated;
      throw new WishlistItemTaken({ productId, pointer: pointer(index) });
    }
    const rows = newItems.map(({ userId, productId }) => ({ userId, productId }));
    await this.dataAccess.writer.insert(WishlistItem, rows);
  }

  /** Replaces the wishlist of a user, inside its unit of work. @throws WishlistItemTaken */
  async replace(
    userId: number,
    productIds: readonly number[],
    pointer: (index: number) => string,
  ): Promise<void> {
    await this.dataAccess.writer.remove(WishlistItem, { userId });
    await this.insert(new Map([[userId, productIds]]), pointer);
  }

  /** Removes a product. @returns the removed entry @throws NotFound if the product is not on the wishlist */
  remove(userId: number, productId: number, caller: CallerRights): Promise<WishlistItem> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      const conditions = [whereEquals('userId', userId), whereEquals('productId', productId)];
      const [item] = await this.dataAccess.loader.listWhere(
        WishlistItem,
        conditions,
        removedItemPlan,
      );
      if (!item) throw new NotFound({ resource: 'wishlistItem', id: productId });
      await this.dataAccess.writer.remove(WishlistItem, item.id);
      return item;
    });
  }

  /** Removes all products. @returns the remaining wishlist, an empty list @throws NotFound */
  clear(userId: number, caller: CallerRights): Promise<WishlistItem[]> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.dataAccess.writer.remove(WishlistItem, { userId });
      return [];
    });
  }
}

function toWishlistItemKey({
  userId,
  productId,
}: Pick<WishlistItem, 'userId' | 'productId'>): string {
  return `${userId}/${productId}`;
}
