import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import type { Thousandths } from '../../../../core/money';
import { isOneOf, type Stores } from '../../../../database';
import { DocumentRow, documentTypes, rowTypes, SalesDocument } from '../../documents';
import { OrderCredits } from './order-credits.entity';

const parentPlan = createLoadPlan(SalesDocument, ['type', 'parentId']);
const rowPlan = createLoadPlan(DocumentRow, ['documentId', 'type', 'hash', 'quantity']);
const creditsPlan = createLoadPlan(OrderCredits, ['documentId', 'version', 'quantities']);

/**
 * Counts what imported credit notes give back of their orders; those that the service makes count themselves.
 * @param ids of documents of any kind that were stored just now
 */
export async function countImportedCreditNotes(
  stores: Stores,
  ids: readonly number[],
): Promise<void> {
  const { loader, writer } = stores;
  const documents = await loader.listByIds(SalesDocument, ids, parentPlan);
  const notes = documents.filter(({ type }) => type === documentTypes.creditNote);
  if (notes.length === 0) return;
  const returns = notes.flatMap(({ parentId }) => parentId ?? []);
  const rmaOf = await findParentIds(stores, returns);
  const orderOf = await findParentIds(stores, [...rmaOf.values()]);
  const given = await loadLeafRows(stores, returns);
  const bought = await loadLeafRows(stores, [...new Set(orderOf.values())]);
  const known = await loader.listWhere(
    OrderCredits,
    [isOneOf('documentId', [...orderOf.values()])],
    creditsPlan,
  );
  const credits = new Map(known.map((one) => [one.documentId, { ...one.quantities }]));
  for (const id of returns) {
    const order = orderOf.get(rmaOf.get(id) ?? 0) ?? 0;
    const rows = new Map((bought.get(order) ?? []).map((row) => [row.hash, row.id]));
    const quantities: Record<string, Thousandths> = credits.get(order) ?? {};
    for (const { hash, quantity } of given.get(id) ?? []) {
      const row = rows.get(hash);
      if (row !== undefined) quantities[row] = (quantities[row] ?? 0) + quantity;
    }
    if (order !== 0) credits.set(order, quantities);
  }
  const before = new Map(known.map((one) => [one.documentId, one]));
  for (const [documentId, quantities] of credits) {
    const stored = before.get(documentId);
    if (!stored) await writer.insert(OrderCredits, [{ documentId, version: 1, quantities }]);
    else await writer.update(OrderCredits, stored.id, { version: stored.version + 1, quantities });
  }
}

async function findParentIds(
  { loader }: Stores,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = await loader.listByIds(SalesDocument, ids, parentPlan);
  return new Map(found.map(({ id, parentId }) => [id, parentId ?? 0]));
}

/** The lines that goods stand in, by their document. */
async function loadLeafRows(
  { loader }: Stores,
  ids: readonly number[],
): Promise<Map<number, Loaded<typeof rowPlan>[]>> {
  const rows = await loader.listWhere(DocumentRow, [isOneOf('documentId', ids)], rowPlan);
  const leaves = new Map<number, Loaded<typeof rowPlan>[]>();
  for (const row of rows) {
    if (row.type === rowTypes.bundle) continue;
    leaves.set(row.documentId, [...(leaves.get(row.documentId) ?? []), row]);
  }
  return leaves;
}
