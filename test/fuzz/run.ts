/**
 * Fuzzes every operation of the service, on each engine in a process of its own:
 * `npm run fuzz -- [--seed N] [--requests N] [--engine sqlite|mysql]... [--refusals]`
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const engines = ['sqlite', 'mysql'];

const MYSQL_DEFAULT = 'mysql://root@127.0.0.1:3306';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    requests: { type: 'string', default: '20000' },
    engine: { type: 'string', multiple: true, default: engines },
    /** Also reports why requests were refused that the document allows. */
    refusals: { type: 'boolean', default: false },
  },
});

/** @returns whether no problem was found */
function fuzz(engine: string): boolean {
  console.log(`${engine}, seed ${options.seed}`);
  const { TEST_MYSQL_URL, ...others } = process.env;
  const server = engine === 'mysql' ? { TEST_MYSQL_URL: TEST_MYSQL_URL ?? MYSQL_DEFAULT } : {};
  const parameters = ['--seed', options.seed, '--requests', options.requests];
  if (options.refusals) parameters.push('--refusals');
  const script = join(__dirname, 'fuzz-engine.ts');
  const { status } = spawnSync(process.execPath, [...process.execArgv, script, ...parameters], {
    env: { ...others, ...server },
    stdio: 'inherit',
  });
  return status === 0;
}

const unknown = options.engine.find((one) => !engines.includes(one));
if (unknown !== undefined) throw new Error(`--engine must be one of ${engines.join(', ')}`);
if (options.engine.map(fuzz).includes(false)) process.exitCode = 1;
