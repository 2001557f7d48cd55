import { CommanderError } from 'commander';
import { EXIT_SUCCESS, EXIT_FAILURE } from './exit-codes';
import { toErrorMessage } from './error-message';

/** Tells what has ended a command early. @returns its exit code */
export function reportFailure(error: unknown): number {
  // Help, or a wrong command line: commander has told all.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  process.stderr.write(`${toErrorMessage(error)}\n`);
  return EXIT_FAILURE;
}
