import { Logger } from '@nestjs/common';
import type { Command } from 'commander';
import { Configuration } from '../../config/configuration';
import { DomainError } from '../../core/errors';
import { applyFileMode } from '../../bootstrap/private-files';
import { EXIT_SUCCESS, EXIT_WITH_PROBLEMS } from '../exit-codes';
import { toErrorMessage } from '../messages';
import { prompt, isInteractive } from '../prompt';
import { type Environment, printLine } from '../running';
import { type Check, checks, type Finding, lookAtSettings, type MayWrite } from './checks';

type Row = readonly [name: string, state: string, says: string];

/** `doctor`: looks at all that the service stands on. */
export function addDoctorCommand(program: Command, environment: Environment): void {
  program
    .command('doctor')
    .description(
      'check settings, database, schema, replica, file store, Redis, mail and templates; changes nothing',
    )
    .option('--write', 'store a trial file also where there is no file store yet, without asking')
    .action(async ({ write = false }: { write?: boolean }) => {
      // What is wrong stands in the table.
      Logger.overrideLogger(false);
      const settings = lookAtSettings(environment);
      const isSet = settings.every(({ state }) => state === 'ok');
      const rows = settings.map((finding) => rowOf('settings', finding));
      const configuration = isSet ? Configuration.from(environment) : undefined;
      if (configuration) applyFileMode(configuration);
      const mayWrite: MayWrite = (place) => (write ? Promise.resolve(true) : isConfirmed(place));
      for (const check of checks)
        rows.push(rowOf(check.name, await result(check, configuration, mayWrite)));
      for (const line of table(rows)) printLine(line);
      process.exitCode = rows.some(([, state]) => state === 'wrong') ? EXIT_WITH_PROBLEMS : EXIT_SUCCESS;
    });
}

/** Without somebody to ask it is not. */
async function isConfirmed(place: string): Promise<boolean> {
  if (!isInteractive()) return false;
  const answer = await prompt(`${place}. Store a trial file there, and remove it again? (y/N) `);
  return /^y(es)?$/i.test(answer.trim());
}

async function result(
  { look }: Check,
  configuration: Configuration | undefined,
  mayWrite: MayWrite,
): Promise<Finding> {
  if (!configuration) return { state: '-', says: 'the settings are wrong' };
  try {
    return await look(configuration, mayWrite);
  } catch (error) {
    // What callers of the API are told of a store that is out of reach is not all that is known.
    const { cause } = error as Error;
    const known =
      error instanceof DomainError && cause instanceof Error ? ` (${cause.message})` : '';
    return { state: 'wrong', says: toErrorMessage(error) + known };
  }
}

function rowOf(name: string, { state, says }: Finding): Row {
  // What a server has said must not move the terminal's cursor.
  return [name, state, says.replace(/\p{Cc}+/gu, ' ')];
}

/** Lines with aligned columns. */
function table(rows: readonly Row[]): string[] {
  const names = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, state, says]) => `${name.padEnd(names)}  ${state.padEnd(5)}  ${says}`);
}
