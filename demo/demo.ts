import { randomBytes } from 'node:crypto';
import { Presets, SingleBar } from 'cli-progress';
import { Client } from './client';
import { fillStore } from './fill';
import { DemoFolder } from './folder';
import { type DemoOptions, readOptions } from './options';
import { findFreeAddress, DemoService } from './demo-service';
import { ADMINISTRATOR } from './people';

/** The inputs of the demo. */
export interface Demo {
  /** The command line arguments. */
  readonly args: readonly string[];
  /** The folder of the store; it is created again for each new store. */
  readonly folder: string;
  /** Path of the built service's main.js. */
  readonly main: string;
}

/**
 * Fills a new store and serves it, or opens the last one. Before it changes anything, it checks that the port is free
 * and locks the folder.
 * @throws Error with a message for the terminal
 */
export async function runDemo({ args, folder: path, main }: Demo): Promise<void> {
  const options = readOptions(args);
  const address = await findFreeAddress({
    host: process.env['HOST'] || '127.0.0.1',
    port: getPort(),
  });
  const folder = new DemoFolder(path);
  folder.acquireLock();
  const keptKey = options.keep ? folder.key() : undefined;
  if (keptKey === undefined) folder.empty();
  const key = keptKey ?? `osk_${randomBytes(32).toString('base64url')}`;
  const service = new DemoService(main, address, key, folder);
  try {
    await service.waitUntilListening();
    if (keptKey === undefined) {
      await fill(new Client(service.url, key), options);
      folder.storeKey(key);
    }
  } catch (error) {
    // If the service was asked to stop, the failure is expected, and this process ends with it.
    if (!service.isEnding) throw error;
    return;
  }
  printGreeting(service.publicUrl, key);
}

function getPort(): number {
  const port = process.env['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT must be a whole number from 0 to 65535 (it is ${JSON.stringify(port)}).`);
  }
  return Number(port);
}

async function fill(client: Client, { seed, customers, orders }: DemoOptions): Promise<void> {
  const bar = new SingleBar(
    {
      format: '{bar} {done}/{all} {step}',
      stream: process.stderr,
      hideCursor: true,
      noTTYOutput: true,
    },
    Presets.shades_classic,
  );
  const start = performance.now();
  bar.start(1, 0, { step: '', done: 0, all: 0 });
  try {
    await fillStore(client, {
      ...{ seed, customers, orders },
      today: new Date().toISOString().slice(0, 10),
      onProgress: (step, done, all) => {
        bar.setTotal(all);
        bar.update(done, { step, done, all });
      },
    });
  } finally {
    bar.stop();
  }
  console.log(`Store filled in ${Math.round((performance.now() - start) / 1000)} s.`);
}

function printGreeting(url: string, key: string): void {
  const { email, password } = ADMINISTRATOR;
  console.log(`
The demo store is running. Press Ctrl-C to stop it; npm run demo -- --keep opens it again.

  Swagger UI     ${url}/docs
  API key        ${key}
  Administrator  ${email}, password: ${password}

  curl -s '${url}/v1/orders/pending?perPage=2' -H 'Authorization: Bearer ${key}'
  curl -s '${url}/v1/users?q=ada' -H 'Authorization: Bearer ${key}'
  curl -s '${url}/v1/invoices/4?fields=DOCUMENTNUMBER,TOTALS' -H 'Authorization: Bearer ${key}'
`);
}
