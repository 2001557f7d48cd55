/**
 * The expected content of the database after the data sets were imported, computed from the source files alone. It
 * shares only the CSV reader and the decimals with the converters. So a spec that compares it with the database's
 * sums checks converter, intake and totals together.
 *
 * `node test/real-data/expected.mjs [--data FOLDER] [--set adventureworks|oracle-co] [--keep-withdrawn-currency]`
 * prints it as JSON, `--orders` every single order, one a line.
 *
 * The stated rule, per order:
 *
 * - A row counts as LineTotal to four decimals. A half goes down, because the discount is rounded half up.
 * - Goods are the sum of the rows.
 * - SUBTOTAL is goods + freight, rounded to cents.
 * - The tax is TaxAmt, rounded to cents.
 * - TOTAL is TotalDue, rounded to cents, which is given and kept.
 * - ROUNDING is the difference between TOTAL and the two rounded figures added.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { parseDecimal, round, toText } from './decimal.mjs';
import { DEFAULT_DATA_FOLDER, isMain, readAll, readCsv, readMap } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Row} Row */
/**
 * Integer cents, except for `orders` and `rows`, which are counts.
 * @typedef {{orders: number, rows: number, subtotalRows: number, freight: number, subtotal: number,
 *   taxes: number, total: number}} Sums
 */
/**
 * `month` in UTC, `2011-05`; `lineTotals` in ten-thousandths and `quantities`, in the order of the source; `exact`
 * the source's own figures, in ten-thousandths.
 * @typedef {Sums & {pId: string, month: string, lineTotals: number[], quantities: number[],
 *   exact: {goods: number, tax: number, freight: number}}} ExpectedOrder
 */
/**
 * The figures of the source, each rounded to cents by itself.
 * @typedef {{subtotal: number, taxes: number, total: number}} SourceFigures
 */
/** @typedef {{all: Sums, months: Record<string, Sums>, rejected: number}} Summary */

const FIELDS = /** @type {const} */ ([
  'orders',
  'rows',
  'subtotalRows',
  'freight',
  'subtotal',
  'taxes',
  'total',
]);

/** @param {bigint} tenThousandths */
const cents = (tenThousandths) => Number(round(tenThousandths, 4, 2));

/** @param {string} text of LineTotal, six decimals @returns {bigint} four, a half down */
const lineTotal = (text) => (parseDecimal(text, 6) + 49n) / 100n;

/**
 * @param {string} dataFolder
 * @returns {Promise<Map<string, {lineTotals: number[], quantities: number[], goods: bigint}>>} by
 *   SalesOrderID
 */
async function goodsByOrder(dataFolder) {
  const goods = new Map();
  for await (const row of readCsv(`${dataFolder}/adventureworks`, 'SalesOrderDetail.csv.gz')) {
    const sum = goods.get(row.SalesOrderID) ?? { lineTotals: [], quantities: [], goods: 0n };
    const total = lineTotal(row.LineTotal);
    sum.lineTotals.push(Number(total));
    sum.quantities.push(Number(row.OrderQty));
    sum.goods += total;
    goods.set(row.SalesOrderID, sum);
  }
  return goods;
}

/**
 * @param {string} dataFolder
 * @returns {AsyncGenerator<ExpectedOrder & {withdrawnCurrency: boolean, source: SourceFigures}>} by
 *   SalesOrderID
 */
export async function* expectedAdventureWorksOrders(dataFolder) {
  const goods = await goodsByOrder(dataFolder);
  const withdrawn = await withdrawnRates(dataFolder);
  for await (const header of readCsv(`${dataFolder}/adventureworks`, 'SalesOrderHeader.csv.gz')) {
    const own = goods.get(header.SalesOrderID);
    if (!own) throw new Error(`order ${header.SalesOrderID} has no rows`);
    const freight = parseDecimal(header.Freight, 4);
    const subtotal = cents(own.goods + freight);
    const tax = parseDecimal(header.TaxAmt, 4);
    const taxes = cents(tax);
    const sourceGoods = parseDecimal(header.SubTotal, 4);
    const total = cents(parseDecimal(header.TotalDue, 4));
    yield {
      pId: `aw-order-${header.SalesOrderID}`,
      month: header.OrderDate.slice(0, 7),
      orders: 1,
      rows: own.lineTotals.length,
      lineTotals: own.lineTotals,
      quantities: own.quantities,
      exact: { goods: Number(sourceGoods), tax: Number(tax), freight: Number(freight) },
      subtotalRows: cents(own.goods),
      freight: cents(freight),
      subtotal,
      taxes,
      total,
      withdrawnCurrency: withdrawn.has(header.CurrencyRateID),
      source: {
        subtotal: cents(sourceGoods + freight),
        taxes,
        total,
      },
    };
  }
}

/** @param {string} dataFolder @returns {Promise<Set<string>>} rates to a currency not in force */
async function withdrawnRates(dataFolder) {
  const known = await readAll(`${dataFolder}/reference`, 'currency-codes-all.csv');
  const valid = new Set(
    known.filter((row) => !row.WithdrawalDate).map((row) => row.AlphabeticCode),
  );
  const rates = await readAll(`${dataFolder}/adventureworks`, 'CurrencyRate.csv.gz');
  return new Set(
    rates.filter((row) => !valid.has(row.ToCurrencyCode)).map((row) => row.CurrencyRateID),
  );
}

/**
 * @param {string} dataFolder
 * @returns {AsyncGenerator<ExpectedOrder>} by order_id; the source has neither taxes nor freight
 */
export async function* expectedOracleCoOrders(dataFolder) {
  const folder = `${dataFolder}/oracle-co`;
  const orders = await readMap(folder, 'orders.csv.gz', 'order_id', (row) => ({
    row,
    lineTotals: /** @type {number[]} */ ([]),
    quantities: /** @type {number[]} */ ([]),
    sum: 0n,
  }));
  for await (const item of readCsv(folder, 'order_items.csv.gz')) {
    const order = orders.get(item.order_id);
    if (!order) throw new Error(`a row names order ${item.order_id}, which is missing`);
    const total = parseDecimal(item.unit_price, 2) * parseDecimal(item.quantity, 0);
    order.lineTotals.push(Number(total) * 100);
    order.quantities.push(Number(item.quantity));
    order.sum += total;
  }
  for (const [id, { row, lineTotals, quantities, sum }] of orders) {
    const goods = Number(sum);
    yield {
      pId: `co-order-${id}`,
      month: oracleMonth(row.order_tms),
      orders: 1,
      rows: lineTotals.length,
      lineTotals,
      quantities,
      exact: { goods: goods * 100, tax: 0, freight: 0 },
      subtotalRows: goods,
      freight: 0,
      subtotal: goods,
      taxes: 0,
      total: goods,
    };
  }
}

/** @param {string} text `04-FEB-2021 13.20...` @returns {string} `2021-02` */
function oracleMonth(text) {
  const month = new Date(`1 ${text.slice(3, 6)} ${text.slice(7, 11)} UTC`).getUTCMonth() + 1;
  return `${text.slice(7, 11)}-${String(month).padStart(2, '0')}`;
}

/**
 * Adds orders up, over all and by month.
 * @param {AsyncIterable<ExpectedOrder>} orders
 * @param {(order: any) => boolean} [rejects] orders that the intake must refuse
 * @returns {Promise<Summary>}
 */
export async function summarise(orders, rejects = () => false) {
  /** @type {Summary} */ const summary = { all: nothing(), months: {}, rejected: 0 };
  for await (const order of orders) {
    if (rejects(order)) {
      summary.rejected++;
      continue;
    }
    const month = (summary.months[order.month] ??= nothing());
    for (const field of FIELDS) {
      month[field] += order[field];
      summary.all[field] += order[field];
    }
  }
  return summary;
}

/** @returns {Sums} */
const nothing = () => ({
  orders: 0,
  rows: 0,
  subtotalRows: 0,
  freight: 0,
  subtotal: 0,
  taxes: 0,
  total: 0,
});

/**
 * @param {string} dataFolder
 * @param {{keepWithdrawnCurrency?: boolean}} [options] as the converter was run
 */
export function expectedAdventureWorks(dataFolder, options = {}) {
  return summarise(
    expectedAdventureWorksOrders(dataFolder),
    (order) => Boolean(options.keepWithdrawnCurrency) && order.withdrawnCurrency,
  );
}

/** @param {string} dataFolder */
export function expectedOracleCo(dataFolder) {
  return summarise(expectedOracleCoOrders(dataFolder));
}

/**
 * The source's own sums, not rounded, for the comparison in docs/reports/2026-11-26-real-data.md.
 * @param {string} dataFolder
 * @returns {Promise<Record<'SubTotal' | 'TaxAmt' | 'Freight' | 'TotalDue', string>>}
 */
export async function sourceSums(dataFolder) {
  const sums = { SubTotal: 0n, TaxAmt: 0n, Freight: 0n, TotalDue: 0n };
  const columns = /** @type {(keyof typeof sums)[]} */ (Object.keys(sums));
  for await (const header of readCsv(`${dataFolder}/adventureworks`, 'SalesOrderHeader.csv.gz')) {
    for (const column of columns) sums[column] += parseDecimal(header[column], 4);
  }
  const entries = columns.map((column) => [column, toText(sums[column], 4)]);
  return Object.fromEntries(entries);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: DEFAULT_DATA_FOLDER },
      set: { type: 'string', default: 'adventureworks' },
      'keep-withdrawn-currency': { type: 'boolean', default: false },
      orders: { type: 'boolean', default: false },
    },
  });
  await (values.orders ? printOrders : printSums)(values);
}

/** @param {{data: string, set: string}} options */
async function printOrders({ data, set }) {
  const orders = set === 'oracle-co' ? expectedOracleCoOrders : expectedAdventureWorksOrders;
  for await (const order of orders(data)) {
    if (!process.stdout.write(`${JSON.stringify(order)}\n`)) await once(process.stdout, 'drain');
  }
}

/** @param {{data: string, set: string, 'keep-withdrawn-currency': boolean}} options */
async function printSums({ data, set, 'keep-withdrawn-currency': keepWithdrawnCurrency }) {
  const summary =
    set === 'oracle-co'
      ? await expectedOracleCo(data)
      : await expectedAdventureWorks(data, { keepWithdrawnCurrency });
  console.log(JSON.stringify(summary, undefined, 2));
}
