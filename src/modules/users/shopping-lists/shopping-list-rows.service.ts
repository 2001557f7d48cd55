import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { NotFound, PidTaken } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { idOnlyPlan, type LoadPlan, createLoadPlan } from '../../../core/load-plan';
import type { Page } from '../../../core/page';
import { truncateToCodePoints } from '../../../core/text';
import { Crud, is, isOneOf, defineListing, DataAccess } from '../../../database';
import { Catalog, CatalogDependent, elementKinds } from '../../../platform/catalog';
import { resolveElementIds } from '../resolve-element-ids';
import type { CallerRights } from '../administrators/administrators';
import { UserUnitOfWork } from '../users/user-unit-of-work';
import { User } from '../users/user.entity';
import { THOUSANDTHS_PER_UNIT } from './shopping-list-row.record';
import { toElementKind } from './shopping-reference-type';
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

const rowListing = defineListing(ShoppingListRow, {
  sort: { priority: 'priority', dateAdded: 'dateAdded' },
  search: shoppingListRowSearchKind,
});
const ownerPlan = createLoadPlan(ShoppingList, ['userId']);
const pIdPlan = createLoadPlan(ShoppingListRow, ['pId']);
/** Length of the text columns of the previous version. */
const FORMER_LENGTH = 8;

const listPlan = createLoadPlan(ShoppingListRow, ['listId']);

/** A new row, with its position in the request as a JSON pointer. */
interface RowWithPointer {
  readonly row: ShoppingListRowDto;
  readonly pointer: string;
}

/** The product or bundle that a row refers to. */
type RowReference = Pick<ShoppingListRow, 'referenceId'> & ReturnType<typeof toTypeColumns>;

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
    private readonly catalog: Catalog,
    private readonly userUnitOfWork: UserUnitOfWork,
  ) {
    this.lists = new Crud(dataAccess, ShoppingList, 'shoppingList', defineListing(ShoppingList));
  }

  /** Returns a page of a list's rows. @throws NotFound */
  async list<R>(
    listId: number,
    query: ShoppingListRowQuery,
    plan: LoadPlan<ShoppingListRow, R>,
  ): Promise<Page<R>> {
    await this.lists.requireExists(listId);
    return this.dataAccess.loader.listPage(rowListing, { ...query }, plan, [is('listId', listId)]);
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
    return this.dataAccess.loader.countBy(ShoppingListRow, 'listId', [isOneOf('listId', listIds)]);
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
    const given = rows.map((row, index) => ({ row, pointer: `/${index}` }));
    return this.dataAccess.unitOfWork.run(async () => {
      const { userId } = await this.lists.get(listId, ownerPlan);
      if (given.length === 0) return [];
      return this.changeRows(userId, caller, () => this.insert(listId, given));
    });
  }

  /** @throws NotFound */
  remove(id: number, caller: CallerRights): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const { listId } = await this.get(id, listPlan);
      const { userId } = await this.lists.get(listId, ownerPlan);
      return this.changeRows(userId, caller, () => this.removeFromList(id));
    });
  }

  /** Removes all rows of some lists from the search index, inside a unit of work. */
  async removeFromSearchByLists(listIds: readonly number[]): Promise<void> {
    const conditions = [isOneOf('listId', listIds)];
    const rows = await this.dataAccess.loader.listWhere(ShoppingListRow, conditions, idOnlyPlan);
    await this.dataAccess.searchIndex.remove(
      shoppingListRowSearchKind,
      rows.map(({ id }) => id),
    );
  }

  private changeRows<T>(userId: number, caller: CallerRights, work: () => Promise<T>): Promise<T> {
    return this.userUnitOfWork.run(userId, caller, () => {
      this.dataAccess.journal.recordFields(User, [userId], ['shoppingLists']);
      return work();
    });
  }

  private async removeFromList(id: number): Promise<{ id: number }> {
    const removed = await this.dataAccess.writer.remove(ShoppingListRow, id);
    if (removed === 0) throw new NotFound({ resource: 'shoppingListRow', id });
    await this.dataAccess.searchIndex.remove(shoppingListRowSearchKind, [id]);
    return { id };
  }

  private async insert(listId: number, given: readonly RowWithPointer[]): Promise<number[]> {
    const references = await this.resolveReferences(given);
    await this.requireNewPids(listId, given);
    const dateAdded = this.clock.now();
    const rows = given.map((one) => {
      return { listId, dateAdded, ...toRowColumns(one.row), ...references.get(one) };
    });
    const ids = await this.dataAccess.writer.insert(ShoppingListRow, rows);
    const terms = given.map(({ row: { comment, pId } }, index) => {
      return { id: ids[index] as number, fields: [comment, pId ?? ''] };
    });
    await this.dataAccess.searchIndex.replace(shoppingListRowSearchKind, terms);
    return ids;
  }

  /** Resolves the references of the rows that have one. @throws ReferenceNotFound, ReferenceMismatch */
  private async resolveReferences(
    given: readonly RowWithPointer[],
  ): Promise<Map<RowWithPointer, RowReference>> {
    const naming = given.flatMap((one) => {
      const { id = 0, pId = '', type = '' } = one.row.reference ?? {};
      return id === 0 && pId === '' ? [] : { one, id, pId, type: type || 'PRODUCT' };
    });
    const ids = await resolveElementIds(
      this.catalog,
      naming.map(({ one: { pointer }, id, pId, type }) => {
        return {
          kind: toElementKind(type),
          reference: { id, pId },
          pointer: `${pointer}/reference`,
        };
      }),
    );
    return new Map(
      naming.map(({ one, type }, at) => {
        return [one, { referenceId: ids[at] as number, ...toTypeColumns(type) }];
      }),
    );
  }

  private async requireNewPids(listId: number, given: readonly RowWithPointer[]): Promise<void> {
    const named = given.flatMap(({ row: { pId }, pointer }) =>
      pId ? { pId, pointer: `${pointer}/pId` } : [],
    );
    const pIds = named.map(({ pId }) => pId);
    const conditions = [is('listId', listId), isOneOf('pId', pIds)];
    const known = await this.dataAccess.loader.listWhere(ShoppingListRow, conditions, pIdPlan);
    const taken = known.map(({ pId }) => pId as string);
    const repeated = named[indexOfFirstDuplicate(pIds, taken)];
    if (repeated) throw new PidTaken({ resource: 'shoppingListRow', ...repeated });
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
    importance: toFormerText(importance),
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
  return { referenceType: toFormerText(type), referenceTypeText: type };
}

/** The part of a text that the columns of the previous version hold. */
function toFormerText(text: string): string {
  return truncateToCodePoints(text, FORMER_LENGTH);
}

function toRowOption({ id, values = [] }: ShoppingOptionDto): ShoppingListRowOption {
  return { id, values };
}
