import { isOneOf, type Loader } from '../../../../database';
import type { StoredRow, SiblingRows, SerializeContext } from './stored-fields';
import { type PartMapping, createPlan, type RecordMapping, type RowTree } from './record-mapping';

type IdentifiedRow = StoredRow & { readonly id: number };

/** The rows of a shape with all that belong to them, in the order of the ids; one query for each list. */
export async function loadTrees(
  loader: Loader,
  shape: RecordMapping,
  ids: readonly number[],
): Promise<RowTree[]> {
  const rows = await loader.listByIds(shape.entity, ids, createPlan(shape));
  return loadWithParts(loader, shape, rows);
}

async function loadWithParts(
  loader: Loader,
  shape: RecordMapping,
  rows: readonly IdentifiedRow[],
): Promise<RowTree[]> {
  const trees = rows.map((row) => ({ row, parts: new Map<string, readonly RowTree[]>() }));
  const ids = rows.map(({ id }) => id);
  for (const part of shape.parts ?? []) {
    const byOwner = await loadPartTrees(loader, part, ids);
    for (const { row, parts } of trees) parts.set(part.name, byOwner.get(row.id) ?? []);
  }
  return trees;
}

async function loadPartTrees(
  loader: Loader,
  part: PartMapping,
  owners: readonly number[],
): Promise<Map<number, RowTree[]>> {
  const rows =
    owners.length === 0
      ? []
      : await loader.listWhere(
          part.entity,
          [isOneOf(part.owner, owners), ...(part.where ?? [])],
          createPlan(part, [part.owner]),
        );
  const byOwner = new Map<number, RowTree[]>();
  for (const tree of await loadWithParts(loader, part, rows)) {
    const owner = tree.row[part.owner] as number;
    const known = byOwner.get(owner);
    if (known) known.push(tree);
    else byOwner.set(owner, [tree]);
  }
  return byOwner;
}

/** A tree as a line holds it. */
export function serializeTree(
  shape: RecordMapping,
  tree: RowTree,
  telling: Omit<SerializeContext, 'siblings'>,
): Record<string, unknown> {
  return serializePart(shape, tree, { ...telling, siblings: createSiblingRows(tree) });
}

function serializePart(
  shape: RecordMapping,
  { row, parts }: RowTree,
  telling: SerializeContext,
): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const { name, serialize } of shape.fields) {
    const value = serialize(row, telling);
    if (value !== undefined) line[name] = value;
  }
  for (const part of shape.parts ?? []) {
    const rows = (parts.get(part.name) ?? []).map((one) => serializePart(part, one, telling));
    const shown = selectExportedRows(part, rows);
    if (shown.length > 0) line[part.name] = shown;
  }
  return line;
}

/** The rows that are exported: of a list whose rows say their places, those that also say something else. */
function selectExportedRows(
  { indexMember, omitsEmptyRows = false }: PartMapping,
  rows: readonly StoredRow[],
): readonly StoredRow[] {
  if (indexMember === undefined && !omitsEmptyRows) return rows;
  return rows.flatMap((row, at) => {
    if (Object.keys(row).length === 0) return [];
    return [indexMember === undefined ? row : { [indexMember]: at, ...row }];
  });
}

/** The places and ids of the rows that belong to a stored row. */
export function createSiblingRows({ parts }: RowTree): SiblingRows {
  const places = new Map<string, Map<number, number>>();
  const placesIn = (list: string): Map<number, number> => {
    const known = places.get(list);
    if (known) return known;
    const rows = parts.get(list) ?? [];
    const made = new Map(rows.map(({ row }, place) => [row['id'] as number, place]));
    places.set(list, made);
    return made;
  };
  return {
    indexOf: (list, id) => placesIn(list).get(id),
    idAt: (list, place) => parts.get(list)?.[place]?.row['id'] as number | undefined,
  };
}
