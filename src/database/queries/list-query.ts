import { InvalidRequest } from '../../core/errors';
import { type Condition, whereClause } from './conditions';
import type { Statement, QueryProgram } from '../dialect/connection';
import { toFilterConditions, type Listing } from './listing';
import type { EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import {
  countFoundStatement,
  hasSearchTerms,
  foundByIndex,
  withRarestFirst,
  type SearchQuery,
  toSearchQuery,
} from '../search/search-query';
import { ROOT_ALIAS } from '../reading/compile-plan';

export type QueryValues = Readonly<Record<string, unknown>>;

/** What a list is asked, as far as a query says it. */
export interface ListQuery {
  /** Conditions of the list itself. */
  readonly baseConditions: readonly Condition[];
  /** These, and those of the query's filters. */
  readonly conditions: readonly Condition[];
  /** The properties whose values filters bound. */
  readonly boundedProperties: readonly string[];
  readonly search?: SearchQuery;
}

/** @throws InvalidRequest for a `q` that the list does not know */
export function toListQuery<E>(
  list: Listing<E>,
  query: QueryValues,
  fixed: readonly Condition[],
): ListQuery {
  const filters = toFilterConditions(list, query);
  const search = findSearchQuery(list, query);
  return {
    baseConditions: fixed,
    conditions: [...fixed, ...filters.map(({ condition }) => condition)],
    boundedProperties: filters.flatMap(({ boundedProperty }) => boundedProperty ?? []),
    ...(search && { search }),
  };
}

function findSearchQuery<E>({ search }: Listing<E>, { q }: QueryValues): SearchQuery | undefined {
  if (typeof q !== 'string' || q === '') return undefined;
  if (search !== undefined) return toSearchQuery(search, q);
  throw new InvalidRequest([
    { pointer: 'query/q', code: 'field.unknown', detail: "This list can't be searched." },
  ]);
}

/** The same question once it is known which of its terms are rare. */
export function* resolveRarity(question: ListQuery): QueryProgram<ListQuery> {
  const { search } = question;
  return search ? { ...question, search: yield* withRarestFirst(search) } : question;
}

/** Whether all records of a list are asked for: nothing is filtered. */
export function isUnfiltered({ baseConditions, conditions, search }: ListQuery): boolean {
  return !search && conditions.length === baseConditions.length;
}

/** All that is asked, in the form in which indexes answer. */
export function toIndexConditions({ conditions, search }: ListQuery): readonly Condition[] {
  return search ? [...conditions, ...foundByIndex(search)] : conditions;
}

/** The same, in the form in which it is asked record by record. */
export function toRowConditions({ conditions, search }: ListQuery): readonly Condition[] {
  return search ? [...conditions, ...hasSearchTerms(search)] : conditions;
}

/** The search, where nothing else is asked, and all of its words are common. */
export function findCommonTermSearch({ conditions, search }: ListQuery): SearchQuery | undefined {
  const isAlone = conditions.length === 0 && search?.isRare === false;
  return isAlone && search.prefixes.length > 1 ? search : undefined;
}

export function toCountStatement(model: EntityModel, question: ListQuery): Statement {
  const { baseConditions, conditions, search } = question;
  if (search && conditions.length === 0) return countFoundStatement(search);
  const leftOut = baseConditions.find((condition) => condition.complement)?.complement;
  if (!leftOut || search || conditions.length > baseConditions.length)
    return countWhereStatement(model, toIndexConditions(question));
  // Of an index alone, and without a look at its entries: these are many, what is left out is little.
  const kept = baseConditions.filter((condition) => condition.complement !== leftOut);
  const [all, less] = [
    countWhereStatement(model, kept),
    countWhereStatement(model, [...kept, leftOut]),
  ];
  return { sql: `SELECT (${all.sql}) - (${less.sql})`, params: [...all.params, ...less.params] };
}

function countWhereStatement(model: EntityModel, conditions: readonly Condition[]): Statement {
  const where = whereClause(model, ROOT_ALIAS, conditions);
  const sql = `SELECT COUNT(*) FROM ${quoteIdentifier(model.table)} ${ROOT_ALIAS}${where.sql}`;
  return { sql, params: where.params };
}
