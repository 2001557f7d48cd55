import { getCurrency } from '../../../../core/currencies';
import {
  apportionUnits,
  getMinorUnitAmount,
  type TenThousandths,
  type Thousandths,
  type Millionths,
  scaleAmount,
  sumAmounts,
} from '../../../../core/money';
import { rowTypes, roundNetAmounts } from '../../documents';
import type { AdditionalItemType } from '../../documents/entities/additional-item.entity';
import type { DocumentDiscount } from '../../documents/entities/document-discount.entity';
import type { ShippingSnapshot } from '../../documents/entities/snapshots';
import { type AppliedTax, toAppliedTax } from '../../e-documents';
import { discountScopes } from '../../totals';
import type { PdfKind } from '../labels/labels';
import {
  type LocalizedPdfSource,
  isPricedKind,
  isAfterSalesKind,
  type PdfDocument,
  type PdfDocumentRow,
  type PdfShipment,
} from './pdf-source';

type PdfRowOption = NonNullable<PdfDocumentRow['options']>[number];

/** A line of the table with unformatted numbers. */
export interface PdfLine {
  readonly sku: string;
  readonly name: string;
  /** Absent for charges, price reductions and bundles of returned items. */
  readonly quantity?: Thousandths;
  /** Price of one unit, including options. */
  readonly price?: TenThousandths;
  /** The deducted amount. */
  readonly discount: TenThousandths;
  readonly taxes: readonly LineTax[];
  readonly total?: TenThousandths;
  readonly notes: readonly string[];
  /** Whether the line is an item of the bundle above it. */
  readonly isNested: boolean;
}

interface LineTax extends AppliedTax {
  readonly reRate: Millionths;
}

/** Documents that list charges other than goods, or refunds of them. */
const kindsWithCharges: readonly PdfKind[] = ['order', 'invoice', 'creditNote'];

const NO_NET_AMOUNTS = { netByRow: new Map<PdfDocumentRow, TenThousandths>(), shippings: [] };

/** Returns the lines of a document: its goods, then other charges or refunds. */
export function toPdfLines(content: LocalizedPdfSource): PdfLine[] {
  const { kind, document, shipment } = content;
  const rows = shipment ? toShippedRows(document.rows, shipment) : document.rows;
  const listsCharges = kindsWithCharges.includes(kind);
  const shippings = listsCharges ? (document.shippings ?? document.shipments) : [];
  const netAmounts = isPricedKind(kind) ? roundNetAmounts(document, shippings) : NO_NET_AMOUNTS;
  const goods = rows.flatMap((row) => toRowLines(content, row, netAmounts.netByRow));
  if (!isPricedKind(kind)) return goods;
  const charges = listsCharges
    ? [...toShippingLines(content, shippings, netAmounts.shippings), ...toPaymentLines(content)]
    : [];
  return [...goods, ...charges, ...toAdditionalLines(content)];
}

/** Returns the rows of a shipment with their quantities; a bundle's items are reduced in proportion. */
function toShippedRows(rows: readonly PdfDocumentRow[], shipment: PdfShipment): PdfDocumentRow[] {
  const shipped = new Map((shipment.rows ?? []).map((one) => [one.rowId, one.quantity]));
  return rows.flatMap((row) => {
    const quantity = shipped.get(row.id);
    if (quantity === undefined) return [];
    const toShippedQuantity = (whole: Thousandths): Thousandths =>
      scaleAmount(whole, quantity, row.quantity);
    const items = row.items?.map((item) => ({
      ...item,
      quantity: toShippedQuantity(item.quantity),
    }));
    return [{ ...row, quantity, ...(items ? { items } : {}) }];
  });
}

type NetAmountsByRow = ReadonlyMap<PdfDocumentRow, TenThousandths>;

function toRowLines(
  content: LocalizedPdfSource,
  row: PdfDocumentRow,
  nets: NetAmountsByRow,
): PdfLine[] {
  if (row.byAmount) return toReductionLines(content, row, nets, row.name);
  if (row.type !== rowTypes.bundle) return [toRowLine(content, row, nets)];
  const { sku, name, quantity, total } = row;
  const reduced = (row.items ?? []).filter(({ byAmount }) => byAmount);
  const reductions = reduced.flatMap((item) =>
    toReductionLines(content, item, nets, `${name}, ${item.name}`),
  );
  const items = (row.items ?? []).filter(({ byAmount }) => !byAmount);
  if (items.length === 0 && reduced.length > 0) return reductions;
  // In returns, a bundle is only a heading for its returned items.
  const isHeading = isAfterSalesKind(content.kind);
  const bundleLine = {
    sku,
    name,
    // Older documents keep their printed sum.
    total:
      content.document.rounding === null
        ? total
        : sumAmounts(items.map((item) => nets.get(item) ?? 0)),
    discount: 0,
    taxes: [],
    isNested: false,
    ...(isHeading ? {} : { quantity }),
    notes: toNotes(content, row),
  };
  return [
    bundleLine,
    ...items.map((item) => toRowLine(content, item, nets, { isNested: true })),
    ...reductions,
  ];
}

/** Returns the line of an amount that a credit note takes off the price of a row, unless it is rounded to 0. */
function toReductionLines(
  content: LocalizedPdfSource,
  row: PdfDocumentRow,
  nets: NetAmountsByRow,
  name: string,
): PdfLine[] {
  const total = nets.get(row) ?? 0;
  if (total === 0) return [];
  const line = toChargeLine(withTitle(content.labels.priceReduction, name), total);
  return [{ ...line, sku: row.sku, taxes: toLineTaxes(row) }];
}

function toLineTaxes({ taxes = [] }: PdfDocumentRow): LineTax[] {
  return taxes.map((tax) => ({ ...toAppliedTax(tax), reRate: tax.reRate }));
}

function toRowLine(
  content: LocalizedPdfSource,
  row: PdfDocumentRow,
  nets: NetAmountsByRow,
  { isNested = false }: Partial<Pick<PdfLine, 'isNested'>> = {},
): PdfLine {
  const { sku, name, quantity, price, optionsPrice, discounts = [] } = row;
  return {
    sku,
    name,
    quantity,
    isNested,
    price: price + optionsPrice,
    discount: sumAmounts(discounts.map(({ amount }) => amount)),
    taxes: toLineTaxes(row),
    // An item of a bundle has no amount, because the amount of the bundle includes it.
    ...(isNested ? {} : { total: nets.get(row) ?? 0 }),
    notes: toNotes(content, row),
  };
}

function toNotes(content: LocalizedPdfSource, row: PdfDocumentRow): string[] {
  const { labels, kind } = content;
  const { options = [], discounts = [], type } = row;
  return [
    ...(type === rowTypes.gift ? [labels.gift] : []),
    ...options.map((option) => toOptionText(content, option)),
    ...(isPricedKind(kind) ? discounts.map((discount) => toDiscountText(content, discount)) : []),
  ];
}

function toOptionText(
  { kind, formatter }: LocalizedPdfSource,
  { name, prompt, values = [] }: PdfRowOption,
): string {
  const chosen = values.map(({ value, price }) => {
    if (price === 0 || !isPricedKind(kind)) return value;
    const sign = price > 0 ? '+' : '';
    return `${value} (${sign}${formatter.formatPrice(price)})`;
  });
  return `${name || prompt}: ${chosen.join(', ')}`;
}

type NamedDiscount = Pick<DocumentDiscount, 'name' | 'code' | 'amount'>;

function toDiscountText(
  { formatter }: LocalizedPdfSource,
  { name, code, amount }: NamedDiscount,
): string {
  return `${toDiscountName({ name, code })}: ${formatter.formatAmount(-amount)}`;
}

/** Returns the name of a discount, with its code if that differs. */
export function toDiscountName({ name, code }: Pick<NamedDiscount, 'name' | 'code'>): string {
  return code === '' || code === name ? name : `${name} (${code})`;
}

function toShippingLines(
  content: LocalizedPdfSource,
  shippings: readonly (PdfDocument['shipments'][number] | ShippingSnapshot)[],
  nets: readonly TenThousandths[],
): PdfLine[] {
  const { document, labels } = content;
  // Order discounts apply to all shipments together, so a single shipment shows their names without amounts.
  const orderDiscounts = document.discounts.filter(
    ({ applyTo }) => applyTo === discountScopes.shipping,
  );
  return shippings.flatMap(
    ({ name, shippingTypeName, price, netPrice, taxes, discounts = [] }, index) =>
      price === 0
        ? []
        : [
            {
              ...toChargeLine(
                withTitle(labels.shipping, name || shippingTypeName),
                nets[index] ?? 0,
              ),
              price,
              discount: price - netPrice,
              taxes: taxes ?? [],
              notes: [
                ...discounts.map((discount) => toDiscountText(content, discount)),
                ...orderDiscounts.map(toDiscountName),
              ],
            },
          ],
  );
}

function toPaymentLines({ document, labels }: LocalizedPdfSource): PdfLine[] {
  const { payment, paymentName } = document;
  if (!payment || payment.price === 0) return [];
  const { price, taxes } = payment;
  return [{ ...toChargeLine(withTitle(labels.payment, paymentName), price), price, taxes }];
}

/** Returns the lines of additional items. Newer documents have their amounts before tax, like other lines. */
function toAdditionalLines({
  kind,
  document,
  additionalItems,
  labels,
}: LocalizedPdfSource): PdfLine[] {
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
  return subtotals.flatMap(([itemType, subtotal]) => {
    const items = additionalItems.filter(({ type }) => type === itemType);
    const { digits } = getCurrency(document.currencyCode);
    const unit = getMinorUnitAmount(digits);
    const amounts = items.map(({ amount }) => amount);
    const nets = apportionUnits(Math.round(subtotal / unit), amounts);
    return items.map(({ name }, index) =>
      toChargeLine(withTitle(titles.get(itemType) ?? '', name), (nets[index] ?? 0) * unit),
    );
  });
}

function toChargeLine(name: string, total: TenThousandths): PdfLine {
  return { name, total, sku: '', discount: 0, taxes: [], notes: [], isNested: false };
}

function withTitle(title: string, name: string): string {
  return name === '' || name === title ? title : `${title}: ${name}`;
}
