import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Configuration } from '../config/configuration';
import { DataAccess } from '../database';
import { runExportCommand, recordExportInJournal } from '../platform/data-transfer/exports';
import { FileStore } from '../platform/media/files';
import {
  ImportService,
  runImportCommand,
  ImportRecordTypeRegistry,
} from '../platform/data-transfer/imports';
import { JournalSequencer } from '../platform/events/journal';
import { WebhookSecrets } from '../platform/events/webhooks';
import { prepareStore } from '../bootstrap/prepare-store';
import { parseId } from './argument-parsers';
import type { Environment } from '../config/assign-variables';
import { printLine, loadConfiguration, withApp, withBackup } from './command-app';

interface ImportOptions {
  readonly errors?: string;
  readonly rejectRepeated?: boolean;
  readonly dryRun?: boolean;
}

interface ExportOptions {
  readonly out: string;
  readonly since?: number;
  readonly user?: number;
  readonly id?: number;
  readonly from?: string;
  readonly secrets?: boolean;
  readonly format?: 'ndjson' | 'csv';
}

/** @throws InvalidArgumentError */
function parsePosition(text: string): number {
  const position = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(position)) return position;
  throw new InvalidArgumentError('It must be a number such as POSITION of an export.');
}

/** Adds the commands `migrate`, `import` and `export`. */
export function addStoreCommands(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .description('migrate the database (the server does this at its start)')
    .action(async () => {
      const migrations = await prepareStore(loadConfiguration(environment));
      printLine(
        migrations.length === 0 ? 'The database is up to date.' : `Done: ${migrations.join(', ')}`,
      );
    });

  addImportCommand(program, environment);

  program
    .command('export')
    .description('write all data as lines of JSON that import reads')
    .argument('[types...]', 'types of records; default: all')
    .requiredOption('--out <file>', 'file to write; - is standard output')
    .option(
      '--since <position>',
      'only records that changed after this position of the journal',
      parsePosition,
    )
    .option('--user <id>', 'only the data of this user, and the documents that name it', parseId)
    .option('--id <id>', 'only the record with this id, of exactly one type', parseId)
    .option(
      '--from <database>',
      'read a backup instead of the store: an SQLite file, or the URL of a MariaDB schema',
    )
    .option(
      '--secrets',
      'include hashes of passwords and API keys, and secrets and addresses of webhooks',
    )
    .addOption(
      new Option('--format <format>', 'csv: a table with one type of records').choices([
        'ndjson',
        'csv',
      ]),
    )
    .action(async (types: string[], options: ExportOptions) => {
      const { from } = options;
      const run = async (app: INestApplicationContext): Promise<void> => {
        process.exitCode = await runExport(app, types, options);
      };
      if (from !== undefined) return withBackup(environment, from, run);
      return withApp(loadConfiguration(environment), async (app) => {
        await recordExportInJournal(app.get(DataAccess), { id: 0, userId: options.user ?? null });
        await run(app);
      });
    });
}

/** @returns the exit code */
function runExport(
  app: INestApplicationContext,
  types: readonly string[],
  { out, since, user, id, secrets = false, format }: ExportOptions,
): Promise<number> {
  const { defaultLanguage } = app.get(Configuration);
  const sequencer = app.get(JournalSequencer);
  const exportServices = { ...app.get(DataAccess), files: app.get(FileStore), sequencer };
  return runExportCommand(exportServices, {
    outputPath: out,
    types,
    language: defaultLanguage,
    ...(secrets && { secretDecryptor: app.get(WebhookSecrets) }),
    ...(since !== undefined && { since }),
    ...(user !== undefined && { userId: user }),
    ...(id !== undefined && { recordId: id }),
    ...(format === 'csv' && { csvTypeRegistry: app.get(ImportRecordTypeRegistry) }),
  });
}

function addImportCommand(program: Command, environment: Environment): void {
  program
    .command('import')
    .description('import lines of JSON')
    .argument('<file>', 'file to read; - is standard input')
    .option(
      '--errors <file>',
      'write rejected records to this file, to correct and import them again',
    )
    .option(
      '--reject-repeated',
      'reject a record if the file has an earlier, different version of it',
    )
    .option('--dry-run', 'check the records without storing them')
    .action((file: string, options: ImportOptions) =>
      withApp(loadConfiguration(environment), async (app) => {
        process.exitCode = await runImportCommand(app.get(ImportService), file, options);
      }),
    );
}
