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
import type { NumberRequest } from '../numbers/document-numbers';

/** A part that is about to be stored; the writer fills in the ids that tie it to its document. */
type Part<E> = Partial<E>;

export interface OptionDraft {
  readonly option: Part<RowOption>;
  readonly values: readonly Part<OptionValue>[];
}

export interface RowDraft {
  readonly row: Part<DocumentRow>;
  /** The lines of a bundle. */
  readonly items: readonly RowDraft[];
  readonly options: readonly OptionDraft[];
  readonly stocks: readonly Part<RowStock>[];
  readonly taxes: readonly Part<DocumentTax>[];
  readonly discounts: readonly Part<DocumentDiscount>[];
  /** Absent: none. */
  readonly tags?: readonly Part<DocumentTag>[];
}

export interface ShipmentDraft {
  readonly shipment: Part<Shipment>;
  /** `row` is an index into the draft's rows. */
  readonly rows: readonly { readonly row: number; readonly part: Part<ShipmentRow> }[];
  readonly discounts: readonly Part<DocumentDiscount>[];
}

/** A whole document that is about to be stored. */
export interface DocumentDraft {
  readonly document: Part<SalesDocument>;
  /** The series that gives its number; absent when `document` has one. */
  readonly numbering?: NumberRequest;
  /** Its pId is made of the number that the series gives it; `document` has none. */
  readonly isNamedByNumber?: boolean;
  readonly addresses: readonly Part<DocumentAddress>[];
  readonly rows: readonly RowDraft[];
  /** The tax groups. */
  readonly taxes: readonly Part<DocumentTax>[];
  /** Those of the whole order. */
  readonly discounts: readonly Part<DocumentDiscount>[];
  readonly shipments: readonly ShipmentDraft[];
  readonly vouchers: readonly Part<DocumentVoucher>[];
  /** Those of the document and of its customer; absent: none. */
  readonly tags?: readonly Part<DocumentTag>[];
  /** What `q` finds it by, beside its pId and number. */
  readonly searched: readonly string[];
}
