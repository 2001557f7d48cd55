import type { SqlFragment } from '../queries/conditions';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import { IdSet } from '../queries/id-set';
import type { SqlValue } from '../schema/column-kinds';
import { MAX_CHARACTER, type SearchIndexQuery } from './search-query';

/** Index entries that one statement reads: this takes some milliseconds, and stays below the server's text limit. */
const ENTRIES_PER_READ = 25_000;

const COMMA = 44;
const ZERO = 48;

/**
 * Returns the ids of all matches if all search terms are common. The ids of each term are read as one text and
 * intersected here. A database would sort the ids of a term into a temporary table, and one row for each id takes
 * longer to transfer.
 * @param entriesPerRead index entries that one statement reads
 */
export function* readMatchingIds(
  { kind, prefixes }: SearchIndexQuery,
  entriesPerRead: number = ENTRIES_PER_READ,
): QueryProgram<IdSet> {
  const [found = new IdSet(), ...others] = yield* runTogether(
    prefixes.map((prefix) =>
      readIds({ kind: kind.number, prefix, entriesPerRead, ids: new IdSet() }),
    ),
  );
  for (const ids of others) found.intersect(ids);
  return found;
}

/** Runs reads in parallel: the statements of their next steps are yielded together. */
function* runTogether<T>(reads: readonly QueryProgram<T>[]): QueryProgram<T[]> {
  const states = reads.map((read) => ({ read, step: read.next() }));
  for (;;) {
    const open = states.filter(({ step }) => !step.done);
    if (open.length === 0) break;
    const answers = [...(yield open.flatMap(({ step }) => step.value as readonly Statement[]))];
    for (const state of open) {
      const { length } = state.step.value as readonly Statement[];
      state.step = state.read.next(answers.splice(0, length));
    }
  }
  return states.map(({ step }) => step.value as T);
}

/** The index entries to read, and the set that collects their ids. */
interface TermRead {
  readonly kind: number;
  readonly prefix: string;
  readonly entriesPerRead: number;
  readonly ids: IdSet;
}

/** Reads several terms at once, while the next ones are determined; a term with very many entries is read by itself. */
function* readIds(read: TermRead): QueryProgram<IdSet> {
  const { prefix, entriesPerRead, ids } = read;
  const end = isBelowTerm(prefix + MAX_CHARACTER);
  const endStatement = (from: SqlFragment): Statement =>
    valueAtOffsetStatement('s.term', read, [from, end], entriesPerRead);
  let from = compareTerm('>=', prefix);
  let [next] = yield [endStatement(from)];
  for (;;) {
    const term = next?.[0]?.[0];
    if (term === undefined) break;
    if (term === from.params[0]) {
      yield* readTermIds(read, term);
      from = compareTerm('>', term);
      [next] = yield [endStatement(from)];
    } else {
      const statement = idsStatement(read, [from, isBelowTerm(term)]);
      from = compareTerm('>=', term);
      const [idRows, nextRows] = yield [statement, endStatement(from)];
      addIds(ids, idRows);
      next = nextRows;
    }
  }
  const [rest] = yield [idsStatement(read, [from, end])];
  addIds(ids, rest);
  return ids;
}

function* readTermIds(read: TermRead, term: SqlValue): QueryProgram<void> {
  let last: SqlValue = 0;
  for (let isMore = true; isMore;) {
    const after: SqlFragment[] = [compareTerm('=', term), compareId('>', last)];
    const [endStatement] = yield [
      valueAtOffsetStatement('s.record_id', read, after, read.entriesPerRead - 1),
    ];
    const id = endStatement?.[0]?.[0];
    isMore = id !== undefined;
    const [idRows] = yield [
      idsStatement(read, id === undefined ? after : [...after, compareId('<=', id)]),
    ];
    addIds(read.ids, idRows);
    last = id ?? last;
  }
}

/** Returns a statement for the value of the entry after `others` entries; without such an entry it has no row. */
function valueAtOffsetStatement(
  column: 's.term' | 's.record_id',
  { kind }: TermRead,
  within: readonly SqlFragment[],
  offset: number,
): Statement {
  const { sql, params } = entriesClause(kind, within);
  return {
    sql: `SELECT ${column} ${sql} ORDER BY ${column} LIMIT 1 OFFSET ?`,
    params: [...params, offset],
  };
}

/** Returns a statement for the ids as one text, with one entry for each record (search-terms.ts). */
function idsStatement({ kind, prefix }: TermRead, within: readonly SqlFragment[]): Statement {
  const { sql, params } = entriesClause(kind, within);
  return {
    sql: `SELECT GROUP_CONCAT(s.record_id) ${sql} AND s.shared < ?`,
    params: [...params, prefix.length],
  };
}

/** The kind is part of the text, because slow reads are identified by their text. */
function entriesClause(kind: number, within: readonly SqlFragment[]): Statement {
  const parts = within.map(({ sql }) => sql);
  return {
    sql: `FROM search_postings s WHERE s.kind = ${kind} AND ${parts.join(' AND ')}`,
    params: within.flatMap(({ params }) => params),
  };
}

function compareTerm(sign: '=' | '>' | '>=', term: SqlValue): SqlFragment {
  return { sql: `s.term ${sign} ?`, params: [term] };
}

function isBelowTerm(term: SqlValue): SqlFragment {
  return { sql: 's.term < ?', params: [term] };
}

function compareId(sign: '>' | '<=', id: SqlValue): SqlFragment {
  return { sql: `s.record_id ${sign} ?`, params: [id] };
}

/** Parses digit by digit: splitting would create a string for each id. */
function addIds(ids: IdSet, rows: readonly RawRow[] | undefined): void {
  const joined = rows?.[0]?.[0];
  if (typeof joined !== 'string') return;
  let id = 0;
  for (let at = 0; at < joined.length; at++) {
    const unit = joined.charCodeAt(at);
    if (unit === COMMA) {
      ids.add(id);
      id = 0;
    } else id = id * 10 + unit - ZERO;
  }
  ids.add(id);
}
