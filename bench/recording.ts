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

/** Whether the service ran a statement by itself, for its keys or its outbox: it is no part of a request. */
export function isOfTheService({ sql }: Recorded): boolean {
  return /\b(?:api_keys|outbox_\w+)\b/.test(sql);
}

/** What a driver answers to an INSERT that returns nothing. */
type Inserted =
  | { readonly lastInsertRowid: number }
  | { readonly insertId: number; readonly affectedRows: number };

/** What came of a statement as rows of values: those found, or the keys that inserted rows have got. */
export function rowsOf(answer: unknown): unknown[][] {
  if (Array.isArray(answer)) return answer.map(valuesOf);
  if (typeof answer !== 'object' || answer === null) return [];
  const done = answer as Inserted;
  if ('lastInsertRowid' in done) return [[done.lastInsertRowid]];
  return Array.from({ length: done.affectedRows }, (_, at) => [done.insertId + at]);
}

function valuesOf(row: unknown): unknown[] {
  return Array.isArray(row) ? (row as unknown[]) : Object.values(row as object);
}

/** Reads lines in their order. */
class LineReader {
  private readonly texts = new Map<number, string>();

  read(text: string): Recorded {
    const line = JSON.parse(text) as RecordedLine;
    if (line.sql !== undefined) this.texts.set(line.number, line.sql);
    return { ...line, sql: this.texts.get(line.number) ?? '' };
  }
}

/** The statements recorded so far. */
export function readRecording(file: string): Recorded[] {
  const reader = new LineReader();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => reader.read(line));
}

/** One transaction's INSERTs. */
export type Inserts = readonly { readonly sql: string; readonly params: readonly unknown[] }[];

/**
 * The INSERTs of a recording, by transaction, in the order in which they were committed.
 * @throws Error when some of them were undone: the keys that they took would be others without them
 */
export async function* insertsOf(file: string): AsyncGenerator<Inserts> {
  const reader = new LineReader();
  let inserts: { sql: string; params: readonly unknown[] }[] = [];
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { sql, params } = reader.read(text);
    if (sql.startsWith('ROLLBACK')) throw new Error('The recorded import was not without errors');
    if (sql.startsWith('INSERT')) inserts.push({ sql, params });
    else if (sql === 'COMMIT' && inserts.length > 0) {
      yield inserts;
      inserts = [];
    }
  }
}
