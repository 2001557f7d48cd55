import { UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import { type Condition, isAtLeast, isAtMost, isOneOf, is } from './conditions';
import type { EntityClass } from '../schema/model';
import type { SearchKind } from '../search/search';

/** How a request's filter value becomes a condition. */
export interface ListFilter {
  readonly condition: (value: unknown) => Condition;
  /** Whether 0, '' and false filter too; by default they filter nothing (as undefined always does). */
  readonly acceptsZero: boolean;
  /** The property whose values it bounds, if it does; most records may lie within. */
  readonly boundedProperty?: string;
}

interface ListFilterOptions {
  readonly acceptsZero?: boolean;
}

const createListFilter = (
  condition: ListFilter['condition'],
  options: ListFilterOptions = {},
): ListFilter => ({
  condition,
  acceptsZero: options.acceptsZero ?? false,
});

export const equals = (property: string, options?: ListFilterOptions): ListFilter =>
  createListFilter((value) => is(property, value), options);

export const atLeast = (property: string, options?: ListFilterOptions): ListFilter => ({
  ...createListFilter((value) => isAtLeast(property, value), options),
  boundedProperty: property,
});

export const atMost = (property: string, options?: ListFilterOptions): ListFilter => ({
  ...createListFilter((value) => isAtMost(property, value), options),
  boundedProperty: property,
});

/** The request's value is a list; an empty one filters nothing. */
export const oneOf = (property: string, options?: ListFilterOptions): ListFilter =>
  createListFilter((value) => isOneOf(property, Array.isArray(value) ? value : [value]), options);

/** Any condition made from the value: `filterBy((groupId) => carries(groupId))`. */
export const filterBy = (
  condition: (value: never) => Condition,
  options?: ListFilterOptions,
): ListFilter => createListFilter(condition as ListFilter['condition'], options);

/** What to sort by: a property, or the property that holds its folded form. */
export type SortKey = string | { readonly property: string; readonly foldedBy: string };

/** What a list of an entity can be asked. */
export interface Listing<E> {
  readonly entity: EntityClass<E>;
  /** Request name -> what it sorts by. */
  readonly sort: Readonly<Record<string, SortKey>>;
  readonly defaultSort: string;
  /** What `q` searches; without it `q` is refused. */
  readonly search?: SearchKind;
  /** Request name -> filter. */
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** What several of the request's values say together; may throw InvalidRequest. */
  readonly combinedConditions?: (query: Readonly<Record<string, unknown>>) => readonly Condition[];
  /** Whether it shows what is still to be done, to those who do it. */
  readonly isWorkQueue?: boolean;
}

interface ListingDeclaration<E> extends Partial<Omit<Listing<E>, 'entity'>> {
  /** The property that the time of the last change is kept on; `updatedAt` unless it is another one. */
  readonly updatedAtProperty?: string;
}

/**
 * Declares a list. It is sorted by `id.asc` unless it says otherwise; every list knows `id` and `updatedAt` in its
 * `sort`, and is filtered by both: `since_id`, `updatedAt_min`, `updatedAt_max`.
 */
export function defineListing<E>(
  entity: EntityClass<E>,
  { updatedAtProperty = UPDATED_AT_PROPERTY, ...declaration }: ListingDeclaration<E> = {},
): Listing<E> {
  return {
    entity,
    defaultSort: declaration.defaultSort ?? 'id.asc',
    sort: { id: 'id', ...declaration.sort, updatedAt: updatedAtProperty },
    filters: {
      ...declaration.filters,
      updatedAt_min: atLeast(updatedAtProperty),
      updatedAt_max: atMost(updatedAtProperty),
      since_id: atLeast('id'),
    },
    ...(declaration.search !== undefined && { search: declaration.search }),
    ...(declaration.combinedConditions && { combinedConditions: declaration.combinedConditions }),
  };
}

/** A list that is worked off: it never shows what was settled before, so it is read where writes go. */
export function workQueue<E>(list: Listing<E>): Listing<E> {
  return { ...list, isWorkQueue: true };
}

/** A condition that a query's filters make. */
export interface FilterCondition {
  readonly condition: Condition;
  /** The property whose values it bounds, if it does. */
  readonly boundedProperty?: string;
}

/** The conditions that a query's filters make; names that are no filters are left alone. */
export function toFilterConditions<E>(
  { filters, combinedConditions }: Listing<E>,
  query: Readonly<Record<string, unknown>>,
): FilterCondition[] {
  const single = Object.entries(filters)
    .filter(([name, { acceptsZero }]) => isFiltering(query[name], acceptsZero))
    .map(([name, { condition, boundedProperty }]) => ({
      condition: condition(query[name]),
      ...(boundedProperty !== undefined && { boundedProperty }),
    }));
  const together = combinedConditions?.(query) ?? [];
  return [...single, ...together.map((condition) => ({ condition }))];
}

function isFiltering(value: unknown, zeroIsAValue: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  return zeroIsAValue || (value !== 0 && value !== '' && value !== false);
}
