import { toQueryTerms } from '../../core/text-folding';
import type { Condition, SqlFragment } from '../queries/conditions';
import type { Statement, QueryProgram } from '../dialect/connection';
import { quoteIdentifier } from '../schema/sql-names';
import type { SearchKind } from './search-index';
import { toStoredPrefix } from './search-terms';

/** Sorts after every character that a term can contain. */
export const MAX_CHARACTER = '\u{10FFFF}';

/** A term with fewer postings is rare: its records can be checked one by one. */
export const COMMON_TERM_MIN_POSTINGS = 2000;

/** The search of `q`: a record matches if, for each prefix, one of its terms starts with it. */
export interface SearchIndexQuery {
  readonly kind: SearchKind;
  /** The prefix with the fewest postings is first. */
  readonly prefixes: readonly string[];
  /** Whether the first prefix is rare. */
  readonly isRare: boolean;
}

/** Returns the search of `q`, with its prefixes in their original order; undefined if `q` contains none. */
export function toSearchQuery(kind: SearchKind, q: string): SearchIndexQuery | undefined {
  const prefixes = toQueryTerms(q);
  return prefixes.length === 0 ? undefined : { kind, prefixes, isRare: false };
}

/** Sorts the rarest prefix first. Postings of common prefixes are counted only up to the limit. */
export function* sortByRarity({
  kind,
  prefixes,
}: SearchIndexQuery): QueryProgram<SearchIndexQuery> {
  const [resultSet] = yield [toPostingCountsStatement(kind, prefixes)];
  const postingCounts = new Map(
    prefixes.map((prefix, at) => [prefix, Number(resultSet?.[0]?.[at])]),
  );
  const getPostingCount = (prefix: string): number =>
    postingCounts.get(prefix) ?? COMMON_TERM_MIN_POSTINGS;
  // The longer one of two common prefixes is usually rarer.
  const sorted = [...prefixes].sort(
    (one, other) => getPostingCount(one) - getPostingCount(other) || other.length - one.length,
  );
  return {
    kind,
    prefixes: sorted,
    isRare: sorted.some((prefix) => getPostingCount(prefix) < COMMON_TERM_MIN_POSTINGS),
  };
}

function toPostingCountsStatement({ number }: SearchKind, prefixes: readonly string[]): Statement {
  const counts = prefixes.map((prefix) => {
    const { sql, params } = toPostingsFragment(number, prefix);
    return {
      sql: `(SELECT COUNT(*) FROM (SELECT 1 ${sql} LIMIT ${COMMON_TERM_MIN_POSTINGS}) c)`,
      params,
    };
  });
  return {
    sql: `SELECT ${counts.map(({ sql }) => sql).join(', ')}`,
    params: counts.flatMap(({ params }) => params),
  };
}

/**
 * Returns conditions that find the matches by the index. If the first prefix is rare, the other prefixes are checked in
 * each of its records. There is one condition for each prefix: MariaDB would turn nested conditions into a join that
 * compares all pairs.
 */
export function toIndexedSearchConditions({
  kind,
  prefixes,
  isRare,
}: SearchIndexQuery): Condition[] {
  return prefixes.map((prefix, at) => {
    const condition =
      at > 0 && isRare ? toRowIdCondition(kind, prefix) : toIndexIdCondition(kind, prefix);
    return (_, alias) => condition(`${alias}.${quoteIdentifier('id')}`);
  });
}

/** Returns conditions for the matches that are checked in each record. */
export function toRowSearchConditions({ kind, prefixes }: SearchIndexQuery): Condition[] {
  return prefixes.map(
    (prefix) => (_, alias) => toRowIdCondition(kind, prefix)(`${alias}.${quoteIdentifier('id')}`),
  );
}

/** Counts the matches by the index only, with one posting of the first prefix for each record. */
export function toSearchCountStatement({ kind, prefixes, isRare }: SearchIndexQuery): Statement {
  const [firstPrefix = '', ...others] = prefixes;
  const firstPrefixPostings = toPostingsFragment(kind.number, firstPrefix);
  const otherConditions = others.map((prefix) =>
    (isRare ? toRowIdCondition(kind, prefix) : toIndexIdCondition(kind, prefix))('s.record_id'),
  );
  return {
    sql: [
      `SELECT COUNT(*) ${firstPrefixPostings.sql}`,
      ...otherConditions.map(({ sql }) => sql),
    ].join(' AND '),
    params: [...firstPrefixPostings.params, ...otherConditions.flatMap(({ params }) => params)],
  };
}

/** A condition on the id in a column. */
type IdCondition = (column: string) => SqlFragment;

function toIndexIdCondition({ number }: SearchKind, prefix: string): IdCondition {
  const { sql, params } = toPostingsFragment(number, prefix, 'o');
  return (column) => ({ sql: `${column} IN (SELECT o.record_id ${sql})`, params });
}

/** A scalar subquery: with EXISTS, MariaDB would scan all records. */
function toRowIdCondition({ number }: SearchKind, prefix: string): IdCondition {
  return (column) => ({
    sql:
      'INSTR((SELECT r.terms FROM search_records r ' +
      `WHERE r.kind = ${number} AND r.record_id = ${column}), ?) > 0`,
    params: [toStoredPrefix(prefix)],
  });
}

/** One posting for each record (search-terms.ts). The kind is in the text: slow reads are identified by their text. */
function toPostingsFragment(kind: number, prefix: string, alias = 's'): SqlFragment {
  return {
    sql:
      `FROM search_postings ${alias} WHERE ${alias}.kind = ${kind} ` +
      `AND ${alias}.term >= ? AND ${alias}.term < ? AND ${alias}.shared < ?`,
    params: [prefix, prefix + MAX_CHARACTER, prefix.length],
  };
}
