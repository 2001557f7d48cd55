import type { SqlFragment } from '../queries/conditions';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import { IdBitset } from '../queries/id-bitset';
import type { SqlValue } from '../schema/column-kinds';
import { MAX_CHARACTER, type SearchIndexQuery } from './search-query';

/** Index entries that one statement reads: this takes some milliseconds, and stays below the server's text limit. */
const POSTINGS_PER_READ = 25_000;

const COMMA = 44;
const ZERO = 48;

/**
 * Returns the ids of all matches if all search terms are common. The ids of each term are read as one text and
 * intersected here. A database would sort the ids of a term into a temporary table, and one row for each id takes
 * longer to transfer.
 * @param postingsPerRead index entries that one statement reads
 */
export function* readMatchingIds(
  { kind, prefixes }: SearchIndexQuery,
  postingsPerRead: number = POSTINGS_PER_READ,
): QueryProgram<IdBitset> {
  const [found = new IdBitset(), ...others] = yield* runTogether(
    prefixes.map((prefix) =>
      readIds({ kind: kind.number, prefix, entriesPerRead: postingsPerRead, ids: new IdBitset() }),
    ),
  );
  for (const ids of others) found.intersect(ids);
  return found;
}

/** Runs reads in parallel: the statements of their next steps are yielded together. */
function* runTogether<T>(reads: readonly QueryProgram<T>[]): QueryProgram<T[]> {
  const pendingReads = reads.map((read) => ({ read, step: read.next() }));
  for (;;) {
    const unfinished = pendingReads.filter(({ step }) => !step.done);
    if (unfinished.length === 0) break;
    const resultSets = [
      ...(yield unfinished.flatMap(({ step }) => step.value as readonly Statement[])),
    ];
    for (const pendingRead of unfinished) {
      const { length } = pendingRead.step.value as readonly Statement[];
      pendingRead.step = pendingRead.read.next(resultSets.splice(0, length));
    }
  }
  return pendingReads.map(({ step }) => step.value as T);
}

/** The index entries to read, and the set that collects their ids. */
interface PrefixRead {
  readonly kind: number;
  readonly prefix: string;
  readonly entriesPerRead: number;
  readonly ids: IdBitset;
}

/** Reads several terms at once, while the next ones are determined; a term with very many entries is read by itself. */
function* readIds(read: PrefixRead): QueryProgram<IdBitset> {
  const { prefix, entriesPerRead, ids } = read;
  const upperBound = toTermUpperBound(prefix + MAX_CHARACTER);
  const createEndStatement = (from: SqlFragment): Statement =>
    toValueAtOffsetStatement('s.term', read, [from, upperBound], entriesPerRead);
  let lowerBound = toTermCondition('>=', prefix);
  let [endRows] = yield [createEndStatement(lowerBound)];
  for (;;) {
    const term = endRows?.[0]?.[0];
    if (term === undefined) break;
    if (term === lowerBound.params[0]) {
      yield* readTermIds(read, term);
      lowerBound = toTermCondition('>', term);
      [endRows] = yield [createEndStatement(lowerBound)];
    } else {
      const statement = toIdsStatement(read, [lowerBound, toTermUpperBound(term)]);
      lowerBound = toTermCondition('>=', term);
      const [idRows, nextRows] = yield [statement, createEndStatement(lowerBound)];
      addIds(ids, idRows);
      endRows = nextRows;
    }
  }
  const [remainingRows] = yield [toIdsStatement(read, [lowerBound, upperBound])];
  addIds(ids, remainingRows);
  return ids;
}

function* readTermIds(read: PrefixRead, term: SqlValue): QueryProgram<void> {
  let lastId: SqlValue = 0;
  for (let hasMore = true; hasMore;) {
    const conditions: SqlFragment[] = [toTermCondition('=', term), toIdCondition('>', lastId)];
    const [endRows] = yield [
      toValueAtOffsetStatement('s.record_id', read, conditions, read.entriesPerRead - 1),
    ];
    const id = endRows?.[0]?.[0];
    hasMore = id !== undefined;
    const [idRows] = yield [
      toIdsStatement(
        read,
        id === undefined ? conditions : [...conditions, toIdCondition('<=', id)],
      ),
    ];
    addIds(read.ids, idRows);
    lastId = id ?? lastId;
  }
}

/** Returns a statement for the value of the entry after `offset` entries. Without such an entry the result is empty. */
function toValueAtOffsetStatement(
  column: 's.term' | 's.record_id',
  { kind }: PrefixRead,
  conditions: readonly SqlFragment[],
  offset: number,
): Statement {
  const { sql, params } = toPostingsClause(kind, conditions);
  return {
    sql: `SELECT ${column} ${sql} ORDER BY ${column} LIMIT 1 OFFSET ?`,
    params: [...params, offset],
  };
}

/** Returns a statement for the ids as one text, with one entry for each record (search-terms.ts). */
function toIdsStatement(
  { kind, prefix }: PrefixRead,
  conditions: readonly SqlFragment[],
): Statement {
  const { sql, params } = toPostingsClause(kind, conditions);
  return {
    sql: `SELECT GROUP_CONCAT(s.record_id) ${sql} AND s.shared < ?`,
    params: [...params, prefix.length],
  };
}

/** The kind is part of the text, because slow reads are identified by their text. */
function toPostingsClause(kind: number, conditions: readonly SqlFragment[]): Statement {
  const fragments = conditions.map(({ sql }) => sql);
  return {
    sql: `FROM search_postings s WHERE s.kind = ${kind} AND ${fragments.join(' AND ')}`,
    params: conditions.flatMap(({ params }) => params),
  };
}

function toTermCondition(operator: '=' | '>' | '>=', term: SqlValue): SqlFragment {
  return { sql: `s.term ${operator} ?`, params: [term] };
}

function toTermUpperBound(term: SqlValue): SqlFragment {
  return { sql: 's.term < ?', params: [term] };
}

function toIdCondition(operator: '>' | '<=', id: SqlValue): SqlFragment {
  return { sql: `s.record_id ${operator} ?`, params: [id] };
}

/** Parses digit by digit: splitting would create a string for each id. */
function addIds(ids: IdBitset, rows: readonly RawRow[] | undefined): void {
  const joined = rows?.[0]?.[0];
  if (typeof joined !== 'string') return;
  let id = 0;
  for (let index = 0; index < joined.length; index++) {
    const charCode = joined.charCodeAt(index);
    if (charCode === COMMA) {
      ids.add(id);
      id = 0;
    } else id = id * 10 + charCode - ZERO;
  }
  ids.add(id);
}
