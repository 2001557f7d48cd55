import type { Command } from 'commander';
import { systemCallerWithAllScopes } from '../platform/access';
import { ErasuresService } from '../platform/privacy';
import { parseId } from './argument-parsers';
import type { Environment } from '../config/assign-variables';
import { printRow, loadConfiguration, withApp } from './command-app';

/** Adds the command `users`, for the legal duties towards a person. */
export function addPrivacyCommands(program: Command, environment: Environment): void {
  const users = program.command('users').description('personal data of users');

  users
    .command('erase')
    .description('erase a person everywhere; this is irreversible')
    .argument('<id>', 'id of the user', parseId)
    .action((userId: number) =>
      withApp(loadConfiguration(environment), async (app) => {
        const erasures = app.get(ErasuresService);
        await erasures.start(userId, systemCallerWithAllScopes);
        const { pId, documents } = await erasures.finish(userId);
        printRow([userId, pId, `${documents} documents`]);
      }),
    );
}
