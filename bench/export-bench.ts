import { join } from 'node:path';
import type { exportCase } from './cases';
import type { Databases } from './databases';
import type { ExportReport } from './exporter';
import { fill } from './import-bench';
import type { Size } from './lines';
import { median } from './load';
import { dist, report, serviceVariables } from './processes';
import type { Result, Side } from './report';
import type { SelectsReport } from './selects';

const MEBIBYTE = 1024 * 1024;

/** Measures a whole export, in its thread, against a SELECT of each of the tables whose rows are in it, in turn. */
export async function benchExport(
  databases: Databases,
  { title, goal }: typeof exportCase,
  size: Size,
  rounds: number,
): Promise<Result> {
  const { folder } = databases;
  const url = await fill(databases, 'orders', size, 'exported');
  const file = join(folder, 'export.ndjson');
  const baseline: SelectsReport[] = [];
  const service: ExportReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    baseline.push(await report<SelectsReport>('selects', [url, file], folder));
    const variables = { ...serviceVariables(url, folder), LOG_LEVEL: 'warn' };
    service.push(await report<ExportReport>('exporter', [dist, file], folder, variables));
  }
  const peak = Math.max(...service.map((one) => one.peak));
  return { title, goal, baseline: sideOf(baseline), service: { ...sideOf(service), peak } };
}

/** MiB a second, each of what it writes. */
function sideOf(runs: readonly SelectsReport[]): Side {
  const size = median(runs.map(({ bytes }) => bytes));
  const mebibytes = size / MEBIBYTE;
  return {
    rate: (mebibytes / median(runs.map(({ milliseconds }) => milliseconds))) * 1000,
    cpu: median(runs.map(({ cpu }) => cpu)) / mebibytes,
    size,
  };
}
