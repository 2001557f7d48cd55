import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import type { DocumentTag } from '../entities/document-tag.entity';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { DocumentVoucher } from '../entities/document-voucher.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { RowOptionValue, RowOption } from '../entities/row-option.entity';
import type { RowStock } from '../entities/row-stock.entity';
import type { Shipment, ShipmentRow } from '../entities/shipment.entity';
import type { NumberColumns, NumberRequest } from '../numbers/document-numbers';

// Documents that are about to be stored. Drafts have no ids of parents; the writer assigns them.

/** Members that hold parts, which have their own tables. */
type PartKeys<E> = {
  [P in keyof E]-?: NonNullable<E[P]> extends readonly { documentId: number }[] ? P : never;
}[keyof E];

/** The columns of an entity whose values are known before it is stored. */
type DraftColumns<E, Later extends keyof E = never> = Omit<
  E,
  'id' | 'documentId' | 'document' | PartKeys<E> | Later
>;

export type AddressDraft = DraftColumns<DocumentAddress>;
export type DiscountDraft = DraftColumns<DocumentDiscount, 'rowId' | 'shipmentId'>;
export type StockDraft = DraftColumns<RowStock, 'rowId'>;
export type TagDraft = DraftColumns<DocumentTag, 'rowId'>;
export type TaxDraft = DraftColumns<DocumentTax, 'rowId'>;
export type VoucherDraft = DraftColumns<DocumentVoucher>;

export interface OptionDraft {
  readonly option: DraftColumns<RowOption, 'rowId'>;
  readonly values: readonly DraftColumns<RowOptionValue, 'rowOptionId'>[];
}

/** A row without items. */
export interface ItemDraft {
  readonly row: DraftColumns<DocumentRow, 'parentRowId' | 'reverseChargeVat'>;
  readonly options: readonly OptionDraft[];
  readonly stocks: readonly StockDraft[];
  readonly taxes: readonly TaxDraft[];
  readonly discounts: readonly DiscountDraft[];
  readonly tags: readonly TagDraft[];
}

export interface RowDraft extends ItemDraft {
  /** Items of a bundle. */
  readonly items: readonly ItemDraft[];
}

/** The quantity of a row in a shipment. */
export interface ShipmentRowDraft extends Pick<ShipmentRow, 'quantity'> {
  /** Index into the document's rows. */
  readonly rowIndex: number;
}

export interface ShipmentDraft {
  readonly shipment: DraftColumns<Shipment>;
  readonly rows: readonly ShipmentRowDraft[];
  readonly discounts: readonly DiscountDraft[];
}

/** The pId and number columns of a document. */
export type IdentifierColumns = Pick<SalesDocument, keyof NumberColumns | 'pId'>;

/** Columns of documents that are generated from others; imported orders have none. */
type GeneratedColumn =
  | 'parentId'
  | 'parentType'
  | 'parentNumber'
  | 'soleParentId'
  | 'shippings'
  | 'invoiceId'
  | 'credited'
  | 'simplified'
  | 'exchanged'
  | 'replacesId'
  | 'annulled'
  | 'annulmentReason'
  | 'reason'
  | 'reasonCode'
  | 'verifactu';

/** Data of the stored user; absent when the user is unknown. */
type CustomerColumn = 'customerLastUsed' | 'customerSupplier';

/** All columns of a document except its pId and number. */
export type DocumentColumns = DraftColumns<
  SalesDocument,
  keyof IdentifierColumns | GeneratedColumn | CustomerColumn
> &
  Partial<Pick<SalesDocument, GeneratedColumn | CustomerColumn>>;

/** A whole document that is about to be stored. */
export interface DocumentDraft {
  readonly document: DocumentColumns;
  /** Default: derived from the number. */
  readonly pId?: string;
  /** The number, or a request for the next number of a series. */
  readonly number: NumberColumns | NumberRequest;
  readonly addresses: readonly AddressDraft[];
  readonly rows: readonly RowDraft[];
  /** The tax groups. */
  readonly taxes: readonly TaxDraft[];
  /** Discounts of the whole order. */
  readonly discounts: readonly DiscountDraft[];
  readonly shipments: readonly ShipmentDraft[];
  readonly vouchers: readonly VoucherDraft[];
  /** Tags of the document and of its customer. */
  readonly tags: readonly TagDraft[];
}

/** Lists the rows of a draft, each bundle before its items. */
export function flattenRows(rows: readonly RowDraft[]): ItemDraft['row'][] {
  return rows.flatMap(({ row, items }) => [row, ...items.map((item) => item.row)]);
}
