import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound, PidTaken } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { idOnlyPlan, type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { truncateToCodePoints } from '../../../core/text-folding';
import { Crud, whereEquals, whereIn, defineList, DataAccess } from '../../../database';
import { CatalogRepository, CatalogDependent, elementKinds } from '../../../platform/catalog';
import { resolveElementIds } from '../resolve-element-ids';
import type { CallerRights } from '../administrators/administrators.service';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { User } from '../users/user.entity';
import { THOUSANDTHS_PER_UNIT } from './shopping-list-row.record';
import { toShoppingListElementKind } from './shopping-list-reference-type';
import type {
  ShoppingListRowDto,
  ShoppingListRowQuery,
  ShoppingOptionDto,
} from './shopping-list-row.dto';
import {
  type ShoppingListRowOption,
  ShoppingList,
  ShoppingListRow,
  shoppingListRowSearchKind,
} from './shopping-list.entity';

const rowListing = defineList(ShoppingListRow, {
  sort: { priority: 'priority', dateAdded: 'dateAdded' },
  search: shoppingListRowSearchKind,
});
const ownerPlan = createLoadPlan(ShoppingList, ['userId']);
const rowPIdPlan = createLoadPlan(ShoppingListRow, ['pId']);
/** Length of the text columns of the previous version. */
const PREVIOUS_VERSION_TEXT_LENGTH = 8;

const rowListIdPlan = createLoadPlan(ShoppingListRow, ['listId']);

/** A new row, with its position in the request as a JSON pointer. */
interface RowWithPointer {
  readonly row: ShoppingListRowDto;
  readonly pointer: string;
}

/** The product or bundle that a row refers to. */
type RowReferenceColumns = Pick<ShoppingListRow, 'referenceId'> & ReturnType<typeof toTypeColumns>;

/** Manages the rows of shopping lists. */
@Injectable()
@CatalogDependent()
export class ShoppingListRowsService implements CatalogDependent {
  /** Prevents the removal of catalog elements that rows refer to. */
  readonly catalogReferrer = {
    kinds: elementKinds,
    entity: ShoppingListRow,
    property: 'referenceId',
  };
  private readonly lists: Crud<ShoppingList>;

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly catalog: CatalogRepository,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {
    this.lists = new Crud(dataAccess, ShoppingList, 'shoppingList', defineList(ShoppingList));
  }

  /** Returns a page of a list's rows. @throws NotFound */
  async list<R>(
    listId: number,
    query: ShoppingListRowQuery,
    plan: LoadPlan<ShoppingListRow, R>,
  ): Promise<Page<R>> {
    await this.lists.assertExists(listId);
    return this.dataAccess.loader.listPage(rowListing, { ...query }, plan, [
      whereEquals('listId', listId),
    ]);
  }

  /** @throws NotFound */
  async get<R>(id: number, plan: LoadPlan<ShoppingListRow, R>): Promise<R> {
    const row = await this.dataAccess.loader.findById(ShoppingListRow, id, plan);
    if (!row) throw new NotFound({ resource: 'shoppingListRow', id });
    return row;
  }

  /** Returns the rows with these ids, by ascending id. */
  listByIds<R>(ids: readonly number[], plan: LoadPlan<ShoppingListRow, R>): Promise<R[]> {
    return this.dataAccess.loader.listByIds(ShoppingListRow, ids, plan);
  }

  /** Returns the number of rows by list id, with one query. Lists without rows are missing in the map. */
  countByList(listIds: readonly number[]): Promise<Map<number, number>> {
    return this.dataAccess.loader.countBy(ShoppingListRow, 'listId', [whereIn('listId', listIds)]);
  }

  /**
   * Adds rows to a list. Without rows nothing changes.
   * @returns the ids of the new rows
   * @throws NotFound, ReferenceNotFound, ReferenceMismatch, PidTaken
   */
  add(
    listId: number,
    rows: readonly ShoppingListRowDto[],
    caller: CallerRights,
  ): Promise<number[]> {
    const rowsWithPointers = rows.map((row, index) => ({ row, pointer: `/${index}` }));
    return this.dataAccess.unitOfWork.run(async () => {
      const { userId } = await this.lists.get(listId, ownerPlan);
      if (rowsWithPointers.length === 0) return [];
      return this.runRowChange(userId, caller, () => this.insertRows(listId, rowsWithPointers));
    });
  }

  /** @throws NotFound */
  remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const { listId } = await this.get(id, rowListIdPlan);
      const { userId } = await this.lists.get(listId, ownerPlan);
      return this.runRowChange(userId, caller, () => this.removeRow(id));
    });
  }

  /** Removes all rows of some lists from the search index, inside a unit of work. */
  async removeFromSearchIndexByLists(listIds: readonly number[]): Promise<void> {
    const conditions = [whereIn('listId', listIds)];
    const rows = await this.dataAccess.loader.listWhere(ShoppingListRow, conditions, idOnlyPlan);
    await this.dataAccess.searchIndex.remove(
      shoppingListRowSearchKind,
      rows.map(({ id }) => id),
    );
  }

  private runRowChange<T>(
    userId: number,
    caller: CallerRights,
    change: () => Promise<T>,
  ): Promise<T> {
    return this.userUnitOfWork.runAndTouch(userId, caller, () => {
      this.dataAccess.journal.recordFields(User, [userId], ['shoppingLists']);
      return change();
    });
  }

  private async removeRow(id: number): Promise<{ id: number }> {
    const removed = await this.dataAccess.writer.remove(ShoppingListRow, id);
    if (removed === 0) throw new NotFound({ resource: 'shoppingListRow', id });
    await this.dataAccess.searchIndex.remove(shoppingListRowSearchKind, [id]);
    return { id };
  }

  private async insertRows(
    listId: number,
    rowsWithPointers: readonly RowWithPointer[],
  ): Promise<number[]> {
    const references = await this.resolveReferences(rowsWithPointers);
    await this.assertPIdsFree(listId, rowsWithPointers);
    const dateAdded = this.clock.now();
    const rows = rowsWithPointers.map((one) => {
      return { listId, dateAdded, ...toRowColumns(one.row), ...references.get(one) };
    });
    const ids = await this.dataAccess.writer.insert(ShoppingListRow, rows);
    const searchEntries = rowsWithPointers.map(({ row: { comment, pId } }, index) => {
      return { id: ids[index] as number, fields: [comment, pId ?? ''] };
    });
    await this.dataAccess.searchIndex.replace(shoppingListRowSearchKind, searchEntries);
    return ids;
  }

  /** Resolves the references of the rows that have one. @throws ReferenceNotFound, ReferenceMismatch */
  private async resolveReferences(
    rowsWithPointers: readonly RowWithPointer[],
  ): Promise<Map<RowWithPointer, RowReferenceColumns>> {
    const rowsWithReference = rowsWithPointers.flatMap((one) => {
      const { id = 0, pId = '', type = '' } = one.row.reference ?? {};
      return id === 0 && pId === '' ? [] : { one, id, pId, type: type || 'PRODUCT' };
    });
    const ids = await resolveElementIds(
      this.catalog,
      rowsWithReference.map(({ one: { pointer }, id, pId, type }) => {
        return {
          kind: toShoppingListElementKind(type),
          reference: { id, pId },
          pointer: `${pointer}/reference`,
        };
      }),
    );
    return new Map(
      rowsWithReference.map(({ one, type }, at) => {
        return [one, { referenceId: ids[at] as number, ...toTypeColumns(type) }];
      }),
    );
  }

  private async assertPIdsFree(
    listId: number,
    rowsWithPointers: readonly RowWithPointer[],
  ): Promise<void> {
    const pIdsWithPointers = rowsWithPointers.flatMap(({ row: { pId }, pointer }) =>
      pId ? { pId, pointer: `${pointer}/pId` } : [],
    );
    const pIds = pIdsWithPointers.map(({ pId }) => pId);
    const conditions = [whereEquals('listId', listId), whereIn('pId', pIds)];
    const storedRows = await this.dataAccess.loader.listWhere(
      ShoppingListRow,
      conditions,
      rowPIdPlan,
    );
    const storedPIds = storedRows.map(({ pId }) => pId as string);
    const duplicate = pIdsWithPointers[indexOfFirstDuplicate(pIds, storedPIds)];
    if (duplicate) throw new PidTaken({ resource: 'shoppingListRow', ...duplicate });
  }
}

function toRowColumns({
  reference,
  importance,
  quantity,
  ...values
}: ShoppingListRowDto): Partial<ShoppingListRow> {
  const { productOptions = [], bundleOptions = [] } = reference ?? {};
  return {
    ...values,
    importance: truncateForPreviousVersion(importance),
    importanceText: importance,
    quantity: Math.ceil(quantity / THOUSANDTHS_PER_UNIT),
    exactQuantity: quantity,
    referenceId: 0,
    ...toTypeColumns(reference?.type ?? ''),
    productOptions: productOptions.map(toRowOption),
    bundleOptions: bundleOptions.map((part) => ({
      id: part.id,
      options: (part.options ?? []).map(toRowOption),
    })),
  };
}

function toTypeColumns(type: string) {
  return { referenceType: truncateForPreviousVersion(type), referenceTypeText: type };
}

/** The part of a text that the columns of the previous version hold. */
function truncateForPreviousVersion(text: string): string {
  return truncateToCodePoints(text, PREVIOUS_VERSION_TEXT_LENGTH);
}

function toRowOption({ id, values = [] }: ShoppingOptionDto): ShoppingListRowOption {
  return { id, values };
}
