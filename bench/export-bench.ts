import { join } from 'node:path';
import type { exportCase } from './cases';
import type { Databases } from './databases';
import type { ExportReport } from './exporter';
import { createFilledDatabase } from './import-bench';
import type { StoreSize } from './lines';
import { median } from './load';
import { dist, runReport, serviceVariables } from './processes';
import type { BenchResult, ResultSide } from './report';
import type { SelectsReport } from './selects';

const MEBIBYTE = 1024 * 1024;

/** Measures a whole export in its thread, alternating with a SELECT of each exported table. */
export async function benchExport(
  databases: Databases,
  { title, goal }: typeof exportCase,
  size: StoreSize,
  rounds: number,
): Promise<BenchResult> {
  const { folder } = databases;
  const url = await createFilledDatabase(databases, 'orders', size, 'exported');
  const file = join(folder, 'export.ndjson');
  const baseline: SelectsReport[] = [];
  const service: ExportReport[] = [];
  for (let round = 1; round <= rounds; round++) {
    baseline.push(await runReport<SelectsReport>('selects', [url, file], folder));
    const variables = { ...serviceVariables(url, folder), LOG_LEVEL: 'warn' };
    service.push(await runReport<ExportReport>('exporter', [dist, file], folder, variables));
  }
  const peak = Math.max(...service.map((one) => one.peak));
  const mebibytes = median(service.map(({ bytes }) => bytes)) / MEBIBYTE;
  return {
    ...{ title, goal, baseline: toExportSide(baseline, mebibytes) },
    service: { ...toExportSide(service, mebibytes), peak },
  };
}

/** Converts runs to a result. @param mebibytes size of the export, for both sides: the rows alone are larger */
function toExportSide(runs: readonly SelectsReport[], mebibytes: number): ResultSide {
  return {
    rate: (mebibytes / median(runs.map(({ milliseconds }) => milliseconds))) * 1000,
    cpu: median(runs.map(({ cpu }) => cpu)) / mebibytes,
    size: median(runs.map(({ bytes }) => bytes)),
  };
}
