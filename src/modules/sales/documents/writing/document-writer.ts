import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataAccess } from '../../../../database';
import { DocumentAddress } from '../entities/document-address.entity';
import { DocumentDiscount } from '../entities/document-discount.entity';
import { DocumentRow } from '../entities/document-row.entity';
import { DocumentTag } from '../entities/document-tag.entity';
import { DocumentTax } from '../entities/document-tax.entity';
import { DocumentVoucher } from '../entities/document-voucher.entity';
import { documentSearchKind, SalesDocument } from '../entities/document.entity';
import { RowOptionValue, RowOption } from '../entities/row-option.entity';
import { RowStock } from '../entities/row-stock.entity';
import { Shipment, ShipmentRow, shipmentSearchKind } from '../entities/shipment.entity';
import { DocumentNumbers, isNumberRequest, type NumberColumns } from '../numbers/document-numbers';
import { generatePIds } from '../numbers/generate-pids';
import {
  type DocumentDraft,
  type ItemDraft,
  flattenRows,
  type IdentifierColumns,
  type OptionDraft,
  type RowDraft,
  type ShipmentDraft,
} from './document-draft';
import { DocumentIssuance } from './document-issuance';
import { PartLists, assignColumns } from './part-lists';
import { toDocumentSearchFields, createShipmentSearchEntries } from './search-fields';

type Entity<E> = new () => E;

interface NumberedDraft {
  readonly draft: DocumentDraft;
  readonly number: NumberColumns;
}

interface IdentifiedDraft {
  readonly draft: DocumentDraft;
  readonly identifiers: IdentifierColumns;
}

/** A part that has parts itself, with the ids of its parents. */
interface OwnedPart<D> {
  readonly draft: D;
  readonly documentId: number;
}

interface OwnedRow<D extends ItemDraft> extends OwnedPart<D> {
  readonly parentRowId: number | null;
}

interface OwnedOption extends OwnedPart<OptionDraft> {
  readonly rowId: number;
}

interface InsertedDraft<P> {
  readonly part: P;
  readonly id: number;
}

/** Stores whole documents with one multi-row INSERT for each table, for any number of documents. */
@Injectable()
export class DocumentWriter {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly documentNumbers: DocumentNumbers,
    private readonly documentIssuance: DocumentIssuance,
  ) {}

  /** Stores documents; needs a unit of work. @returns their ids, in the order of the drafts */
  async insert(drafts: readonly DocumentDraft[]): Promise<number[]> {
    // A single document takes its number last, to lock the series as briefly as possible.
    const isNumberedLast =
      drafts.length === 1 && drafts.every(({ number }) => isNumberRequest(number));
    const identifiedDrafts = isNumberedLast
      ? drafts.map(toPlaceholderDraft)
      : await this.assignIdentifiers(drafts);
    const documents = await this.insertWithIds(
      SalesDocument,
      identifiedDrafts,
      ({ draft, identifiers }) => assignColumns(draft.document, identifiers),
    );
    const shipments = await this.insertParts(documents);
    const identifiedDocuments = isNumberedLast
      ? await this.updateIdentifiers(documents)
      : documents;
    if (!isNumberedLast) await this.recordIssued(documents);
    await this.dataAccess.searchIndex.add(
      documentSearchKind,
      identifiedDocuments.map(toDocumentSearchEntry),
    );
    await this.dataAccess.searchIndex.add(
      shipmentSearchKind,
      shipments.flatMap(toShipmentSearchEntries),
    );
    return documents.map(({ id }) => id);
  }

  /** @returns the shipments */
  private async insertParts(
    documents: readonly InsertedDraft<IdentifiedDraft>[],
  ): Promise<InsertedDraft<OwnedPart<ShipmentDraft>>[]> {
    const rows = await this.insertRows(documents.flatMap(toOwnedRows));
    const items = await this.insertRows(rows.flatMap(toOwnedItems));
    const shipments = await this.insertWithIds(
      Shipment,
      documents.flatMap(toOwnedShipments),
      ({ draft, documentId }) => assignColumns(draft.shipment, { documentId }),
    );
    const options = await this.insertWithIds(
      RowOption,
      [...rows.flatMap(toOwnedOptions), ...items.flatMap(toOwnedOptions)],
      ({ draft, documentId, rowId }) => assignColumns(draft.option, { documentId, rowId }),
    );
    const parts = new PartLists();
    addDocumentParts(parts, documents, rows, shipments);
    for (const { part, id } of rows) parts.addPartsOfRow(part.draft, part.documentId, id);
    for (const { part, id } of items) parts.addPartsOfRow(part.draft, part.documentId, id);
    for (const { part, id } of options) parts.addPartsOfOption(part.draft, part.documentId, id);
    await this.insertPartLists(parts);
    return shipments;
  }

  private async insertPartLists(parts: PartLists): Promise<void> {
    const { writer } = this.dataAccess;
    await writer.insert(RowOptionValue, parts.optionValues);
    await writer.insert(RowStock, parts.stocks);
    await writer.insert(DocumentTax, parts.taxes);
    await writer.insert(DocumentDiscount, parts.discounts);
    await writer.insert(ShipmentRow, parts.shipmentRows);
    await writer.insert(DocumentAddress, parts.addresses);
    await writer.insert(DocumentVoucher, parts.vouchers);
    await writer.insert(DocumentTag, parts.tags);
  }

  private insertRows<D extends ItemDraft>(
    ownedRows: readonly OwnedRow<D>[],
  ): Promise<InsertedDraft<OwnedRow<D>>[]> {
    return this.insertWithIds(DocumentRow, ownedRows, ({ draft, documentId, parentRowId }) =>
      assignColumns(draft.row, { documentId, parentRowId }),
    );
  }

  /** Inserts parts that have parts themselves. @returns each part with its id */
  private async insertWithIds<E, P>(
    entity: Entity<E>,
    parts: readonly P[],
    toColumns: (part: P) => Partial<E>,
  ): Promise<InsertedDraft<P>[]> {
    const ids = await this.dataAccess.writer.insert(entity, parts.map(toColumns));
    return parts.map((part, at) => ({ part, id: ids[at] as number }));
  }

  /** Adds identifiers to drafts: the supplied ones, or generated ones. */
  private async assignIdentifiers(drafts: readonly DocumentDraft[]): Promise<IdentifiedDraft[]> {
    const requests = drafts.map(({ number }) => number).filter(isNumberRequest);
    const numberByRequest = await this.documentNumbers.allocate(requests);
    const numbered = drafts.map((draft) => {
      const { number } = draft;
      return isNumberRequest(number)
        ? { draft, number: numberByRequest.get(number) as NumberColumns }
        : { draft, number };
    });
    const pIds = await this.generatePIds(numbered);
    return numbered.map(({ draft, number }) => ({
      draft,
      identifiers: { pId: draft.pId ?? (pIds.get(draft) as string), ...number },
    }));
  }

  /** Generates pIds for the drafts that have none. */
  private async generatePIds(
    numbered: readonly NumberedDraft[],
  ): Promise<Map<DocumentDraft, string>> {
    const draftsWithoutPId = numbered.filter(({ draft }) => draft.pId === undefined);
    const pIds = new Map<DocumentDraft, string>();
    for (const type of new Set(draftsWithoutPId.map(({ draft }) => draft.document.type))) {
      const ofType = draftsWithoutPId.filter(({ draft }) => draft.document.type === type);
      const numbers = ofType.map(({ number }) => number.documentNumber);
      const generatedPIds = await generatePIds(this.dataAccess.loader, type, numbers);
      ofType.forEach(({ draft }, at) => pIds.set(draft, generatedPIds[at] as string));
    }
    return pIds;
  }

  private async updateIdentifiers(
    documents: readonly InsertedDraft<IdentifiedDraft>[],
  ): Promise<InsertedDraft<IdentifiedDraft>[]> {
    const identifiedDocuments: InsertedDraft<IdentifiedDraft>[] = [];
    for (const { id, part } of documents) {
      const [identified] = await this.assignIdentifiers([part.draft]);
      const issued = { id, ...(identified as IdentifiedDraft) };
      const columns = (await this.documentIssuance.recordIssuance([issued])).get(id);
      identifiedDocuments.push({ id, part: identified as IdentifiedDraft });
      await this.dataAccess.writer.update(SalesDocument, id, { ...issued.identifiers, ...columns });
    }
    return identifiedDocuments;
  }

  /** Records the issuance of documents that were inserted with their numbers, and stores the recorder's columns. */
  private async recordIssued(documents: readonly InsertedDraft<IdentifiedDraft>[]): Promise<void> {
    const issued = documents.map(({ id, part }) => ({ id, ...part }));
    for (const [id, columns] of await this.documentIssuance.recordIssuance(issued)) {
      await this.dataAccess.writer.update(SalesDocument, id, columns);
    }
  }
}

/** Adds placeholder identifiers until the document gets its number. A client's pId never starts with a space. */
function toPlaceholderDraft(draft: DocumentDraft): IdentifiedDraft {
  return {
    draft,
    identifiers: {
      pId: draft.pId ?? ` ${randomUUID()}`,
      documentNumber: null,
      documentNumberFolded: null,
      prefix: '',
      suffix: '',
      serial: null,
    },
  };
}

function toOwnedRows({
  part,
  id: documentId,
}: InsertedDraft<IdentifiedDraft>): OwnedRow<RowDraft>[] {
  return part.draft.rows.map((draft) => ({ draft, documentId, parentRowId: null }));
}

function toOwnedItems({ part, id }: InsertedDraft<OwnedRow<RowDraft>>): OwnedRow<ItemDraft>[] {
  const { draft: bundle, documentId } = part;
  return bundle.items.map((draft) => ({ draft, documentId, parentRowId: id }));
}

function toOwnedOptions({ part, id: rowId }: InsertedDraft<OwnedRow<ItemDraft>>): OwnedOption[] {
  const { draft: row, documentId } = part;
  return row.options.map((draft) => ({ draft, documentId, rowId }));
}

function toOwnedShipments({
  part,
  id: documentId,
}: InsertedDraft<IdentifiedDraft>): OwnedPart<ShipmentDraft>[] {
  return part.draft.shipments.map((draft) => ({ draft, documentId }));
}

/** Adds the parts of documents and of their shipments to the lists. */
function addDocumentParts(
  parts: PartLists,
  documents: readonly InsertedDraft<IdentifiedDraft>[],
  rows: readonly InsertedDraft<OwnedRow<RowDraft>>[],
  shipments: readonly InsertedDraft<OwnedPart<ShipmentDraft>>[],
): void {
  for (const { part, id } of documents) parts.addPartsOfDocument(part.draft, id);
  const rowsOfDocuments = new Map<number, InsertedDraft<OwnedRow<RowDraft>>[]>();
  for (const row of rows) {
    const documentRows = rowsOfDocuments.get(row.part.documentId);
    if (documentRows) documentRows.push(row);
    else rowsOfDocuments.set(row.part.documentId, [row]);
  }
  for (const { part, id } of shipments) {
    const { draft, documentId } = part;
    parts.addPartsOfShipment(draft, documentId, id, rowsOfDocuments.get(documentId) ?? []);
  }
}

function toDocumentSearchEntry({
  part: { draft, identifiers },
  id,
}: InsertedDraft<IdentifiedDraft>) {
  const { pId, documentNumber } = identifiers;
  const { customerEmail, customerName, transactionId } = draft.document;
  const ownColumns = { pId, documentNumber, customerEmail, customerName, transactionId };
  const fields = toDocumentSearchFields({
    ...ownColumns,
    addresses: draft.addresses,
    rows: flattenRows(draft.rows),
  });
  return { id, fields };
}

function toShipmentSearchEntries({ part: { draft }, id }: InsertedDraft<OwnedPart<ShipmentDraft>>) {
  const { pId, trackingNumber } = draft.shipment;
  return createShipmentSearchEntries({ id, pId, trackingNumber });
}
