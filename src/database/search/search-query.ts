import { toQueryTerms } from '../../core/text';
import type { Condition, SqlFragment } from '../queries/conditions';
import type { Statement, QueryProgram } from '../dialect/connection';
import { quoteIdentifier } from '../schema/sql-names';
import type { SearchKind } from './search';
import { toTermStart } from './search-terms';

/** Follows every character that a term can go on with (it is none itself). */
export const MAX_CHARACTER = '\u{10FFFF}';

/** With fewer postings a term is rare: its records can be looked at one by one. */
export const RARE_BELOW_POSTINGS = 2000;

/** What `q` asks for: a record has, for each of the prefixes, a term that begins with it. */
export interface SearchQuery {
  readonly kind: SearchKind;
  /** The one that fewest terms begin with leads. */
  readonly prefixes: readonly string[];
  /** Whether few begin with it. */
  readonly isRare: boolean;
}

/** The prefixes of `q`, before anything is known of them. Without any it asks for nothing. */
export function toSearchQuery(kind: SearchKind, q: string): SearchQuery | undefined {
  const prefixes = toQueryTerms(q);
  return prefixes.length === 0 ? undefined : { kind, prefixes, isRare: false };
}

/** Puts the rarest prefix first. What is common is counted no further than that it is. */
export function* withRarestFirst({ kind, prefixes }: SearchQuery): QueryProgram<SearchQuery> {
  const [rows] = yield [sizesStatement(kind, prefixes)];
  const sizes = new Map(prefixes.map((prefix, at) => [prefix, Number(rows?.[0]?.[at])]));
  const size = (prefix: string): number => sizes.get(prefix) ?? RARE_BELOW_POSTINGS;
  // Of common ones the longer one is rarer, as a rule.
  const sorted = [...prefixes].sort(
    (one, other) => size(one) - size(other) || other.length - one.length,
  );
  return {
    kind,
    prefixes: sorted,
    isRare: sorted.some((prefix) => size(prefix) < RARE_BELOW_POSTINGS),
  };
}

function sizesStatement({ number }: SearchKind, prefixes: readonly string[]): Statement {
  const counts = prefixes.map((prefix) => {
    const { sql, params } = postingsFragment(number, prefix);
    return {
      sql: `(SELECT COUNT(*) FROM (SELECT 1 ${sql} LIMIT ${RARE_BELOW_POSTINGS}) c)`,
      params,
    };
  });
  return {
    sql: `SELECT ${counts.map(({ sql }) => sql).join(', ')}`,
    params: counts.flatMap(({ params }) => params),
  };
}

/**
 * The records that are found, by the index alone; the prefixes that follow a rare one are looked for in each record.
 * One condition for each prefix: MariaDB would turn one nested in another into a join that compares all with all.
 */
export function foundByIndex({ kind, prefixes, isRare }: SearchQuery): Condition[] {
  return prefixes.map((prefix, at) => {
    const condition =
      at > 0 && isRare ? idHasTermByRow(kind, prefix) : idHasTermByIndex(kind, prefix);
    return (_, alias) => condition(`${alias}.${quoteIdentifier('id')}`);
  });
}

/** The same, asked record by record. */
export function hasSearchTerms({ kind, prefixes }: SearchQuery): Condition[] {
  return prefixes.map(
    (prefix) => (_, alias) => idHasTermByRow(kind, prefix)(`${alias}.${quoteIdentifier('id')}`),
  );
}

/** Counts the records that are found, by the index alone: of each one posting of the lead. */
export function countFoundStatement({ kind, prefixes, isRare }: SearchQuery): Statement {
  const [lead = '', ...others] = prefixes;
  const led = postingsFragment(kind.number, lead);
  const rest = others.map((prefix) =>
    (isRare ? idHasTermByRow(kind, prefix) : idHasTermByIndex(kind, prefix))('s.record_id'),
  );
  return {
    sql: [`SELECT COUNT(*) ${led.sql}`, ...rest.map(({ sql }) => sql)].join(' AND '),
    params: [...led.params, ...rest.flatMap(({ params }) => params)],
  };
}

/** A condition on the id that stands in a column. */
type IdCondition = (column: string) => SqlFragment;

function idHasTermByIndex({ number }: SearchKind, prefix: string): IdCondition {
  const { sql, params } = postingsFragment(number, prefix, 'o');
  return (column) => ({ sql: `${column} IN (SELECT o.record_id ${sql})`, params });
}

/** A subquery for one value: of one with EXISTS, MariaDB would rather look at all records. */
function idHasTermByRow({ number }: SearchKind, prefix: string): IdCondition {
  return (column) => ({
    sql:
      'INSTR((SELECT r.terms FROM search_records r ' +
      `WHERE r.kind = ${number} AND r.record_id = ${column}), ?) > 0`,
    params: [toTermStart(prefix)],
  });
}

/** Of each record one (search-terms.ts). The number stands in the text: what is slow is told by it. */
function postingsFragment(kind: number, prefix: string, alias = 's'): SqlFragment {
  return {
    sql:
      `FROM search_postings ${alias} WHERE ${alias}.kind = ${kind} ` +
      `AND ${alias}.term >= ? AND ${alias}.term < ? AND ${alias}.shared < ?`,
    params: [prefix, prefix + MAX_CHARACTER, prefix.length],
  };
}
