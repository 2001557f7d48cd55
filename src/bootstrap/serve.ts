import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { HttpAdapter } from '../api/connections/http-adapter';
import { LOGGER } from '../api/observability/logging';
import { createApp, warmUpOperations } from './create-app';
import { readBuildInfo } from './build-info';
import { inspectDatabase } from '../database';
import { type Configuration, ConfigurationError } from '../config/configuration';
import type { PeerProcess } from '../core/peer-process';
import { Shutdown } from '../core/shutdown';
import { VerifactuModeService } from '../modules/sales';
import { ApiKeyBootstrap } from '../platform/access';
import { JournalSequencer } from '../platform/events/journal';
import { OutboxDispatcher } from '../platform/events/outbox';
import { ErasureWorker } from '../platform/privacy';
import { requireTracingPackages } from '../platform/observability/tracing';
import { WebhookEventPublisher } from '../platform/events/webhooks';
import { DatabaseIdempotencyStore } from '../platform/requests/idempotency';
import { parseFilesUrl } from '../platform/media/files';
import { prepareStore } from './prepare-store';
import { listPathsOpenToOthers } from './file-permissions';
import { SHUTDOWN_GRACE_MS } from './shutdown-grace';
import { registerInstance } from './register-instance';
import { explainUnsafeFolder } from './unsafe-folders';
import { limitHeapGrowth } from '../threads/heap-growth';

const CREATE_KEY_COMMAND = "npm run cli -- keys create 'My key' --scopes '*'";

const NO_PUBLIC_BASE_URL_WARNING =
  'PUBLIC_BASE_URL is not set: links in responses use the Host header of the client, or the host that the proxies of TRUST_PROXY forward';

/** The context of a worker process. */
export interface WorkerContext {
  readonly primary: PeerProcess;
  /** Whether this worker prints the greeting and the warnings for all. */
  readonly isFirstWorker: boolean;
}

/**
 * Starts the service in this process: migrates, listens, and stops on SIGTERM or SIGINT.
 * @param workerContext context of a worker process, if there are several
 * @throws ConfigurationError and other errors that prevent the start
 */
export async function serve(
  configuration: Configuration,
  workerContext?: WorkerContext,
): Promise<void> {
  limitHeapGrowth('service');
  await requireTracingPackages(configuration);
  const migrations = await prepareStore(configuration);
  const app = await createApp(configuration, [], workerContext?.primary);
  await app.get(VerifactuModeService).checkAndResumeSending();
  const apiKeyBootstrap = app.get(ApiKeyBootstrap);
  await apiKeyBootstrap.ensureConfiguredKey();
  const logger = app.get<Logger>(LOGGER);
  // Only if this process is certainly the only one on its database.
  if (!workerContext && registerInstance(configuration, logger))
    await app.get(DatabaseIdempotencyStore).releaseAll();
  await listen(app, configuration);
  const server = app.getHttpServer();
  // Read before a signal can close the port.
  const { port } = server.address() as AddressInfo;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(
      signal,
      () => void shutDown(app, server, { signal, drainMs: configuration.drainSeconds * 1000 }),
    );
  }
  logger.info(readBuildInfo(), 'The service has started');
  if (workerContext?.isFirstWorker !== false) await logDatabase(logger, configuration, migrations);
  if (workerContext?.isFirstWorker !== false) {
    // Only after the port is open: a key that is created by a failing start would be lost.
    printGreeting(port, configuration, await createKeyNotice(apiKeyBootstrap, configuration));
    for (const warning of listStartupWarnings(configuration)) logger.warn(warning);
  }
  app.get(OutboxDispatcher).start();
  app.get(JournalSequencer).start();
  app.get(WebhookEventPublisher).start();
  app.get(ErasureWorker).start();
  await warmUpOperations(app);
}

async function logDatabase(
  logger: Logger,
  { databaseUrl }: Configuration,
  migrations: readonly string[],
): Promise<void> {
  const database = (await inspectDatabase(databaseUrl))?.description;
  logger.info({ database }, 'The database is open');
  if (migrations.length > 0) logger.info({ migrations }, 'Migrations have run');
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
    `PORT: ${port} is in use on ${host}; stop the other program, or set another port`,
  EACCES: (port) => `PORT: this user may not listen on ${port}; set a port of 1024 or higher`,
  EADDRNOTAVAIL: (_port, host) => `HOST: ${host} is not an address of this machine`,
  ENOTFOUND: (_port, host) => `HOST: ${host} is not an address of this machine`,
};

/** Warnings about settings that work but should be changed. */
function* listStartupWarnings(configuration: Configuration): Generator<string> {
  const isInProduction = process.env['NODE_ENV'] === 'production';
  if (configuration.publicBaseUrl === undefined && isInProduction) yield NO_PUBLIC_BASE_URL_WARNING;
  const filesLocation = parseFilesUrl(configuration.filesUrl);
  const problem =
    filesLocation.kind === 'local' ? explainUnsafeFolder(filesLocation.folder) : undefined;
  if (problem !== undefined)
    yield `FILES_URL: ${problem}; everybody can download its content. Set another folder`;
  for (const path of listPathsOpenToOthers(configuration)) {
    yield `${path} is open to every user of this machine, but contains personal data; run chmod -R o-rwx on it, or set FILE_MODE`;
  }
}

/** Prints the addresses of the service. */
function printGreeting(port: number, configuration: Configuration, keyNotice: string): void {
  const host = /^(0\.0\.0\.0|::)$/.test(configuration.host) ? 'localhost' : configuration.host;
  const address = configuration.publicBaseUrl ?? `http://${host}:${port}`;
  process.stdout.write(
    `The service listens on ${address}\nSwagger UI:  ${address}/docs\n${keyNotice}`,
  );
}

/** Text about API keys: the first key of a new store, which is printed only here, or how to create another one. */
async function createKeyNotice(
  apiKeyBootstrap: ApiKeyBootstrap,
  { bootstrapApiKey }: Configuration,
): Promise<string> {
  if (bootstrapApiKey !== undefined) return '';
  const firstKey = await apiKeyBootstrap.createFirst();
  if (firstKey !== undefined) return `First API key, shown only now:  ${firstKey}\n`;
  if (!(await apiKeyBootstrap.isOnlyKeyUnused())) return '';
  return `The only API key was never used. If it is lost, create another:  ${CREATE_KEY_COMMAND}\n`;
}

/**
 * Reports that the service is not ready, and continues for the drain time, so that load balancers notice. Then stops
 * accepting connections, completes open requests, and closes the database.
 */
async function shutDown(
  app: NestExpressApplication,
  server: Server,
  { signal, drainMs }: { readonly signal: string; readonly drainMs: number },
): Promise<void> {
  const shutdown = app.get(Shutdown);
  // npm passes Ctrl-C of a terminal on, so the signal may arrive twice.
  if (shutdown.isAnnounced) return;
  shutdown.announce();
  const logger = app.get<Logger>(LOGGER);
  logger.info(
    { signal, drainSeconds: drainMs / 1000 },
    'The service has received a signal to stop',
  );
  setTimeout(() => {
    process.stderr.write(
      `Requests are still running after ${SHUTDOWN_GRACE_MS / 1000} s: the service stops without completing them\n`,
    );
    process.exit(1);
  }, SHUTDOWN_GRACE_MS).unref();
  (app.getHttpAdapter() as unknown as HttpAdapter).closeAfterResponses();
  if (drainMs > 0) await pause(drainMs);
  logger.info('The service takes no more connections, and completes its open requests');
  shutdown.abortWork();
  // A connection that has just become idle would delay the stop until it times out.
  setInterval(() => {
    server.closeIdleConnections();
  }, 20).unref();
  await app.close();
  logger.info('The service has stopped');
  process.exit(0);
}
