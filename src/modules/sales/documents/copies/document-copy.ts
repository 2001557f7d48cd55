import type { Thousandths } from '../../../../core/money';
import { getCodeNumber } from '../../../../core/code-list';
import type { HeadquarterSeries } from '../../../../platform/catalog';
import { type DocumentKind, documentTypes, type SeriesKind } from '../document-kinds';
import { stateCodes } from '../document-states';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { DocumentRow } from '../entities/document-row.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { ShippingSnapshot } from '../entities/snapshots';
import type { NumberColumns } from '../numbers/document-numbers';
import {
  type DiscountDraft,
  type DocumentColumns,
  type DocumentDraft,
  type ItemDraft,
  flattenRows,
  type OptionDraft,
  type RowDraft,
  type StockDraft,
  type TaxDraft,
  type VoucherDraft,
} from '../writing/document-draft';
import {
  addressColumns,
  discountColumns,
  documentColumns,
  optionColumns,
  pick,
  rowColumns,
  shippingColumns,
  stockColumns,
  tagColumns,
  taxColumns,
  totalColumns,
  optionValueColumns,
  voucherColumns,
} from './copied-columns';
import type { CopySource, CopySourceRow } from './copy-source';

/** `STATUS` of invoices, returns, credit notes and delivery notes: they are always completed. */
const COMPLETED_STATUS = getCodeNumber(stateCodes.order, 'Completed');

/** Amounts of a row that replace those of the source row. */
export interface RowCopyAmounts extends Pick<DocumentRow, 'total' | 'share' | 'totalTaxes'> {
  readonly taxes: readonly TaxDraft[];
  readonly discounts: readonly DiscountDraft[];
}

/** A row of a copy. */
export interface RowCopySpec {
  /** A row of the assembled source, on any level. */
  readonly row: CopySourceRow;
  /** Default: the whole quantity. A smaller quantity needs its own `amounts`. */
  readonly quantity?: Thousandths;
  readonly amounts?: RowCopyAmounts;
  /** Default: the row's warehouses; the first ones when the quantity is smaller. */
  readonly stocks?: readonly StockDraft[];
  /** Items of a bundle to copy; default: all, with their whole quantities. */
  readonly items?: readonly RowCopySpec[];
}

/** Amounts of a whole document that replace those of its source. */
export interface DocumentAmounts {
  /** `totalColumns` */
  readonly totals: Pick<SalesDocument, (typeof totalColumns)[number]>;
  /** The tax groups. */
  readonly taxes: readonly TaxDraft[];
  readonly discounts: readonly DiscountDraft[];
  readonly vouchers: readonly VoucherDraft[];
  readonly shippings: readonly ShippingSnapshot[];
}

/** A copy of a source document, with its differences. */
export interface DocumentCopySpec {
  /** As `DocumentGenerator.lockAndLoadSources` returns it. */
  readonly source: CopySource;
  readonly kind: DocumentKind;
  /** Default: derived from the number. */
  readonly pId?: string;
  /** Default: the source's. */
  readonly addresses?: readonly Pick<DocumentAddress, (typeof addressColumns)[number]>[];
  /** Default: the next number of the series. */
  readonly number?: NumberColumns;
  /** Default: all rows with their whole quantities. */
  readonly rows?: readonly RowCopySpec[];
  /** Default: the source's, with its order-level discounts, vouchers and shipping costs. */
  readonly amounts?: DocumentAmounts;
  /** Columns that override the defaults of a copy (status, date, comment, soleParentId ...). */
  readonly columns?: Partial<DocumentColumns>;
}

/** Inputs of a copy in addition to its source. */
export interface CopyInputs {
  readonly now: Date;
  /** The number series that the headquarter has now. */
  readonly getSeries: (headquarterId: number) => readonly HeadquarterSeries[] | undefined;
}

/** Converts a copy to a draft. Every part gets a new id and keeps its hash. */
export function toDocumentDraft(
  copy: DocumentCopySpec,
  { now, getSeries }: CopyInputs,
): DocumentDraft {
  const { source, kind, pId, columns = {}, amounts = toDocumentAmounts(source) } = copy;
  const rows = (copy.rows ?? source.rows.map((row): RowCopySpec => ({ row }))).map(toRowDraft);
  const document: DocumentColumns = {
    ...pick(source, documentColumns),
    ...amounts.totals,
    ...createOwnColumns(source, kind, now),
    shippings: amounts.shippings.length > 0 ? [...amounts.shippings] : null,
    image: findFirstImage(rows),
    ...columns,
  };
  const { headquarterId, date } = document;
  const headquarter = { id: headquarterId, series: getSeries(headquarterId) };
  return {
    document,
    ...(pId !== undefined && { pId }),
    number: copy.number ?? { kind: toSeriesKind(kind, document), headquarter, date },
    addresses: (copy.addresses ?? source.addresses).map((one) => pick(one, addressColumns)),
    rows,
    taxes: amounts.taxes.map((one) => pick(one, taxColumns)),
    discounts: amounts.discounts.map((one) => pick(one, discountColumns)),
    shipments: [],
    vouchers: amounts.vouchers.map((one) => pick(one, voucherColumns)),
    tags: [...source.customTags, ...(source.customerTags ?? [])].map((one) =>
      pick(one, tagColumns),
    ),
  };
}

function toSeriesKind(kind: DocumentKind, { simplified }: DocumentColumns): SeriesKind {
  return kind === 'invoice' && simplified ? 'simplifiedInvoice' : kind;
}

/** Columns that are not taken over from the source. */
function createOwnColumns(source: CopySource, kind: DocumentKind, now: Date) {
  return {
    type: documentTypes[kind],
    date: now,
    status: COMPLETED_STATUS,
    subStatusId: null,
    exported: false,
    version: 1,
    updatedAt: now,
    fingerprint: null,
    comment: '',
    soleParentId: null,
    parentId: source.id,
    parentType: source.type,
    parentNumber: source.documentNumber,
  };
}

/** The source's own amounts. */
function toDocumentAmounts(source: CopySource): DocumentAmounts {
  const { taxes, discounts, vouchers, shipments, shippings } = source;
  return {
    totals: pick(source, totalColumns),
    taxes,
    discounts,
    vouchers,
    shippings: shippings ?? shipments.map(toShippingSnapshot),
  };
}

function toShippingSnapshot(shipment: CopySource['shipments'][number]): ShippingSnapshot {
  const { taxes, discounts = [] } = shipment;
  return {
    ...pick(shipment, shippingColumns),
    taxes: taxes ?? [],
    discounts: discounts.map((one) => ({ id: one.id, ...pick(one, discountColumns) })),
  };
}

function toRowDraft(copy: RowCopySpec): RowDraft {
  const { items = (copy.row.items ?? []).map((row): RowCopySpec => ({ row })) } = copy;
  return { ...toItemDraft(copy), items: items.map(toItemDraft) };
}

function toItemDraft(copy: RowCopySpec): ItemDraft {
  const { row, amounts, quantity = row.quantity } = copy;
  const { total, share, totalTaxes, taxes = [], discounts = [] } = amounts ?? row;
  return {
    row: {
      ...pick(row, rowColumns),
      quantity,
      total,
      share,
      totalTaxes,
      returned: 0,
      sourceRowId: row.id,
    },
    options: (row.options ?? []).map(toOptionDraft),
    stocks: copy.stocks ?? toStockDrafts(row, quantity),
    taxes: taxes.map((one) => pick(one, taxColumns)),
    discounts: discounts.map((one) => pick(one, discountColumns)),
    tags: (row.customTags ?? []).map((one) => pick(one, tagColumns)),
  };
}

function toOptionDraft(option: NonNullable<CopySourceRow['options']>[number]): OptionDraft {
  return {
    option: pick(option, optionColumns),
    values: (option.values ?? []).map((value) => pick(value, optionValueColumns)),
  };
}

/** Takes a quantity from the row's warehouses, in their order. */
function toStockDrafts({ stocks = [] }: CopySourceRow, quantity: Thousandths): StockDraft[] {
  let remaining = quantity;
  const stockDrafts: StockDraft[] = [];
  for (const stock of stocks) {
    const part = Math.min(stock.quantity, remaining);
    if (part > 0) stockDrafts.push({ ...pick(stock, stockColumns), quantity: part });
    remaining -= part;
  }
  return stockDrafts;
}

function findFirstImage(rows: readonly RowDraft[]): string {
  return flattenRows(rows).find(({ image }) => image !== '')?.image ?? '';
}
