import { CommanderError } from 'commander';
import { EXIT_SUCCESS, EXIT_FAILURE } from './exit-codes';
import { toErrorMessage } from './error-message';

/** Prints the error that ended a command. @returns the exit code */
export function reportFailure(error: unknown): number {
  // Help, or an invalid command line: commander has printed everything already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  process.stderr.write(`${toErrorMessage(error)}\n`);
  return EXIT_FAILURE;
}
