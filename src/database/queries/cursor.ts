import { type DomainError, InvalidRequest } from '../../core/errors';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel } from '../schema/model';

/** A place in a sorted list: between two records. */
export interface Cursor {
  /** 1: the records after the key, -1: those before it. */
  readonly direction: 1 | -1;
  /** The sort values of the record beside the place, as the database holds them. */
  readonly key: readonly SqlValue[];
  readonly counted: CursorTotal;
}

/** How many records there were when the walk began. */
export interface CursorTotal {
  readonly total: number;
  /** A digest of the conditions that were counted with: a walk whose filters change counts anew. */
  readonly conditionsDigest: string;
}

const MAX_CURSOR_CHARACTERS = 8192;

/** An opaque text; `sort` binds it to the order it was made in. */
export function encodeCursor(sort: string, { direction, key, counted }: Cursor): string {
  const parts = [sort, direction, counted.total, counted.conditionsDigest, ...key];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Reads a cursor that a client sent back. Nothing of it is trusted: the values must be such as the
 * columns could hold, and they only ever become parameters.
 * @throws InvalidRequest when it is no cursor of this sort
 */
export function decodeCursor(text: string, sort: string, columns: readonly ColumnModel[]): Cursor {
  const parts = parseCursorText(text);
  if (!parts) throw invalidCursorError();
  const [boundTo, direction, total, of, ...key] = parts;
  if (boundTo !== sort || (direction !== 1 && direction !== -1)) throw invalidCursorError();
  if (!isCount(total) || typeof of !== 'string') throw invalidCursorError();
  if (
    key.length !== columns.length ||
    !columns.every((column, at) => isColumnValue(column, key[at]))
  ) {
    throw invalidCursorError();
  }
  return { direction, key: key as SqlValue[], counted: { total, conditionsDigest: of } };
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
      detail: 'The cursor is none of this list in this order; take it from an answer as it is.',
    },
  ]);
}
