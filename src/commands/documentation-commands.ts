import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { formatErrorTable } from '../api/openapi/error-table';
import { createOpenApiDocument } from '../bootstrap/create-app';
import { formatConfigurationTable } from '../config/configuration-table';
import {
  createImportRecordSchema,
  formatImportRecordTables,
  ImportRecordTypeRegistry,
} from '../platform/data-transfer/imports';
import { replaceMarkedText } from '../core/marked-text';
import { formatStateDiagrams } from '../modules/sales';
import { formatEventTable } from '../platform/events/webhooks';
import { formatCommandTable } from './command-table';
import { withEmptyDatabase, printLine, writeOutput } from './command-app';

/** Generated text between markers in a page. */
interface GeneratedText {
  readonly command: string;
  readonly description: string;
  readonly generate: () => string;
  /** Name in its markers, if not that of the command. */
  readonly markerName?: string;
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

  const generatedTexts: readonly GeneratedText[] = [
    {
      command: 'config',
      description: 'the table of the configuration variables',
      generate: formatConfigurationTable,
      markerName: 'configuration',
    },
    {
      command: 'commands',
      description: 'the table of these commands',
      generate: () => formatCommandTable(program),
    },
    {
      command: 'states',
      description: 'the diagrams of the states and their transitions',
      generate: formatStateDiagrams,
    },
    {
      command: 'events',
      description: 'the table of the webhook events',
      generate: formatEventTable,
    },
    {
      command: 'errors',
      description: 'the table of all errors',
      generate: formatErrorTable,
    },
  ];
  for (const { command, description, generate, markerName = command } of generatedTexts) {
    program
      .command(command)
      .description(`print ${description} (Markdown)`)
      .option('--into <file>', 'insert it between its markers in a page')
      .action(({ into }: { into?: string }) => {
        writeMarkedText(into, markerName, generate());
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
  await withEmptyDatabase((app) => {
    const types = app.get(ImportRecordTypeRegistry).list();
    writeMarkedText(into, 'lines', formatImportRecordTables(types));
    if (schemas === undefined) return;
    mkdirSync(schemas, { recursive: true });
    for (const recordType of types) {
      const text = `${JSON.stringify(createImportRecordSchema(recordType), null, 2)}\n`;
      writeFileSync(join(schemas, `${recordType.type}.json`), text);
    }
  });
}

/** Writes a text between its markers in a page; without one, to standard output. */
function writeMarkedText(pagePath: string | undefined, markerName: string, text: string): void {
  if (pagePath === undefined) printLine(text);
  else writeFileSync(pagePath, replaceMarkedText(readFileSync(pagePath, 'utf8'), markerName, text));
}

function writeOpenApi(output: string | undefined): Promise<void> {
  return withEmptyDatabase((app, configuration) => {
    writeOutput(`${JSON.stringify(createOpenApiDocument(app, configuration), null, 2)}\n`, output);
  });
}
