import { Logger } from '@nestjs/common';
import type { Command } from 'commander';
import { Configuration } from '../../config/configuration';
import { DomainError } from '../../core/errors';
import { applyFileMode } from '../../bootstrap/file-permissions';
import { EXIT_SUCCESS, EXIT_WITH_PROBLEMS } from '../exit-codes';
import { toErrorMessage } from '../error-message';
import { prompt, isInteractive } from '../prompt';
import type { Environment } from '../../config/assign-variables';
import { printLine } from '../command-app';
import {
  type DoctorCheck,
  doctorChecks,
  type CheckResult,
  checkSettings,
  type ConfirmWrite,
} from './doctor-checks';

type ResultRow = readonly [name: string, state: string, message: string];

/** Adds the command `doctor`. */
export function addDoctorCommand(program: Command, environment: Environment): void {
  program
    .command('doctor')
    .description(
      'check settings, database, schema, replica, file store, Redis, mail and templates; it stores only a trial file that you allow',
    )
    .option('--write', 'store a trial file without asking, even if there is no file store yet')
    .option('--json', 'print the results as JSON, for scripts')
    .action(async ({ write = false, json = false }: { write?: boolean; json?: boolean }) => {
      // The table shows the problems, so the log is silent.
      Logger.overrideLogger(false);
      const settingsResults = checkSettings(environment);
      const areSettingsValid = settingsResults.every(({ state }) => state === 'ok');
      const rows = settingsResults.map((finding) => toRow('settings', finding));
      const configuration = areSettingsValid ? Configuration.from(environment) : undefined;
      if (configuration) applyFileMode(configuration);
      const requestWrite: ConfirmWrite = (reason) =>
        write ? Promise.resolve(true) : confirmWrite(reason);
      for (const check of doctorChecks)
        rows.push(toRow(check.name, await runCheck(check, configuration, requestWrite)));
      if (json) printLine(JSON.stringify(rows.map(toJsonResult)));
      else for (const line of formatTable(rows)) printLine(line);
      process.exitCode = rows.some(([, state]) => state === 'wrong')
        ? EXIT_WITH_PROBLEMS
        : EXIT_SUCCESS;
    });
}

/** Asks for permission to store a trial file; without a terminal the answer is no. */
async function confirmWrite(reason: string): Promise<boolean> {
  if (!isInteractive()) return false;
  const answer = await prompt(`${reason}. Store a trial file there, and remove it again? (y/N) `);
  return /^y(es)?$/i.test(answer.trim());
}

async function runCheck(
  { run }: DoctorCheck,
  configuration: Configuration | undefined,
  requestWrite: ConfirmWrite,
): Promise<CheckResult> {
  if (!configuration) return { state: '-', message: 'the settings are invalid' };
  try {
    return await run(configuration, requestWrite);
  } catch (error) {
    // Errors for callers of the API hide the cause, which the operator needs.
    const { cause } = error as Error;
    const causeText =
      error instanceof DomainError && cause instanceof Error ? ` (${cause.message})` : '';
    return { state: 'wrong', message: toErrorMessage(error) + causeText };
  }
}

function toRow(name: string, { state, message }: CheckResult): ResultRow {
  // Control characters in a server's message must not move the terminal's cursor.
  return [name, state, message.replace(/\p{Cc}+/gu, ' ')];
}

/** A result for scripts; names and states are those of the table. */
function toJsonResult([check, state, message]: ResultRow): object {
  return { check, state: state === '-' ? 'skipped' : state, message };
}

/** Formats rows as lines with aligned columns. */
function formatTable(rows: readonly ResultRow[]): string[] {
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  return rows.map(
    ([name, state, message]) => `${name.padEnd(nameWidth)}  ${state.padEnd(5)}  ${message}`,
  );
}
