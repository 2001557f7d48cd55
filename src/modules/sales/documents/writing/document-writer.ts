import { Injectable } from '@nestjs/common';
import { Stores } from '../../../../database';
import { DocumentAddress } from '../entities/document-address.entity';
import { DocumentDiscount } from '../entities/document-discount.entity';
import { DocumentRow } from '../entities/document-row.entity';
import { DocumentTag } from '../entities/document-tag.entity';
import { DocumentTax } from '../entities/document-tax.entity';
import { DocumentVoucher } from '../entities/document-voucher.entity';
import { SalesDocument } from '../entities/document.entity';
import { OptionValue, RowOption } from '../entities/row-option.entity';
import { RowStock } from '../entities/row-stock.entity';
import { Shipment, ShipmentRow } from '../entities/shipment.entity';
import { DocumentNumbers } from '../numbers/document-numbers';
import { namesOfNumbers } from '../numbers/number-names';
import type { DocumentDraft, RowDraft } from './document-draft';

type Entity<E> = new () => E;

/** Stores whole documents: one multi-row INSERT for each table, however many documents there are. */
@Injectable()
export class DocumentWriter {
  constructor(
    private readonly stores: Stores,
    private readonly numbers: DocumentNumbers,
  ) {}

  /** Inside a unit of work. @returns the ids, in the order of the drafts */
  async insert(drafts: readonly DocumentDraft[]): Promise<number[]> {
    // A single document takes its number last, so that others wait for the series as shortly as can be.
    if (drafts.length > 1) await this.number(drafts);
    const { writer } = this.stores;
    const ids = await writer.insert(
      SalesDocument,
      drafts.map(({ document }) => document),
    );
    drafts.forEach(({ document }, at) => (document.id = ids[at] as number));
    await this.insertParts(drafts);
    if (drafts.length === 1) await this.numberStored(drafts);
    await this.stores.search.add('document', drafts.map(searchEntry));
    await this.stores.search.add('shipment', drafts.flatMap(shipmentEntries));
    return ids;
  }

  private async insertParts(drafts: readonly DocumentDraft[]): Promise<void> {
    const parts = new PartLists();
    for (const draft of drafts) parts.addRows(draft.rows, draft.document.id as number, null);
    await this.insertKeyed(
      DocumentRow,
      parts.rows.map(({ row }) => row),
    );
    const items = new PartLists();
    for (const { row, items: nested } of parts.rows) {
      if (nested.length > 0) items.addRows(nested, row.documentId as number, row.id as number);
    }
    await this.insertKeyed(
      DocumentRow,
      items.rows.map(({ row }) => row),
    );
    for (const draft of drafts) parts.addShipments(draft);
    await this.insertKeyed(
      Shipment,
      parts.shipments.map(({ shipment }) => shipment),
    );
    for (const draft of drafts) parts.addParts(draft);
    parts.addRowParts([...parts.rows, ...items.rows]);
    await this.insertKeyed(
      RowOption,
      parts.options.map(({ option }) => option),
    );
    parts.addOptionValues();
    const { writer } = this.stores;
    await writer.insert(OptionValue, parts.values);
    await writer.insert(RowStock, parts.stocks);
    await writer.insert(DocumentTax, parts.taxes);
    await writer.insert(DocumentDiscount, parts.discounts);
    await writer.insert(ShipmentRow, parts.shipmentRows);
    await writer.insert(DocumentAddress, parts.addresses);
    await writer.insert(DocumentVoucher, parts.vouchers);
    await writer.insert(DocumentTag, parts.tags);
  }

  /** Inserts parts that others hang on, and writes their ids into them. */
  private async insertKeyed<E extends { id: number }>(
    entity: Entity<E>,
    parts: readonly Partial<E>[],
  ): Promise<void> {
    const ids = await this.stores.writer.insert(entity, parts);
    parts.forEach((part, at) => (part.id = ids[at] as E['id']));
  }

  private async number(drafts: readonly DocumentDraft[]): Promise<void> {
    const waiting = drafts.filter(({ numbering }) => numbering);
    const requests = waiting.flatMap(({ numbering }) => numbering ?? []);
    const numbers = await this.numbers.take(requests);
    waiting.forEach(({ document }, at) => Object.assign(document, numbers[at]));
    await this.name(waiting.filter(({ isNamedByNumber }) => isNamedByNumber));
  }

  /** Calls documents by their numbers. */
  private async name(drafts: readonly DocumentDraft[]): Promise<void> {
    for (const type of new Set(drafts.map(({ document }) => document.type as number))) {
      const ofType = drafts.filter(({ document }) => document.type === type);
      const numbers = ofType.map(({ document }) => document.documentNumber as string);
      const names = await namesOfNumbers(this.stores.loader, type, numbers);
      ofType.forEach(({ document }, at) => (document.pId = names[at] as string));
    }
  }

  private async numberStored(drafts: readonly DocumentDraft[]): Promise<void> {
    await this.number(drafts);
    for (const { document, numbering } of drafts) {
      if (!numbering) continue;
      const { pId, documentNumber, documentNumberFolded, prefix, suffix, serial } = document;
      await this.stores.writer.update(SalesDocument, document.id as number, {
        ...{ pId, documentNumber, documentNumberFolded, prefix, suffix, serial },
      });
    }
  }
}

/** The parts of many documents, by table. */
class PartLists {
  readonly rows: RowDraft[] = [];
  readonly shipments: DocumentDraft['shipments'][number][] = [];
  readonly options: RowDraft['options'][number][] = [];
  readonly values: Partial<OptionValue>[] = [];
  readonly stocks: Partial<RowStock>[] = [];
  readonly taxes: Partial<DocumentTax>[] = [];
  readonly discounts: Partial<DocumentDiscount>[] = [];
  readonly shipmentRows: Partial<ShipmentRow>[] = [];
  readonly addresses: Partial<DocumentAddress>[] = [];
  readonly vouchers: Partial<DocumentVoucher>[] = [];
  readonly tags: Partial<DocumentTag>[] = [];

  addRows(rows: readonly RowDraft[], documentId: number, parentRowId: number | null): void {
    for (const draft of rows) {
      draft.row.documentId = documentId;
      draft.row.parentRowId = parentRowId;
      this.rows.push(draft);
    }
  }

  addShipments({ document, shipments }: DocumentDraft): void {
    for (const draft of shipments) {
      draft.shipment.documentId = document.id;
      this.shipments.push(draft);
    }
  }

  /** What hangs on the document and its shipments, which have their ids by now. */
  addParts({
    document,
    rows,
    shipments,
    addresses,
    taxes,
    discounts,
    vouchers,
    tags = [],
  }: DocumentDraft): void {
    const documentId = document.id as number;
    own(addresses, documentId, this.addresses);
    own(taxes, documentId, this.taxes);
    own(discounts, documentId, this.discounts);
    own(vouchers, documentId, this.vouchers);
    own(tags, documentId, this.tags);
    for (const draft of shipments) {
      const shipmentId = draft.shipment.id as number;
      for (const { row, part } of draft.rows) {
        const { id, hash } = (rows[row] as RowDraft).row;
        part.shipmentId = shipmentId;
        part.rowId = id;
        part.hash = hash;
        own([part], documentId, this.shipmentRows);
      }
      for (const part of draft.discounts) part.shipmentId = shipmentId;
      own(draft.discounts, documentId, this.discounts);
    }
  }

  addRowParts(rows: readonly RowDraft[]): void {
    for (const { row, options, stocks, taxes, discounts, tags = [] } of rows) {
      const documentId = row.documentId as number;
      const rowId = row.id as number;
      for (const draft of options) {
        draft.option.rowId = rowId;
        draft.option.documentId = documentId;
        this.options.push(draft);
      }
      for (const part of stocks) part.rowId = rowId;
      for (const part of taxes) part.rowId = rowId;
      for (const part of discounts) part.rowId = rowId;
      for (const part of tags) part.rowId = rowId;
      own(stocks, documentId, this.stocks);
      own(taxes, documentId, this.taxes);
      own(discounts, documentId, this.discounts);
      own(tags, documentId, this.tags);
    }
  }

  addOptionValues(): void {
    for (const { option, values } of this.options) {
      for (const part of values) part.rowOptionId = option.id;
      own(values, option.documentId as number, this.values);
    }
  }
}

/** Tells parts whose they are, and adds them to the list of their table. */
function own<P extends { documentId?: number }>(
  parts: readonly P[],
  documentId: number,
  list: P[],
): void {
  for (const part of parts) {
    part.documentId = documentId;
    list.push(part);
  }
}

function searchEntry({ document, searched }: DocumentDraft): { id: number; fields: string[] } {
  const { id = 0, pId = '', documentNumber } = document;
  return { id, fields: [pId, documentNumber ?? '', ...searched] };
}

/** Shipments without pId and tracking number have nothing to be found by. */
function shipmentEntries({ shipments }: DocumentDraft): { id: number; fields: string[] }[] {
  return shipments
    .map(({ shipment: { id = 0, pId, trackingNumber } }) => ({
      id,
      fields: [pId, trackingNumber].flatMap((text) => text ?? []),
    }))
    .filter(({ fields }) => fields.length > 0);
}
