import { Command, InvalidArgumentError } from 'commander';
import type { DemoSize } from './fill';

export interface DemoOptions extends DemoSize {
  /** Whether to open the last store again, if there is one. */
  readonly keep: boolean;
  readonly seed: number;
}

/** Ada and Ben always exist. */
const MIN_CUSTOMERS = 2;

const MAX_COUNT = 1_000_000;

/** Parses the command line. Ends the process after an error, which is printed on one line, and after `--help`. */
export function readOptions(args: readonly string[]): DemoOptions {
  return new Command('npm run demo --')
    .description('Serves a filled store in its own database; docs/demo.md describes its content.')
    .option('--keep', 'open the last store again', false)
    .option(
      '--customers <number>',
      'number of customers',
      parseWholeNumber(MIN_CUSTOMERS, MAX_COUNT),
      200,
    )
    .option(
      '--orders <number>',
      'number of orders, in addition to three that always exist',
      parseWholeNumber(0, MAX_COUNT),
      1000,
    )
    .option('--seed <number>', 'seed of the random data', parseWholeNumber(0, 2 ** 32 - 1), 1)
    .addHelpText('after', '\nPORT and HOST set the address; by default 3000 and 127.0.0.1.')
    .showSuggestionAfterError(false)
    .parse(args, { from: 'user' })
    .opts<DemoOptions>();
}

/** Returns a parser of integers within these limits, both inclusive. */
function parseWholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,10}$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}
