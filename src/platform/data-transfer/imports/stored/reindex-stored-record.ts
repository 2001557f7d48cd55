import type { EntityClass, DataAccess } from '../../../../database';
import { createMappingPlan } from './record-mapping';
import type { RowValues } from './stored-fields';
import type { StoredRecordDeclaration } from './stored-import';

/** Updates the index by which `q` finds a stored record. */
export async function reindexStoredRecord(
  { loader, searchIndex: index }: DataAccess,
  declaration: StoredRecordDeclaration,
  id: number,
): Promise<void> {
  const { search, entity } = declaration;
  if (!search) return;
  const rows = await loader.listByIds(
    entity as EntityClass<RowValues & { id: number }>,
    [id],
    createMappingPlan(declaration),
  );
  await index.replace(
    search.kind,
    rows.map((row) => ({ id: row.id, fields: search.getTexts(row) })),
  );
}
