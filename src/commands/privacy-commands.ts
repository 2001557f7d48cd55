import type { Command } from 'commander';
import { systemKeyHolder } from '../platform/access';
import { ErasuresService } from '../platform/privacy';
import { parseId } from './arguments';
import { type Environment, printRow, loadConfiguration, withApp } from './command-app';

/** `users`: what the law wants to be done with what is stored of a person. */
export function addPrivacyCommands(program: Command, environment: Environment): void {
  const users = program.command('users').description('what is stored of a person');

  users
    .command('erase')
    .description('erase a person everywhere; it cannot be taken back')
    .argument('<id>', 'the id of the user', parseId)
    .action((userId: number) =>
      withApp(loadConfiguration(environment), async (app) => {
        const erasures = app.get(ErasuresService);
        await erasures.begin(userId, systemKeyHolder);
        const { pId, documents } = await erasures.finish(userId);
        printRow([userId, pId, `${documents} documents`]);
      }),
    );
}
