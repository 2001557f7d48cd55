import type { QueryRunner } from 'typeorm';
import { getCurrency } from '../../core/currencies';
import { roundToMinorUnit } from '../../core/money';
import { formatSqlInstant } from '../schema/column-kinds';
import { type SchemaChange, defineMigration } from './schema';

/** `documents.type` */
const [CREDIT_NOTE, RETURN, RMA] = [3, 4, 5];

/** What an RMA's additional items come to, with the documents that they stand in. */
interface StoredItems {
  /** Of all types. */
  readonly items: number | string;
  readonly vouchers: number | string;
  readonly currency_code: string;
  readonly rma_id: number;
  readonly return_id: number | null;
  readonly note_id: number | null;
}

const itemsWithVouchers = `
  SELECT i.items, i.vouchers, r.currency_code, r.id AS rma_id, b.id AS return_id, n.id AS note_id
  FROM (
    SELECT document_id, SUM(amount) AS items, SUM(CASE WHEN type = 'VOUCHER' THEN amount ELSE 0 END) AS vouchers
    FROM document_additional_items GROUP BY document_id
  ) i
  JOIN documents r ON r.id = i.document_id
  LEFT JOIN documents b ON b.type = ${RETURN} AND b.sole_parent_id = r.id
  LEFT JOIN documents n ON n.type = ${CREDIT_NOTE} AND n.sole_parent_id = b.id
  WHERE i.vouchers > 0`;

/** Vouchers that are given back were counted in SUBTOTAL; they are TOTALVOUCHERS, which TOTAL adds. */
const countVouchers: SchemaChange = {
  up: async (runner) => {
    const stored = (await runner.query(itemsWithVouchers)) as StoredItems[];
    for (const one of stored) await count(runner, one);
  },
  down: async (runner) => {
    await runner.query(
      'UPDATE documents SET subtotal = subtotal + total_vouchers, total_vouchers = 0 ' +
        `WHERE type IN (${CREDIT_NOTE}, ${RETURN}, ${RMA}) AND total_vouchers <> 0`,
    );
  },
};

async function count(runner: QueryRunner, stored: StoredItems): Promise<void> {
  const { digits } = getCurrency(stored.currency_code);
  const rounded = (amount: number): number => roundToMinorUnit(amount, digits);
  const [items, amount] = [Number(stored.items), Number(stored.vouchers)];
  const vouchers = rounded(amount);
  // All items were rounded together. The TOTAL of a credit note stands, whatever fractions of a cent come to.
  const difference = rounded(items - amount) + vouchers - rounded(items);
  // oxlint-disable-next-line project/time-from-clock -- migrations run before there is a clock to inject
  const now = formatSqlInstant(new Date());
  for (const [id, change] of [
    [stored.rma_id, difference],
    [stored.return_id, difference],
    [stored.note_id, 0],
  ] as const) {
    if (id === null) continue;
    await runner.query(
      'UPDATE documents SET subtotal = subtotal + ?, total = total + ?, total_vouchers = ?, ' +
        'version = version + 1, updated_at = ? WHERE id = ?',
      [change - vouchers, change, vouchers, now, id],
    );
  }
}

/** What RMAs, returns and credit notes give back in vouchers, in the member of TOTALS that is theirs. */
export const GivenBackVouchers = defineMigration(73, 'GivenBackVouchers', [countVouchers]);
