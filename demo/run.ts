/**
 * A filled store to look at, in a database of its own: `npm run demo -- [--keep] [--customers N] [--orders N]
 * [--seed N]`; docs/demo.md says what is in it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { Client } from './client';
import { fillStore } from './fill';
import { ADMINISTRATOR } from './people';

const root = resolve(__dirname, '../..');
const folder = join(root, 'data', 'demo');
const keyFile = join(folder, 'api-key');

/** Milliseconds that the service may take to answer. */
const START = 60_000;

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    customers: { type: 'string', default: '200' },
    orders: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});

async function main(): Promise<void> {
  const isKept = options.keep && existsSync(keyFile);
  if (!isKept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const key = isKept
    ? readFileSync(keyFile, 'utf8')
    : `osk_${randomBytes(32).toString('base64url')}`;
  const port = process.env['PORT'] ?? '3000';
  const url = `http://localhost:${port}`;
  const service = serve(key, port);
  await answers(url, service);
  if (!isKept) {
    await fill(new Client(url, key));
    // Written last: a store that was not filled to its end is made anew.
    writeFileSync(keyFile, key, { mode: 0o600 });
  }
  greet(url, key);
}

/** Starts the built service on the demo's database; Ctrl-C reaches both, and this process ends with it. */
function serve(key: string, port: string): ChildProcess {
  const service = spawn(process.execPath, [join(root, 'dist', 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      ...process.env,
      PORT: port,
      DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`,
      FILES_URL: `file:${join(folder, 'files')}`,
      BOOTSTRAP_API_KEY: key,
    },
  });
  service.once('exit', (code) => process.exit(code ?? 1));
  process.once('SIGTERM', () => service.kill('SIGTERM'));
  // The terminal sends Ctrl-C to the service, too; it ends, and then this process does.
  process.on('SIGINT', () => undefined);
  process.once('exit', () => service.kill('SIGKILL'));
  return service;
}

async function answers(url: string, service: ChildProcess): Promise<void> {
  for (let waited = 0; waited < START && service.exitCode === null; waited += 100) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`The service does not answer at ${url}.`);
}

async function fill(client: Client): Promise<void> {
  const bar = new SingleBar(
    {
      format: '{bar} {done}/{all} {step}',
      stream: process.stderr,
      hideCursor: true,
      noTTYOutput: true,
    },
    Presets.shades_classic,
  );
  const began = performance.now();
  bar.start(1, 0, { step: '', done: 0, all: 0 });
  await fillStore(client, {
    ...{ seed: Number(options.seed), customers: Number(options.customers) },
    ...{ orders: Number(options.orders), today: new Date().toISOString().slice(0, 10) },
    onProgress: (step, done, all) => {
      bar.setTotal(all);
      bar.update(done, { step, done, all });
    },
  });
  bar.stop();
  console.log(`Filled in ${Math.round((performance.now() - began) / 1000)} s.`);
}

function greet(url: string, key: string): void {
  const { email, password } = ADMINISTRATOR;
  console.log(`
The demo store is open; Ctrl-C closes it, npm run demo -- --keep opens it again as it is.

  Swagger UI     ${url}/docs
  API key        ${key}
  Administrator  ${email}, password: ${password}

  curl -s '${url}/v1/orders/pending?perPage=2' -H 'Authorization: Bearer ${key}'
  curl -s '${url}/v1/users?q=ada' -H 'Authorization: Bearer ${key}'
  curl -s '${url}/v1/invoices/4?fields=DOCUMENTNUMBER,TOTALS' -H 'Authorization: Bearer ${key}'
`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
