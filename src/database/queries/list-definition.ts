import { UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import { type Condition, whereAtLeast, whereAtMost, whereEquals } from './conditions';
import type { EntityClass } from '../schema/entity-model';
import type { SearchKind } from '../search/search-index';

/** Converts a filter value of a request to a condition. */
export interface ListFilter {
  readonly toCondition: (value: unknown) => Condition;
  /** Whether 0, '' and false are filter values too; by default they don't filter (undefined never does). */
  readonly acceptsFalsy: boolean;
  /** Property whose range the filter restricts, if it does; most records may be within the range. */
  readonly boundedProperty?: string;
}

/** @param options.acceptsFalsy whether 0, '' and false are filter values too */
export const filterByEqual = (property: string, { acceptsFalsy = false } = {}): ListFilter => ({
  toCondition: (value) => whereEquals(property, value),
  acceptsFalsy,
});

export const filterByMin = (property: string): ListFilter => ({
  ...filterBy((value) => whereAtLeast(property, value)),
  boundedProperty: property,
});

export const filterByMax = (property: string): ListFilter => ({
  ...filterBy((value) => whereAtMost(property, value)),
  boundedProperty: property,
});

/** Filters by any condition on the value: `filterBy((groupId) => whereEquals('groupId', groupId))`. */
export function filterBy(toCondition: (value: never) => Condition): ListFilter {
  return { toCondition: toCondition as ListFilter['toCondition'], acceptsFalsy: false };
}

/** A sort key: a property, or the property that holds its folded form. */
export type SortKey = string | { readonly property: string; readonly foldedProperty: string };

/** Sort orders, filters and search of a list of records. */
export interface ListDefinition<E> {
  readonly entity: EntityClass<E>;
  /** Sort keys by their names in requests. */
  readonly sort: Readonly<Record<string, SortKey>>;
  readonly defaultSort: string;
  /** Search that `q` runs; without it `q` is rejected. */
  readonly search?: SearchKind;
  /** Filters by their names in requests. */
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** Whether the list contains tasks that clients process. */
  readonly isWorkQueue?: boolean;
}

interface ListOptions<E> extends Partial<Omit<ListDefinition<E>, 'entity'>> {
  /** The property of the last change's time; by default `updatedAt`. */
  readonly updatedAtProperty?: string;
}

/**
 * Declares a list. By default it is sorted by `id.asc`. Every list can be sorted by `id` and `updatedAt`, and filtered
 * by both: `since_id`, `updatedAt_min`, `updatedAt_max`.
 */
export function defineList<E>(
  entity: EntityClass<E>,
  { updatedAtProperty = UPDATED_AT_PROPERTY, ...declaration }: ListOptions<E> = {},
): ListDefinition<E> {
  return {
    entity,
    defaultSort: declaration.defaultSort ?? 'id.asc',
    sort: { id: 'id', ...declaration.sort, updatedAt: updatedAtProperty },
    filters: {
      ...declaration.filters,
      updatedAt_min: filterByMin(updatedAtProperty),
      updatedAt_max: filterByMax(updatedAtProperty),
      since_id: filterByMin('id'),
    },
    ...(declaration.search !== undefined && { search: declaration.search }),
  };
}

/** Declares a list as a work queue: it must not contain tasks that are already done, so the primary is read. */
export function toWorkQueue<E>(list: ListDefinition<E>): ListDefinition<E> {
  return { ...list, isWorkQueue: true };
}

/** A condition from a filter of a request. */
export interface FilterCondition {
  readonly condition: Condition;
  /** Property whose range the filter restricts, if it does. */
  readonly boundedProperty?: string;
}

/** Returns the conditions of a request's filters; other names are ignored. */
export function toFilterConditions<E>(
  { filters }: ListDefinition<E>,
  query: Readonly<Record<string, unknown>>,
): FilterCondition[] {
  return Object.entries(filters)
    .filter(([name, { acceptsFalsy }]) => isFiltering(query[name], acceptsFalsy))
    .map(([name, { toCondition, boundedProperty }]) => ({
      condition: toCondition(query[name]),
      ...(boundedProperty !== undefined && { boundedProperty }),
    }));
}

function isFiltering(value: unknown, acceptsFalsy: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return acceptsFalsy || (value !== 0 && value !== '' && value !== false);
}
