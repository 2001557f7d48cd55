/**
 * A second implementation of the service's money rules: the expected amounts of an intake's order line. It was
 * written from their text with BigInt and without looking at the service. Amounts are integers of ten-thousandths,
 * rates of millionths of a percent.
 *
 * Rules:
 *
 * - Row total = quantity x (price + options) - discounts to four decimals.
 * - Order discounts by `applyTo` (1 rows, 2 shipments' prices, 3 rows and shipments) are shared in proportion to
 *   four decimals. The first of the largest gets the remainder.
 * - Taxes per (tax, rate, surcharge) are rounded half up to the minor unit.
 * - TOTAL = rounded SUBTOTAL + TOTALTAXES - TOTALVOUCHERS.
 */
import { divide, parseDecimal, round } from './decimal.mjs';

/** @typedef {{pId: string, rate: bigint, reRate: bigint}} AppliedTax */
/** @typedef {{net: bigint, share: bigint, taxes: AppliedTax[]}} Part what bears taxes */
/** @typedef {Map<string, {rate: number, reRate?: number}>} TaxTable the stored taxes by pId */

const PERCENT = 100n * 1_000_000n;

/** @param {unknown} value @param {number} scale */
const decimal = (value, scale) => parseDecimal(numberText(Number(value ?? 0)), scale);
/** @param {unknown} value */
const money = (value) => decimal(value, 4);

/** @param {number} value without the exponent that String() gives small numbers */
function numberText(value) {
  return Math.abs(value) < 1e-6 ? value.toFixed(7) : String(value);
}

/** @param {bigint[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0n);

/** @param {any[] | undefined} discounts */
const amounts = (discounts) => sum((discounts ?? []).map((discount) => money(discount.amount)));

/**
 * @param {any} row of type product or gift
 * @returns {bigint} its total before tax
 */
export function rowTotal(row) {
  const values = (row.options ?? []).flatMap((/** @type {any} */ option) => option.values ?? []);
  const unit = money(row.price) + sum(values.map((/** @type {any} */ value) => money(value.price)));
  return round(decimal(row.quantity, 3) * unit, 7, 4) - amounts(row.discounts);
}

/**
 * Shares an amount in proportion to weights.
 * @param {bigint} total @param {bigint[]} weights
 * @returns {bigint[]} adding up to `total`
 */
export function share(total, weights) {
  const whole = sum(weights);
  if (whole === 0n || total === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => divide(total * weight, whole));
  const largest = weights.indexOf(weights.reduce((most, next) => (next > most ? next : most)));
  shares[largest] = /** @type {bigint} */ (shares[largest]) + total - sum(shares);
  return shares;
}

/**
 * @param {any} order a line of the intake
 * @param {TaxTable} table
 * @returns {(taxes: any[] | undefined) => AppliedTax[]} the taxes as this customer pays them
 */
function taxReader(order, table) {
  const billing = order.user?.billingAddress ?? {};
  const untaxed = order.reverseChargeVat || billing.reverseChargeVat || billing.tax === false;
  return (taxes) =>
    (taxes ?? []).map((entry) => {
      const stored = table.get(entry.tax.pId);
      const rate = decimal(entry.rate ?? stored?.rate, 6);
      const reRate = decimal(entry.reRate ?? stored?.reRate, 6);
      return {
        pId: entry.tax.pId,
        rate: untaxed ? 0n : rate,
        reRate: untaxed || !billing.re ? 0n : reRate,
      };
    });
}

/**
 * @param {any} order @param {TaxTable} table
 * @returns {{rows: Part[], shipments: Part[], payment: Part[]}}
 */
function partsOf(order, table) {
  const read = taxReader(order, table);
  /** @param {any} row */
  const leaves = (row) => (row.type === 'bundle' ? row.items : [row]);
  const rows = order.rows
    .flatMap(leaves)
    .map((/** @type {any} */ row) => ({ net: rowTotal(row), share: 0n, taxes: read(row.taxes) }));
  const shipments = (order.shipments ?? []).map((/** @type {any} */ shipment) => ({
    net: money(shipment.price) - amounts(shipment.discounts),
    share: 0n,
    taxes: read(shipment.taxes),
  }));
  const { payment } = order;
  const fee = { net: money(payment?.price), share: 0n, taxes: read(payment?.taxes) };
  return { rows, shipments, payment: payment ? [fee] : [] };
}

/** @param {Part[]} parts */
const net = (parts) => sum(parts.map((part) => part.net));

/**
 * @param {bigint} total @param {Part[]} parts
 * @param {(part: Part, amount: bigint) => void} apply
 */
function spread(total, parts, apply) {
  const shares = share(
    total,
    parts.map((part) => part.net),
  );
  parts.forEach((part, index) => apply(part, /** @type {bigint} */ (shares[index])));
}

/**
 * @param {Part[]} parts @param {number} digits of the currency's minor unit
 * @returns {bigint} the sum of the tax groups, each rounded to the minor unit
 */
function taxesOf(parts, digits) {
  /** @type {Map<string, {base: bigint, tax: AppliedTax}>} */ const groups = new Map();
  for (const part of parts) {
    for (const tax of part.taxes) {
      const key = `${tax.pId}/${tax.rate}/${tax.reRate}`;
      const group = groups.get(key) ?? { base: 0n, tax };
      group.base += part.net - part.share;
      groups.set(key, group);
    }
  }
  const unit = 10n ** BigInt(4 - digits);
  /** @param {bigint} base @param {bigint} rate */
  const price = (base, rate) => divide(base * rate, PERCENT * unit) * unit;
  return sum(
    [...groups.values()].map(({ base, tax }) => price(base, tax.rate) + price(base, tax.reRate)),
  );
}

/**
 * Computes the expected amounts of an order line: ten-thousandths, all but `exact...` rounded to the minor unit.
 * @param {any} order an order line of the intake
 * @param {number} digits of the minor unit of its currency (ISO 4217)
 * @param {TaxTable} table stored taxes, for rates that a row leaves out
 * @returns {{subtotalRows: bigint, subtotalShippings: bigint, subtotalPaymentSystem: bigint,
 *   totalBasketDiscounts: bigint, subtotal: bigint, totalTaxes: bigint, totalVouchers: bigint,
 *   total: bigint, exactSubtotal: bigint, exactRows: bigint}}
 */
export function documentTotals(order, digits, table) {
  const parts = partsOf(order, table);
  /** @param {number} target */
  const discounted = (target) =>
    amounts((order.discounts ?? []).filter((/** @type {any} */ d) => (d.applyTo ?? 1) === target));
  spread(discounted(2), parts.shipments, (part, off) => (part.net -= off));
  spread(discounted(1), parts.rows, (part, off) => (part.share += off));
  const basket = [...parts.rows, ...parts.shipments];
  spread(discounted(3), basket, (part, off) => (part.share += off));
  const totalBasketDiscounts = discounted(1) + discounted(3);
  const all = [...basket, ...parts.payment];
  const exactSubtotal = net(all) - totalBasketDiscounts;
  const minor = (/** @type {bigint} */ value) =>
    round(value, 4, digits) * 10n ** BigInt(4 - digits);
  const totalTaxes = taxesOf(all, digits);
  const totalVouchers = minor(amounts(order.vouchers));
  return {
    subtotalRows: minor(net(parts.rows)),
    subtotalShippings: minor(net(parts.shipments)),
    subtotalPaymentSystem: minor(net(parts.payment)),
    totalBasketDiscounts: minor(totalBasketDiscounts),
    subtotal: minor(exactSubtotal),
    totalTaxes,
    totalVouchers,
    total: minor(exactSubtotal) + totalTaxes - totalVouchers,
    exactSubtotal,
    exactRows: net(parts.rows),
  };
}
