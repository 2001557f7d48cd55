import type { MemberFactory } from '../../core/object-factory';
import type { RawRow } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';

/** An object that is being read. */
export type ReadObject = Record<string, unknown>;

/** Objects whose children are still to come, by id; one map for each place in the plan that has children. */
export type PendingParents = Map<number, ReadObject[]>[];

/** Makes the objects of one place in the plan out of rows. */
export interface RowReader {
  readonly idAt: number;
  /** Makes the object of a row, with its to-one relations; its children are still to come. */
  readonly createObject: (row: RawRow, waiting: PendingParents) => ReadObject;
  /** Index into `Waiting`, -1 without children. */
  readonly pendingIndex: number;
}

type RowMember = MemberFactory<RawRow, PendingParents>;

/** A column's value. @param read the way from the driver's value to the one in memory, when they differ */
export function columnMember(
  property: string,
  at: number,
  read: ((raw: SqlValue) => unknown) | undefined,
): RowMember {
  if (read === undefined) return [property, (row) => row[at]];
  return [
    property,
    (row) => {
      const raw = row[at] as SqlValue;
      return raw === null ? null : read(raw);
    },
  ];
}

/** The record of a to-one relation, out of the same row. */
export function toOneMember(property: string, one: RowReader): RowMember {
  return [property, (row, waiting) => (row[one.idAt] === null ? null : readRow(one, row, waiting))];
}

/** The place of a to-many relation, or of one whose other side holds the key. */
export function toManyMember(property: string, single: boolean): RowMember {
  return [property, () => (single ? null : [])];
}

/** Makes the object of a row, and lets it wait where children will come. */
export function readRow(reader: RowReader, row: RawRow, waiting: PendingParents): ReadObject {
  const object = reader.createObject(row, waiting);
  if (reader.pendingIndex >= 0) addPending(reader, object, Number(row[reader.idAt]), waiting);
  return object;
}

function addPending(
  { pendingIndex }: RowReader,
  object: ReadObject,
  id: number,
  waiting: PendingParents,
): void {
  const map = waiting[pendingIndex];
  const same = map?.get(id);
  if (same) same.push(object);
  else map?.set(id, [object]);
}
