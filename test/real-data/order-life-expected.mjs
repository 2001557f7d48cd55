/**
 * The expected end of the orders of order-life-lines.mjs, computed from the source files without the service and the
 * converters. `node test/real-data/order-life-expected.mjs [--data FOLDER]` prints one order a line.
 *
 * All orders of AdventureWorks are delivered. Every third order has half of every other row sent back (half pieces
 * rounded up). Every sixth order then has everything else sent back, and its freight is given back.
 *
 * Orders of Customer Orders follow the source: where shipments are, which orders are cancelled, and which are
 * refunded. A refunded order comes back whole.
 *
 * A row that comes back is worth its part of LineTotal to four decimals. TAX is the same part of TaxAmt (8 % where
 * that is TaxAmt's share of SubTotal). Credit notes are rounded over all that has come back so far, less the amounts
 * of earlier ones. Once all rows have come back, they have given the invoiced amount without the freight. ROUNDING
 * comes back with the rows, in proportion to their gross amount.
 */
import { parseArgs } from 'node:util';
import { divide, round } from './decimal.mjs';
import { expectedAdventureWorksOrders, expectedOracleCoOrders } from './expected.mjs';
import { DEFAULT_DATA_FOLDER, isMain, need, readAll, readMap } from './source-files.mjs';

/** @typedef {import('./expected.mjs').ExpectedOrder} ExpectedOrder */
/** @typedef {{subtotal: number, taxes: number, total: number}} Credit integer cents */
/**
 * `rows`: places of rows in the order, with the quantity; `status` as the service calls it.
 * @typedef {{pId: string, status: number, rows: [number, number][]}} ExpectedShipment
 */
/**
 * `quantities` by row; `freight` in ten-thousandths, given back in addition.
 * @typedef {{quantities: number[], freight: number, credit: Credit}} ExpectedReturn
 */
/**
 * `status` in which it ends.
 * @typedef {ExpectedOrder & {status: number, shipments: ExpectedShipment[],
 *   returns: ExpectedReturn[]}} ExpectedLife
 */

/** One order in so many, by number: enough for every month of the source. */
const ONE_IN = { 'aw-order': 160, 'co-order': 20 };
/** One in so many orders of AdventureWorks sends something back, and half of these everything. */
const RETURNS_ONE_IN = 3;

const COMPLETED = 4;
const DELETED = 6;
const DELIVERED = 4;

const SHIPMENT_STATES = { CREATED: 1, SHIPPED: 3, 'IN-TRANSIT': 3, DELIVERED };

/** @param {string} pId of an order */
const numberOf = (pId) => Number(pId.replace(/^\D+/, ''));

/** @param {string} pId of an order */
export function isInSample(pId) {
  const set = /** @type {keyof typeof ONE_IN} */ (pId.replace(/-\d+$/, ''));
  return numberOf(pId) % ONE_IN[set] === 0;
}

/** @param {bigint} tenThousandths */
const cents = (tenThousandths) => round(tenThousandths, 4, 2);

/**
 * @param {ExpectedOrder} order
 * @param {number[]} quantities that have come back, by row
 * @returns {{subtotal: bigint, taxes: bigint}} cents, what all notes together have given back of the rows
 */
function givenBack({ lineTotals, quantities: bought, exact, subtotal, freight }, quantities) {
  const base = lineTotals.reduce(
    (sum, total, row) =>
      sum +
      divide(
        BigInt(total) * BigInt(quantities[row] ?? 0),
        BigInt(/** @type {number} */ (bought[row])),
      ),
    0n,
  );
  const [goods, tax] = [BigInt(exact.goods), BigInt(exact.tax)];
  const isEightPercent = round(goods * 8n, 6, 4) === tax;
  const taxes = isEightPercent ? round(base * 8n, 6, 2) : divide(base * tax, goods * 100n);
  const isAll = quantities.every((quantity, row) => quantity === bought[row]);
  return { subtotal: isAll ? BigInt(subtotal - freight) : cents(base), taxes };
}

/**
 * @param {ExpectedOrder} order
 * @param {{quantities: number[], freight: number}[]} returns one after the other
 * @returns {ExpectedReturn[]}
 */
function credited(order, returns) {
  const all = givenBack(order, order.quantities);
  const rounding = BigInt(order.total - order.subtotal - order.taxes);
  /** @param {ReturnType<typeof givenBack>} part */
  const roundingOf = ({ subtotal, taxes }) =>
    Number(divide(rounding * (subtotal + taxes), all.subtotal + all.taxes));
  let soFar = order.quantities.map(() => 0);
  return returns.map(({ quantities, freight }) => {
    const before = givenBack(order, soFar);
    soFar = soFar.map((quantity, row) => quantity + /** @type {number} */ (quantities[row]));
    const now = givenBack(order, soFar);
    const subtotal = Number(now.subtotal - before.subtotal + cents(BigInt(freight)));
    const taxes = Number(now.taxes - before.taxes);
    const total = subtotal + taxes + roundingOf(now) - roundingOf(before);
    return { quantities, freight, credit: { subtotal, taxes, total } };
  });
}

/** @param {string} dataFolder @returns {AsyncGenerator<ExpectedLife>} */
async function* adventureWorksLives(dataFolder) {
  for await (const order of expectedAdventureWorksOrders(dataFolder)) {
    if (!isInSample(order.pId)) continue;
    const { quantities } = order;
    const number = numberOf(order.pId);
    const one = ONE_IN['aw-order'] * RETURNS_ONE_IN;
    const half = quantities.map((bought, row) => (row % 2 === 0 ? Math.ceil(bought / 2) : 0));
    const rest = quantities.map((bought, row) => bought - /** @type {number} */ (half[row]));
    const returns = [];
    if (number % one === 0) returns.push({ quantities: half, freight: 0 });
    if (number % (2 * one) === 0) returns.push({ quantities: rest, freight: order.exact.freight });
    /** @type {[number, number][]} */
    const rows = quantities.map((bought, row) => [row, bought]);
    const pId = `aw-shipment-${number}`;
    yield {
      ...order,
      status: COMPLETED,
      shipments: [{ pId, status: DELIVERED, rows }],
      returns: credited(order, returns),
    };
  }
}

/** @param {string} dataFolder @returns {AsyncGenerator<ExpectedLife>} */
async function* customerOrdersLives(dataFolder) {
  const folder = `${dataFolder}/oracle-co`;
  const orders = await readMap(folder, 'orders.csv.gz', 'order_id');
  const shipments = await shipmentsByOrder(folder);
  for await (const order of expectedOracleCoOrders(dataFolder)) {
    if (!isInSample(order.pId)) continue;
    const id = order.pId.replace('co-order-', '');
    const { order_status: status } = need(orders, id, 'order');
    const whole = { quantities: order.quantities, freight: 0 };
    yield {
      ...order,
      status: status === 'CANCELLED' ? DELETED : COMPLETED,
      shipments: shipments.get(id) ?? [],
      returns: credited(order, status === 'REFUNDED' ? [whole] : []),
    };
  }
}

/** @param {string} folder @returns {Promise<Map<string, ExpectedShipment[]>>} by order_id, by first row */
async function shipmentsByOrder(folder) {
  const states = await readMap(folder, 'shipments.csv.gz', 'shipment_id');
  /** @type {Map<string, Map<string, ExpectedShipment>>} */ const found = new Map();
  /** @type {Map<string, number>} */ const rows = new Map();
  for (const item of await readAll(folder, 'order_items.csv.gz')) {
    const { order_id: order = '', shipment_id: shipment = '' } = item;
    const row = rows.get(order) ?? 0;
    rows.set(order, row + 1);
    if (shipment === '') continue;
    const own = found.get(order) ?? new Map();
    found.set(order, own);
    const { shipment_status: state } = need(states, shipment, 'shipment');
    const status = SHIPMENT_STATES[/** @type {keyof typeof SHIPMENT_STATES} */ (state)];
    const pId = `co-shipment-${shipment}-${order}`;
    const known = own.get(shipment) ?? { pId, status, rows: [] };
    own.set(shipment, known);
    known.rows.push([row, Number(item.quantity)]);
  }
  return new Map([...found].map(([order, own]) => [order, [...own.values()]]));
}

/** @param {string} dataFolder @returns {AsyncGenerator<ExpectedLife>} */
export async function* expectedLives(dataFolder) {
  yield* adventureWorksLives(dataFolder);
  yield* customerOrdersLives(dataFolder);
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: { data: { type: 'string', default: DEFAULT_DATA_FOLDER } },
  });
  for await (const life of expectedLives(values.data)) console.log(JSON.stringify(life));
}
