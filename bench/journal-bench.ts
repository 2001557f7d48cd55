import { join } from 'node:path';
import { compareRates } from './compare-rates';
import type { Databases } from './databases';
import { createFilledDatabase, importLines, toImportSide } from './import-bench';
import { type StoreSize, writeCustomers, writeStore } from './lines';
import { startService, withoutJournal } from './processes';
import type { ImportReport } from './importer';
import { formatResult, type BenchResult } from './report';
import { type SalesEffort, writeCases } from './sales-cases';
import { OrderRequests } from './write-bench';

/** The cost of the journal: the service compared with itself without a journal. */
const imports = [
  {
    name: 'journal-import',
    title: 'import of orders, with the journal',
    goal: 0.85,
    write: writeStore,
  },
  {
    name: 'journal-user-import',
    title: 'import of users, with the journal',
    goal: 0.85,
    write: writeCustomers,
  },
] as const;

const writes = writeCases.map((one) => ({
  ...one,
  name: `journal-${one.name}`,
  title: `${one.title}, with the journal`,
  goal: 0.9,
}));

export const journalCaseNames: readonly string[] = [...writes, ...imports].map(({ name }) => name);

/** Measures writes and imports with and without the journal, alternately. */
export async function benchJournal(
  databases: Databases,
  names: readonly string[],
  {
    size,
    sales,
    rounds,
  }: { readonly size: StoreSize; readonly sales: SalesEffort; readonly rounds: number },
): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  const isRequested = ({ name }: { readonly name: string }): boolean => names.includes(name);
  for (const one of writes.filter(isRequested))
    results.push(await benchWrite(databases, one, size, sales));
  for (const one of imports.filter(isRequested))
    results.push(await benchImport(databases, one, size, rounds));
  for (const result of results) console.error(`${databases.engine}: ${formatResult(result)}`);
  return results;
}

async function benchWrite(
  databases: Databases,
  one: (typeof writes)[number],
  size: StoreSize,
  { rounds, writes: requests }: SalesEffort,
): Promise<BenchResult> {
  const { folder } = databases;
  const url = await createFilledDatabase(
    databases,
    'fourRows',
    size,
    one.name.replaceAll('-', '_'),
  );
  const baseline = await startService(url, folder, withoutJournal);
  const service = await startService(url, folder);
  try {
    const orders = new OrderRequests(one, size.fourRowOrders);
    return await compareRates(one, { baseline, service }, requests, rounds, () => orders.next());
  } finally {
    await baseline.stop();
    await service.stop();
  }
}

async function benchImport(
  databases: Databases,
  { name, title, goal, write }: (typeof imports)[number],
  size: StoreSize,
  rounds: number,
): Promise<BenchResult> {
  const lines = write(join(databases.folder, `${name}.ndjson`), size);
  const sides: { baseline: ImportReport[]; service: ImportReport[] } = {
    baseline: [],
    service: [],
  };
  for (let round = 1; round <= rounds; round++) {
    for (const side of ['baseline', 'service'] as const) {
      const url = await databases.create(`${name.replaceAll('-', '_')}_${side}${round}`);
      const more = { BENCH_JOURNAL: side === 'baseline' ? 'off' : 'on' };
      sides[side].push(await importLines(databases, url, lines, more));
    }
  }
  return {
    ...{ title, goal },
    baseline: toImportSide(sides.baseline, lines.count),
    service: toImportSide(sides.service, lines.count),
  };
}
