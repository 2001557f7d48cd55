import type { Server } from 'node:http';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Logger } from 'pino';
import { Authenticator } from '../api';
import { type ConnectionLimits, limitConnections } from '../api/connections/connection-limits';
import { registerConnectionMetrics } from '../api/connections/connection-metrics';
import { getMaxConnectionsByFileDescriptors } from '../api/connections/file-descriptors';
import { HttpAdapter } from '../api/connections/http-adapter';
import { LOGGER, createAccessLog, createNestLogger } from '../api/observability/logging';
import { serveApiDescription } from '../api/openapi/api-description';
import { DEFAULT_SERVER_URL } from '../api/openapi/server-section';
import { type OpenApiDocument, buildOpenApiDocument } from '../api/openapi/openapi-document';
import { createSpanMiddleware } from '../api/observability/span-middleware';
import { API_PREFIX, OperationRegistry } from '../api/operation/operation-registry';
import { authenticateRequests } from '../api/request/authenticate-requests';
import { limitHeaderCount } from '../api/request/header-count';
import { OperationValidators } from '../api/request/operation-validators';
import { captureOrigin } from '../api/request/origin';
import { enterRequestContext } from '../api/request/request-id';
import { limitUrlLength } from '../api/request/url-length';
import { createRequestMetrics } from '../api/observability/request-metrics';
import { handleClientErrors } from '../api/problems/client-errors';
import { AppModule } from '../app.module';
import type { Configuration } from '../config/configuration';
import { serviceVersion } from '../config/service-version';
import { Metrics } from '../core/metrics';
import { registerBuildMetric } from './build-info';
import { patchAsyncResourceBind } from './patch-async-resource-bind';
import type { PeerProcess } from '../core/peer-process';
import { SpanRecorder } from '../core/span-recorder';
import {
  createImportRecordComponents,
  ImportRecordTypeRegistry,
} from '../platform/data-transfer/imports';
import { listWebhookSpecs } from '../platform/events/webhooks';

/** Requests are not upgraded to https here: a proxy may provide https for the service. */
const helmetOptions: HelmetOptions = {
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
};

/** A response without progress for this long counts as abandoned by its client. */
const STALL_TIMEOUT_MS = 30_000;

/** Responses contain personal data and secrets, so neither browsers nor proxies may store them. */
const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/**
 * Creates the service, ready to listen: for the server, the commands and every spec. The database must be migrated.
 * @param extraModules modules in addition to the service's own
 * @param primary the primary process, if this is one of several workers
 */
export async function createApp(
  configuration: Configuration,
  extraModules: readonly Type[] = [],
  primary?: PeerProcess,
): Promise<NestExpressApplication> {
  patchAsyncResourceBind();
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(configuration, extraModules, primary),
    new HttpAdapter(),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  const logger = app.get<Logger>(LOGGER);
  app.useLogger(createNestLogger(logger));
  app.set('query parser', 'simple');
  app.set('etag', false);
  const { trustProxy, forwardedHeaders } = configuration;
  app.set('trust proxy', forwardedHeaders.has('x-forwarded-for') ? trustProxy : 0);
  app.disable('x-powered-by');

  const operations = app.get(OperationRegistry);
  operations.collect();
  const server: Server = app.getHttpServer();
  const metrics = app.get(Metrics);
  registerBuildMetric(metrics);
  handleClientErrors(server);
  limitConnections(
    server,
    getConnectionLimits(configuration),
    registerConnectionMetrics(server, metrics),
  );
  app.use(enterRequestContext, createAccessLog(logger), createRequestMetrics(metrics));
  app.use(helmet(helmetOptions), limitHeaderCount, limitUrlLength, captureOrigin(configuration));
  app.use(
    serveApiDescription(getServerUrl(configuration), () =>
      createOpenApiDocument(app, configuration),
    ),
  );
  const spanRecorder = app.get<SpanRecorder | undefined>(SpanRecorder);
  if (spanRecorder) app.use(API_PREFIX, createSpanMiddleware(spanRecorder, operations));
  app.use(API_PREFIX, noStore, authenticateRequests(app.get(Authenticator), operations));
  await app.init();
  return app;
}

/** Behind a proxy there is no limit per network, because all clients share the proxy's address. */
function getConnectionLimits(configuration: Configuration): ConnectionLimits {
  const { maxConnections, maxConnectionsPerAddress, maxWaitingBytes, trustProxy } = configuration;
  return {
    maxConnections: Math.min(maxConnections, getMaxConnectionsByFileDescriptors()),
    ...(trustProxy > 0 ? {} : { maxConnectionsPerNetwork: maxConnectionsPerAddress }),
    maxUnsentBytes: maxWaitingBytes,
    stallTimeoutMs: STALL_TIMEOUT_MS,
  };
}

/** The address at which clients reach the service. */
function getServerUrl({ publicBaseUrl }: Configuration): string {
  return publicBaseUrl ?? DEFAULT_SERVER_URL;
}

export function createOpenApiDocument(
  app: NestExpressApplication,
  configuration: Configuration,
): OpenApiDocument {
  return buildOpenApiDocument(
    app.get(OperationRegistry).list(),
    serviceVersion,
    getServerUrl(configuration),
    listWebhookSpecs(),
    createImportRecordComponents(app.get(ImportRecordTypeRegistry).list()),
  );
}

/**
 * Compiles all validators, so that the first request of each operation is as fast as the others. Called after
 * listening.
 * @throws Error if a schema can't express a DTO exactly
 */
export async function warmUpOperations(app: NestExpressApplication): Promise<void> {
  app.get(ImportRecordTypeRegistry).assertSchemasDerivable();
  await app.get(OperationValidators).warmUp(app.get(OperationRegistry).list());
}
