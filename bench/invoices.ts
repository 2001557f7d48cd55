/**
 * Fills a database that contains one order with many orders and invoices, by bulk INSERTs. They are copies of that
 * order's row, without rows, addresses and search terms, which a list doesn't read. The service would take far longer.
 * `node invoices.js DIST INVOICES`, with the database in DATABASE_URL.
 */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as textModule from '../src/core/text-folding';
import type * as databaseModule from '../src/database';

/** The report of the child process at its end. */
export interface InvoicesReport {
  readonly invoices: number;
}

type Row = Record<string, databaseModule.SqlValue>;

/** Number of orders that are stored together, each with its invoice. */
const BATCH = 1000;
/** Document types. */
const ORDER = 1;
const INVOICE = 2;
const START = new Date('2026-01-01T00:00:00Z').getTime();
const MINUTE = 60_000;

async function main(dist: string, invoices: number): Promise<void> {
  const load = createRequire(join(dist, 'main.js'));
  const { Database, formatSqlInstant, UnitOfWork } = load(
    './database/index.js',
  ) as typeof databaseModule;
  const { toSortKey } = load('./core/text-folding.js') as typeof textModule;

  const database = await Database.open(String(process.env['DATABASE_URL']));
  const unitOfWork = new UnitOfWork(database);
  const [pattern] = await database.select<Row>('SELECT * FROM documents');
  if (!pattern) throw new Error('The database contains no order to copy');
  const columns = Object.keys(pattern);

  const numbered = (documentNumber: string, serial: number): Row => ({
    ...pattern,
    ...{
      document_number: documentNumber,
      document_number_folded: toSortKey(documentNumber),
      serial,
    },
    ...{
      date: formatSqlInstant(new Date(START + serial * MINUTE)),
      total: 1000 + (serial % 50_000),
    },
  });
  const order = (id: number, serial: number): Row => ({
    ...numbered(`O-${serial}`, serial),
    ...{ id, type: ORDER, p_id: `order-${serial}` },
  });
  const invoice = (id: number, serial: number, parent: Row): Row => ({
    ...numbered(`I-${serial}`, serial),
    ...{ id, type: INVOICE, p_id: `I-${serial}`, fingerprint: null },
    ...{ sole_parent_id: parent['id']!, parent_id: parent['id']!, parent_type: ORDER },
    parent_number: parent['document_number']!,
  });
  const store = (first: number, count: number): Promise<unknown> => {
    const rows = Array.from({ length: count }, (_, at) => {
      const serial = first + at;
      const id = Number(pattern['id']) + 2 * serial;
      const parent = order(id - 1, serial);
      return [parent, invoice(id, serial, parent)];
    });
    const values = rows.flat().map((row) => columns.map((column) => row[column] ?? null));
    return database.write((transaction) =>
      transaction.insert({ table: 'documents', columns, rows: values }),
    );
  };
  for (let first = 1; first <= invoices; first += BATCH) {
    await unitOfWork.run(() => store(first, Math.min(BATCH, invoices - first + 1)));
  }
  await database.close();
  const report: InvoicesReport = { invoices };
  process.send?.(report);
}

const [, , dist = '', invoices] = process.argv;
main(dist, Number(invoices)).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
