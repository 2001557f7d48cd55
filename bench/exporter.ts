/**
 * Exports a store like `POST /v1/exports`, in the service's thread, to a file. Reports the duration without the start
 * of process and thread: `node exporter.js DIST FILE`, with the database in DATABASE_URL.
 */
import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as appModule from '../src/bootstrap/create-app';
import type * as configurationModule from '../src/config/configuration';
import type * as threadModule from '../src/platform/data-transfer/exports/jobs/export-thread';
import type * as filesModule from '../src/platform/media/files';
import type { SelectsReport } from './selects';

/** The report of the child process at its end. */
export interface ExportReport extends SelectsReport {
  /** Peak resident memory in MiB, including that of the service itself. */
  readonly peak: number;
}

async function main(dist: string, file: string): Promise<void> {
  const load = createRequire(join(dist, 'main.js'));
  const { createApp } = load('./bootstrap/create-app.js') as typeof appModule;
  const { Configuration } = load('./config/configuration.js') as typeof configurationModule;
  const { ExportThread } = load(
    './platform/data-transfer/exports/jobs/export-thread.js',
  ) as typeof threadModule;
  const { pickFileStoreSettings } = load('./platform/media/files/index.js') as typeof filesModule;

  const configuration = Configuration.from(process.env);
  const app = await createApp(configuration);
  const thread = new ExportThread();
  const { databaseUrl, defaultLanguage } = configuration;
  const files = pickFileStoreSettings(configuration);
  const task = {
    databaseUrl,
    files,
    types: [],
    since: null,
    userId: null,
    maxWalBytes: 2 ** 30,
    gzip: false,
    language: defaultLanguage,
  };
  const write = (content: AsyncIterable<Uint8Array>): Promise<void> =>
    pipeline(content, createWriteStream(file));
  // Starts the thread and loads everything that it needs.
  await thread.run({ ...task, types: ['tax'] }, write, new AbortController().signal);
  const start = performance.now();
  const before = process.cpuUsage();
  const { bytes } = await thread.run(task, write, new AbortController().signal);
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  await thread.end();
  await app.close();
  const peak = process.resourceUsage().maxRSS / 1024;
  const report: ExportReport = { milliseconds, cpu: (user + system) / 1000, bytes, peak };
  process.send?.(report);
}

main(process.argv[2]!, process.argv[3]!).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
