import type { SqlFragment } from '../queries/conditions';
import type { RawRow, Statement, QueryProgram } from '../dialect/connection';
import { IdSet } from '../queries/id-set';
import type { SqlValue } from '../schema/kinds';
import { AFTER_ALL, type Search } from './search-query';

/** Entries of the index that one statement reads: some milliseconds, and less text than a server joins. */
const READ_TOGETHER = 25_000;

const COMMA = 44;
const ZERO = 48;

/**
 * The ids of what is found where all words are common: those of each word, very many in one text, held against each
 * other here. A database would first sort the ids of a word into a table, and a row for each takes longer to hand over.
 * @param together entries that are read by one statement
 */
export function* foundIds(
  { kind, prefixes }: Search,
  together: number = READ_TOGETHER,
): QueryProgram<IdSet> {
  const [found = new IdSet(), ...others] = yield* sideBySide(
    prefixes.map((prefix) => idsOf({ kind: kind.number, prefix, together, ids: new IdSet() })),
  );
  for (const ids of others) found.intersect(ids);
  return found;
}

/** Reads that go on together: the statements of each one's next step may run at once. */
function* sideBySide<T>(reads: readonly QueryProgram<T>[]): QueryProgram<T[]> {
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
interface Reading {
  readonly kind: number;
  readonly prefix: string;
  readonly together: number;
  readonly ids: IdSet;
}

/** Some terms after the other, the next ones found meanwhile; one that has very many entries by itself. */
function* idsOf(reading: Reading): QueryProgram<IdSet> {
  const { prefix, together, ids } = reading;
  const end = below(prefix + AFTER_ALL);
  const behind = (from: SqlFragment): Statement =>
    valueBehind('s.term', reading, [from, end], together);
  let from = isTerm('>=', prefix);
  let [next] = yield [behind(from)];
  for (;;) {
    const term = next?.[0]?.[0];
    if (term === undefined) break;
    if (term === from.params[0]) {
      yield* idsOfTerm(reading, term);
      from = isTerm('>', term);
      [next] = yield [behind(from)];
    } else {
      const some = idsWithin(reading, [from, below(term)]);
      from = isTerm('>=', term);
      const [taken, ahead] = yield [some, behind(from)];
      addAll(ids, taken);
      next = ahead;
    }
  }
  const [rest] = yield [idsWithin(reading, [from, end])];
  addAll(ids, rest);
  return ids;
}

function* idsOfTerm(reading: Reading, term: SqlValue): QueryProgram<void> {
  let last: SqlValue = 0;
  for (let isMore = true; isMore;) {
    const after: SqlFragment[] = [isTerm('=', term), isId('>', last)];
    const [behind] = yield [valueBehind('s.record_id', reading, after, reading.together - 1)];
    const id = behind?.[0]?.[0];
    isMore = id !== undefined;
    const [taken] = yield [
      idsWithin(reading, id === undefined ? after : [...after, isId('<=', id)]),
    ];
    addAll(reading.ids, taken);
    last = id ?? last;
  }
}

/** Asks for the value in the entry behind so many others; there is no row without one. */
function valueBehind(
  column: 's.term' | 's.record_id',
  { kind }: Reading,
  within: readonly SqlFragment[],
  others: number,
): Statement {
  const { sql, params } = entries(kind, within);
  return {
    sql: `SELECT ${column} ${sql} ORDER BY ${column} LIMIT 1 OFFSET ?`,
    params: [...params, others],
  };
}

/** Asks for the ids as a text; of each record one entry (search-terms.ts). */
function idsWithin({ kind, prefix }: Reading, within: readonly SqlFragment[]): Statement {
  const { sql, params } = entries(kind, within);
  return {
    sql: `SELECT GROUP_CONCAT(s.record_id) ${sql} AND s.shared < ?`,
    params: [...params, prefix.length],
  };
}

/** The number stands in the text: what is slow is told by it. */
function entries(kind: number, within: readonly SqlFragment[]): Statement {
  const parts = within.map(({ sql }) => sql);
  return {
    sql: `FROM search_postings s WHERE s.kind = ${kind} AND ${parts.join(' AND ')}`,
    params: within.flatMap(({ params }) => params),
  };
}

function isTerm(sign: '=' | '>' | '>=', term: SqlValue): SqlFragment {
  return { sql: `s.term ${sign} ?`, params: [term] };
}

function below(term: SqlValue): SqlFragment {
  return { sql: 's.term < ?', params: [term] };
}

function isId(sign: '>' | '<=', id: SqlValue): SqlFragment {
  return { sql: `s.record_id ${sign} ?`, params: [id] };
}

/** Digit by digit: splitting the text would make one of each id. */
function addAll(ids: IdSet, rows: readonly RawRow[] | undefined): void {
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
