import { Option, type Command } from 'commander';
import { parseInstant } from '../core/instant';
import { scopes } from '../core/scopes';
import { ApiKeysService, systemKeyHolder } from '../platform/access';
import { parseId, parseName, parseScopes, parseWholeNumber } from './arguments';
import { type Environment, printLine, printRow, loadConfiguration, withApp } from './command-app';

const DAY_S = 86_400;

/** `keys`: what programs call with. */
export function addKeyCommands(program: Command, environment: Environment): void {
  const keys = program.command('keys').description('API keys, which programs call with');
  const withKeys = (work: (service: ApiKeysService) => Promise<void>) =>
    withApp(loadConfiguration(environment), (app) => work(app.get(ApiKeysService)));

  keys
    .command('list')
    .description('list the keys (not the secrets themselves): id, name, scopes, last use, maker')
    .action(() => withKeys(printKeys));

  keys
    .command('create')
    .description('make a key and show it, this once')
    .argument('<name>', 'who or what uses it', parseName)
    .requiredOption('--scopes <list>', `comma-separated, of ${scopes.join(', ')}`, parseScopes)
    .option('--expires <instant>', 'ISO 8601, for example 2027-01-31')
    .action((keyName: string, options: { scopes: string[]; expires?: string }) => {
      const expiresAt = parseExpiry(options.expires, environment);
      return withKeys(async (service) => {
        const values = { name: keyName, scopes: options.scopes, expiresAt };
        const made = await service.create(values, systemKeyHolder);
        printSecret(made.id, made.key);
      });
    });

  keys
    .command('rotate')
    .description('give a key another secret and show it, this once')
    .argument('<id>', 'of the key', parseId)
    .addOption(
      new Option('--keep-old-for <seconds>', 'how long the old secret works on, at most a week')
        .argParser(parseWholeNumber(0, 7 * DAY_S))
        .default(DAY_S, 'a day'),
    )
    .action((keyId: number, { keepOldFor }: { keepOldFor: number }) =>
      withKeys(async (service) => {
        const { key } = await service.rotate(keyId, keepOldFor, systemKeyHolder);
        printSecret(keyId, key);
      }),
    );

  keys
    .command('delete')
    .description('delete a key; it is refused from then on')
    .argument('<id>', 'of the key', parseId)
    .option('--descendants', 'also the keys that it made, those that they made and so on')
    .action((keyId: number, options: { descendants?: boolean }) =>
      withKeys(async (service) => {
        await service.remove(keyId, systemKeyHolder, options);
        printLine('Deleted.');
      }),
    );
}

/** Labels a new secret for a person at a terminal; a script gets id and secret with a tab between them. */
function printSecret(keyId: number, key: string): void {
  printLine(
    process.stdout.isTTY ? `API key ${keyId}, shown only now:  ${key}` : `${keyId}\t${key}`,
  );
}

async function printKeys(service: ApiKeysService): Promise<void> {
  for (const key of await service.list()) {
    const { lastUsedAt, madeByKind, madeById, madeByName } = key;
    const used = lastUsedAt?.toISOString() ?? 'never used';
    const isKnown = madeByKind === 'key' || madeByKind === 'user';
    const maker = isKnown ? `by ${madeByKind} ${madeById} (${madeByName})` : 'by the system';
    printRow([key.id, key.name, key.scopes.join(','), used, maker]);
  }
}

/** @throws Error for what is no instant */
function parseExpiry(text: string | undefined, environment: Environment): Date | undefined {
  if (text === undefined) return undefined;
  const end = parseInstant(text, loadConfiguration(environment).storeTimeZone);
  if (!end) throw new Error('--expires is no ISO 8601 instant, such as 2027-01-31.');
  return end;
}
