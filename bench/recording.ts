import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A statement as the recorder writes it. */
export interface RecordedLine {
  /** Number of the statement's text; the text comes with its first line. */
  readonly number: number;
  readonly sql?: string;
  /** Number of the step; statements of one step ran concurrently. */
  readonly step: number;
  readonly params: readonly unknown[];
  /** Values in the order of the SELECT list; for an INSERT the keys, one per row. */
  readonly rows?: readonly (readonly unknown[])[];
}

/** A statement of the service. */
export interface Recorded extends RecordedLine {
  readonly sql: string;
}

/**
 * Whether the service ran a statement for itself instead of a request: for keys, outbox, webhooks, exports, erasures,
 * issued files or the journal.
 */
export function isServiceStatement({ sql }: Recorded): boolean {
  return /\b(?:api_keys|erasures|exports|issued_e_documents|journal_numbering|outbox_\w+|webhooks?\w*)\b/.test(
    sql,
  );
}

/** The result of a driver for an INSERT without returned rows. */
type Inserted =
  | { readonly lastInsertRowid: number }
  | { readonly insertId: number; readonly affectedRows: number };

/** Returns the result of a statement as rows of values: the found rows, or the keys of inserted ones. */
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

/** Returns the statements recorded so far. */
export function readRecording(file: string): Recorded[] {
  const reader = new RecordedLineReader();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => reader.read(line));
}

interface Insert {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The INSERTs of one transaction. */
export type Inserts = readonly Insert[];

/**
 * Returns the inserted rows of a recording by transaction, in the order of the commits. Rows of a table are combined to
 * statements of at most `MAX_ROWS`.
 * @throws Error if any transaction was rolled back, because the keys would differ
 */
export async function* readInserts(file: string): AsyncGenerator<Inserts> {
  const reader = new RecordedLineReader();
  let inserts: Insert[] = [];
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { sql, params } = reader.read(text);
    if (sql.startsWith('ROLLBACK')) throw new Error('The recorded import had errors');
    if (sql.startsWith('INSERT')) inserts.push({ sql, params });
    else if (sql === 'COMMIT' && inserts.length > 0) {
      yield mergeInserts(inserts);
      inserts = [];
    }
  }
}

/** Rows per statement. */
const MAX_ROWS = 500;
/** Values per statement; the limit of SQLite is 32,766. */
const MAX_VALUES = 32_000;

/**
 * Combines rows to few statements. Tables are in the order of their first rows, so that rows follow those they refer
 * to.
 */
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
