import type { MemberDefinition } from '../../core/object-factory';
import type { RawRow } from '../dialect/connection';
import type { SqlValue } from '../schema/column-kinds';

/** An object that is being read. */
export type ReadObject = Record<string, unknown>;

/** Objects whose children have yet to be read, by id; one map for each object in the plan that has children. */
export type PendingParents = Map<number, ReadObject[]>[];

/** Creates the objects of one entity in the plan from rows. */
export interface RowReader {
  readonly idIndex: number;
  /** Creates the object of a row with its to-one relations; its children are attached later. */
  readonly createObject: (row: RawRow, pending: PendingParents) => ReadObject;
  /** Index into `PendingParents`, -1 without children. */
  readonly pendingParentsIndex: number;
}

type RowMember = MemberDefinition<RawRow, PendingParents>;

/** Reads a column's value. @param convert converts the driver's value, if necessary */
export function createColumnMember(
  property: string,
  columnIndex: number,
  convert: ((raw: SqlValue) => unknown) | undefined,
): RowMember {
  if (convert === undefined) return [property, (row) => row[columnIndex]];
  return [
    property,
    (row) => {
      const raw = row[columnIndex] as SqlValue;
      return raw === null ? null : convert(raw);
    },
  ];
}

/** Reads the record of a to-one relation from the same row. */
export function createToOneMember(property: string, relatedReader: RowReader): RowMember {
  return [
    property,
    (row, pending) =>
      row[relatedReader.idIndex] === null ? null : readRow(relatedReader, row, pending),
  ];
}

/** Creates the initial value of a to-many relation, or of a to-one relation whose key is in the other table. */
export function createChildrenMember(property: string, isSingle: boolean): RowMember {
  return [property, () => (isSingle ? null : [])];
}

/** Creates the object of a row, and registers it if children have yet to be read. */
export function readRow(reader: RowReader, row: RawRow, pending: PendingParents): ReadObject {
  const object = reader.createObject(row, pending);
  if (reader.pendingParentsIndex >= 0)
    addPending(reader, object, Number(row[reader.idIndex]), pending);
  return object;
}

function addPending(
  { pendingParentsIndex }: RowReader,
  object: ReadObject,
  id: number,
  pending: PendingParents,
): void {
  const parentsById = pending[pendingParentsIndex];
  const sameParents = parentsById?.get(id);
  if (sameParents) sameParents.push(object);
  else parentsById?.set(id, [object]);
}
