import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp, prepareOperations } from './app';
import { Configuration, ConfigurationError } from './config/configuration';
import { DomainError } from './core/errors';
import { Stopping } from './core/stopping';
import { migrate } from './database';
import { FirstKey } from './modules/access';
import { OutboxDispatcher } from './modules/outbox';
import { keepHeapSteady } from './threads/steady-heap';

/** How long requests in flight have to end after SIGTERM. */
const GRACE_MS = 30_000;

async function start(): Promise<void> {
  keepHeapSteady();
  const configuration = Configuration.from(process.env);
  await migrate(configuration.databaseUrl);
  const app = await createApp(configuration);
  const firstKey = await app.get(FirstKey).ensure();
  await app.listen(configuration.port, configuration.host);
  const server = app.getHttpServer();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(app, server));
  }
  greet(server, configuration, firstKey);
  app.get(OutboxDispatcher).start();
  await prepareOperations(app);
}

/** Tells the person at the terminal where to look. The key goes nowhere else. */
function greet(server: Server, configuration: Configuration, firstKey: string | undefined): void {
  const { port } = server.address() as AddressInfo;
  const host = /^(0\.0\.0\.0|::)$/.test(configuration.host) ? 'localhost' : configuration.host;
  const address = configuration.publicBaseUrl ?? `http://${host}:${port}`;
  const key = firstKey === undefined ? '' : `First API key, shown only now:  ${firstKey}\n`;
  process.stdout.write(`The service listens on ${address}\nSwagger UI:  ${address}/docs\n${key}`);
}

/** Takes no more connections, lets the requests in flight end, then closes the database. */
async function stop(app: NestExpressApplication, server: Server): Promise<void> {
  app.get(Stopping).begin();
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  // A connection whose last answer has just gone out is idle, and would hold the stop up until it times out.
  setInterval(() => {
    server.closeIdleConnections();
  }, 20).unref();
  await app.close();
  process.exit(0);
}

/** Whether the message says all: a wrong setting, or a port, file or server that can't be had. */
function isPlain(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return (
    error instanceof ConfigurationError || error instanceof DomainError || typeof code === 'string'
  );
}

start().catch((error: unknown) => {
  const text = error instanceof Error && !isPlain(error) ? error.stack : (error as Error).message;
  process.stderr.write(`The service can't start: ${text}\n`);
  process.exit(1);
});
