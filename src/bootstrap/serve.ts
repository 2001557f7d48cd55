import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { HttpAdapter } from '../api/connections/http-adapter';
import { LOGGER } from '../api/observability/logging';
import { createApp, warmUpOperations } from './app';
import { type Configuration, ConfigurationError } from '../config/configuration';
import type { PrimaryProcess } from '../core/primary-process';
import { Shutdown } from '../core/shutdown';
import { FirstApiKey } from '../platform/access';
import { JournalSequencer } from '../platform/events/journal';
import { OutboxDispatcher } from '../platform/events/outbox';
import { ErasureWorker } from '../platform/privacy';
import { requireTracingPackages } from '../platform/observability/tracing';
import { WebhookEventPublisher } from '../platform/events/webhooks';
import { parseFilesUrl } from '../platform/media/files';
import { openStore } from './open-store';
import { findPathsOpenToOthers } from './file-permissions';
import { SHUTDOWN_GRACE_MS } from './shutdown-grace';
import { registerInstance } from './register-instance';
import { explainUnsafeFolder } from './unsafe-folders';
import { limitHeapGrowth } from '../threads/heap-growth';

const CREATE_KEY_COMMAND = "npm run cli -- keys create 'My key' --scopes '*'";

/** What it means to take the address from requests. */
const NO_PUBLIC_BASE_URL_WARNING =
  'PUBLIC_BASE_URL is not set: links in answers are made of the Host header that the client sends, or of what the proxies of TRUST_PROXY forward';

/** What a process among others of a service has to know of them. */
export interface WorkerContext {
  readonly primary: PrimaryProcess;
  /** Whether it speaks for all: greets, and warns. */
  readonly isFirst: boolean;
}

/**
 * Starts the service in this process: migrates, listens, and stops on SIGTERM or SIGINT.
 * @param place where it is one of several behind the port
 * @throws ConfigurationError and what else makes a start impossible
 */
export async function serve(configuration: Configuration, place?: WorkerContext): Promise<void> {
  limitHeapGrowth('service');
  await requireTracingPackages(configuration);
  await openStore(configuration);
  const app = await createApp(configuration, [], place?.primary);
  const keys = app.get(FirstApiKey);
  await keys.ensureConfigured();
  await listen(app, configuration);
  const server = app.getHttpServer();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(app, server, configuration.drainSeconds * 1000));
  }
  const logger = app.get<Logger>(LOGGER);
  if (!place) registerInstance(configuration, logger);
  if (place?.isFirst !== false) {
    // Not before the port is its own: a key that is made by a start that fails would be lost.
    printGreeting(server, configuration, await keyNotice(keys, configuration));
    for (const warning of startupWarnings(configuration)) logger.warn(warning);
  }
  app.get(OutboxDispatcher).start();
  app.get(JournalSequencer).start();
  app.get(WebhookEventPublisher).start();
  app.get(ErasureWorker).start();
  await warmUpOperations(app);
}

/** @throws ConfigurationError that names the setting */
async function listen(app: NestExpressApplication, { port, host }: Configuration): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const problem = listenErrorTexts[String((error as NodeJS.ErrnoException).code)]?.(port, host);
    throw problem === undefined ? error : new ConfigurationError(problem, { cause: error });
  }
}

const listenErrorTexts: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `PORT: ${port} is in use on ${host}: stop what listens there, or name another port`,
  EACCES: (port) => `PORT: this user may not listen on ${port}: name one from 1024 on`,
  EADDRNOTAVAIL: (_port, host) => `HOST: ${host} is no address of this machine`,
  ENOTFOUND: (_port, host) => `HOST: ${host} is no address of this machine`,
};

/** What is not wrong, but should not stay so. */
function* startupWarnings(configuration: Configuration): Generator<string> {
  const isInProduction = process.env['NODE_ENV'] === 'production';
  if (configuration.publicBaseUrl === undefined && isInProduction) yield NO_PUBLIC_BASE_URL_WARNING;
  const files = parseFilesUrl(configuration.filesUrl);
  const problem = files.kind === 'local' ? explainUnsafeFolder(files.folder) : undefined;
  if (problem !== undefined)
    yield `FILES_URL: ${problem}; everybody can download what is in it: name another folder`;
  for (const path of findPathsOpenToOthers(configuration)) {
    yield `${path} is open to every user of this machine, and holds personal data: chmod -R o-rwx it, or set FILE_MODE`;
  }
}

/** Tells the person at the terminal where to look. */
function printGreeting(server: Server, configuration: Configuration, keys: string): void {
  const { port } = server.address() as AddressInfo;
  const host = /^(0\.0\.0\.0|::)$/.test(configuration.host) ? 'localhost' : configuration.host;
  const address = configuration.publicBaseUrl ?? `http://${host}:${port}`;
  process.stdout.write(`The service listens on ${address}\nSwagger UI:  ${address}/docs\n${keys}`);
}

/** What to tell of keys: the first one of a new store, which goes nowhere else, or how to make another. */
async function keyNotice(keys: FirstApiKey, { bootstrapApiKey }: Configuration): Promise<string> {
  if (bootstrapApiKey !== undefined) return '';
  const made = await keys.createFirst();
  if (made !== undefined) return `First API key, shown only now:  ${made}\n`;
  if (!(await keys.isUnused())) return '';
  return `The only API key was never used. If it is lost, make another:  ${CREATE_KEY_COMMAND}\n`;
}

/**
 * Says that it is not ready, and goes on until whoever sends requests must have seen that. Then takes no more connections,
 * lets the requests in flight end, and closes the database.
 */
async function stop(app: NestExpressApplication, server: Server, drainMs: number): Promise<void> {
  const stopping = app.get(Shutdown);
  // A terminal's Ctrl-C reaches the service twice where npm passes it on.
  if (stopping.isAnnounced) return;
  stopping.announce();
  setTimeout(() => {
    process.stderr.write(
      `Requests are still under way after ${SHUTDOWN_GRACE_MS / 1000} s: the service ends without them\n`,
    );
    process.exit(1);
  }, SHUTDOWN_GRACE_MS).unref();
  (app.getHttpAdapter() as unknown as HttpAdapter).closeAfterResponses();
  if (drainMs > 0) await pause(drainMs);
  stopping.abortWork();
  // A connection whose last answer has just gone out is idle, and would hold the stop up until it times out.
  setInterval(() => {
    server.closeIdleConnections();
  }, 20).unref();
  await app.close();
  process.exit(0);
}
