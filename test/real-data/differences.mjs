/**
 * Computes every converted order by the money rules and compares it with the independently expected figures. It
 * counts how each differs from the source's own rounding, by reason.
 *
 * `node test/real-data/differences.mjs [--data FOLDER]` prints JSON and fails when an order differs without a
 * reason. docs/reports/2026-11-26-real-data.md shows the tables.
 */
import { parseArgs } from 'node:util';
import { adventureWorksLines, ordersWithDetails } from './adventureworks.mjs';
import { divide, parseDecimal, round } from './decimal.mjs';
import {
  expectedAdventureWorksOrders,
  expectedOracleCoOrders,
  sourceSums,
  summarise,
} from './expected.mjs';
import { documentTotals } from './money-rules.mjs';
import { oracleCoLines } from './oracle-co.mjs';
import { DEFAULT_DATA_FOLDER, isMain } from './source-files.mjs';

/** @typedef {Record<string, number>} Counts */

/** @param {Counts} counts @param {string} key */
const count = (counts, key) => (counts[key] = (counts[key] ?? 0) + 1);

/** @param {bigint} tenThousandths */
const cents = (tenThousandths) => Number(round(tenThousandths, 4, 2));

/** @param {number} difference in cents */
const signed = (difference) => (difference > 0 ? `+${difference}` : String(difference));

/**
 * @param {AsyncIterable<any>} lines of a converter
 * @returns {AsyncGenerator<{line: any, totals: ReturnType<typeof documentTotals>}>} its orders
 */
async function* computedOrders(lines) {
  const taxes = new Map();
  for await (const line of lines) {
    if (line.type === 'tax') taxes.set(line.pId, line);
    if (line.type === 'order') yield { line, totals: documentTotals(line, 2, taxes) };
  }
}

/**
 * @param {any} expected an order of expected.mjs
 * @param {any} line @param {ReturnType<typeof documentTotals>} totals
 * @returns {boolean} whether the computed figures are the expected ones, to the cent
 */
function agrees(expected, line, totals) {
  return (
    expected.pId === line.pId &&
    expected.rows === line.rows.length &&
    expected.subtotalRows === cents(totals.subtotalRows) &&
    expected.freight === cents(totals.subtotalShippings) &&
    expected.subtotal === cents(totals.subtotal) &&
    expected.taxes === cents(totals.totalTaxes) &&
    expected.subtotal + expected.taxes === cents(totals.total)
  );
}

/** @template T @param {AsyncGenerator<T>} generator @returns {Promise<T>} */
async function take(generator) {
  const { value, done } = await generator.next();
  if (done) throw new Error('fewer expected orders than converted ones');
  return value;
}

/** @param {string} dataFolder @returns {Promise<Record<string, unknown>>} */
export async function adventureWorksDifferences(dataFolder) {
  const expected = expectedAdventureWorksOrders(dataFolder);
  const sources = ordersWithDetails(`${dataFolder}/adventureworks`);
  /** @type {Record<string, Counts>} */
  const counts = {
    orders: {},
    rateSteps: {},
    tax: {},
    goodsTenThousandths: {},
    subtotal: {},
    total: {},
    reasons: {},
  };
  for await (const { line, totals } of computedOrders(adventureWorksLines(dataFolder))) {
    if (!agrees(await take(expected), line, totals)) count(counts.orders, 'unexpected');
    compareOrder((await take(sources)).header, line, totals, counts);
  }
  return { ...counts, sourceSums: await sourceSums(dataFolder) };
}

/**
 * @param {Record<string, string>} header of the source
 * @param {any} line @param {ReturnType<typeof documentTotals>} totals
 * @param {Record<string, Counts>} counts
 */
function compareOrder(header, line, totals, counts) {
  const goods = parseDecimal(header.SubTotal, 4);
  const freight = parseDecimal(header.Freight, 4);
  const tax = parseDecimal(header.TaxAmt, 4);
  const totalDifference = cents(totals.total) - cents(goods + freight + tax);
  const rowsDifference = cents(totals.subtotal) - cents(goods + freight);
  // The same rule on the source's own figures: what is left once the rows are taken as equal.
  const separately = cents(goods + freight) + cents(tax) - cents(goods + freight + tax);
  count(counts.orders, line.rows[0].taxes[0].rate === 8 ? 'rate 8 %' : 'blended rate');
  count(counts.rateSteps, String(rateSteps(line, tax, totals.exactRows)));
  count(counts.tax, signed(cents(totals.totalTaxes) - cents(tax)));
  count(counts.goodsTenThousandths, signed(Number(totals.exactRows - goods)));
  count(counts.subtotal, signed(rowsDifference));
  count(counts.total, signed(totalDifference));
  const unexplained = totalDifference !== separately + rowsDifference;
  count(counts.reasons, unexplained ? 'unexplained' : reason(separately, rowsDifference));
}

/**
 * @param {any} line @param {bigint} tax @param {bigint} base ten-thousandths
 * @returns {number} millionths of a percent between the order's rate and the nearest one
 */
function rateSteps(line, tax, base) {
  const { rate } = line.rows[0].taxes[0];
  return rate === 8 ? 0 : Math.round(rate * 1e6) - Number(divide(tax * 100_000_000n, base));
}

/** @param {number} separately @param {number} rows cents of either cause @returns {string} */
function reason(separately, rows) {
  if (separately === 0 && rows === 0) return 'none';
  if (rows === 0) return `tax and net rounded separately ${signed(separately)}`;
  if (separately === 0) return `rows of four decimals ${signed(rows)}`;
  return `both: separately ${signed(separately)}, rows ${signed(rows)}`;
}

/** @param {string} dataFolder @returns {Promise<Record<string, unknown>>} */
export async function oracleCoDifferences(dataFolder) {
  const expected = new Map();
  for await (const order of expectedOracleCoOrders(dataFolder)) expected.set(order.pId, order);
  /** @type {Counts} */ const orders = {};
  for await (const { line, totals } of computedOrders(oracleCoLines(dataFolder))) {
    count(orders, `status ${line.status}`);
    count(orders, `shipments ${line.shipments?.length ?? 0}`);
    const known = expected.get(line.pId);
    if (!known || !agrees(known, line, totals)) count(orders, 'unexpected');
  }
  return { orders, expected: (await summarise(expectedOracleCoOrders(dataFolder))).all };
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: DEFAULT_DATA_FOLDER } },
  });
  const report = {
    adventureworks: await adventureWorksDifferences(values.data),
    oracleCo: await oracleCoDifferences(values.data),
  };
  const text = JSON.stringify(report, undefined, 2);
  console.log(text);
  if (/"(unexpected|unexplained)"/.test(text)) process.exitCode = 1;
}
