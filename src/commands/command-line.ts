import { Command } from 'commander';
import { serviceVersion } from '../config/service-version';
import { addAdministratorCommands } from './administrator-commands';
import { addBackupCommands } from './backup/backup-command';
import { addCompletionCommand } from './completion-command';
import { addDoctorCommand } from './doctor/doctor-command';
import { addDocumentCommands } from './document-commands';
import { addDocumentationCommands } from './documentation-commands';
import { exitCodeMeanings } from './exit-codes';
import { addKeyCommands } from './key-commands';
import { addOutboxCommands } from './outbox-commands';
import type { Environment } from '../config/assign-variables';
import { addPrivacyCommands } from './privacy-commands';
import { addVerifactuCommands } from './verifactu-commands';
import { addStoreCommands } from './store-commands';

/**
 * Creates the command line with all commands. Invalid command lines are reported, then thrown as a CommanderError.
 * @param environment environment variables with the settings
 */
export function createProgram(environment: Environment): Command {
  const codes = [...exitCodeMeanings].map(
    ([code, meaning]) => `  ${code}  ${meaning.replaceAll('`', '')}`,
  );
  const program = new Command('online-store-administration')
    .description(
      'Commands of the Online Store Administration Service; settings come from the environment',
    )
    .version(serviceVersion)
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${codes.join('\n')}`);
  addStoreCommands(program, environment);
  addBackupCommands(program, environment);
  addAdministratorCommands(program, environment);
  addPrivacyCommands(program, environment);
  addKeyCommands(program, environment);
  addOutboxCommands(program, environment);
  addVerifactuCommands(program, environment);
  addDocumentCommands(program, environment);
  addDoctorCommand(program, environment);
  addDocumentationCommands(program);
  addCompletionCommand(program);
  return program;
}
