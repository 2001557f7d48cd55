import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import type { DocumentTag } from '../entities/document-tag.entity';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { DocumentVoucher } from '../entities/document-voucher.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { OptionValue, RowOption } from '../entities/row-option.entity';
import type { RowStock } from '../entities/row-stock.entity';
import type { Shipment, ShipmentRow } from '../entities/shipment.entity';
import type { NumberColumns, NumberRequest } from '../numbers/document-numbers';

// Documents that are about to be stored. The ids that tie their parts together are no members here: only the
// writer knows them.

/** Members that hold parts: they have tables of their own. */
type PartKeys<E> = {
  [P in keyof E]-?: NonNullable<E[P]> extends readonly { documentId: number }[] ? P : never;
}[keyof E];

/** The columns of an entity that have their values before it is stored. */
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
  readonly values: readonly DraftColumns<OptionValue, 'rowOptionId'>[];
}

/** A line that holds no others. */
export interface ItemDraft {
  readonly row: DraftColumns<DocumentRow, 'parentRowId' | 'reverseChargeVat'>;
  readonly options: readonly OptionDraft[];
  readonly stocks: readonly StockDraft[];
  readonly taxes: readonly TaxDraft[];
  readonly discounts: readonly DiscountDraft[];
  readonly tags: readonly TagDraft[];
}

export interface RowDraft extends ItemDraft {
  /** The lines of a bundle. */
  readonly items: readonly ItemDraft[];
}

/** How much of a line goes with a shipment. */
export interface ShipmentRowDraft extends Pick<ShipmentRow, 'quantity'> {
  /** Index into the document's rows. */
  readonly row: number;
}

export interface ShipmentDraft {
  readonly shipment: DraftColumns<Shipment>;
  readonly rows: readonly ShipmentRowDraft[];
  readonly discounts: readonly DiscountDraft[];
}

/** What a document is called by. */
export type NameColumns = Pick<SalesDocument, keyof NumberColumns | 'pId'>;

/** What tells of another document; orders that come in have none of it. */
type OriginColumn = 'parentId' | 'parentType' | 'parentNumber' | 'soleParentId' | 'shippings';

/** What was known of the stored user; absent: nothing. */
type CustomerColumn = 'customerLastUsed' | 'customerSupplier';

/** All of a document's own columns but its names. */
export type DocumentColumns = DraftColumns<
  SalesDocument,
  keyof NameColumns | OriginColumn | CustomerColumn
> &
  Partial<Pick<SalesDocument, OriginColumn | CustomerColumn>>;

/** A whole document that is about to be stored. */
export interface DocumentDraft {
  readonly document: DocumentColumns;
  /** Absent: made of its number. */
  readonly pId?: string;
  /** Its number, or what is asked of the series that gives it one. */
  readonly number: NumberColumns | NumberRequest;
  readonly addresses: readonly AddressDraft[];
  readonly rows: readonly RowDraft[];
  /** The tax groups. */
  readonly taxes: readonly TaxDraft[];
  /** Those of the whole order. */
  readonly discounts: readonly DiscountDraft[];
  readonly shipments: readonly ShipmentDraft[];
  readonly vouchers: readonly VoucherDraft[];
  /** Those of the document and of its customer. */
  readonly tags: readonly TagDraft[];
}

/** All lines of a draft, each bundle's before its items'. */
export function flattenRows(rows: readonly RowDraft[]): ItemDraft['row'][] {
  return rows.flatMap(({ row, items }) => [row, ...items.map((item) => item.row)]);
}
