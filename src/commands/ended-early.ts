import { CommanderError } from 'commander';
import { DONE, NOT_DONE } from './exit-codes';
import { messageOf } from './messages';

/** Tells what has ended a command early. @returns its exit code */
export function endedEarly(error: unknown): number {
  // Help, or a wrong command line: commander has told all.
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : NOT_DONE;
  process.stderr.write(`${messageOf(error)}\n`);
  return NOT_DONE;
}
