import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorTable, withErrorTable } from '../api/openapi/error-table';
import { createOpenApiDocument } from '../bootstrap/app';
import { configurationTable, withConfigurationTable } from '../config/configuration-table';
import {
  lineSchemaOf,
  lineTables,
  LineTypes,
  withLineTables,
} from '../platform/data-transfer/imports';
import { stateDiagrams, withStateDiagrams } from '../modules/sales';
import { eventTable, withEventTable } from '../platform/events/webhooks';
import { commandTable, withCommandTable } from './command-table';
import { onEmptyStore, print, write } from './running';

/** Text that stands in a page, between marks. */
interface GeneratedText {
  readonly command: string;
  readonly what: string;
  readonly text: () => string;
  readonly within: (page: string) => string;
}

/** `openapi` and what stands in the pages: what the service says of itself. */
export function addDocumentationCommands(program: Command): void {
  program
    .command('openapi')
    .description('write the OpenAPI document')
    .option('--output <file>', 'instead of standard output')
    .action(({ output }: { output?: string }) => writeOpenApi(output));

  program
    .command('lines')
    .description('print all types of lines with their fields (Markdown)')
    .option('--into <file>', 'put them between their marks in a page')
    .option('--schemas <folder>', 'write the JSON Schema of each type there')
    .action(writeLines);

  const texts: readonly GeneratedText[] = [
    {
      command: 'config',
      what: 'the table of the configuration variables',
      text: configurationTable,
      within: withConfigurationTable,
    },
    {
      command: 'commands',
      what: 'the table of these commands',
      text: () => commandTable(program),
      within: (page) => withCommandTable(page, program),
    },
    {
      command: 'states',
      what: 'the diagrams of the states and their moves',
      text: stateDiagrams,
      within: withStateDiagrams,
    },
    {
      command: 'events',
      what: 'the table of the events of webhooks',
      text: eventTable,
      within: withEventTable,
    },
    {
      command: 'errors',
      what: 'the table of all errors',
      text: errorTable,
      within: withErrorTable,
    },
  ];
  for (const { command, what, text, within } of texts) {
    program
      .command(command)
      .description(`print ${what} (Markdown)`)
      .option('--into <file>', 'put it between its marks in a page')
      .action(({ into }: { into?: string }) => {
        if (into === undefined) print(text());
        else writeFileSync(into, within(readFileSync(into, 'utf8')));
      });
  }
}

/** Writes what lines look like: tables into a page, and a JSON Schema for each type. */
async function writeLines({ into, schemas }: { into?: string; schemas?: string }): Promise<void> {
  await onEmptyStore((app) => {
    const types = app.get(LineTypes).all();
    if (into === undefined) print(lineTables(types));
    else writeFileSync(into, withLineTables(readFileSync(into, 'utf8'), types));
    if (schemas === undefined) return;
    mkdirSync(schemas, { recursive: true });
    for (const one of types) {
      const text = `${JSON.stringify(lineSchemaOf(one), null, 2)}\n`;
      writeFileSync(join(schemas, `${one.type}.json`), text);
    }
  });
}

function writeOpenApi(output: string | undefined): Promise<void> {
  return onEmptyStore((app, configuration) => {
    write(`${JSON.stringify(createOpenApiDocument(app, configuration), null, 2)}\n`, output);
  });
}
