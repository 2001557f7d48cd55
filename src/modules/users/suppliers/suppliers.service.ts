import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { NotFound, defineError } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import { whereEquals, DataAccess } from '../../../database';
import { CatalogRepository } from '../../../platform/catalog';
import { resolveElementIds } from '../resolve-element-ids';
import type { CallerRights } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { UserCrud } from '../users/user-crud';
import { User } from '../users/user.entity';
import { SupplierItem } from './supplier-item.entity';
import { type SupplierItemType, elementKindBySupplierItemType } from './supplier-item-type';
import type { SupplierItemDto, UpdateSupplierDto } from './supplier.dto';

/** 409: a supplier delivers each product and category at most once. */
export const SupplierItemTaken = defineError<{ pointer: string }>({
  code: 'supplierItem.taken',
  status: 409,
  title: 'The supplier already has this item',
  remedy: 'Omit the item, or do nothing: it exists already.',
  detail: () => 'The supplier already delivers this product or category.',
});

const supplierPlan = createLoadPlan(User, ['supplier']);
const suppliedElementPlan = createLoadPlan(SupplierItem, ['elementId']);
const itemPlan = createLoadPlan(SupplierItem, ['itemType', 'elementId']);

/** An item that a supplier delivers, its reference resolved. */
type SupplierItemKey = Pick<SupplierItem, 'itemType' | 'elementId'>;

/** The supplier data of a request, its references resolved. */
export interface ResolvedSupplier {
  readonly active?: boolean;
  readonly items?: readonly SupplierItemKey[];
  readonly logo?: string;
}

/** Manages suppliers and the items that they deliver. */
@Injectable()
export class SuppliersService {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly users: UserCrud,
    private readonly catalog: CatalogRepository,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {}

  /** @throws NotFound */
  get<R>(userId: number, plan: LoadPlan<User, R>): Promise<R> {
    return this.users.get(userId, plan);
  }

  /** Updates a user's supplier data. @throws NotFound, ReferenceNotFound, ReferenceMismatch, SupplierItemTaken */
  update(userId: number, supplier: UpdateSupplierDto, caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runAndTouchIfChanged(userId, caller, async () => {
      const { supplier: isSupplier } = await this.users.get(userId, supplierPlan);
      // Sending back the empty data of a user who isn't a supplier doesn't make the user one.
      if (!isSupplier && isEmptySupplier(supplier)) return;
      await this.storeSupplierData(userId, await this.resolveItemReferences(supplier, ''), '');
    });
  }

  /**
   * Resolves the items of a supplier.
   * @param pointer JSON pointer of the supplier within its request
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch
   */
  async resolveItemReferences(
    { items, ...values }: UpdateSupplierDto,
    pointer: string,
  ): Promise<ResolvedSupplier> {
    return items
      ? { ...values, items: await this.resolveItems(items, (at) => `${pointer}/items/${at}`) }
      : values;
  }

  /**
   * Makes a user a supplier, or updates the supplier data of one, inside the unit of work that creates or changes the
   * user. Items that are sent replace the existing ones.
   * @param pointer JSON pointer of the supplier within its request
   * @throws SupplierItemTaken
   */
  async storeSupplierData(
    userId: number,
    { active, items, logo }: ResolvedSupplier,
    pointer: string,
  ): Promise<void> {
    const { supplier: isSupplier } = await this.users.get(userId, supplierPlan);
    const patch = {
      supplier: true,
      supplierActive: active ?? (isSupplier ? undefined : true),
      supplierLogo: logo,
    };
    await this.dataAccess.writer.update(User, userId, patch);
    if (!items || (await this.hasExactItems(userId, items))) return;
    await this.dataAccess.writer.remove(SupplierItem, { userId });
    await this.insertItems(userId, items, (index) => `${pointer}/items/${index}`);
  }

  /**
   * Replaces all supplier data of a user that the enclosing unit of work has locked. Without data the user stops being
   * a supplier.
   * @throws SupplierItemTaken
   */
  async replaceSupplierData(
    userId: number,
    supplier: ResolvedSupplier | undefined,
    pointer: string,
  ): Promise<void> {
    await this.dataAccess.writer.remove(SupplierItem, { userId });
    const emptySupplierColumns = { supplier: false, supplierActive: false, supplierLogo: '' };
    await this.dataAccess.writer.update(User, userId, emptySupplierColumns);
    if (supplier) await this.storeSupplierData(userId, supplier, pointer);
  }

  /**
   * Adds items, and makes the user a supplier if necessary.
   * @throws NotFound, ReferenceNotFound, ReferenceMismatch, SupplierItemTaken
   */
  addItems(userId: number, items: readonly SupplierItemDto[], caller: CallerRights): Promise<void> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.storeSupplierData(userId, {}, '');
      const toPointer = (index: number) => `/${index}`;
      await this.insertItems(userId, await this.resolveItems(items, toPointer), toPointer);
    });
  }

  /** Removes an item. @throws NotFound if the user doesn't supply it */
  removeItem(
    userId: number,
    itemType: SupplierItemType,
    elementId: number,
    caller: CallerRights,
  ): Promise<void> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      const item = { userId, itemType, elementId };
      const removed = await this.dataAccess.writer.remove(SupplierItem, item);
      if (removed === 0) throw new NotFound({ resource: 'supplierItem', id: elementId });
    });
  }

  /** Removes all items. @returns the remaining items, an empty list @throws NotFound */
  removeAllItems(userId: number, caller: CallerRights): Promise<SupplierItem[]> {
    return this.userUnitOfWork.runAndTouch(userId, caller, async () => {
      await this.dataAccess.writer.remove(SupplierItem, { userId });
      return [];
    });
  }

  /** Whether a user has exactly these items, in this order. */
  private async hasExactItems(userId: number, items: readonly SupplierItemKey[]): Promise<boolean> {
    const stored = await this.listItems(userId, itemPlan);
    return isDeepStrictEqual(
      stored.map(({ itemType, elementId }) => [itemType, elementId]),
      items.map(({ itemType, elementId }) => [itemType, elementId]),
    );
  }

  /** Returns the items of a supplier, by ascending id. */
  listItems<R>(userId: number, plan: LoadPlan<SupplierItem, R>): Promise<R[]> {
    return this.dataAccess.loader.listWhere(SupplierItem, [whereEquals('userId', userId)], plan);
  }

  private async resolveItems(
    items: readonly SupplierItemDto[],
    toPointer: (index: number) => string,
  ): Promise<SupplierItemKey[]> {
    const references = items.map(({ item, itemType }, index) => {
      const kind = elementKindBySupplierItemType[itemType];
      return { kind, reference: item, pointer: `${toPointer(index)}/item` };
    });
    const ids = await resolveElementIds(this.catalog, references);
    return items.map(({ itemType }, at) => ({ itemType, elementId: ids[at] as number }));
  }

  private async insertItems(
    userId: number,
    items: readonly SupplierItemKey[],
    toPointer: (index: number) => string,
  ): Promise<void> {
    const storedItems = await this.listItems(userId, suppliedElementPlan);
    const duplicateIndex = indexOfFirstDuplicate(
      items.map(({ elementId }) => elementId),
      storedItems.map(({ elementId }) => elementId),
    );
    if (duplicateIndex >= 0) throw new SupplierItemTaken({ pointer: toPointer(duplicateIndex) });
    const rows = items.map((item) => ({ ...item, userId }));
    await this.dataAccess.writer.insert(SupplierItem, rows);
  }
}

/** Whether a body equals the empty data of a user who isn't a supplier. */
function isEmptySupplier({ active, items, logo }: UpdateSupplierDto): boolean {
  return active === false && items?.length === 0 && logo === '';
}
