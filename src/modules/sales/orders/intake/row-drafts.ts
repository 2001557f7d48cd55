import {
  type DocumentDiscount,
  type DocumentRow,
  type DocumentTax,
  type OptionDraft,
  type RowDraft,
  type RowStock,
  rowTypes,
} from '../../documents';
import type { ComputedTotals, RowAmounts } from '../../totals';
import { rowTagDrafts, type TagContext } from '../tags/tag-drafts';
import { malformed } from './order-errors';
import type { OrderLineDto } from './order-line.dto';
import type { OrderLookups } from './order-lookups';
import type {
  OrderItemDto,
  OrderOptionDto,
  OrderPartDiscountDto,
  OrderRowDto,
} from './order-row.dto';
import { taxColumns } from './order-taxes';
import { rowHash } from './row-hash';

type Source = OrderRowDto | OrderItemDto;

/** The lines of an order, with and without their amounts. */
export interface RowDrafts {
  readonly drafts: readonly RowDraft[];
  /** The first picture. */
  readonly image: string;
  /** Names and SKUs. */
  readonly searched: readonly string[];
  /** Puts in what was computed. */
  fill(amounts: ComputedTotals): void;
}

/**
 * @param tags undefined when the order has no tags
 * @throws InvalidRequest for bundles that are none, ReferenceNotFound, and what `rowTagDrafts` throws
 */
export function rowDrafts(
  order: OrderLineDto,
  lookups: OrderLookups,
  tags: TagContext | undefined,
): RowDrafts {
  order.rows.forEach(checkShape);
  const searched = new Set<string>();
  let image = '';
  const draft = (source: Source, path: string, pointer: string): RowDraft => {
    searched.add(source.name);
    if (source.sku !== '') searched.add(source.sku);
    if (image === '') ({ image } = source);
    return {
      row: rowColumns(source, rowHash(order.pId, path), lookups, pointer),
      items: itemsOf(source).map((item, at) =>
        draft(item, `${path}.${at}`, `${pointer}/items/${at}`),
      ),
      options: (source.options ?? []).map(optionDraft),
      stocks: stocksOf(source, lookups, pointer),
      taxes: [],
      discounts: (source.discounts ?? []).map((one) => partDiscount(one, 0)),
      ...(tags &&
        source.customTags && {
          tags: rowTagDrafts(source.customTags, `${pointer}/customTags`, tags),
        }),
    };
  };
  const drafts = order.rows.map((row, at) => draft(row, String(at), `/rows/${at}`));
  return {
    drafts,
    image,
    searched: [...searched],
    fill: ({ rows }) => {
      drafts.forEach((one, at) => fillRow(one, rows[at] as RowAmounts, lookups));
    },
  };
}

/** A discount of a line (`applyTo` 0) or of a shipment (2). */
export function partDiscount(
  discount: OrderPartDiscountDto,
  applyTo: 0 | 2,
): Partial<DocumentDiscount> {
  const { name, amount, description, code, discountType, discountValue } = discount;
  return {
    documentId: 0,
    rowId: null,
    shipmentId: null,
    name,
    amount,
    description,
    code,
    amountType: discountType,
    value: discountValue,
    applyTo,
  };
}

/** What the schema can't say of a line: only a bundle has items, and it has no price. */
function checkShape(row: OrderRowDto, at: number): void {
  const pointer = `/rows/${at}`;
  if (row.type !== 'bundle') {
    if (row.price === undefined) {
      throw malformed(`${pointer}/price`, 'field.required', 'price is required.');
    }
    if (row.items) {
      throw malformed(`${pointer}/items`, 'row.items', 'Only a bundle has items.');
    }
    return;
  }
  if (row.price !== undefined) {
    throw malformed(`${pointer}/price`, 'row.bundle', 'A bundle has no price: its items have.');
  }
  if (row.options) {
    throw malformed(`${pointer}/options`, 'row.bundle', 'A bundle has no options: its items have.');
  }
  if (row.customTags) {
    throw malformed(`${pointer}/customTags`, 'row.bundle', 'A bundle has no tags: its items have.');
  }
  if (!row.items?.length) {
    throw malformed(`${pointer}/items`, 'row.bundle', 'A bundle needs at least one item.');
  }
}

function itemsOf(source: Source): readonly OrderItemDto[] {
  return 'items' in source ? (source.items ?? []) : [];
}

function rowColumns(
  source: Source,
  hash: string,
  lookups: OrderLookups,
  pointer: string,
): Partial<DocumentRow> {
  const product = source.product && lookups.sold(source.type, source.product, `${pointer}/product`);
  return {
    documentId: 0,
    parentRowId: null,
    sourceRowId: null,
    type: rowTypes[source.type],
    hash,
    productId: product?.id ?? null,
    productPId: product?.pId ?? null,
    name: source.name,
    sku: source.sku,
    ean: source.ean,
    isbn: source.isbn,
    jan: source.jan,
    upc: source.upc,
    manufacturerSku: source.manufacturerSku,
    brandName: source.brandName,
    image: source.image,
    link: source.link,
    quantity: source.quantity,
    price: source.price ?? 0,
    previousPrice: source.previousPrice,
    optionsPrice: 0,
    total: 0,
    share: 0,
    totalTaxes: 0,
    weight: source.weight,
    noReturn: source.noReturn,
    onRequest: source.onRequest,
    onRequestDays: source.onRequestDays,
    backorder: source.backorder,
    returned: 0,
  };
}

function optionDraft({ name, option, prompt, values = [] }: OrderOptionDto): OptionDraft {
  return {
    option: {
      documentId: 0,
      rowId: 0,
      name,
      prompt,
      optionId: option?.id ?? null,
      optionPId: option?.pId ?? null,
    },
    values: values.map(({ value, price, weight, productOptionValue }) => ({
      ...{ documentId: 0, rowOptionId: 0, value, price, weight },
      valueId: productOptionValue?.id ?? null,
      valuePId: productOptionValue?.pId ?? null,
    })),
  };
}

function stocksOf(
  { stocks = [] }: Source,
  lookups: OrderLookups,
  pointer: string,
): Partial<RowStock>[] {
  return stocks.map(({ warehouse, quantity, date }, at) => {
    const { id, pId } = lookups.one('warehouse', warehouse, `${pointer}/stocks/${at}/warehouse`);
    return {
      ...{ documentId: 0, rowId: 0, warehouseId: id, warehousePId: pId, quantity },
      date: date ?? null,
    };
  });
}

function fillRow(
  { row, items, taxes }: RowDraft,
  amounts: RowAmounts,
  lookups: OrderLookups,
): void {
  row.optionsPrice = amounts.optionsPrice;
  row.total = amounts.total;
  row.share = amounts.share;
  row.totalTaxes = amounts.totalTaxes;
  for (const tax of amounts.taxes) (taxes as Partial<DocumentTax>[]).push(taxColumns(tax, lookups));
  items.forEach((item, at) => fillRow(item, amounts.items[at] as RowAmounts, lookups));
}
