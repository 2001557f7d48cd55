#!/usr/bin/env node
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Command, Option } from 'commander';
import { createApp, openApiOf, version } from './app';
import { errorTable, withErrorTable } from './api/openapi/error-table';
import { Configuration } from './config/configuration';
import { configurationTable, withConfigurationTable } from './config/configuration-table';
import { parseInstant } from './core/instant';
import { scopes } from './core/scopes';
import { migrate } from './database';
import { ApiKeysService } from './modules/access';
import { Intake, importCommand } from './modules/intake';
import {
  type ListedMessage,
  type MessageState,
  messageStates,
  OutboxMessages,
} from './modules/outbox';
import { stateDiagrams, withStateDiagrams } from './modules/sales';
import { keepHeapSteady } from './threads/steady-heap';

/** A command line has every right. */
const everything: ReadonlySet<string> = new Set(['*']);

const program = new Command('online-store-administration')
  .description(
    'Commands of the Online Store Administration Service; settings come from the environment',
  )
  .version(version);

program
  .command('migrate')
  .description('bring the database up to date')
  .action(async () => {
    const done = await migrate(Configuration.from(process.env).databaseUrl);
    print(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`);
  });

const keys = program.command('keys').description('API keys');

keys
  .command('list')
  .description('list the keys (not the secrets themselves)')
  .action(() =>
    withApp(async (app) => {
      for (const { id, name, scopes: held, lastUsedAt } of await app.get(ApiKeysService).list()) {
        print(`${id}\t${name}\t${held.join(',')}\t${lastUsedAt?.toISOString() ?? 'never used'}`);
      }
    }),
  );

keys
  .command('create <name>')
  .description('make a key and show it, this once')
  .requiredOption('--scopes <list>', `comma-separated, of ${scopes.join(', ')}`)
  .option('--expires <instant>', 'ISO 8601, for example 2027-01-31')
  .action((name: string, options: { scopes: string; expires?: string }) =>
    withApp(async (app, { storeTimeZone }) => {
      const wanted = options.scopes.split(',').map((scope) => scope.trim());
      const unknown = wanted.find((scope) => !scopes.some((one) => one === scope));
      if (unknown !== undefined) throw new Error(`There is no scope ${unknown}.`);
      const expiresAt =
        options.expires === undefined ? undefined : parseInstant(options.expires, storeTimeZone);
      if (options.expires !== undefined && !expiresAt)
        throw new Error('--expires is no ISO 8601 instant.');
      const { id, key } = await app
        .get(ApiKeysService)
        .create({ name, scopes: wanted, expiresAt }, everything);
      print(`${id}\t${key}`);
    }),
  );

keys
  .command('delete <id>')
  .description('delete a key; it is refused from then on')
  .action((id: string) =>
    withApp(async (app) => {
      await app.get(ApiKeysService).remove(Number(id));
      print('Deleted.');
    }),
  );

program
  .command('import <file>')
  .description('take lines of JSON in; - reads standard input')
  .option('--errors <file>', 'keep what was rejected there, one JSON object a line')
  .action((file: string, options: { errors?: string }) =>
    withApp(async (app) => {
      process.exitCode = await importCommand(app.get(Intake), file, options);
    }),
  );

const outbox = program.command('outbox').description('webhooks and mails of status actions');

outbox
  .command('list')
  .description('list the latest messages, at most 1,000, the newest first')
  .addOption(new Option('--state <state>', 'only those in it').choices(messageStates))
  .action(({ state }: { state?: MessageState }) =>
    withApp(async (app) => {
      for (const message of await app.get(OutboxMessages).list(state)) print(messageLine(message));
    }),
  );

outbox
  .command('replay [id]')
  .description('let a message that was given up begin anew, under its own id')
  .option('--failed', 'all that were given up')
  .action((id: string | undefined, { failed = false }: { failed?: boolean }) =>
    withApp(async (app) => {
      if (failed === (id !== undefined)) throw new Error('Give the id of a message, or --failed.');
      if (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)) throw new Error('The id is a number.');
      const messages = app.get(OutboxMessages);
      if (failed) print(`Replayed: ${await messages.replayFailed()}`);
      else await messages.replay(Number(id)).then(() => print('Replayed: 1'));
    }),
  );

program
  .command('openapi')
  .description('write the OpenAPI document')
  .option('--output <file>', 'instead of standard output')
  .action(({ output }: { output?: string }) => {
    // The document does not depend on data or settings, so an empty database will do.
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    const databaseUrl = `sqlite:${join(folder, 'empty.sqlite')}`;
    const configuration = Configuration.from({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
    return withApp((app) => {
      write(`${JSON.stringify(openApiOf(app, configuration), null, 2)}\n`, output);
    }, configuration).finally(() => {
      rmSync(folder, { recursive: true });
    });
  });

program
  .command('config')
  .description('print the table of the configuration variables (Markdown)')
  .option('--into <file>', 'put it between its marks in a page')
  .action(({ into }: { into?: string }) => {
    if (into === undefined) print(configurationTable());
    else writeFileSync(into, withConfigurationTable(readFileSync(into, 'utf8')));
  });

program
  .command('states')
  .description('print the diagrams of the states and their moves (Markdown)')
  .option('--into <file>', 'put them between their marks in a page')
  .action(({ into }: { into?: string }) => {
    if (into === undefined) print(stateDiagrams());
    else writeFileSync(into, withStateDiagrams(readFileSync(into, 'utf8')));
  });

program
  .command('errors')
  .description('print the table of all errors (Markdown)')
  .option('--into <file>', 'put it between its marks in a page')
  .action(({ into }: { into?: string }) => {
    if (into === undefined) print(errorTable());
    else writeFileSync(into, withErrorTable(readFileSync(into, 'utf8')));
  });

function messageLine(message: ListedMessage): string {
  const { id, messageId, kind, destination, state, attempts, createdAt, dueAt, lastDetail } =
    message;
  const next = state === 'pending' ? `next ${dueAt.toISOString()}` : '';
  const times = [createdAt.toISOString(), `${attempts} attempts`, next];
  // What another server has said must not move the terminal's cursor.
  const said = lastDetail.replace(/\p{Cc}+/gu, ' ');
  return [id, messageId, kind, destination, state, ...times, said].join('\t');
}

async function withApp(
  work: (app: NestExpressApplication, configuration: Configuration) => Promise<void> | void,
  configuration = Configuration.from({ LOG_LEVEL: 'warn', ...process.env }),
): Promise<void> {
  await migrate(configuration.databaseUrl);
  const app = await createApp(configuration);
  try {
    await work(app, configuration);
  } finally {
    await app.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function write(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}

keepHeapSteady();
program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
