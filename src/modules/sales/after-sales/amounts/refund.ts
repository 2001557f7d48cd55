import {
  calculateAmountBeforeDiscounts,
  scaleAmount,
  sumAmounts,
  type TenThousandths,
  type Thousandths,
} from '../../../../core/money';
import { listLeafRows, rowTypes } from '../../documents';
import type {
  DocumentAmounts,
  RowCopySpec,
  RowCopyAmounts,
} from '../../documents/copies/document-copy';
import type { CopySource, CopySourceRow, CopySourceTax } from '../../documents/copies/copy-source';
import type {
  AdditionalItem,
  AdditionalItemType,
} from '../../documents/entities/additional-item.entity';
import type { SalesDocument } from '../../documents/entities/document.entity';
import type { ChargeTax, ShippingSnapshot } from '../../documents/entities/snapshots';
import { toTaxDraft } from '../../documents/writing/tax-draft';
import type { TaxAmounts } from '../../totals';
import {
  type CreditAmounts,
  calculateCreditAmounts,
  type CreditedCharge,
  type RefundedAmounts,
} from './credit-amounts';
import type { CreditedLine } from './credit-totals';
import { type InvoicedAmounts, toInvoicedAmounts } from './invoiced-amounts';

/** One piece, in thousandths. */
const ONE_PIECE: Thousandths = 1000;

/** Maximum difference between a line's total and quantity times price, by roundings of its parts. */
const MAX_ROUNDING_DIFFERENCE: TenThousandths = 10;

export type RefundItem = Pick<AdditionalItem, 'type' | 'name' | 'amount'>;

/** The refunds of an order by earlier credit notes. */
export interface EarlierRefunds {
  /** Thousandths by the hashes of the order's lines. */
  readonly quantities: ReadonlyMap<string, Thousandths>;
  readonly items: readonly Pick<AdditionalItem, 'type' | 'amount'>[];
}

/** The parts of an order to give back. */
interface RefundRequest {
  /** The whole order. The amounts of its lines are those of its invoice. */
  readonly order: CopySource;
  /** The document whose lines are copied: the order, or a document made of it, with the same hashes. */
  readonly source: CopySource;
  /** Thousandths that are given back, by the hashes of lines. */
  readonly quantities: ReadonlyMap<string, Thousandths>;
  readonly earlierRefunds: EarlierRefunds;
  readonly items: readonly RefundItem[];
  /** The rest of the invoice, if `earlierRefunds` does not contain earlier credits. Default: the whole invoice. */
  readonly invoiced?: InvoicedAmounts;
}

/** How much of a line is credited: a quantity, or `amount` if an amount is credited independently of quantities. */
export type LineCredit = Thousandths | 'amount';

/** The lines and amounts of a document that gives something back. */
export interface RefundContent {
  readonly rows: readonly RowCopySpec[];
  readonly amounts: DocumentAmounts;
  /** The refunded shipping and payment prices of a document. */
  readonly charges: {
    readonly shippings: readonly ShippingSnapshot[];
    readonly payment: SalesDocument['payment'];
  };
  /** Columns that differ from the source: no payment price and no delivery date. */
  readonly columns: Pick<SalesDocument, 'payment' | 'deliveryDate'>;
}

/**
 * Computes the lines and amounts of an RMA or a credit note. Each line has its part of the amounts that the order's
 * line was invoiced at. Bundles are included around returned items. Additional items give back shipping and
 * payment; their amounts include tax. The amount for vouchers is TOTALVOUCHERS, and adds nothing to TOTAL.
 * @throws AmountOutOfRange
 */
export function calculateRefund(request: RefundRequest): RefundContent {
  const {
    order,
    source,
    quantities,
    earlierRefunds,
    items,
    invoiced = toInvoicedAmounts(order),
  } = request;
  const rows = listLeafRows(order.rows);
  const refundedBefore = toRefundedAmounts(
    invoiced,
    rows,
    earlierRefunds.items,
    (row) => earlierRefunds.quantities.get(row.hash) ?? 0,
  );
  const refundedAfter = toRefundedAmounts(
    invoiced,
    rows,
    [...earlierRefunds.items, ...items],
    (row) => (earlierRefunds.quantities.get(row.hash) ?? 0) + (quantities.get(row.hash) ?? 0),
  );
  const creditAmounts = calculateCreditAmounts(invoiced, refundedBefore, refundedAfter);
  return toRefundContent({
    order,
    source,
    credited: creditAmounts,
    lineCredits: quantities,
    items,
  });
}

/** A document with the amounts that are credited of some lines. */
export function toRefundContent({
  order,
  source,
  credited,
  lineCredits,
  items,
}: Pick<RefundRequest, 'order' | 'source' | 'items'> & {
  readonly credited: CreditAmounts;
  /** The credited parts of the document's lines, by the lines' hashes. */
  readonly lineCredits: ReadonlyMap<string, LineCredit>;
}): RefundContent {
  const rows = listLeafRows(order.rows);
  const amounts = new Map(
    rows.map((row, at) => [row.hash, toRowCopyAmounts(row, credited.lines[at] as CreditedLine)]),
  );
  const { payment } = order;
  return {
    rows: toRowCopies(source.rows, lineCredits, amounts),
    amounts: {
      totals: { ...credited.totals, totalVouchers: sumItemsOfType(items, 'VOUCHER') },
      taxes: credited.taxes.map((one) =>
        toTaxDraft(order.taxes[one.group] as CopySourceTax, one.amounts),
      ),
      discounts: [],
      vouchers: [],
      shippings: [],
    },
    charges: {
      shippings: toShippingSnapshots(order, credited.shipping, items),
      payment: payment && {
        price: sumAmounts(credited.payment.map(({ net }) => net)),
        taxes: credited.payment.length === 0 ? [] : payment.taxes,
      },
    },
    columns: {
      payment: payment && { price: 0, taxes: [] },
      deliveryDate: null,
    },
  };
}

/** The sum of the items of a type. */
export function sumItemsOfType(
  items: readonly Pick<AdditionalItem, 'type' | 'amount'>[],
  type: AdditionalItemType,
): TenThousandths {
  return sumAmounts(items.filter((one) => one.type === type).map(({ amount }) => amount));
}

function toRefundedAmounts(
  { lines }: InvoicedAmounts,
  rows: readonly CopySourceRow[],
  items: EarlierRefunds['items'],
  getQuantity: (row: CopySourceRow) => Thousandths,
): RefundedAmounts {
  const quantities = rows.map(getQuantity);
  return {
    // Lines that were added for payment discounts, one for each line of the order, follow the order's lines.
    quantities: lines.map((_, at) => quantities[at % rows.length] ?? 0),
    shipping: sumItemsOfType(items, 'SHIPPING'),
    payment: sumItemsOfType(items, 'PAYMENT'),
  };
}

function toRowCopyAmounts(
  { taxes = [], discounts = [] }: CopySourceRow,
  line: CreditedLine,
): RowCopyAmounts {
  const { total, allocatedDiscount, totalTaxes } = line;
  return {
    total,
    share: allocatedDiscount,
    totalTaxes,
    taxes: taxes.map((tax, at) => toTaxDraft(tax, line.taxes[at] as TaxAmounts)),
    discounts: discounts.map((one, at) => ({ ...one, amount: line.discounts[at] ?? 0 })),
  };
}

/** Converts refunded shipping to snapshots like those of a document that charges shipping. */
function toShippingSnapshots(
  order: CopySource,
  charges: readonly CreditedCharge[],
  items: readonly RefundItem[],
): ShippingSnapshot[] {
  const names = items.filter(({ type }) => type === 'SHIPPING').map(({ name }) => name);
  const name = [...new Set(names.filter((text) => text !== ''))].join(', ');
  return charges.map(({ groups, net: netPrice }) => {
    const taxes = groups.map((group) => toChargeTax(order.taxes[group] as CopySourceTax));
    const [shipment] = order.shipments;
    return {
      id: shipment?.id ?? 0,
      name: name || (shipment?.name ?? ''),
      shippingTypeId: shipment?.shippingTypeId ?? null,
      shippingTypePId: shipment?.shippingTypePId ?? null,
      shippingTypeName: shipment?.shippingTypeName ?? '',
      packages: 0,
      price: netPrice,
      netPrice,
      share: 0,
      taxes,
      discounts: [],
    };
  });
}

function toChargeTax(tax: CopySourceTax): ChargeTax {
  const { taxId: id, taxPId: pId, name, taxRate: rate, reRate } = tax;
  const { category, exemptionCode, exemptionReason } = tax;
  return {
    id,
    pId,
    name,
    rate,
    reRate,
    ...(category !== null && { category }),
    ...(exemptionCode !== null && { exemptionCode }),
    ...(exemptionReason !== null && { exemptionReason }),
  };
}

function toRowCopies(
  rows: readonly CopySourceRow[],
  lineCredits: ReadonlyMap<string, LineCredit>,
  amounts: ReadonlyMap<string, RowCopyAmounts>,
): RowCopySpec[] {
  return rows.flatMap((row): RowCopySpec[] => {
    if (row.type === rowTypes.bundle) {
      const items = toRowCopies(row.items ?? [], lineCredits, amounts);
      return items.length === 0 ? [] : [{ row, items, amounts: toBundleAmounts(items) }];
    }
    const lineCredit = lineCredits.get(row.hash);
    const rowAmounts = amounts.get(row.hash);
    if (lineCredit === undefined || !rowAmounts) return [];
    const byAmount = lineCredit === 'amount' || null;
    const quantity = lineCredit === 'amount' ? ONE_PIECE : lineCredit;
    // Stocks record where the order's goods came from, not where these go.
    return [
      {
        row: { ...adjustPriceToCredit(row, quantity, rowAmounts), byAmount },
        quantity,
        amounts: rowAmounts,
        stocks: [],
      },
    ];
  });
}

/** Returns the row with the price of the credited amount, unless the invoiced price results in that amount. */
function adjustPriceToCredit(
  row: CopySourceRow,
  quantity: Thousandths,
  amounts: RowCopyAmounts,
): CopySourceRow {
  const gross = sumAmounts([amounts.total, ...amounts.discounts.map(({ amount }) => amount)]);
  const invoicedGross = calculateAmountBeforeDiscounts(quantity, row.price + row.optionsPrice);
  if (quantity === 0 || Math.abs(invoicedGross - gross) <= MAX_ROUNDING_DIFFERENCE) return row;
  return { ...row, price: scaleAmount(gross, ONE_PIECE, quantity), optionsPrice: 0 };
}

/** A bundle's amounts are the sums of its items'. */
function toBundleAmounts(items: readonly RowCopySpec[]): RowCopyAmounts {
  const sumField = (name: 'total' | 'share' | 'totalTaxes') =>
    sumAmounts(items.map(({ amounts }) => amounts?.[name] ?? 0));
  const sums = {
    total: sumField('total'),
    share: sumField('share'),
    totalTaxes: sumField('totalTaxes'),
  };
  return { ...sums, taxes: [], discounts: [] };
}
