import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A statement as the recorder writes it. */
export interface RecordedLine {
  /** Number of the statement's text; the text comes with its first line. */
  readonly number: number;
  readonly sql?: string;
  /** Statements of one step ran at the same time. */
  readonly step: number;
  readonly params: readonly unknown[];
  /** Values in the order of the SELECT list; of an INSERT the keys, one for each row. */
  readonly rows?: readonly (readonly unknown[])[];
}

/** A statement that the service ran. */
export interface Recorded extends RecordedLine {
  readonly sql: string;
}

/**
 * Whether the service ran a statement by itself, for its keys, outbox, webhooks, exports or erasures, or to see how far the
 * journal is: it is no part of a request.
 */
export function isServiceStatement({ sql }: Recorded): boolean {
  return /\b(?:api_keys|erasures|exports|journal_numbering|outbox_\w+|webhooks?\w*)\b/.test(sql);
}

/** What a driver answers to an INSERT that returns nothing. */
type Inserted =
  | { readonly lastInsertRowid: number }
  | { readonly insertId: number; readonly affectedRows: number };

/** What came of a statement as rows of values: those found, or the keys that inserted rows have got. */
export function toValueRows(answer: unknown): unknown[][] {
  if (Array.isArray(answer)) return answer.map(toValues);
  if (typeof answer !== 'object' || answer === null) return [];
  const done = answer as Inserted;
  if ('lastInsertRowid' in done) return [[done.lastInsertRowid]];
  return Array.from({ length: done.affectedRows }, (_, at) => [done.insertId + at]);
}

function toValues(row: unknown): unknown[] {
  return Array.isArray(row) ? (row as unknown[]) : Object.values(row as object);
}

/** Reads lines in their order. */
class RecordedLineReader {
  private readonly texts = new Map<number, string>();

  read(text: string): Recorded {
    const line = JSON.parse(text) as RecordedLine;
    if (line.sql !== undefined) this.texts.set(line.number, line.sql);
    return { ...line, sql: this.texts.get(line.number) ?? '' };
  }
}

/** The statements recorded so far. */
export function readRecording(file: string): Recorded[] {
  const reader = new RecordedLineReader();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => reader.read(line));
}

interface Insert {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** One transaction's INSERTs. */
export type Inserts = readonly Insert[];

/**
 * The rows that a recording inserts, by transaction, in the order in which they were committed: those of a table
 * together, in statements of `MOST_ROWS`.
 * @throws Error when some of them were undone: the keys that they took would be others without them
 */
export async function* readInserts(file: string): AsyncGenerator<Inserts> {
  const reader = new RecordedLineReader();
  let inserts: Insert[] = [];
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { sql, params } = reader.read(text);
    if (sql.startsWith('ROLLBACK')) throw new Error('The recorded import was not without errors');
    if (sql.startsWith('INSERT')) inserts.push({ sql, params });
    else if (sql === 'COMMIT' && inserts.length > 0) {
      yield mergeInserts(inserts);
      inserts = [];
    }
  }
}

/** Rows in a statement. */
const MAX_ROWS = 500;
/** Values in a statement: SQLite takes 32,766. */
const MAX_VALUES = 32_000;

/** The same rows in few statements. A table comes where its first row came, so rows stay behind those they name. */
function mergeInserts(inserts: readonly Insert[]): Insert[] {
  const tables = new Map<string, unknown[]>();
  for (const { sql, params } of inserts) {
    const [head = ''] = sql.split(' VALUES ');
    const values = tables.get(head);
    if (values) values.push(...params);
    else tables.set(head, [...params]);
  }
  return [...tables].flatMap(([head, values]) => {
    const width = head.split(', ').length;
    const length = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / width)) * width;
    const marks = `(${Array<string>(width).fill('?').join(', ')})`;
    return Array.from({ length: Math.ceil(values.length / length) }, (_, at) => {
      const params = values.slice(at * length, (at + 1) * length);
      const rows = Array<string>(params.length / width).fill(marks);
      return { sql: `${head} VALUES ${rows.join(', ')}`, params };
    });
  });
}
