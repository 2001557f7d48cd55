import { type Command, InvalidArgumentError, Option } from 'commander';
import { Stores } from '../database';
import { exportCommand, recordExport } from '../platform/data-transfer/exports';
import { FileStore } from '../platform/media/files';
import { ImportService, importCommand, ImportRecordTypes } from '../platform/data-transfer/imports';
import { JournalSequencer } from '../platform/events/journal';
import { WebhookSecrets } from '../platform/events/webhooks';
import { openStore } from '../bootstrap/open-store';
import { parseId } from './arguments';
import { type Environment, printLine, loadConfiguration, withApp } from './command-app';

interface ImportOptions {
  readonly errors?: string;
  readonly rejectRepeated?: boolean;
  readonly dryRun?: boolean;
}

interface ExportOptions {
  readonly out: string;
  readonly since?: number;
  readonly user?: number;
  readonly secrets?: boolean;
  readonly format?: 'ndjson' | 'csv';
}

/** @throws InvalidArgumentError */
function parsePosition(text: string): number {
  const position = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(position)) return position;
  throw new InvalidArgumentError('It must be a number, as POSITION of an export says it.');
}

/** `migrate`, `import` and `export`: what a store is made of. */
export function addStoreCommands(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .description('bring the database up to date (the server does so at its start)')
    .action(async () => {
      const done = await openStore(loadConfiguration(environment));
      printLine(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`);
    });

  addImportCommand(program, environment);

  program
    .command('export')
    .description('write everything stored as lines of JSON, which import takes')
    .argument('[types...]', 'types of lines; without any, all')
    .requiredOption('--out <file>', '- writes to standard output')
    .option(
      '--since <position>',
      'only what has changed after that position of the journal',
      parsePosition,
    )
    .option('--user <id>', 'only what is of that user, and the documents that name it', parseId)
    .option(
      '--secrets',
      'hashes of passwords and API keys, and what signs and addresses of webhooks, too',
    )
    .addOption(
      new Option('--format <format>', 'csv: a table, of one type of lines').choices([
        'ndjson',
        'csv',
      ]),
    )
    .action((types: string[], { out, since, user, secrets = false, format }: ExportOptions) => {
      const configuration = loadConfiguration(environment);
      const { defaultLanguage: language } = configuration;
      return withApp(configuration, async (app) => {
        await recordExport(app.get(Stores), { id: 0, userId: user ?? null });
        const clerk = app.get(JournalSequencer);
        const exporting = { ...app.get(Stores), files: app.get(FileStore), clerk };
        process.exitCode = await exportCommand(exporting, {
          out,
          types,
          language,
          ...(secrets && { secrets: app.get(WebhookSecrets) }),
          ...(since !== undefined && { since }),
          ...(user !== undefined && { person: user }),
          ...(format === 'csv' && { tableTypes: app.get(ImportRecordTypes) }),
        });
      });
    });
}

function addImportCommand(program: Command, environment: Environment): void {
  program
    .command('import')
    .description('take lines of JSON in')
    .argument('<file>', '- reads standard input')
    .option('--errors <file>', 'keep rejected records there, to correct and import them again')
    .option('--reject-repeated', 'reject a record if an earlier one of the file differs from it')
    .option('--dry-run', 'check the records, and store nothing')
    .action((file: string, options: ImportOptions) =>
      withApp(loadConfiguration(environment), async (app) => {
        process.exitCode = await importCommand(app.get(ImportService), file, options);
      }),
    );
}
