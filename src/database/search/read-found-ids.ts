import type { SqlFragment } from '../queries/conditions';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import { IdSet } from '../queries/id-set';
import type { SqlValue } from '../schema/column-kinds';
import { MAX_CHARACTER, type SearchQuery } from './search-query';

/** Entries of the index that one statement reads: some milliseconds, and less text than a server joins. */
const ENTRIES_PER_READ = 25_000;

const COMMA = 44;
const ZERO = 48;

/**
 * The ids of what is found where all words are common: those of each word, very many in one text, held against each
 * other here. A database would first sort the ids of a word into a table, and a row for each takes longer to hand over.
 * @param together entries that are read by one statement
 */
export function* readFoundIds(
  { kind, prefixes }: SearchQuery,
  together: number = ENTRIES_PER_READ,
): QueryProgram<IdSet> {
  const [found = new IdSet(), ...others] = yield* runTogether(
    prefixes.map((prefix) =>
      readIds({ kind: kind.number, prefix, entriesPerRead: together, ids: new IdSet() }),
    ),
  );
  for (const ids of others) found.intersect(ids);
  return found;
}

/** Reads that go on together: the statements of each one's next step may run at once. */
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

/** The entries that are read, and what their ids are put in. */
interface TermRead {
  readonly kind: number;
  readonly prefix: string;
  readonly entriesPerRead: number;
  readonly ids: IdSet;
}

/** Some terms after the other, the next ones found meanwhile; one that has very many entries by itself. */
function* readIds(reading: TermRead): QueryProgram<IdSet> {
  const { prefix, entriesPerRead, ids } = reading;
  const end = isBelowTerm(prefix + MAX_CHARACTER);
  const behind = (from: SqlFragment): Statement =>
    valueAtOffsetStatement('s.term', reading, [from, end], entriesPerRead);
  let from = compareTerm('>=', prefix);
  let [next] = yield [behind(from)];
  for (;;) {
    const term = next?.[0]?.[0];
    if (term === undefined) break;
    if (term === from.params[0]) {
      yield* readTermIds(reading, term);
      from = compareTerm('>', term);
      [next] = yield [behind(from)];
    } else {
      const some = idsStatement(reading, [from, isBelowTerm(term)]);
      from = compareTerm('>=', term);
      const [taken, ahead] = yield [some, behind(from)];
      addIds(ids, taken);
      next = ahead;
    }
  }
  const [rest] = yield [idsStatement(reading, [from, end])];
  addIds(ids, rest);
  return ids;
}

function* readTermIds(reading: TermRead, term: SqlValue): QueryProgram<void> {
  let last: SqlValue = 0;
  for (let isMore = true; isMore;) {
    const after: SqlFragment[] = [compareTerm('=', term), compareId('>', last)];
    const [behind] = yield [
      valueAtOffsetStatement('s.record_id', reading, after, reading.entriesPerRead - 1),
    ];
    const id = behind?.[0]?.[0];
    isMore = id !== undefined;
    const [taken] = yield [
      idsStatement(reading, id === undefined ? after : [...after, compareId('<=', id)]),
    ];
    addIds(reading.ids, taken);
    last = id ?? last;
  }
}

/** Asks for the value in the entry behind so many others; there is no row without one. */
function valueAtOffsetStatement(
  column: 's.term' | 's.record_id',
  { kind }: TermRead,
  within: readonly SqlFragment[],
  others: number,
): Statement {
  const { sql, params } = entriesClause(kind, within);
  return {
    sql: `SELECT ${column} ${sql} ORDER BY ${column} LIMIT 1 OFFSET ?`,
    params: [...params, others],
  };
}

/** Asks for the ids as a text; of each record one entry (search-terms.ts). */
function idsStatement({ kind, prefix }: TermRead, within: readonly SqlFragment[]): Statement {
  const { sql, params } = entriesClause(kind, within);
  return {
    sql: `SELECT GROUP_CONCAT(s.record_id) ${sql} AND s.shared < ?`,
    params: [...params, prefix.length],
  };
}

/** The number stands in the text: what is slow is told by it. */
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

/** Digit by digit: splitting the text would make one of each id. */
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
