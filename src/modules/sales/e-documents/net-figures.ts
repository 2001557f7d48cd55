import { getCurrency } from '../../../core/currencies';
import {
  calculateAmountBeforeDiscounts,
  type TenThousandths,
  type Thousandths,
  roundToMinorUnit,
  sumAmounts,
} from '../../../core/money';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { listLeafRows, roundNetAmounts, roundTaxBases } from '../documents';
import { discountScopes } from '../totals';
import type { EDocumentWithParties } from './e-document-parties';
import type { EDocumentErrorCollector } from './e-document-errors';
import type { EDocumentRow } from './e-document-source';
import { sumByVatClass, toLeafLines, sumSharesByVatClass, toAppliedTax } from './vat-class-sums';
import { toVatClass, type AppliedTax, toVatClassKey, type VatClass } from './vat-classes';
import { type VatGroup, VatGroups } from './vat-groups';

/** Maximum number of decimals of amounts in structured invoices. */
const MAX_DECIMALS = 2;

/** Decimals of stored amounts. */
const MONEY_DECIMALS = 4;

/** Tolerance of taxable amounts in minor units, in addition to one per group, for roundings of older credit notes. */
const MAX_DEVIATION_MINOR_UNITS = 2;

/**
 * Tolerance of Peppol's rule R120 between price times quantity and a line's amount. Unallocated discounts up to this
 * amount count as rounding differences.
 */
const MAX_PRICE_DIFFERENCE: TenThousandths = 200;

/** A deducted amount of a line. */
export interface LineAllowance {
  readonly amount: TenThousandths;
  readonly reason: string;
}

/** A line with its amounts in a structured invoice. */
export interface LineFigures {
  readonly row: EDocumentRow;
  /** The bundle of an item. */
  readonly bundle?: EDocumentRow;
  readonly net: TenThousandths;
  readonly allowances: readonly LineAllowance[];
  readonly price: TenThousandths;
  /** Base quantity of the price (BT-149), if it isn't 1. */
  readonly priceQuantity?: Thousandths;
  readonly vat: VatClass;
}

/** An allowance or charge of the whole document. */
export interface AllowanceCharge {
  readonly isCharge: boolean;
  readonly amount: TenThousandths;
  readonly vat: VatClass;
  readonly reason: string;
  /** Code of UNTDID 5189 (allowances) or 7161 (charges). */
  readonly reasonCode?: string;
}

/** Taxable amount of a VAT class. */
export interface VatBase {
  readonly vat: VatClass;
  readonly taxableAmount: TenThousandths;
}

/** Lines, adjustments and taxable amounts of a document, all without tax. */
export interface NetFigures {
  readonly lines: readonly LineFigures[];
  readonly allowanceCharges: readonly AllowanceCharge[];
  /** The taxable amounts total the document's SUBTOTAL. */
  readonly bases: readonly VatBase[];
  /** Whether the subtotal contradicts the parts, because it was stored as supplied. */
  readonly isSubtotalInconsistent: boolean;
}

const DISCOUNT_REASON_CODE = '95';
const FREIGHT_REASON_CODE = 'FC';
const ROUNDING_REASON = 'Rounding: lines are calculated with four decimals';
const DIFFERENCE_REASON = 'Difference to the given totals';

/**
 * Calculates a document's lines, allowances and charges with the decimals of structured invoices. Every amount is
 * rounded. The remaining difference of each category and rate becomes an extra allowance or charge, so that the sums
 * equal those of the document. Yields to the event loop between lines.
 */
export async function calculateNetFigures(
  context: EDocumentWithParties,
  errors: EDocumentErrorCollector,
): Promise<NetFigures> {
  const { document } = context;
  const digits = Math.min(MAX_DECIMALS, getCurrency(document.currencyCode).digits);
  const round = (amount: TenThousandths): TenThousandths => roundToMinorUnit(amount, digits);
  const groups = new VatGroups();
  const netAmounts = roundNetAmounts(document, document.shippings ?? []);
  const lines: LineFigures[] = [];
  for (const { row, bundle, pointer } of toLeafLines(document.rows)) {
    await yieldToEventLoop();
    const vat = resolveSingleVatClass(
      (row.taxes ?? []).map(toAppliedTax),
      context,
      errors,
      pointer,
    );
    const amounts = toLineAmounts(row, round(netAmounts.netByRow.get(row) ?? 0), round);
    lines.push({ row, ...(bundle ? { bundle } : {}), ...amounts, vat });
    groups.add(vat, {
      base: row.total - row.share,
      roundedSum: amounts.net,
      discountShare: row.share,
    });
  }
  const allowanceCharges = [
    ...createShippingAdjustments(context, errors, groups, round, netAmounts.shippings),
    ...createPaymentAdjustments(context, errors, groups, round),
    ...createAdditionalItemCharges(context, groups, round),
  ];
  addPaymentDiscounts(context, groups);
  allowanceCharges.push(...createBasketAllowances(context, groups, round));
  const bases = toVatBases(groups.all, context);
  const isSubtotalInconsistent = bases.some(({ taxableAmount }, at) => {
    const deviation = Math.abs(taxableAmount - (groups.all[at]?.base ?? 0));
    return deviation > (bases.length + MAX_DEVIATION_MINOR_UNITS) * 10 ** (MONEY_DECIMALS - digits);
  });
  allowanceCharges.push(...createRoundingAdjustments(groups.all, bases));
  return {
    lines,
    allowanceCharges,
    bases: omitEmptyBases(bases, [...lines, ...allowanceCharges]),
    isSubtotalInconsistent,
  };
}

/**
 * Leaves out classes without lines, allowances and charges, which BR-S-08 refuses. In a credit note, the part of a
 * negative payment price can round to 0.
 */
function omitEmptyBases(bases: readonly VatBase[], parts: readonly { vat: VatClass }[]): VatBase[] {
  const keys = new Set(parts.map(({ vat }) => toVatClassKey(vat)));
  return bases.filter(({ vat }) => keys.has(toVatClassKey(vat)));
}

/** Finds the VAT class of a line, shipment or payment. Adds an error when the taxes have several classes. */
function resolveSingleVatClass(
  taxes: readonly AppliedTax[],
  { vatCategoryInputs }: EDocumentWithParties,
  errors: EDocumentErrorCollector,
  pointer: string,
): VatClass {
  const classes =
    taxes.length === 0
      ? [toVatClass(undefined, vatCategoryInputs)]
      : taxes.map((one) => toVatClass(one, vatCategoryInputs));
  const [first, ...others] = classes as [VatClass, ...VatClass[]];
  const hasSingleClass = others.every(
    (other) => other.rate === 0 && toVatClassKey(other) === toVatClassKey(first),
  );
  if (!hasSingleClass) {
    const detail =
      'Each line, shipment and payment must have one VAT category and rate, but this one has several taxes: ' +
      'send differently taxed goods as separate lines.';
    errors.add('BR-CO-04', `${pointer}/taxes`, detail);
  }
  return first;
}

type RoundAmount = (amount: TenThousandths) => TenThousandths;

/**
 * Calculates the rounded amounts of a line. Each discount is the difference of rounded remainders, so that they total
 * the difference between price and net amount. If price times quantity deviates too much, in a currency without
 * decimals, the line has the price of its whole quantity.
 */
function toLineAmounts(
  { total, price, optionsPrice, quantity, discounts = [] }: EDocumentRow,
  net: TenThousandths,
  round: RoundAmount,
): Pick<LineFigures, 'net' | 'allowances' | 'price' | 'priceQuantity'> {
  let remaining = sumAmounts([total, ...discounts.map(({ amount }) => amount)]);
  const allowances = discounts.map(({ name, code, amount }) => {
    const before = round(remaining);
    remaining -= amount;
    return { amount: before - round(remaining), reason: name || code || 'Discount' };
  });
  const gross = sumAmounts([net, ...allowances.map(({ amount }) => amount)]);
  const unitPrice = price + optionsPrice;
  const deviatesFromPrice =
    Math.abs(gross - calculateAmountBeforeDiscounts(quantity, unitPrice)) > MAX_PRICE_DIFFERENCE;
  return {
    net,
    allowances: allowances.filter(({ amount }) => amount !== 0),
    ...(deviatesFromPrice ? { price: gross, priceQuantity: quantity } : { price: unitPrice }),
  };
}

function createShippingAdjustments(
  context: EDocumentWithParties,
  errors: EDocumentErrorCollector,
  groups: VatGroups,
  round: RoundAmount,
  nets: readonly TenThousandths[],
): AllowanceCharge[] {
  const { document } = context;
  const orderDiscounts = document.discounts.filter(
    ({ applyTo }) => applyTo === discountScopes.shipping,
  );
  return (document.shippings ?? []).flatMap((shipping, at): AllowanceCharge[] => {
    const { price, netPrice, share, taxes, discounts } = shipping;
    if (price === 0) return [];
    const vat = resolveSingleVatClass(taxes, context, errors, `/shipments/${at}`);
    const net = round(nets[at] ?? 0);
    groups.add(vat, { base: netPrice - share, roundedSum: net, discountShare: share });
    // A net amount that was rounded up above the price has no allowance.
    const charged = Math.max(round(price), net);
    const discount = charged - net;
    const names = [...discounts, ...orderDiscounts].map(({ name }) => name);
    const reason = shipping.name || shipping.shippingTypeName || 'Shipping';
    return [
      { isCharge: true, amount: charged, vat, reason, reasonCode: FREIGHT_REASON_CODE },
      ...mapNonZero(discount, (amount) => createAllowance(amount, vat, joinNames(names))),
    ];
  });
}

function createPaymentAdjustments(
  context: EDocumentWithParties,
  errors: EDocumentErrorCollector,
  groups: VatGroups,
  round: RoundAmount,
): AllowanceCharge[] {
  const { payment, paymentName } = context.document;
  if (!payment || payment.price === 0) return [];
  const vat = resolveSingleVatClass(payment.taxes, context, errors, '/payment');
  const price = round(payment.price);
  groups.add(vat, { base: payment.price, roundedSum: price });
  const reason = paymentName || 'Payment';
  if (price < 0) return [{ isCharge: false, amount: -price, vat, reason }];
  return mapNonZero(price, (amount) => ({ isCharge: true, amount, vat, reason }));
}

/** Adds the additional items of older credit notes as untaxed charges; newer ones have shippings and payment. */
function createAdditionalItemCharges(
  context: EDocumentWithParties,
  groups: VatGroups,
  round: RoundAmount,
): AllowanceCharge[] {
  if (context.document.rounding !== null) return [];
  const vat = toVatClass(undefined, context.vatCategoryInputs);
  const chargeItems = context.additionalItems.filter(({ type }) => type !== 'VOUCHER');
  return chargeItems.flatMap(({ type, name, amount }) => {
    groups.add(vat, { base: amount, roundedSum: round(amount) });
    const isShipping = type === 'SHIPPING';
    const reason = name || (isShipping ? 'Shipping' : 'Payment');
    return mapNonZero(round(amount), (rounded) => ({
      isCharge: true,
      amount: rounded,
      vat,
      reason,
      ...(isShipping ? { reasonCode: FREIGHT_REASON_CODE } : {}),
    }));
  });
}

/**
 * Adds the discounts of a credit note's tax groups that aren't allocated to lines or shipments. They come from a
 * negative payment price. The tax group of such a discount may have no lines.
 */
function addPaymentDiscounts(context: EDocumentWithParties, groups: VatGroups): void {
  const { kind, document, vatCategoryInputs } = context;
  if (kind !== 'creditNote') return;
  const discounts = sumByVatClass(document.taxes, context, ({ discount }) => discount);
  const allocatedDiscounts = sumSharesByVatClass(context);
  const classes = document.taxes.map((tax) => toVatClass(toAppliedTax(tax), vatCategoryInputs));
  const shares = [...listLeafRows(document.rows), ...(document.shippings ?? [])].map(
    (one) => one.share,
  );
  let untaxed = document.totalBasketDiscounts - sumAmounts(shares);
  for (const [key, one] of new Map(classes.map((each) => [toVatClassKey(each), each]))) {
    const unallocatedDiscount = (discounts.get(key) ?? 0) - (allocatedDiscounts.get(key) ?? 0);
    untaxed -= unallocatedDiscount;
    if (unallocatedDiscount > MAX_PRICE_DIFFERENCE || !groups.has(one)) {
      groups.add(one, {
        base: -unallocatedDiscount,
        roundedSum: 0,
        discountShare: unallocatedDiscount,
      });
    }
  }
  const bases = sumAmounts(roundTaxBases(document).map(({ base }) => base));
  const untaxedClass = toVatClass(undefined, vatCategoryInputs);
  const isUntaxedDiscountAllocated = groups.has(untaxedClass)
    ? untaxed <= MAX_PRICE_DIFFERENCE
    : document.subtotal >= bases;
  if (untaxed > 0 && !isUntaxedDiscountAllocated) {
    groups.add(untaxedClass, { base: -untaxed, roundedSum: 0, discountShare: untaxed });
  }
}

/** Creates the allowances for discounts of the whole document, by category and rate. */
function createBasketAllowances(
  context: EDocumentWithParties,
  groups: VatGroups,
  round: RoundAmount,
): AllowanceCharge[] {
  const { document } = context;
  const basketDiscounts = document.discounts.filter(
    ({ applyTo }) => applyTo !== discountScopes.shipping,
  );
  const reason = joinNames(basketDiscounts.map(({ name, code }) => name || code));
  const discounts = sumByVatClass(document.taxes, context, ({ discount }) => discount);
  return groups.all.flatMap((group) => {
    const amount = round(discounts.get(toVatClassKey(group.vat)) ?? group.discountShare);
    group.roundedSum -= amount;
    if (amount < 0) {
      return [{ isCharge: true, amount: -amount, vat: group.vat, reason: DIFFERENCE_REASON }];
    }
    return mapNonZero(amount, () => createAllowance(amount, group.vat, reason));
  });
}

/** Returns the taxable amounts of the tax groups. The untaxed rest of the subtotal goes to the group without tax. */
function toVatBases(groups: readonly VatGroup[], context: EDocumentWithParties): VatBase[] {
  const { document, vatCategoryInputs } = context;
  const taxes = roundTaxBases(document);
  const bases = sumByVatClass(taxes, context, ({ base }) => base);
  const untaxed = document.subtotal - sumAmounts(taxes.map(({ base }) => base));
  const key = toVatClassKey(toVatClass(undefined, vatCategoryInputs));
  const untaxedGroupIndex = groups.findIndex((group) => toVatClassKey(group.vat) === key);
  return groups.map((group, at) => ({
    vat: group.vat,
    taxableAmount: sumAmounts([
      bases.get(toVatClassKey(group.vat)) ?? 0,
      at === Math.max(0, untaxedGroupIndex) ? untaxed : 0,
    ]),
  }));
}

function createRoundingAdjustments(
  groups: readonly VatGroup[],
  bases: readonly VatBase[],
): AllowanceCharge[] {
  return groups.flatMap(({ vat, roundedSum }, at) => {
    const difference = (bases[at]?.taxableAmount ?? 0) - roundedSum;
    return mapNonZero(difference, () => ({
      isCharge: difference > 0,
      amount: Math.abs(difference),
      vat,
      reason: ROUNDING_REASON,
    }));
  });
}

function createAllowance(amount: TenThousandths, vat: VatClass, reason: string): AllowanceCharge {
  return { isCharge: false, amount, vat, reason, reasonCode: DISCOUNT_REASON_CODE };
}

function joinNames(names: readonly string[]): string {
  return [...new Set(names.filter((name) => name !== ''))].join(', ') || 'Discount';
}

function mapNonZero<T>(amount: TenThousandths, create: (amount: TenThousandths) => T): T[] {
  return amount === 0 ? [] : [create(amount)];
}
