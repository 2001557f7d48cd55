import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentTag } from '../entities/document-tag.entity';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { DocumentVoucher } from '../entities/document-voucher.entity';
import type { RowOptionValue } from '../entities/row-option.entity';
import type { RowStock } from '../entities/row-stock.entity';
import type { ShipmentRow } from '../entities/shipment.entity';
import type { DocumentDraft, ItemDraft, OptionDraft, ShipmentDraft } from './document-draft';

/** Value of `document_tags.rowId` for the tags of documents and customers. */
const NO_ROW_ID = 0;

type InsertColumns<E> = Omit<E, 'id' | 'document'>;

/** Assigns further columns to a part, such as its parents' ids. Changes the part itself, because copying is slower. */
export function assignColumns<P extends object, K extends object>(part: P, keys: K): P & K {
  return Object.assign(part, keys);
}

/** A stored row with its draft. */
interface StoredRow {
  readonly part: { readonly draft: ItemDraft };
  readonly id: number;
}

/** Parts of documents that have no parts themselves, with the ids of their parents, grouped by table. */
export class PartLists {
  readonly optionValues: InsertColumns<RowOptionValue>[] = [];
  readonly stocks: InsertColumns<RowStock>[] = [];
  readonly taxes: InsertColumns<DocumentTax>[] = [];
  readonly discounts: InsertColumns<DocumentDiscount>[] = [];
  readonly shipmentRows: InsertColumns<ShipmentRow>[] = [];
  readonly addresses: InsertColumns<DocumentAddress>[] = [];
  readonly vouchers: InsertColumns<DocumentVoucher>[] = [];
  readonly tags: InsertColumns<DocumentTag>[] = [];

  addPartsOfDocument(draft: DocumentDraft, documentId: number): void {
    for (const one of draft.addresses) this.addresses.push(assignColumns(one, { documentId }));
    for (const one of draft.taxes) this.taxes.push(assignColumns(one, { documentId, rowId: null }));
    for (const one of draft.discounts) {
      this.discounts.push(assignColumns(one, { documentId, rowId: null, shipmentId: null }));
    }
    for (const one of draft.vouchers) this.vouchers.push(assignColumns(one, { documentId }));
    for (const one of draft.tags)
      this.tags.push(assignColumns(one, { documentId, rowId: NO_ROW_ID }));
  }

  /** @param storedRows the document's rows of the first level */
  addPartsOfShipment(
    draft: ShipmentDraft,
    documentId: number,
    shipmentId: number,
    storedRows: readonly StoredRow[],
  ): void {
    for (const { rowIndex, quantity } of draft.rows) {
      const { part, id: rowId } = storedRows[rowIndex] as StoredRow;
      const { hash } = part.draft.row;
      this.shipmentRows.push({ documentId, shipmentId, rowId, hash, quantity });
    }
    for (const one of draft.discounts) {
      this.discounts.push(assignColumns(one, { documentId, rowId: null, shipmentId }));
    }
  }

  addPartsOfRow(draft: ItemDraft, documentId: number, rowId: number): void {
    for (const one of draft.stocks) this.stocks.push(assignColumns(one, { documentId, rowId }));
    for (const one of draft.taxes) this.taxes.push(assignColumns(one, { documentId, rowId }));
    for (const one of draft.discounts) {
      this.discounts.push(assignColumns(one, { documentId, rowId, shipmentId: null }));
    }
    for (const one of draft.tags) this.tags.push(assignColumns(one, { documentId, rowId }));
  }

  addPartsOfOption({ values }: OptionDraft, documentId: number, rowOptionId: number): void {
    for (const one of values)
      this.optionValues.push(assignColumns(one, { documentId, rowOptionId }));
  }
}
