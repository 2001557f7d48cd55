import { Argument, type Command } from 'commander';
import type { Environment } from '../config/assign-variables';
import {
  ChainRecovery,
  verifactuModes,
  VerifactuModeService,
  type VerifactuMode,
} from '../modules/sales';
import { loadConfiguration, printRow, withApp } from './command-app';

/** Adds the command `verifactu`. */
export function addVerifactuCommands(program: Command, environment: Environment): void {
  const verifactu = program
    .command('verifactu')
    .description('invoicing records of Spanish headquarters');

  verifactu
    .command('mode')
    .description('set how the invoicing records of a headquarter are kept')
    .argument('<headquarter>', 'pId of the headquarter')
    .addArgument(new Argument('<mode>').choices(verifactuModes))
    .action((pId: string, mode: VerifactuMode) =>
      withApp(loadConfiguration(environment), async (app) => {
        await app.get(VerifactuModeService).changeByPId(pId, mode);
        printRow([pId, mode]);
      }),
    );

  verifactu
    .command('restored')
    .description(
      'after a restore: close the chains of a tax number, and go on with a new installation number',
    )
    .argument('<taxNumber>', 'tax number (NIF), without ES')
    .action((taxNumber: string) =>
      withApp(loadConfiguration(environment), async (app) => {
        for (const { mode, closedInstallation, installation } of await app
          .get(ChainRecovery)
          .replaceOpenChains(taxNumber))
          printRow([mode, closedInstallation, installation]);
      }),
    );
}
