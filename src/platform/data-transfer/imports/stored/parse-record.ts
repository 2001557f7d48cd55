import { InvalidRequest } from '../../../../core/errors';
import { canonicalJson } from '../fingerprint';
import type { ParseContext, StoredRow } from './stored-fields';
import type { PartMapping, RecordMapping, RowTree } from './record-mapping';

/** What a line, or a part of it, says: columns, and the rows that belong to them. */
export interface ParsedTree {
  readonly row: StoredRow;
  readonly parts: ReadonlyMap<string, readonly ParsedTree[]>;
}

/** The columns that an object of a line stands for, without the rows that belong to it. */
export function parseRow(
  { fields, derived = [] }: RecordMapping,
  value: StoredRow,
  reading: ParseContext,
): StoredRow {
  const row: Record<string, unknown> = {};
  for (const field of fields) Object.assign(row, field.parse(value[field.name], reading));
  for (const { property, compute } of derived) row[property] = compute(row);
  return row;
}

/** The same with those rows. @param stored the stored record */
export function parseTree(
  shape: RecordMapping,
  value: StoredRow,
  reading: ParseContext,
  stored?: RowTree,
): ParsedTree {
  const parts = new Map<string, readonly ParsedTree[]>();
  for (const part of shape.parts ?? []) {
    const rows = stored?.parts.get(part.name) ?? [];
    const elements = listElements(value, part, stored && rows.length);
    parts.set(
      part.name,
      elements.map((one, at) => {
        const within = { ...reading, pointer: toElementPointer(reading, part.name, at) };
        return parseTree(part, one, within, rows[at]);
      }),
    );
  }
  return { row: parseRow(shape, value, reading), parts };
}

/**
 * The elements of a list; an absent one is empty.
 * @param stored how many rows there are, which is how many a list has whose elements say their places; undefined: not
 * known
 * @throws InvalidRequest for a place without a row
 */
export function listElements(
  value: StoredRow,
  { name, indexMember }: PartMapping,
  stored?: number,
): readonly StoredRow[] {
  const elements = (value[name] as readonly StoredRow[] | undefined) ?? [];
  if (indexMember === undefined || stored === undefined) return elements;
  const all = Array.from({ length: stored }, (): StoredRow => ({}));
  for (const [at, element] of elements.entries()) {
    const place = element[indexMember] as number;
    if (place >= stored) {
      const detail = `There are only ${stored} ${name}.`;
      const pointer = `/${name}/${at}/${indexMember}`;
      throw new InvalidRequest([{ pointer, code: 'place.none', detail }]);
    }
    all[place] = element;
  }
  return all;
}

export function toElementPointer(
  { pointer }: Pick<ParseContext, 'pointer'>,
  name: string,
  at: number,
): string {
  return `${pointer}/${name}/${at}`;
}

/** The columns that differ from those stored, of those that a stored row takes. */
export function findChangedColumns(
  shape: RecordMapping,
  said: StoredRow,
  stored: StoredRow,
): Record<string, unknown> {
  const onlyNew = new Set(shape.fields.flatMap((field) => field.insertOnlyColumns ?? []));
  return Object.fromEntries(
    Object.entries(said).filter(
      ([name, value]) => !onlyNew.has(name) && !isSameValue(value, stored[name]),
    ),
  );
}

/** What is written of changes: with the time that the line says, as they would have that of the import otherwise. */
export function withUpdatedAt<T extends StoredRow>(changes: T, { updatedAt }: StoredRow): T {
  if (updatedAt === undefined || Object.keys(changes).length === 0) return changes;
  return { ...changes, updatedAt };
}

/** Whether two values of a column are the same, whatever the order of a JSON object's members. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  return toCanonicalText(one) === toCanonicalText(other);
}

/** Ids in snapshots: they accompany names, and follow them only when the row is made. */
const ignoredIds: ReadonlySet<string> = new Set([
  'id',
  'locationId',
  'settingId',
  'shippingTypeId',
]);

function toCanonicalText(json: object): string {
  const text = JSON.stringify(json, function (this: object, name: string, value: unknown) {
    // A plug-in's name for a marketplace is not the id of a record.
    return ignoredIds.has(name) && !('pluginId' in this) ? undefined : value;
  });
  return canonicalJson(JSON.parse(text));
}
