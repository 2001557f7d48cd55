import { InvalidRequest } from '../../core/errors';
import { type Condition, whereClause } from './conditions';
import type { Statement, QueryProgram } from '../dialect/connection';
import { toFilterConditions, type Listing } from './listing';
import type { EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import {
  searchCountStatement,
  toRowSearchConditions,
  toIndexedSearchConditions,
  withRarestFirst,
  type SearchIndexQuery,
  toSearchQuery,
} from '../search/search-query';
import { ROOT_ALIAS } from '../reading/compile-plan';

export type QueryValues = Readonly<Record<string, unknown>>;

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
  list: Listing<E>,
  query: QueryValues,
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
  { search }: Listing<E>,
  { q }: QueryValues,
): SearchIndexQuery | undefined {
  if (typeof q !== 'string' || q === '') return undefined;
  if (search !== undefined) return toSearchQuery(search, q);
  throw new InvalidRequest([
    { pointer: 'query/q', code: 'field.unknown', detail: "This list doesn't support `q`." },
  ]);
}

/** Determines which search terms are rare. */
export function* resolveRarity(query: ListQuery): QueryProgram<ListQuery> {
  const { search } = query;
  return search ? { ...query, search: yield* withRarestFirst(search) } : query;
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
  const isAlone = conditions.length === 0 && search?.isRare === false;
  return isAlone && search.prefixes.length > 1 ? search : undefined;
}

export function toCountStatement(model: EntityModel, query: ListQuery): Statement {
  const { baseConditions, conditions, search } = query;
  if (search && conditions.length === 0) return searchCountStatement(search);
  const excluded = baseConditions.find((condition) => condition.complement)?.complement;
  if (!excluded || search || conditions.length > baseConditions.length)
    return countWhereStatement(model, toIndexConditions(query));
  // Two counts on an index are faster than checking each entry: the list has many records, and few are excluded.
  const others = baseConditions.filter((condition) => condition.complement !== excluded);
  const [all, excludedCount] = [
    countWhereStatement(model, others),
    countWhereStatement(model, [...others, excluded]),
  ];
  return {
    sql: `SELECT (${all.sql}) - (${excludedCount.sql})`,
    params: [...all.params, ...excludedCount.params],
  };
}

function countWhereStatement(model: EntityModel, conditions: readonly Condition[]): Statement {
  const where = whereClause(model, ROOT_ALIAS, conditions);
  const sql = `SELECT COUNT(*) FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}`;
  return { sql, params: where.params };
}
