import { createLoadPlan } from '../../../core/load-plan';
import { whereIn, type DataAccess } from '../../../database';
import { type RowValues } from '../../../platform/data-transfer/imports';
import { DocumentRow } from '../documents/entities/document-row.entity';
import { documentSearchKind, SalesDocument } from '../documents/entities/document.entity';
import { Shipment, shipmentSearchKind } from '../documents/entities/shipment.entity';
import {
  documentSearchPlan,
  toDocumentSearchFields,
  createShipmentSearchEntries,
} from '../documents/writing/search-fields';

/** Sets the ids of deleted tags: distinct negative numbers, which no tag has. */
export function assignDeletedTagIds(rows: readonly RowValues[]): Promise<RowValues[]> {
  let count = 0;
  return Promise.resolve(rows.map((row) => ('tagId' in row ? row : { ...row, tagId: --count })));
}

const parentPlan = createLoadPlan(SalesDocument, ['parentId']);
const hashPlan = createLoadPlan(DocumentRow, ['documentId', 'hash']);

/** Sets the ids of the source rows in rows of generated documents. */
export async function assignSourceRowIds(
  rows: readonly RowValues[],
  { loader }: DataAccess,
): Promise<RowValues[]> {
  const ids = [...new Set(rows.map(({ documentId }) => documentId as number))];
  const documents = await loader.listByIds(SalesDocument, ids, parentPlan);
  const parentIdByDocumentId = new Map(documents.map(({ id, parentId }) => [id, parentId]));
  const sourceIds = documents.flatMap(({ parentId }) => parentId ?? []);
  const conditions = [whereIn('documentId', sourceIds)];
  const found = await loader.listWhere(DocumentRow, conditions, hashPlan);
  const rowIdByKey = new Map(
    found.map(({ id, documentId, hash }) => [`${documentId}/${hash}`, id]),
  );
  return rows.map((row) => {
    const parentId = parentIdByDocumentId.get(row['documentId'] as number);
    const sourceRowId = rowIdByKey.get(`${String(parentId)}/${String(row['hash'])}`) ?? null;
    return { ...row, sourceRowId };
  });
}

const datePlan = createLoadPlan(SalesDocument, ['date']);

/** Sets the dates of issued files to those of their documents. */
export async function assignDocumentDates(
  rows: readonly RowValues[],
  { loader }: DataAccess,
): Promise<RowValues[]> {
  const ids = rows.map(({ documentId }) => documentId as number);
  const documents = await loader.listByIds(SalesDocument, ids, datePlan);
  const dates = new Map(documents.map(({ id, date }) => [id, date]));
  return rows.map((row) => ({ ...row, documentDate: dates.get(row['documentId'] as number) }));
}

const versionPlan = createLoadPlan(SalesDocument, ['version']);
const shipmentVersionPlan = createLoadPlan(Shipment, ['version']);

/**
 * Numbers entries of the history with the versions of their documents and shipments, one version for each entry.
 * Increments these versions accordingly.
 */
export async function assignSequenceNumbers(
  rows: readonly RowValues[],
  { loader, writer }: DataAccess,
): Promise<RowValues[]> {
  const documents = await loader.listByIds(
    SalesDocument,
    rows.map(({ documentId }) => documentId as number),
    versionPlan,
  );
  const shipments = await loader.listByIds(
    Shipment,
    rows.flatMap(({ shipmentId }) => (shipmentId === 0 ? [] : (shipmentId as number))),
    shipmentVersionPlan,
  );
  const documentVersions = new Map(documents.map(({ id, version }) => [id, version]));
  const shipmentVersions = new Map(shipments.map(({ id, version }) => [id, version]));
  const numbered = rows.map((row) => {
    const isOfShipment = row['shipmentId'] !== 0;
    const versions = isOfShipment ? shipmentVersions : documentVersions;
    const id = (isOfShipment ? row['shipmentId'] : row['documentId']) as number;
    const seq = (versions.get(id) ?? 0) + 1;
    versions.set(id, seq);
    return { ...row, seq };
  });
  const toIncrements = (
    before: readonly { id: number; version: number }[],
    after: Map<number, number>,
  ) => new Map(before.map(({ id, version }) => [id, (after.get(id) ?? version) - version]));
  if (documents.length > 0)
    await writer.incrementEach(SalesDocument, 'version', toIncrements(documents, documentVersions));
  if (shipments.length > 0)
    await writer.incrementEach(Shipment, 'version', toIncrements(shipments, shipmentVersions));
  return numbered;
}

const shipmentSearchPlan = createLoadPlan(Shipment, ['pId', 'trackingNumber']);

/** Updates the search index of documents and their shipments. */
export async function indexDocuments(
  { loader, searchIndex }: DataAccess,
  ids: readonly number[],
): Promise<void> {
  const documents = await loader.listByIds(SalesDocument, ids, documentSearchPlan);
  await searchIndex.replace(
    documentSearchKind,
    documents.map((one) => ({ id: one.id, fields: toDocumentSearchFields(one) })),
  );
  const conditions = [whereIn('documentId', ids)];
  const shipments = await loader.listWhere(Shipment, conditions, shipmentSearchPlan);
  const entries = shipments.flatMap((one) => createShipmentSearchEntries(one));
  const indexedIds = new Set(entries.map(({ id }) => id));
  await searchIndex.replace(shipmentSearchKind, entries);
  await searchIndex.remove(
    shipmentSearchKind,
    shipments.flatMap(({ id }) => (indexedIds.has(id) ? [] : id)),
  );
}
