import { groupBy } from '../../../../core/group-by';
import { whereIn, type Loader } from '../../../../database';
import type { RowValues, RowReferences, SerializeContext } from './stored-fields';
import {
  type PartMapping,
  createMappingPlan,
  type RecordMapping,
  type RowTree,
} from './record-mapping';

type IdentifiedRow = RowValues & { readonly id: number };

/** Loads the rows of a mapping with all their parts, in the order of the ids, with one query for each list. */
export async function loadTrees(
  loader: Loader,
  mapping: RecordMapping,
  ids: readonly number[],
): Promise<RowTree[]> {
  const rows = await loader.listByIds(mapping.entity, ids, createMappingPlan(mapping));
  return loadWithParts(loader, mapping, rows);
}

async function loadWithParts(
  loader: Loader,
  mapping: RecordMapping,
  rows: readonly IdentifiedRow[],
): Promise<RowTree[]> {
  const trees = rows.map((row) => ({ row, parts: new Map<string, readonly RowTree[]>() }));
  const ids = rows.map(({ id }) => id);
  for (const part of mapping.parts ?? []) {
    const byOwner = await loadPartTrees(loader, part, ids);
    for (const { row, parts } of trees) parts.set(part.name, byOwner.get(row.id) ?? []);
  }
  return trees;
}

async function loadPartTrees(
  loader: Loader,
  part: PartMapping,
  ownerIds: readonly number[],
): Promise<Map<number, RowTree[]>> {
  const rows = await loader.listWhere(
    part.entity,
    [whereIn(part.ownerProperty, ownerIds), ...(part.where ?? [])],
    createMappingPlan(part, [part.ownerProperty]),
  );
  const trees = await loadWithParts(loader, part, rows);
  return groupBy(trees, ({ row }) => row[part.ownerProperty] as number);
}

/** Serializes a tree to a record. */
export function serializeTree(
  mapping: RecordMapping,
  tree: RowTree,
  context: Omit<SerializeContext, 'rowReferences'>,
): Record<string, unknown> {
  return serializePart(mapping, tree, { ...context, rowReferences: createRowReferences(tree) });
}

function serializePart(
  mapping: RecordMapping,
  { row, parts }: RowTree,
  context: SerializeContext,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { name, serialize } of mapping.fields) {
    const value = serialize(row, context);
    if (value !== undefined) record[name] = value;
  }
  for (const part of mapping.parts ?? []) {
    const rows = (parts.get(part.name) ?? []).map((one) => serializePart(part, one, context));
    const exported = selectExportedRows(part, rows);
    if (exported.length > 0) record[part.name] = exported;
  }
  return record;
}

/** Selects the rows to export. Lists with `indexMember` or `omitsRowsWithoutReference` omit rows that are empty. */
function selectExportedRows(
  { indexMember, omitsRowsWithoutReference = false }: PartMapping,
  rows: readonly RowValues[],
): readonly RowValues[] {
  if (indexMember === undefined && !omitsRowsWithoutReference) return rows;
  return rows.flatMap((row, at) => {
    if (Object.keys(row).length === 0) return [];
    return [indexMember === undefined ? row : { [indexMember]: at, ...row }];
  });
}

/** Returns the look-up of indexes and ids for the lists that belong to a stored row. */
export function createRowReferences({ parts }: RowTree): RowReferences {
  const indexes = new Map<string, Map<number, number>>();
  const indexesIn = (list: string): Map<number, number> => {
    const known = indexes.get(list);
    if (known) return known;
    const rows = parts.get(list) ?? [];
    const created = new Map(rows.map(({ row }, index) => [row['id'] as number, index]));
    indexes.set(list, created);
    return created;
  };
  return {
    indexOf: (list, id) => indexesIn(list).get(id),
    idAt: (list, index) => parts.get(list)?.[index]?.row['id'] as number | undefined,
  };
}

/** Adds the rows that a record has in addition to the stored ones; their ids are negative. */
export function withNewRows(rowReferences: RowReferences, value: RowValues): RowReferences {
  const isInRecord = (list: string, index: number): boolean =>
    index < ((value[list] as readonly unknown[] | undefined)?.length ?? 0);
  return {
    indexOf: (list, id) => rowReferences.indexOf(list, id),
    idAt: (list, index) =>
      rowReferences.idAt(list, index) ?? (isInRecord(list, index) ? -1 - index : undefined),
  };
}

/** Row references for parsing records whose rows have no ids yet. */
export const placeholderRowReferences: RowReferences = { indexOf: () => 0, idAt: () => 0 };
