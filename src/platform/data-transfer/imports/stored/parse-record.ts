import { InvalidRequest } from '../../../../core/errors';
import { toCanonicalJson } from '../fingerprint';
import type { ParseContext, RowValues } from './stored-fields';
import type { PartMapping, RecordMapping, RowTree } from './record-mapping';

/** The columns of a record or a part of it, and the rows of its parts. */
export interface ParsedTree {
  readonly row: RowValues;
  readonly parts: ReadonlyMap<string, readonly ParsedTree[]>;
}

/** Parses an object of a record to columns, without its parts. */
export function parseRow(
  { fields, derivedColumns = [] }: RecordMapping,
  value: RowValues,
  context: ParseContext,
): RowValues {
  const row: Record<string, unknown> = {};
  for (const field of fields) Object.assign(row, field.parse(value[field.name], context));
  for (const { property, compute } of derivedColumns) row[property] = compute(row);
  return row;
}

/** Parses an object with its parts. @param stored the stored record */
export function parseTree(
  mapping: RecordMapping,
  value: RowValues,
  context: ParseContext,
  stored?: RowTree,
): ParsedTree {
  const parts = new Map<string, readonly ParsedTree[]>();
  for (const part of mapping.parts ?? []) {
    const rows = stored?.parts.get(part.name) ?? [];
    const elements = listPartElements(value, part, stored && rows.length);
    parts.set(
      part.name,
      elements.map((one, at) => {
        const within = { ...context, pointer: toElementPointer(context, part.name, at) };
        return parseTree(part, one, within, rows[at]);
      }),
    );
  }
  return { row: parseRow(mapping, value, context), parts };
}

/**
 * Returns the elements of a list; an absent list is empty.
 * @param storedCount number of stored rows, which determines the length of a list whose elements contain their index;
 * undefined if it is unknown
 * @throws InvalidRequest for an index without a row
 */
export function listPartElements(
  value: RowValues,
  { name, indexMember }: PartMapping,
  storedCount?: number,
): readonly RowValues[] {
  const elements = (value[name] as readonly RowValues[] | undefined) ?? [];
  if (indexMember === undefined || storedCount === undefined) return elements;
  const all = Array.from({ length: storedCount }, (): RowValues => ({}));
  for (const [at, element] of elements.entries()) {
    const index = element[indexMember] as number;
    if (index >= storedCount) {
      const detail = `The record has only ${storedCount} ${name}.`;
      const pointer = `/${name}/${at}/${indexMember}`;
      throw new InvalidRequest([{ pointer, code: 'place.none', detail }]);
    }
    all[index] = element;
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

/** Returns the columns that differ from the stored ones and that a stored row accepts. */
export function findChangedColumns(
  mapping: RecordMapping,
  parsed: RowValues,
  stored: RowValues,
): Record<string, unknown> {
  const insertOnly = new Set(mapping.fields.flatMap((field) => field.insertOnlyColumns ?? []));
  return Object.fromEntries(
    Object.entries(parsed).filter(
      ([name, value]) => !insertOnly.has(name) && !isSameValue(value, stored[name]),
    ),
  );
}

/** Adds the record's own timestamp to changes, which would otherwise get that of the import. */
export function withRecordTimestamp<T extends RowValues>(changes: T, { updatedAt }: RowValues): T {
  if (updatedAt === undefined || Object.keys(changes).length === 0) return changes;
  return { ...changes, updatedAt };
}

/** Whether two column values are equal, regardless of the order of a JSON object's members. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  return toCanonicalText(one) === toCanonicalText(other);
}

/** Ids in snapshots: they accompany names, and are resolved only when the row is created. */
const ignoredIdMembers: ReadonlySet<string> = new Set([
  'id',
  'locationId',
  'settingId',
  'shippingTypeId',
]);

function toCanonicalText(json: object): string {
  const text = JSON.stringify(json, function (this: object, name: string, value: unknown) {
    // With a `pluginId`, the id is a plug-in's own id, not that of a record.
    return ignoredIdMembers.has(name) && !('pluginId' in this) ? undefined : value;
  });
  return toCanonicalJson(JSON.parse(text));
}
