import type { EntityClass, Stores } from '../../../../database';
import { createPlan } from './record-mapping';
import type { RowValues } from './stored-fields';
import type { StoredDeclaration } from './stored-import';

/** Updates the index by which `q` finds a stored record. */
export async function reindexStoredRecord(
  { loader, search: index }: Stores,
  declaration: StoredDeclaration,
  id: number,
): Promise<void> {
  const { search, entity } = declaration;
  if (!search) return;
  const rows = await loader.listByIds(
    entity as EntityClass<RowValues & { id: number }>,
    [id],
    createPlan(declaration),
  );
  await index.replace(
    search.kind,
    rows.map((row) => ({ id: row.id, fields: search.texts(row) })),
  );
}
