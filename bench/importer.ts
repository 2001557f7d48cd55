/**
 * Imports a file of records with the service's import. Reports the duration without the start of the process:
 * `node importer.js DIST FILE`, with the database in DATABASE_URL.
 */
import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as appModule from '../src/bootstrap/create-app';
import type * as configurationModule from '../src/config/configuration';
import type * as databaseModule from '../src/database';
import type * as intakeModule from '../src/platform/data-transfer/imports';
import type * as journalModule from '../src/platform/events/journal';

/** The report of the child process at its end. */
export interface ImportReport {
  readonly milliseconds: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
  readonly created: number;
  readonly rejected: number;
  /** The first error, if there is any. */
  readonly error?: string;
  /** Peak resident memory in MiB. */
  readonly peak: number;
}

async function main(dist: string, file: string): Promise<void> {
  const load = createRequire(join(dist, 'main.js'));
  const { createApp } = load('./bootstrap/create-app.js') as typeof appModule;
  const { Configuration } = load('./config/configuration.js') as typeof configurationModule;
  const { migrate } = load('./database/index.js') as typeof databaseModule;
  const { ImportService } = load(
    './platform/data-transfer/imports/index.js',
  ) as typeof intakeModule;
  const { JournalSequencer } = load('./platform/events/journal/index.js') as typeof journalModule;

  const configuration = Configuration.from(process.env);
  await migrate(configuration.databaseUrl);
  const app = await createApp(configuration);
  // A server also numbers the journal during an import.
  app.get(JournalSequencer).start();
  const start = performance.now();
  const before = process.cpuUsage();
  const summary = await app
    .get(ImportService)
    .run(createReadStream(file), { scopes: new Set(['*']) });
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  await app.close();
  const [error] = summary.errors;
  const report: ImportReport = {
    milliseconds,
    cpu: (user + system) / 1000,
    created: summary.created,
    rejected: summary.rejected,
    ...(error ? { error: JSON.stringify(error) } : {}),
    peak: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(report);
}

main(process.argv[2]!, process.argv[3]!).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
