import { join } from 'node:path';
import type { ImportCase, StoreKind } from './cases';
import type { Databases } from './databases';
import type { ImportReport } from './importer';
import type { InsertReport } from './inserts';
import type { InvoicesReport } from './invoices';
import {
  type LinesFile,
  type StoreSize,
  writeUniformOrders,
  writeContent,
  writeCustomers,
  writeStore,
} from './lines';
import { median } from './load';
import { dist, runReport, runBenchScript, serviceVariables } from './processes';
import type { BenchResult, ResultSide } from './report';
import type { UsersReport } from './users';

/** Number of rows per order in the store `wide`. */
const WIDE_ORDER_ROWS = 200;

/** Creates and fills a database, through the import except for users and invoices. @returns its URL */
export async function createFilledDatabase(
  databases: Databases,
  store: StoreKind,
  size: StoreSize,
  name: string = store,
): Promise<string> {
  const { folder } = databases;
  const lines = writeLines(store, join(folder, `${name}.ndjson`), size);
  const url = await (lines ? databases.create(name) : emptyDatabase(databases, name));
  if (lines) await importLines(databases, url, lines);
  const variables = { DATABASE_URL: url };
  if (store === 'users') {
    const counts = [String(size.users), String(size.furnishedUsers)];
    await runReport<UsersReport>('users', [dist, ...counts], folder, variables);
  } else if (store === 'invoices') {
    await runReport<InvoicesReport>('invoices', [dist, String(size.invoices)], folder, variables);
  }
  return url;
}

/** @returns undefined if the store isn't filled by the import */
function writeLines(store: StoreKind, path: string, size: StoreSize): LinesFile | undefined {
  switch (store) {
    case 'orders':
      return writeStore(path, size);
    case 'content':
      return writeContent(path, size);
    case 'users':
      return undefined;
    case 'fourRows':
      return writeUniformOrders(path, size.fourRowOrders, 4);
    case 'wide':
      return writeUniformOrders(path, size.wideOrders, WIDE_ORDER_ROWS);
    case 'invoices':
      return writeUniformOrders(path, 1, 4);
  }
}

/** Measures an import, alternating with INSERTs of the same rows. */
export async function benchImport(
  databases: Databases,
  { name, title, goal, lines: kind }: ImportCase,
  size: StoreSize,
  rounds: number,
): Promise<BenchResult> {
  const { folder } = databases;
  const write = kind === 'orders' ? writeStore : writeCustomers;
  const lines = write(join(folder, `${name}.lines.ndjson`), size);
  const recording = join(folder, `${name}.ndjson`);
  // Migrations run before the recording, because they write rows as well.
  const recorded = await emptyDatabase(databases, `${kind}_recorded`);
  await importLines(databases, recorded, lines, { BENCH_RECORD: recording });
  const baseline: InsertReport[] = [];
  const service: ImportReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    const plain = await emptyDatabase(databases, `${kind}_plain${round}`);
    baseline.push(await runReport<InsertReport>('inserts', [plain, recording], folder));
    const url = await databases.create(`${kind}_import${round}`);
    service.push(await importLines(databases, url, lines));
  }
  const count = kind === 'orders' ? size.orders : lines.count;
  return {
    ...{ title, goal, baseline: toImportSide(baseline, count) },
    service: {
      ...toImportSide(service, count),
      peak: Math.max(...service.map(({ peak }) => peak)),
    },
  };
}

/** Converts runs of an import to a result. @param count number of records */
export function toImportSide(runs: readonly InsertReport[], count: number): ResultSide {
  return {
    rate: (count / median(runs.map(({ milliseconds }) => milliseconds))) * 1000,
    cpu: median(runs.map(({ cpu }) => cpu)) / count,
  };
}

/** Creates a database with only the schema. */
export async function emptyDatabase(databases: Databases, name: string): Promise<string> {
  const url = await databases.create(name);
  await runBenchScript(
    [join(__dirname, 'schema.js'), dist],
    { DATABASE_URL: url },
    databases.folder,
  );
  return url;
}

/** Imports a file of records, all of which have to be new. */
export async function importLines(
  { folder }: Databases,
  url: string,
  { path, count }: LinesFile,
  more: Readonly<Record<string, string>> = {},
): Promise<ImportReport> {
  const variables = { ...serviceVariables(url, folder), LOG_LEVEL: 'warn', ...more };
  const done = await runReport<ImportReport>('importer', [dist, path], folder, variables);
  if (done.created !== count) {
    const { created, rejected, error = '' } = done;
    throw new Error(
      `${created} of ${count} records were created, ${rejected} were rejected. ${error}`,
    );
  }
  return done;
}
