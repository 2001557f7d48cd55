import { Option, type Command } from 'commander';
import { parseInstant } from '../core/instant';
import { ApiKeysService, systemCallerWithAllScopes } from '../platform/access';
import { parseId, parseName, parseScopes, createWholeNumberParser } from './argument-parsers';
import type { Environment } from '../config/assign-variables';
import { printLine, printRow, loadConfiguration, withApp } from './command-app';

const DAY_S = 86_400;

/** Adds the command `keys`. */
export function addKeyCommands(program: Command, environment: Environment): void {
  const keys = program.command('keys').description('API keys for programs');
  const withApiKeysService = (work: (service: ApiKeysService) => Promise<void>) =>
    withApp(loadConfiguration(environment), (app) => work(app.get(ApiKeysService)));

  keys
    .command('list')
    .description('list the keys without their secrets: id, name, scopes, last use, creator')
    .action(() => withApiKeysService(printKeys));

  keys
    .command('create')
    .description('create a key and show it once')
    .argument('<name>', 'the person or program that uses the key', parseName)
    .requiredOption(
      '--scopes <list>',
      'comma-separated scopes, such as sales:read,users:read; an unknown scope lists all of them',
      parseScopes,
    )
    .option('--expires <instant>', 'expiry, ISO 8601, for example 2027-01-31')
    .action((keyName: string, options: { scopes: string[]; expires?: string }) => {
      const expiresAt = parseExpiry(options.expires, environment);
      return withApiKeysService(async (service) => {
        const values = { name: keyName, scopes: options.scopes, expiresAt };
        const created = await service.create(values, systemCallerWithAllScopes);
        printSecret(created.id, created.key);
      });
    });

  keys
    .command('rotate')
    .description('replace the secret of a key and show it once')
    .argument('<id>', 'id of the key', parseId)
    .addOption(
      new Option('--keep-old-for <seconds>', 'how long the old secret stays valid, at most a week')
        .argParser(createWholeNumberParser(0, 7 * DAY_S))
        .default(DAY_S, 'a day'),
    )
    .action((keyId: number, { keepOldFor }: { keepOldFor: number }) =>
      withApiKeysService(async (service) => {
        const { key } = await service.rotate(keyId, keepOldFor, systemCallerWithAllScopes);
        printSecret(keyId, key);
      }),
    );

  keys
    .command('delete')
    .description('delete a key, which is refused from then on')
    .argument('<id>', 'id of the key', parseId)
    .option(
      '--descendants',
      'also delete the keys that were created with it, directly or indirectly',
    )
    .action((keyId: number, options: { descendants?: boolean }) =>
      withApiKeysService(async (service) => {
        await service.remove(keyId, systemCallerWithAllScopes, options);
        printLine('Deleted.');
      }),
    );
}

/** Prints a new secret: with a label at a terminal; for a script, id and secret separated by a tab. */
function printSecret(keyId: number, key: string): void {
  printLine(
    process.stdout.isTTY ? `API key ${keyId}, shown only now:  ${key}` : `${keyId}\t${key}`,
  );
}

async function printKeys(service: ApiKeysService): Promise<void> {
  for (const key of await service.list()) {
    const { lastUsedAt, madeByKind, madeById, madeByName } = key;
    const lastUse = lastUsedAt?.toISOString() ?? 'never used';
    const hasCreator = madeByKind === 'key' || madeByKind === 'user';
    const creator = hasCreator ? `by ${madeByKind} ${madeById} (${madeByName})` : 'by the system';
    printRow([key.id, key.name, key.scopes.join(','), lastUse, creator]);
  }
}

/** @throws Error if the text is not an instant */
function parseExpiry(text: string | undefined, environment: Environment): Date | undefined {
  if (text === undefined) return undefined;
  const expiresAt = parseInstant(text, loadConfiguration(environment).storeTimeZone);
  if (!expiresAt) throw new Error('--expires must be an ISO 8601 instant, such as 2027-01-31.');
  return expiresAt;
}
