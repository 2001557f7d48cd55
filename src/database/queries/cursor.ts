import { type DomainError, InvalidRequest } from '../../core/errors';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel } from '../schema/model';

/** A position in a sorted list, between two records. */
export interface Cursor {
  /** 1: the records after the key, -1: those before it. */
  readonly direction: 1 | -1;
  /** Sort values of the adjacent record, in database format. */
  readonly key: readonly SqlValue[];
  readonly initialCount: CursorTotal;
}

/** Number of records when the client started to page through the list. */
export interface CursorTotal {
  readonly total: number;
  /** Digest of the conditions of the count: with other filters the records are counted again. */
  readonly conditionsDigest: string;
}

const MAX_CURSOR_CHARACTERS = 8192;

/** Encodes a cursor as an opaque text; `sort` binds it to its order. */
export function encodeCursor(sort: string, { direction, key, initialCount }: Cursor): string {
  const parts = [sort, direction, initialCount.total, initialCount.conditionsDigest, ...key];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes a cursor that a client has sent. Nothing in it is trusted: its values must fit the columns, and are only used
 * as parameters.
 * @throws InvalidRequest if it isn't a cursor for this order
 */
export function decodeCursor(text: string, sort: string, columns: readonly ColumnModel[]): Cursor {
  const parts = parseCursorText(text);
  if (!parts) throw invalidCursorError();
  const [boundTo, direction, total, digest, ...key] = parts;
  if (boundTo !== sort || (direction !== 1 && direction !== -1)) throw invalidCursorError();
  if (!isCount(total) || typeof digest !== 'string') throw invalidCursorError();
  if (
    key.length !== columns.length ||
    !columns.every((column, at) => isColumnValue(column, key[at]))
  ) {
    throw invalidCursorError();
  }
  return { direction, key: key as SqlValue[], initialCount: { total, conditionsDigest: digest } };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parseCursorText(text: string): unknown[] | undefined {
  if (text.length > MAX_CURSOR_CHARACTERS || !/^[\w-]+$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isColumnValue({ kind, nullable }: ColumnModel, value: unknown): boolean {
  return value === null ? nullable : kind.accepts(value);
}

function invalidCursorError(): DomainError {
  return new InvalidRequest([
    {
      pointer: 'query/cursor',
      code: 'cursor.invalid',
      detail:
        'The cursor belongs to another list or sort order. Pass the cursor of a response unchanged.',
    },
  ]);
}
