/**
 * Writes the intake lines of a sample of both data sets as if its orders had only just come in. They are unseen, and
 * nothing is sent. `node test/real-data/order-life-lines.mjs [--data FOLDER] [--out FILE]` writes them;
 * order-life-expected.mjs computes their expected end.
 */
import { adventureWorksLines } from './adventureworks.mjs';
import { oracleCoLines } from './oracle-co.mjs';
import { isInSample } from './order-life-expected.mjs';
import { isMain, runConverter } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').Line} Line */

/**
 * @param {string} dataFolder
 * @returns {AsyncGenerator<Line>} all masters of a set before its orders
 */
export async function* orderLifeLines(dataFolder) {
  for (const lines of [adventureWorksLines(dataFolder), oracleCoLines(dataFolder)]) {
    for await (const line of lines) {
      if (line.type !== 'order') yield line;
      else if (isInSample(line.pId)) yield asItCameIn(line);
    }
  }
}

/** @param {Line} order @returns {Line} 1 Incoming, its shipments 1 Pending */
function asItCameIn(order) {
  const shipments = /** @type {object[] | undefined} */ (order.shipments);
  return {
    ...order,
    status: 1,
    subStatus: undefined,
    shipments: shipments?.map((shipment) => ({ ...shipment, status: 1 })),
  };
}

if (isMain(import.meta.url)) await runConverter(orderLifeLines);
