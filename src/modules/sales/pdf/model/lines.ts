import { getCurrency } from '../../../../core/currencies';
import {
  apportionUnits,
  minorUnitSize,
  type TenThousandths,
  type Thousandths,
  type Millionths,
  scaleAmount,
  sumAmounts,
} from '../../../../core/money';
import {
  type AdditionalItemType,
  type DocumentDiscount,
  rowTypes,
  roundedNets,
  type ShippingSnapshot,
} from '../../documents';
import { discountScopes } from '../../totals';
import type { PdfKind } from '../labels/labels';
import {
  type PdfContent,
  isPricedKind,
  isReturnKind,
  type PdfDocument,
  type PdfDocumentRow,
  type PdfShipment,
} from './source';

type PdfRowOption = NonNullable<PdfDocumentRow['options']>[number];

/** A line of the table, before its numbers are written. */
export interface PdfLine {
  readonly sku: string;
  readonly name: string;
  /** Absent: the line stands for itself, or for its items. */
  readonly quantity?: Thousandths;
  /** Of one unit, with what its options cost. */
  readonly price?: TenThousandths;
  /** What is taken off. */
  readonly discount: TenThousandths;
  readonly rates: readonly TaxRates[];
  readonly total?: TenThousandths;
  readonly notes: readonly string[];
  /** An item of the bundle above it. */
  readonly isNested: boolean;
}

interface TaxRates {
  readonly rate: Millionths;
  readonly reRate: Millionths;
}

/** Documents that list charges other than goods, or their refunds. */
const kindsWithCharges: readonly PdfKind[] = ['order', 'invoice', 'creditNote'];

const NO_NETS = { lines: new Map<PdfDocumentRow, TenThousandths>(), shippings: [] };

/** The lines of a document: its goods, then what is charged or given back besides them. */
export function toPdfLines(content: PdfContent): PdfLine[] {
  const { kind, document, shipment } = content;
  const rows = shipment ? toShippedRows(document.rows, shipment) : document.rows;
  const isCharging = kindsWithCharges.includes(kind);
  const kept = isCharging ? (document.shippings ?? document.shipments) : [];
  const nets = isPricedKind(kind) ? roundedNets(document, kept) : NO_NETS;
  const goods = rows.flatMap((row) => toRowLines(content, row, nets.lines));
  if (!isPricedKind(kind)) return goods;
  const charges = isCharging
    ? [...toShippingLines(content, kept, nets.shippings), ...toPaymentLines(content)]
    : [];
  return [...goods, ...charges, ...toAdditionalLines(content)];
}

/** What goes with a shipment; of a bundle that goes in parts the same part of its items. */
function toShippedRows(rows: readonly PdfDocumentRow[], shipment: PdfShipment): PdfDocumentRow[] {
  const shipped = new Map((shipment.rows ?? []).map((one) => [one.rowId, one.quantity]));
  return rows.flatMap((row) => {
    const quantity = shipped.get(row.id);
    if (quantity === undefined) return [];
    const part = (whole: Thousandths): Thousandths => scaleAmount(whole, quantity, row.quantity);
    const items = row.items?.map((item) => ({ ...item, quantity: part(item.quantity) }));
    return [{ ...row, quantity, ...(items ? { items } : {}) }];
  });
}

type NetsByRow = ReadonlyMap<PdfDocumentRow, TenThousandths>;

function toRowLines(content: PdfContent, row: PdfDocumentRow, nets: NetsByRow): PdfLine[] {
  if (row.type !== rowTypes.bundle) return [toRowLine(content, row, false, nets)];
  const { sku, name, quantity, total, items = [] } = row;
  // Where goods come back, a bundle only frames those of its items that do.
  const isFrame = isReturnKind(content.kind);
  const head = {
    sku,
    name,
    // Older documents keep the sum that they were printed with.
    total:
      content.document.rounding === null
        ? total
        : sumAmounts(items.map((item) => nets.get(item) ?? 0)),
    discount: 0,
    rates: [],
    isNested: false,
    ...(isFrame ? {} : { quantity }),
    notes: toNotes(content, row),
  };
  return [head, ...items.map((item) => toRowLine(content, item, true, nets))];
}

function toRowLine(
  content: PdfContent,
  row: PdfDocumentRow,
  isNested: boolean,
  nets: NetsByRow,
): PdfLine {
  const { sku, name, quantity, price, optionsPrice, discounts = [], taxes = [] } = row;
  return {
    sku,
    name,
    quantity,
    isNested,
    price: price + optionsPrice,
    discount: sumAmounts(discounts.map(({ amount }) => amount)),
    rates: taxes.map(({ taxRate, reRate }) => ({ rate: taxRate, reRate })),
    // The bundle's line holds the sum: whoever adds up the column must not count an item twice.
    ...(isNested ? {} : { total: nets.get(row) ?? 0 }),
    notes: toNotes(content, row),
  };
}

function toNotes(content: PdfContent, row: PdfDocumentRow): string[] {
  const { labels, kind } = content;
  const { options = [], discounts = [], type } = row;
  return [
    ...(type === rowTypes.gift ? [labels.gift] : []),
    ...options.map((option) => toOptionText(content, option)),
    ...(isPricedKind(kind) ? discounts.map((discount) => toDiscountText(content, discount)) : []),
  ];
}

function toOptionText(
  { kind, formats }: PdfContent,
  { name, prompt, values = [] }: PdfRowOption,
): string {
  const chosen = values.map(({ value, price }) => {
    if (price === 0 || !isPricedKind(kind)) return value;
    const sign = price > 0 ? '+' : '';
    return `${value} (${sign}${formats.price(price)})`;
  });
  return `${name || prompt}: ${chosen.join(', ')}`;
}

type NamedDiscount = Pick<DocumentDiscount, 'name' | 'code' | 'amount'>;

function toDiscountText({ formats }: PdfContent, { name, code, amount }: NamedDiscount): string {
  return `${toDiscountName({ name, code })}: ${formats.amount(-amount)}`;
}

/** A discount by its name and its code, where it has one that differs. */
export function toDiscountName({ name, code }: Pick<NamedDiscount, 'name' | 'code'>): string {
  return code === '' || code === name ? name : `${name} (${code})`;
}

function toShippingLines(
  content: PdfContent,
  kept: readonly (PdfDocument['shipments'][number] | ShippingSnapshot)[],
  nets: readonly TenThousandths[],
): PdfLine[] {
  const { document, labels } = content;
  // They lower the prices of all shipments together, so none has an amount for a single one.
  const ofAll = document.discounts.filter(({ applyTo }) => applyTo === discountScopes.shipping);
  return kept.flatMap(({ name, shippingTypeName, price, netPrice, taxes, discounts = [] }, at) =>
    price === 0
      ? []
      : [
          {
            ...toChargeLine(withTitle(labels.shipping, name || shippingTypeName), nets[at] ?? 0),
            price,
            discount: price - netPrice,
            rates: taxes ?? [],
            notes: [
              ...discounts.map((discount) => toDiscountText(content, discount)),
              ...ofAll.map(toDiscountName),
            ],
          },
        ],
  );
}

function toPaymentLines({ document, labels }: PdfContent): PdfLine[] {
  const { payment, paymentName } = document;
  if (!payment || payment.price === 0) return [];
  const { price, taxes } = payment;
  return [{ ...toChargeLine(withTitle(labels.payment, paymentName), price), price, rates: taxes }];
}

/** Newer documents have what items give back of shipping and payment before tax, as they have their other lines. */
function toAdditionalLines({ kind, document, additionalItems, labels }: PdfContent): PdfLine[] {
  const titles = new Map<AdditionalItemType, string>([
    ['SHIPPING', labels.shipping],
    ['PAYMENT', labels.payment],
    ['VOUCHER', labels.voucher],
  ]);
  if (document.rounding === null) {
    return additionalItems.map(({ type, name, amount }) =>
      toChargeLine(withTitle(titles.get(type) ?? '', name), amount),
    );
  }
  if (kind === 'creditNote') return [];
  const subtotals = [
    ['SHIPPING', document.subtotalShippings],
    ['PAYMENT', document.subtotalPaymentSystem],
  ] as const;
  return subtotals.flatMap(([of, subtotal]) => {
    const items = additionalItems.filter(({ type }) => type === of);
    const { digits } = getCurrency(document.currencyCode);
    const unit = minorUnitSize(digits);
    const amounts = items.map(({ amount }) => amount);
    const nets = apportionUnits(Math.round(subtotal / unit), amounts);
    return items.map(({ name }, at) =>
      toChargeLine(withTitle(titles.get(of) ?? '', name), (nets[at] ?? 0) * unit),
    );
  });
}

function toChargeLine(name: string, total: TenThousandths): PdfLine {
  return { name, total, sku: '', discount: 0, rates: [], notes: [], isNested: false };
}

function withTitle(title: string, name: string): string {
  return name === '' || name === title ? title : `${title}: ${name}`;
}
