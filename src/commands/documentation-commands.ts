import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorTable, withErrorTable } from '../api/openapi/error-table';
import { openApiOf } from '../app';
import { Configuration } from '../config/configuration';
import { configurationTable, withConfigurationTable } from '../config/configuration-table';
import { stateDiagrams, withStateDiagrams } from '../modules/sales';
import { commandTable, withCommandTable } from './command-table';
import { print, withApp, write } from './running';

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

/** The document depends on neither data nor settings, so an empty database will do. */
async function writeOpenApi(output: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const databaseUrl = `sqlite:${join(folder, 'empty.sqlite')}`;
  const configuration = Configuration.from({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  try {
    await withApp(configuration, (app) => {
      write(`${JSON.stringify(openApiOf(app, configuration), null, 2)}\n`, output);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
