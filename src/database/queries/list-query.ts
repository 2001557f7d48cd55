import { InvalidRequest } from '../../core/errors';
import { type Condition, createWhereClause } from './conditions';
import type { Statement, QueryProgram } from '../dialect/connection';
import { toFilterConditions, type ListDefinition } from './list-definition';
import type { EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import {
  toSearchCountStatement,
  toRowSearchConditions,
  toIndexedSearchConditions,
  sortByRarity,
  type SearchIndexQuery,
  toSearchQuery,
} from '../search/search-query';
import { ROOT_ALIAS } from '../reading/compile-plan';

export type QueryParameters = Readonly<Record<string, unknown>>;

/** The conditions of a request for a list. */
export interface ListQuery {
  /** Conditions of the list itself. */
  readonly baseConditions: readonly Condition[];
  /** The base conditions and those of the request's filters. */
  readonly conditions: readonly Condition[];
  /** Properties whose range is restricted by filters. */
  readonly boundedProperties: readonly string[];
  readonly search?: SearchIndexQuery;
}

/** Creates the query of a request. @throws InvalidRequest for a `q` on a list without a search */
export function toListQuery<E>(
  list: ListDefinition<E>,
  query: QueryParameters,
  baseConditions: readonly Condition[],
): ListQuery {
  const filters = toFilterConditions(list, query);
  const search = findSearchQuery(list, query);
  return {
    baseConditions,
    conditions: [...baseConditions, ...filters.map(({ condition }) => condition)],
    boundedProperties: filters.flatMap(({ boundedProperty }) => boundedProperty ?? []),
    ...(search && { search }),
  };
}

function findSearchQuery<E>(
  { search }: ListDefinition<E>,
  { q }: QueryParameters,
): SearchIndexQuery | undefined {
  if (typeof q !== 'string' || q === '') return undefined;
  if (search !== undefined) return toSearchQuery(search, q);
  throw new InvalidRequest([
    { pointer: 'query/q', code: 'field.unknown', detail: "This list doesn't support `q`." },
  ]);
}

/** Determines which search terms are rare. */
export function* determineTermRarity(query: ListQuery): QueryProgram<ListQuery> {
  const { search } = query;
  return search ? { ...query, search: yield* sortByRarity(search) } : query;
}

/** Whether the query has no filters and no search. */
export function isUnfiltered({ baseConditions, conditions, search }: ListQuery): boolean {
  return !search && conditions.length === baseConditions.length;
}

/** Returns all conditions in the form that uses the search index. */
export function toIndexConditions({ conditions, search }: ListQuery): readonly Condition[] {
  return search ? [...conditions, ...toIndexedSearchConditions(search)] : conditions;
}

/** Returns all conditions in the form that is checked for each record. */
export function toRowConditions({ conditions, search }: ListQuery): readonly Condition[] {
  return search ? [...conditions, ...toRowSearchConditions(search)] : conditions;
}

/** Returns the search if the query consists only of several terms, all of them common. */
export function findCommonTermSearch({
  conditions,
  search,
}: ListQuery): SearchIndexQuery | undefined {
  const isSearchOnly = conditions.length === 0 && search?.isRare === false;
  return isSearchOnly && search.prefixes.length > 1 ? search : undefined;
}

export function toCountStatement(model: EntityModel, query: ListQuery): Statement {
  const { baseConditions, conditions, search } = query;
  if (search && conditions.length === 0) return toSearchCountStatement(search);
  const excludedCondition = baseConditions.find((condition) => condition.complement)?.complement;
  if (!excludedCondition || search || conditions.length > baseConditions.length)
    return createCountStatement(model, toIndexConditions(query));
  // Two counts on an index are faster than checking each entry: the list has many records, and few are excluded.
  const otherConditions = baseConditions.filter(
    (condition) => condition.complement !== excludedCondition,
  );
  const [all, excludedCount] = [
    createCountStatement(model, otherConditions),
    createCountStatement(model, [...otherConditions, excludedCondition]),
  ];
  return {
    sql: `SELECT (${all.sql}) - (${excludedCount.sql})`,
    params: [...all.params, ...excludedCount.params],
  };
}

function createCountStatement(model: EntityModel, conditions: readonly Condition[]): Statement {
  const where = createWhereClause(model, ROOT_ALIAS, conditions);
  const sql = `SELECT COUNT(*) FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}`;
  return { sql, params: where.params };
}
