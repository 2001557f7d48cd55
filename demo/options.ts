import { Command, InvalidArgumentError } from 'commander';
import type { DemoSize } from './fill';

export interface DemoOptions extends DemoSize {
  /** Whether the store of the last time is opened again, if there is one. */
  readonly keep: boolean;
  readonly seed: number;
}

/** Ada and Ben are always there. */
const MIN_CUSTOMERS = 2;

const MAX_COUNT = 1_000_000;

/** Reads the command line; ends the process with one line for what it does not know, and after `--help`. */
export function readOptions(args: readonly string[]): DemoOptions {
  return new Command('npm run demo --')
    .description(
      'A filled store to look at, in a database of its own; docs/demo.md says what is in it.',
    )
    .option('--keep', 'open the store of the last time as it was left', false)
    .option(
      '--customers <number>',
      'how many customers',
      parseWholeNumber(MIN_CUSTOMERS, MAX_COUNT),
      200,
    )
    .option(
      '--orders <number>',
      'how many orders; three more are always there',
      parseWholeNumber(0, MAX_COUNT),
      1000,
    )
    .option(
      '--seed <number>',
      'another number makes another store',
      parseWholeNumber(0, 2 ** 32 - 1),
      1,
    )
    .addHelpText('after', '\nPORT and HOST say where it listens, 3000 and 127.0.0.1 unless set.')
    .showSuggestionAfterError(false)
    .parse(args, { from: 'user' })
    .opts<DemoOptions>();
}

/** A whole number within the bounds, both inclusive. */
function parseWholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,10}$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}
