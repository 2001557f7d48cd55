import { Injectable } from '@nestjs/common';
import { NotFound, defineError } from '../../../core/errors';
import { indexOfFirstDuplicate } from '../../../core/first-duplicate';
import { type LoadPlan, pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  whereIdInRelated,
  whereEquals,
  whereIn,
  DataAccess,
  mapViolations,
} from '../../../database';
import { CatalogDependent, type CatalogKind } from '../../catalog';
import type { FilterItemDto } from './filter-item.dto';
import type { FilterItemWithPid } from './filter-item.record';
import { FilterableCollections } from './filterable-collections';
import { FilterItem } from './filter-item.entity';
import { FilterSubjects, type FilterInput, requireValidCountryCodes } from './filter-subjects';
import {
  catalogKindByTargetType,
  type FilterTargetType,
  type FilterType,
  filterTypes,
  toFilterTargetNumber,
} from './filter-types';

/** 409: an element can have each filter only once. */
export const FilterItemTaken = defineError<{ pointer: string }>({
  code: 'filterItem.taken',
  status: 409,
  title: 'The element already has this filter',
  remedy: 'No action is needed: the filter exists.',
  detail: () => 'The element already has this filter, and can have each filter only once.',
});

const targetByElementKind = new Map<CatalogKind, FilterTargetType>(
  Object.entries(catalogKindByTargetType).map(([target, kind]) => [
    kind,
    target as FilterTargetType,
  ]),
);

const filterItemPlan = createLoadPlan(FilterItem, ['target', 'elementId', 'itemType', 'itemId']);

/** A filter with a resolved subject, and its location in the request. */
export interface ResolvedFilter {
  readonly itemType: FilterType;
  readonly itemId: number;
  readonly pointer: string;
}

/** Filters on elements of all target types. */
@Injectable()
@CatalogDependent()
export class FilterItemsService implements CatalogDependent {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly collections: FilterableCollections,
    private readonly subjects: FilterSubjects,
  ) {}

  /** Lists the filters of an element, by ascending id. @throws NotFound */
  async list(target: FilterTargetType, elementId: number): Promise<FilterItemWithPid[]> {
    await this.collections.get(target).assertExists(elementId);
    return (await this.listByElement(target, [elementId])).get(elementId) ?? [];
  }

  /** Lists the filters of several elements by the element's id, each list by ascending id. */
  async listByElement(
    target: FilterTargetType,
    elementIds: readonly number[],
  ): Promise<ReadonlyMap<number, FilterItemWithPid[]>> {
    const itemsByElementId = new Map<number, FilterItemWithPid[]>();
    if (elementIds.length === 0) return itemsByElementId;
    const rows = await this.listItems(target, [whereIn('elementId', elementIds)]);
    const items = await this.addPids(rows);
    for (const [index, { elementId }] of rows.entries()) {
      const item = items[index] as FilterItemWithPid;
      const existingItems = itemsByElementId.get(elementId);
      if (existingItems) existingItems.push(item);
      else itemsByElementId.set(elementId, [item]);
    }
    return itemsByElementId;
  }

  /** Adds filters to elements as a member, if the plan contains it. */
  async attachFilters<E extends { id: number }, M extends string>(
    target: FilterTargetType,
    member: M,
    elements: readonly E[],
    { attachedProperties }: LoadPlan,
  ): Promise<E[]> {
    if (!attachedProperties?.has(member)) return [...elements];
    const filters = await this.listByElement(
      target,
      elements.map(({ id }) => id),
    );
    return elements.map((one) => ({ ...one, [member]: filters.get(one.id) ?? [] }));
  }

  /** @throws NotFound if no element of the target type has a filter with this id */
  async get(target: FilterTargetType, id: number): Promise<FilterItemWithPid> {
    return this.getFirstItem(await this.listItems(target, [whereEquals('id', id)]), id);
  }

  /** Returns the filter of an element with a given subject. @throws NotFound */
  async getBySubject(
    target: FilterTargetType,
    elementId: number,
    itemType: FilterType,
    itemId: number,
  ): Promise<FilterItemWithPid> {
    const conditions = [
      whereEquals('elementId', elementId),
      whereEquals('itemType', itemType),
      whereEquals('itemId', itemId),
    ];
    return this.getFirstItem(await this.listItems(target, conditions), itemId);
  }

  /** Lists the elements with a filter, by ascending id. */
  listElements(
    target: FilterTargetType,
    itemType: FilterType,
    itemId: number,
  ): Promise<{ id: number; pId: string }[]> {
    const condition = toFilterItemCondition(target, itemType, itemId);
    return this.collections.get(target).listWhere([condition], pIdOnlyPlan);
  }

  /**
   * Adds a filter to an element.
   * @param pointer location of the filter in the body
   * @throws InvalidRequest, NotFound, ReferenceNotFound, ReferenceMismatch, FilterItemTaken
   */
  async add(
    target: FilterTargetType,
    elementId: number,
    item: FilterItemDto,
    pointer = '',
  ): Promise<FilterItemWithPid> {
    const inputs = [{ item, pointer }];
    requireValidCountryCodes(inputs);
    return this.dataAccess.unitOfWork.run(async () => {
      // The lock serializes this with a deletion of the element, which removes all its filters.
      await this.collections.get(target).lock(elementId);
      const rows = await this.insert(target, elementId, await this.resolveSubjects(inputs));
      const [added] = await this.addPids(rows);
      return added as FilterItemWithPid;
    });
  }

  /**
   * Resolves the subjects of filters, before their element is created or changed.
   * @param toPointer returns the location of each filter in the request
   * @throws InvalidRequest, ReferenceNotFound, ReferenceMismatch, FilterItemTaken
   */
  async resolveFilters(
    items: readonly FilterItemDto[],
    toPointer: (index: number) => string,
  ): Promise<ResolvedFilter[]> {
    const inputs = items.map((item, index) => ({ item, pointer: toPointer(index) }));
    requireValidCountryCodes(inputs);
    return this.resolveSubjects(inputs);
  }

  /** Adds filters to an element that the current unit of work has created or locked. @throws FilterItemTaken */
  async insert(
    target: FilterTargetType,
    elementId: number,
    filters: readonly ResolvedFilter[],
  ): Promise<FilterItem[]> {
    const rows = filters.map(({ itemType, itemId }) => {
      return { target: toFilterTargetNumber(target), elementId, itemType, itemId };
    });
    const ids = await mapViolations(() => this.dataAccess.writer.insert(FilterItem, rows), {
      unique: () => new FilterItemTaken({ pointer: filters[0]?.pointer ?? '' }),
    });
    return rows.map((row, index) => ({ id: ids[index] as number, ...row }));
  }

  /**
   * Replaces the filters of an element that the current unit of work has locked; unchanged filters stay as they are.
   */
  async replace(
    target: FilterTargetType,
    elementId: number,
    filters: readonly ResolvedFilter[],
  ): Promise<void> {
    const stored = await this.listItems(target, [whereEquals('elementId', elementId)]);
    const wantedKeys = new Set(filters.map(toFilterKey));
    const itemsToRemove = stored.filter((row) => !wantedKeys.has(toFilterKey(row)));
    if (itemsToRemove.length > 0)
      await this.dataAccess.writer.remove(FilterItem, { id: itemsToRemove.map(({ id }) => id) });
    const storedKeys = new Set(stored.map(toFilterKey));
    const filtersToAdd = filters.filter((filter) => !storedKeys.has(toFilterKey(filter)));
    await this.insert(target, elementId, filtersToAdd);
  }

  /** @throws NotFound */
  async remove(target: FilterTargetType, id: number): Promise<{ id: number }> {
    return this.dataAccess.unitOfWork.run(async () => {
      const [row] = await this.listItems(target, [whereEquals('id', id)]);
      if (!row) throw new NotFound({ resource: 'filterItem', id });
      await this.collections.get(target).lock(row.elementId);
      const removedCount = await this.dataAccess.writer.remove(FilterItem, id);
      if (removedCount === 0) throw new NotFound({ resource: 'filterItem', id });
      return { id };
    });
  }

  /** Removes all filters of an element. @returns the remaining filters, an empty list @throws NotFound */
  clear(target: FilterTargetType, elementId: number): Promise<FilterItemWithPid[]> {
    return this.dataAccess.unitOfWork.run(async () => {
      await this.collections.get(target).lock(elementId);
      await this.removeByElement(target, elementId);
      return [];
    });
  }

  /** Removes all filters of an element that is being deleted; inside a unit of work. */
  async removeByElement(target: FilterTargetType, elementId: number): Promise<void> {
    await this.dataAccess.writer.remove(FilterItem, {
      target: toFilterTargetNumber(target),
      elementId,
    });
  }

  /**
   * Removes the filters on all elements for a subject that is being deleted. The current unit of work must have locked
   * or deleted the subject, so that no new filter can refer to it.
   */
  async removeBySubject(itemType: FilterType, itemId: number): Promise<void> {
    await this.dataAccess.writer.remove(FilterItem, { itemType, itemId });
  }

  async removeCatalogParts(kind: CatalogKind, id: number): Promise<void> {
    const target = targetByElementKind.get(kind);
    if (target) await this.removeByElement(target, id);
    if (kind === 'zone') await this.removeBySubject(filterTypes.countryZone, id);
  }

  private async resolveSubjects(inputs: readonly FilterInput[]): Promise<ResolvedFilter[]> {
    const itemIds = await this.subjects.resolve(inputs);
    const filters = inputs.map(({ item: { itemType }, pointer }, index) => {
      return { itemType, itemId: itemIds[index] as number, pointer };
    });
    requireDistinctFilters(filters);
    return filters;
  }

  private listItems(
    target: FilterTargetType,
    conditions: readonly Condition[],
  ): Promise<FilterItem[]> {
    const allConditions = [whereEquals('target', toFilterTargetNumber(target)), ...conditions];
    return this.dataAccess.loader.listWhere(FilterItem, allConditions, filterItemPlan);
  }

  private async getFirstItem([row]: readonly FilterItem[], id: number): Promise<FilterItemWithPid> {
    if (!row) throw new NotFound({ resource: 'filterItem', id });
    const [item] = await this.addPids([row]);
    return item as FilterItemWithPid;
  }

  private async addPids(rows: readonly FilterItem[]): Promise<FilterItemWithPid[]> {
    const pIdsByType = new Map<FilterType, ReadonlyMap<number, string>>();
    for (const type of new Set(rows.map(({ itemType }) => itemType))) {
      const ids = rows.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId);
      pIdsByType.set(type, await this.subjects.findPids(type, ids));
    }
    return rows.map(({ id, itemType, itemId }) => {
      const itemPid = pIdsByType.get(itemType)?.get(itemId) ?? '';
      return { id, itemType, itemId, itemPid };
    });
  }
}

/** Returns the subject of a filter as one text. */
function toFilterKey({ itemType, itemId }: Pick<FilterItem, 'itemType' | 'itemId'>): string {
  return `${itemType}/${itemId}`;
}

/** @throws FilterItemTaken for the first filter that repeats an earlier one */
function requireDistinctFilters(filters: readonly ResolvedFilter[]): void {
  const repeatedIndex = indexOfFirstDuplicate(filters.map(toFilterKey));
  if (repeatedIndex >= 0) throw new FilterItemTaken(filters[repeatedIndex] as ResolvedFilter);
}

/** Condition on elements that have a filter. */
export function toFilterItemCondition(
  target: FilterTargetType,
  itemType: FilterType,
  itemId: number,
): Condition {
  return whereIdInRelated(FilterItem, 'elementId', [
    whereEquals('itemType', itemType),
    whereEquals('itemId', itemId),
    whereEquals('target', toFilterTargetNumber(target)),
  ]);
}
