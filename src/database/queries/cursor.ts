import { type DomainError, InvalidRequest } from '../../core/errors';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel } from '../schema/entity-model';

/** A position in a sorted list, between two records. */
export interface Cursor {
  /** 1: the records after the key, -1: those before it. */
  readonly direction: 1 | -1;
  /** Sort values of the adjacent record, in database format. */
  readonly sortValues: readonly SqlValue[];
  readonly initialTotal: CursorTotal;
}

/** Number of records when the client started to page through the list. */
export interface CursorTotal {
  readonly total: number;
  /** Digest of the conditions of the count: with other filters the records are counted again. */
  readonly conditionsDigest: string;
}

const MAX_CURSOR_CHARACTERS = 8192;

/** Encodes a cursor as an opaque text; `sort` binds it to its order. */
export function encodeCursor(
  sort: string,
  { direction, sortValues, initialTotal }: Cursor,
): string {
  const parts = [sort, direction, initialTotal.total, initialTotal.conditionsDigest, ...sortValues];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes a cursor that a client has sent. Nothing in it is trusted: its values must fit the columns, and are only used
 * as parameters.
 * @throws InvalidRequest if it isn't a cursor for this order
 */
export function decodeCursor(text: string, sort: string, columns: readonly ColumnModel[]): Cursor {
  const parts = parseCursorText(text);
  if (!parts) throw createInvalidCursorError();
  const [boundSort, direction, total, digest, ...key] = parts;
  if (boundSort !== sort || (direction !== 1 && direction !== -1)) throw createInvalidCursorError();
  if (!isCount(total) || typeof digest !== 'string') throw createInvalidCursorError();
  if (
    key.length !== columns.length ||
    !columns.every((column, at) => isColumnValue(column, key[at]))
  ) {
    throw createInvalidCursorError();
  }
  return {
    direction,
    sortValues: key as SqlValue[],
    initialTotal: { total, conditionsDigest: digest },
  };
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
  return value === null ? nullable : kind.acceptsCursorValue(value);
}

function createInvalidCursorError(): DomainError {
  return new InvalidRequest([
    {
      pointer: 'query/cursor',
      code: 'cursor.invalid',
      detail:
        'The cursor belongs to another list or sort order. Pass the cursor of a response unchanged.',
    },
  ]);
}
