import { Option, type Command } from 'commander';
import type { Environment } from '../../config/assign-variables';
import { Clock } from '../../core/clock';
import { applyFileMode } from '../../bootstrap/file-permissions';
import { type BackupTool, backupTools } from '../../database';
import { createWholeNumberParser } from '../argument-parsers';
import { loadConfiguration, printLine } from '../command-app';
import { verifyBackup } from './manifest';
import { restoreBackup } from './restore-backup';
import { writeBackup } from './write-backup';

interface BackupCommandOptions {
  readonly to: string;
  readonly keepDays?: number;
  readonly tool?: BackupTool;
  readonly loginFile?: string;
}

interface RestoreOptions {
  readonly from: string;
  readonly check?: boolean;
  readonly files: boolean;
  readonly datadir?: string;
  readonly loginFile?: string;
}

const LOGIN_FILE_OPTION = [
  '--login-file <file>',
  'MariaDB and MySQL: an option file with another login than that of DATABASE_URL',
] as const;

/** Adds the commands `backup` and `restore`. */
export function addBackupCommands(program: Command, environment: Environment): void {
  program
    .command('backup')
    .description('copy database and files to a new folder, named by the time; the service may run')
    .requiredOption('--to <folder>', 'the folder of all backups')
    .option(
      '--keep-days <days>',
      'remove older backups afterwards; default: keep all',
      createWholeNumberParser(1, 36_500),
    )
    .addOption(
      new Option(
        '--tool <program>',
        'MariaDB and MySQL: mariadb-dump copies the database, mariadb-backup the whole server on this machine; default: the one that is installed, mariadb-dump first',
      ).choices(backupTools),
    )
    .option(...LOGIN_FILE_OPTION)
    .action(async (options: BackupCommandOptions) => {
      const settings = { ...options, report: reportLine };
      printLine(await writeBackup(loadConfiguration(environment), settings, new Clock()));
    });

  program
    .command('restore')
    .description(
      'restore a backup, while the service is stopped; what it replaces is kept next to it',
    )
    .requiredOption('--from <folder>', 'the folder of one backup')
    .option('--check', 'only check that the backup is complete and undamaged')
    .option('--no-files', 'restore the database only')
    .option(
      '--datadir <folder>',
      "the stopped server's data folder; only for backups by mariadb-backup",
    )
    .option(...LOGIN_FILE_OPTION)
    .action(async ({ from, check, files, datadir, loginFile }: RestoreOptions) => {
      if (check) {
        const { checksums, startedAt, journalPosition = 0 } = await verifyBackup(from);
        printLine(
          `Undamaged: ${checksums.files} files, from ${startedAt}, position ${journalPosition} of the journal`,
        );
        return;
      }
      const configuration = loadConfiguration(environment);
      applyFileMode(configuration);
      const settings = {
        backupFolder: from,
        withFiles: files,
        report: reportLine,
        ...(datadir !== undefined && { dataFolder: datadir }),
        ...(loginFile !== undefined && { loginFile }),
      };
      await restoreBackup(configuration, settings, new Clock());
      printLine(`Restored: ${from}`);
    });
}

/** Progress goes to standard error: standard output has the result only. */
function reportLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
