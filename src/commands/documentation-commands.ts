import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorTable, withErrorTable } from '../api/openapi/error-table';
import { createOpenApiDocument } from '../bootstrap/app';
import { configurationTable, withConfigurationTable } from '../config/configuration-table';
import {
  createImportRecordSchema,
  formatImportRecordTables,
  ImportRecordTypes,
  insertImportRecordTables,
} from '../platform/data-transfer/imports';
import { stateDiagrams, withStateDiagrams } from '../modules/sales';
import { formatEventTable, insertEventTable } from '../platform/events/webhooks';
import { commandTable, withCommandTable } from './command-table';
import { withEmptyStore, printLine, writeOutput } from './command-app';

/** Generated text between marks in a page. */
interface GeneratedText {
  readonly command: string;
  readonly description: string;
  readonly text: () => string;
  readonly insertInto: (page: string) => string;
}

/** Adds `openapi` and the commands that generate parts of the documentation. */
export function addDocumentationCommands(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI document')
    .option('--output <file>', 'write to this file instead of standard output')
    .action(({ output }: { output?: string }) => writeOpenApi(output));

  program
    .command('lines')
    .description('print all types of import records with their fields (Markdown)')
    .option('--into <file>', 'insert them between their marks in a page')
    .option('--schemas <folder>', 'write the JSON Schema of each type to this folder')
    .action(writeImportRecordTypes);

  const texts: readonly GeneratedText[] = [
    {
      command: 'config',
      description: 'the table of the configuration variables',
      text: configurationTable,
      insertInto: withConfigurationTable,
    },
    {
      command: 'commands',
      description: 'the table of these commands',
      text: () => commandTable(program),
      insertInto: (page) => withCommandTable(page, program),
    },
    {
      command: 'states',
      description: 'the diagrams of the states and their transitions',
      text: stateDiagrams,
      insertInto: withStateDiagrams,
    },
    {
      command: 'events',
      description: 'the table of the webhook events',
      text: formatEventTable,
      insertInto: insertEventTable,
    },
    {
      command: 'errors',
      description: 'the table of all errors',
      text: errorTable,
      insertInto: withErrorTable,
    },
  ];
  for (const { command, description, text, insertInto } of texts) {
    program
      .command(command)
      .description(`print ${description} (Markdown)`)
      .option('--into <file>', 'insert it between its marks in a page')
      .action(({ into }: { into?: string }) => {
        if (into === undefined) printLine(text());
        else writeFileSync(into, insertInto(readFileSync(into, 'utf8')));
      });
  }
}

/** Documents the types of import records: tables in a page, and a JSON Schema for each type. */
async function writeImportRecordTypes({
  into,
  schemas,
}: {
  into?: string;
  schemas?: string;
}): Promise<void> {
  await withEmptyStore((app) => {
    const types = app.get(ImportRecordTypes).list();
    if (into === undefined) printLine(formatImportRecordTables(types));
    else writeFileSync(into, insertImportRecordTables(readFileSync(into, 'utf8'), types));
    if (schemas === undefined) return;
    mkdirSync(schemas, { recursive: true });
    for (const recordType of types) {
      const text = `${JSON.stringify(createImportRecordSchema(recordType), null, 2)}\n`;
      writeFileSync(join(schemas, `${recordType.type}.json`), text);
    }
  });
}

function writeOpenApi(output: string | undefined): Promise<void> {
  return withEmptyStore((app, configuration) => {
    writeOutput(`${JSON.stringify(createOpenApiDocument(app, configuration), null, 2)}\n`, output);
  });
}
