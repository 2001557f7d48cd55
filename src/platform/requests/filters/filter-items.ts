import { Injectable } from '@nestjs/common';
import { NotFound, defineError } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { type LoadPlan, pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  hasRelatedByIds,
  is,
  isOneOf,
  Stores,
  mapViolations,
} from '../../../database';
import type { FilterItemDto } from './filter-item.dto';
import type { FilterItemWithPid } from './filter-item.record';
import { FilterableCollections } from './filterable-collections';
import { FilterItem } from './filter-item.entity';
import { FilterSubjects, type FilterInput, requireCountries } from './filter-subjects';
import { type FilterTarget, type FilterType, toTargetNumber } from './filter-types';

/** 409: an element carries each filter at most once. */
export const FilterItemTaken = defineError<{ pointer: string }>({
  code: 'filterItem.taken',
  status: 409,
  title: 'The element has this filter already',
  remedy: 'Nothing is to be done: the filter is there.',
  detail: () => 'The element carries this filter already; it can carry each at most once.',
  pointer: ({ pointer }) => pointer,
});

const itemPlan = createLoadPlan(FilterItem, ['target', 'elementId', 'itemType', 'itemId']);

/** A filter whose subject was found, and where it stands in the request. */
export interface ResolvedFilter {
  readonly itemType: FilterType;
  readonly itemId: number;
  readonly pointer: string;
}

/** Filters on elements of every target type. */
@Injectable()
export class FilterItems {
  constructor(
    private readonly stores: Stores,
    private readonly collections: FilterableCollections,
    private readonly subjects: FilterSubjects,
  ) {}

  /** The filters of an element, by ascending id. @throws NotFound */
  async list(target: FilterTarget, elementId: number): Promise<FilterItemWithPid[]> {
    await this.collections.get(target).requireExists(elementId);
    return (await this.listByElement(target, [elementId])).get(elementId) ?? [];
  }

  /** The filters of several elements, by the element's id, each list by ascending id. */
  async listByElement(
    target: FilterTarget,
    elementIds: readonly number[],
  ): Promise<ReadonlyMap<number, FilterItemWithPid[]>> {
    const byElement = new Map<number, FilterItemWithPid[]>();
    if (elementIds.length === 0) return byElement;
    const rows = await this.listItems(target, [isOneOf('elementId', elementIds)]);
    const items = await this.withPids(rows);
    for (const [index, { elementId }] of rows.entries()) {
      const item = items[index] as FilterItemWithPid;
      const known = byElement.get(elementId);
      if (known) known.push(item);
      else byElement.set(elementId, [item]);
    }
    return byElement;
  }

  /** Elements with their filters as a member of theirs, where a plan asks for it. */
  async attach<E extends { id: number }, M extends string>(
    target: FilterTarget,
    member: M,
    elements: readonly E[],
    { attached }: LoadPlan,
  ): Promise<E[]> {
    if (!attached?.has(member)) return [...elements];
    const filters = await this.listByElement(
      target,
      elements.map(({ id }) => id),
    );
    return elements.map((one) => ({ ...one, [member]: filters.get(one.id) ?? [] }));
  }

  /** @throws NotFound when no element of the target type carries a filter of this id */
  async get(target: FilterTarget, id: number): Promise<FilterItemWithPid> {
    return this.requireOne(await this.listItems(target, [is('id', id)]), id);
  }

  /** The filter of an element that names something. @throws NotFound */
  async getBySubject(
    target: FilterTarget,
    elementId: number,
    itemType: FilterType,
    itemId: number,
  ): Promise<FilterItemWithPid> {
    const conditions = [is('elementId', elementId), is('itemType', itemType), is('itemId', itemId)];
    return this.requireOne(await this.listItems(target, conditions), itemId);
  }

  /** The elements that carry a filter, by ascending id. */
  listElements(
    target: FilterTarget,
    itemType: FilterType,
    itemId: number,
  ): Promise<{ id: number; pId: string }[]> {
    const condition = hasFilter(target, itemType, itemId);
    return this.collections.get(target).listWhere([condition], pIdOnlyPlan);
  }

  /**
   * Puts a filter on an element.
   * @param pointer where the filter stands in the body
   * @throws InvalidRequest, NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken
   */
  async add(
    target: FilterTarget,
    elementId: number,
    item: FilterItemDto,
    pointer = '',
  ): Promise<FilterItemWithPid> {
    const given = [{ item, pointer }];
    requireCountries(given);
    return this.stores.unitOfWork.run(async () => {
      // Its deletion waits for this, or this for the deletion: no filter stays behind.
      await this.collections.get(target).lock(elementId);
      const rows = await this.insert(target, elementId, await this.resolveSubjects(given));
      const [added] = await this.withPids(rows);
      return added as FilterItemWithPid;
    });
  }

  /**
   * Finds what filters name, before the element that will carry them is made or changed.
   * @param pointer where each of the filters stands in the request
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, FilterItemTaken
   */
  async resolve(
    items: readonly FilterItemDto[],
    pointer: (index: number) => string,
  ): Promise<ResolvedFilter[]> {
    const given = items.map((item, index) => ({ item, pointer: pointer(index) }));
    requireCountries(given);
    return this.resolveSubjects(given);
  }

  /** Puts filters on an element that was made or locked in the unit of work around. @throws FilterItemTaken */
  async insert(
    target: FilterTarget,
    elementId: number,
    filters: readonly ResolvedFilter[],
  ): Promise<FilterItem[]> {
    const rows = filters.map(({ itemType, itemId }) => {
      return { target: toTargetNumber(target), elementId, itemType, itemId };
    });
    const ids = await mapViolations(() => this.stores.writer.insert(FilterItem, rows), {
      unique: () => new FilterItemTaken({ pointer: filters[0]?.pointer ?? '' }),
    });
    return rows.map((row, index) => ({ id: ids[index] as number, ...row }));
  }

  /**
   * Makes these the filters of an element that is locked in the unit of work around; those that stay are
   * not touched.
   */
  async replace(
    target: FilterTarget,
    elementId: number,
    filters: readonly ResolvedFilter[],
  ): Promise<void> {
    const stored = await this.listItems(target, [is('elementId', elementId)]);
    const wanted = new Set(filters.map(toFilterKey));
    const gone = stored.filter((row) => !wanted.has(toFilterKey(row)));
    if (gone.length > 0)
      await this.stores.writer.remove(FilterItem, { id: gone.map(({ id }) => id) });
    const known = new Set(stored.map(toFilterKey));
    const added = filters.filter((filter) => !known.has(toFilterKey(filter)));
    await this.insert(target, elementId, added);
  }

  /** @throws NotFound */
  async remove(target: FilterTarget, id: number): Promise<{ id: number }> {
    return this.stores.unitOfWork.run(async () => {
      const [row] = await this.listItems(target, [is('id', id)]);
      if (!row) throw new NotFound({ resource: 'filterItem', id });
      await this.collections.get(target).lock(row.elementId);
      const removed = await this.stores.writer.remove(FilterItem, id);
      if (removed === 0) throw new NotFound({ resource: 'filterItem', id });
      return { id };
    });
  }

  /** Takes all filters off an element. @returns the filters that are left: none @throws NotFound */
  clear(target: FilterTarget, elementId: number): Promise<FilterItemWithPid[]> {
    return this.stores.unitOfWork.run(async () => {
      await this.collections.get(target).lock(elementId);
      await this.removeAll(target, elementId);
      return [];
    });
  }

  /** Takes all filters off an element that is being deleted; inside a unit of work. */
  async removeAll(target: FilterTarget, elementId: number): Promise<void> {
    await this.stores.writer.remove(FilterItem, { target: toTargetNumber(target), elementId });
  }

  /**
   * Takes a filter off all elements, because what it names is being deleted: its row is locked or gone in
   * the unit of work around, so that no further filter can come to name it.
   */
  async removeBySubject(itemType: FilterType, itemId: number): Promise<void> {
    await this.stores.writer.remove(FilterItem, { itemType, itemId });
  }

  private async resolveSubjects(given: readonly FilterInput[]): Promise<ResolvedFilter[]> {
    const itemIds = await this.subjects.resolve(given);
    const filters = given.map(({ item: { itemType }, pointer }, index) => {
      return { itemType, itemId: itemIds[index] as number, pointer };
    });
    requireDistinct(filters);
    return filters;
  }

  private listItems(target: FilterTarget, conditions: readonly Condition[]): Promise<FilterItem[]> {
    const all = [is('target', toTargetNumber(target)), ...conditions];
    return this.stores.loader.listWhere(FilterItem, all, itemPlan);
  }

  private async requireOne([row]: readonly FilterItem[], id: number): Promise<FilterItemWithPid> {
    if (!row) throw new NotFound({ resource: 'filterItem', id });
    const [item] = await this.withPids([row]);
    return item as FilterItemWithPid;
  }

  private async withPids(rows: readonly FilterItem[]): Promise<FilterItemWithPid[]> {
    const pIds = new Map<FilterType, ReadonlyMap<number, string>>();
    for (const type of new Set(rows.map(({ itemType }) => itemType))) {
      const ids = rows.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId);
      pIds.set(type, await this.subjects.findPids(type, ids));
    }
    return rows.map(({ id, itemType, itemId }) => {
      const itemPid = pIds.get(itemType)?.get(itemId) ?? '';
      return { id, itemType, itemId, itemPid };
    });
  }
}

/** What a filter names, as one text. */
function toFilterKey({ itemType, itemId }: Pick<FilterItem, 'itemType' | 'itemId'>): string {
  return `${itemType}/${itemId}`;
}

/** @throws FilterItemTaken for the first filter that stands among those before it */
function requireDistinct(filters: readonly ResolvedFilter[]): void {
  const repeated = indexOfFirstDuplicate(filters.map(toFilterKey));
  if (repeated >= 0) throw new FilterItemTaken(filters[repeated] as ResolvedFilter);
}

/** Elements that carry a filter: a condition on the elements' own table. */
export function hasFilter(target: FilterTarget, itemType: FilterType, itemId: number): Condition {
  return hasRelatedByIds(FilterItem, 'elementId', [
    is('itemType', itemType),
    is('itemId', itemId),
    is('target', toTargetNumber(target)),
  ]);
}
