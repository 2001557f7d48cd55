import { join } from 'node:path';
import { importCase, type ReadCase } from './cases';
import type { Databases } from './databases';
import type { ImportReport } from './importer';
import type { InsertReport } from './inserts';
import { type LinesFile, type Size, writeContent, writeStore } from './lines';
import { median } from './load';
import { dist, report, serviceVariables } from './processes';
import type { Result, Side } from './report';
import type { UsersReport } from './users';

/** A database with a store in it, and what the import of the store was. */
export interface Filled {
  readonly url: string;
  readonly store: LinesFile;
  /** The statements of the import. */
  readonly recording: string;
}

/** Fills a database, all but users through the intake; the statements of the import of orders are recorded. */
export async function fill(
  databases: Databases,
  size: Size,
  parts: ReadonlySet<ReadCase['store']>,
): Promise<Filled> {
  const { folder } = databases;
  const store = writeStore(join(folder, 'store.ndjson'), size);
  const recording = join(folder, 'import.ndjson');
  // The migrations write rows too: they are not recorded.
  const url = await emptyDatabase(databases, 'filled');
  if (parts.has('orders')) {
    await importLines(databases, url, store, { BENCH_RECORD: recording });
  }
  if (parts.has('content')) {
    await importLines(databases, url, writeContent(join(folder, 'content.ndjson'), size));
  }
  if (parts.has('users')) {
    const counts = [String(size.users), String(size.furnishedUsers)];
    await report<UsersReport>('users', [dist, ...counts], folder, { DATABASE_URL: url });
  }
  return { url, store, recording };
}

/** Measures the import of a store against the INSERTs that it comes to, in turn. */
export async function benchImport(
  databases: Databases,
  { store, recording }: Filled,
  { orders }: Size,
  rounds: number,
): Promise<Result> {
  const baseline: InsertReport[] = [];
  const service: ImportReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    const plain = await emptyDatabase(databases, `plain${round}`);
    baseline.push(await report<InsertReport>('inserts', [plain, recording], databases.folder));
    const url = await databases.create(`import${round}`);
    service.push(await importLines(databases, url, store));
  }
  return {
    title: importCase.title,
    goal: importCase.goal,
    baseline: sideOf(baseline, orders),
    service: { ...sideOf(service, orders), peak: Math.max(...service.map(({ peak }) => peak)) },
  };
}

function sideOf(runs: readonly InsertReport[], orders: number): Side {
  return {
    rate: (orders / median(runs.map(({ milliseconds }) => milliseconds))) * 1000,
    cpu: median(runs.map(({ cpu }) => cpu)) / orders,
  };
}

/** A database with the schema: an import of no lines makes it. */
async function emptyDatabase(databases: Databases, name: string): Promise<string> {
  const url = await databases.create(name);
  await importLines(databases, url, { path: '/dev/null', count: 0 });
  return url;
}

async function importLines(
  { folder }: Databases,
  url: string,
  { path, count }: LinesFile,
  more: Readonly<Record<string, string>> = {},
): Promise<ImportReport> {
  const variables = { ...serviceVariables(url, folder), LOG_LEVEL: 'warn', ...more };
  const done = await report<ImportReport>('importer', [dist, path], folder, variables);
  if (done.created !== count) {
    const { created, rejected, error = '' } = done;
    throw new Error(`Of ${count} lines ${created} were created, ${rejected} rejected. ${error}`);
  }
  return done;
}
