import type { SqlFragment } from './conditions';
import type { Statement, Steps } from './dialect/connection';
import { IdSet } from './id-set';
import type { SqlValue } from './kinds';
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
): Steps<IdSet> {
  let found: IdSet | undefined;
  for (const prefix of prefixes) {
    const ids = yield* idsOf({ kind: kind.number, prefix, together, ids: new IdSet() });
    if (found) found.keep(ids);
    else found = ids;
  }
  return found ?? new IdSet();
}

/** The entries that are read, and what their ids are put in. */
interface Reading {
  readonly kind: number;
  readonly prefix: string;
  readonly together: number;
  readonly ids: IdSet;
}

/** Some terms after the other; one that has very many entries by itself. */
function* idsOf(reading: Reading): Steps<IdSet> {
  const { prefix, together, ids } = reading;
  const end = below(prefix + AFTER_ALL);
  let from = isTerm('>=', prefix);
  for (;;) {
    const term = yield* valueBehind('s.term', reading, [from, end], together);
    if (term === undefined) break;
    if (term === from.params[0]) {
      yield* idsOfTerm(reading, term);
      from = isTerm('>', term);
    } else {
      yield* take(reading, [from, below(term)]);
      from = isTerm('>=', term);
    }
  }
  yield* take(reading, [from, end]);
  return ids;
}

function* idsOfTerm(reading: Reading, term: SqlValue): Steps<void> {
  let last: SqlValue = 0;
  for (let isMore = true; isMore;) {
    const after: SqlFragment[] = [isTerm('=', term), isId('>', last)];
    const id: SqlValue | undefined = yield* valueBehind(
      's.record_id',
      reading,
      after,
      reading.together - 1,
    );
    isMore = id !== undefined;
    yield* take(reading, id === undefined ? after : [...after, isId('<=', id)]);
    last = id ?? last;
  }
}

/** The value in the entry behind so many others; undefined: there are no more. */
function* valueBehind(
  column: 's.term' | 's.record_id',
  { kind }: Reading,
  within: readonly SqlFragment[],
  others: number,
): Steps<SqlValue | undefined> {
  const { sql, params } = entries(kind, within);
  const text = `SELECT ${column} ${sql} ORDER BY ${column} LIMIT 1 OFFSET ?`;
  const [rows] = yield [{ sql: text, params: [...params, others] }];
  return rows?.[0]?.[0];
}

/** Of each record one entry (search-terms.ts). */
function* take({ kind, prefix, ids }: Reading, within: readonly SqlFragment[]): Steps<void> {
  const { sql, params } = entries(kind, within);
  const text = `SELECT GROUP_CONCAT(s.record_id) ${sql} AND s.shared < ?`;
  const [rows] = yield [{ sql: text, params: [...params, prefix.length] }];
  const joined = rows?.[0]?.[0];
  if (typeof joined === 'string') addAll(ids, joined);
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
function addAll(ids: IdSet, joined: string): void {
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
