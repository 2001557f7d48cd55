import { Logger } from '@nestjs/common';
import type { Command } from 'commander';
import { Configuration } from '../../config/configuration';
import { DomainError } from '../../core/errors';
import { applyFileMode } from '../../bootstrap/file-permissions';
import { EXIT_SUCCESS, EXIT_WITH_PROBLEMS } from '../exit-codes';
import { toErrorMessage } from '../error-message';
import { prompt, isInteractive } from '../prompt';
import { type Environment, printLine } from '../command-app';
import {
  type DoctorCheck,
  doctorChecks,
  type CheckResult,
  checkSettings,
  type ConfirmWrite,
} from './checks';

type ResultRow = readonly [name: string, state: string, says: string];

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
      const settings = checkSettings(environment);
      const isSet = settings.every(({ state }) => state === 'ok');
      const rows = settings.map((finding) => toRow('settings', finding));
      const configuration = isSet ? Configuration.from(environment) : undefined;
      if (configuration) applyFileMode(configuration);
      const mayWrite: ConfirmWrite = (place) =>
        write ? Promise.resolve(true) : confirmWrite(place);
      for (const check of doctorChecks)
        rows.push(toRow(check.name, await runCheck(check, configuration, mayWrite)));
      for (const line of formatTable(rows)) printLine(line);
      process.exitCode = rows.some(([, state]) => state === 'wrong')
        ? EXIT_WITH_PROBLEMS
        : EXIT_SUCCESS;
    });
}

/** Without somebody to ask it is not. */
async function confirmWrite(place: string): Promise<boolean> {
  if (!isInteractive()) return false;
  const answer = await prompt(`${place}. Store a trial file there, and remove it again? (y/N) `);
  return /^y(es)?$/i.test(answer.trim());
}

async function runCheck(
  { run }: DoctorCheck,
  configuration: Configuration | undefined,
  mayWrite: ConfirmWrite,
): Promise<CheckResult> {
  if (!configuration) return { state: '-', message: 'the settings are wrong' };
  try {
    return await run(configuration, mayWrite);
  } catch (error) {
    // What callers of the API are told of a store that is out of reach is not all that is known.
    const { cause } = error as Error;
    const known =
      error instanceof DomainError && cause instanceof Error ? ` (${cause.message})` : '';
    return { state: 'wrong', message: toErrorMessage(error) + known };
  }
}

function toRow(name: string, { state, message }: CheckResult): ResultRow {
  // What a server has said must not move the terminal's cursor.
  return [name, state, message.replace(/\p{Cc}+/gu, ' ')];
}

/** Lines with aligned columns. */
function formatTable(rows: readonly ResultRow[]): string[] {
  const names = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, state, says]) => `${name.padEnd(names)}  ${state.padEnd(5)}  ${says}`);
}
