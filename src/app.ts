import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Logger } from 'pino';
import { Authenticator } from './api';
import { HttpAdapter } from './api/http-adapter';
import { LOGGER, accessLog, nestLogger } from './api/logging';
import { openApiDocument } from './api/openapi/document';
import { swaggerUiDocument } from './api/openapi/swagger-ui-document';
import { API_PREFIX, Operations } from './api/operation/operations';
import { credentials } from './api/request/credentials';
import { OperationChecks } from './api/request/operation-checks';
import { requestId } from './api/request/request-id';
import { urlLength } from './api/request/url-length';
import { requestMetrics } from './api/request-metrics';
import { answerUnreadableRequests } from './api/unreadable-requests';
import { AppModule } from './app.module';
import type { Configuration } from './config/configuration';
import { Metrics } from './core/metrics';

/** Plain http works too, where a proxy speaks https for the service; so nothing is upgraded here. */
const headers: HelmetOptions = {
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
};

/** Answers hold personal data and secrets: neither browsers nor proxies keep them. */
const notKept: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** The service's version, from package.json. */
export const version = (
  JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version;

/**
 * Builds the service, ready to listen: the same for the server, the commands and every spec.
 * The database must have been migrated.
 * @param more modules beside the service's own
 */
export async function createApp(
  configuration: Configuration,
  more: readonly Type[] = [],
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(configuration, more),
    new HttpAdapter(),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  const logger = app.get<Logger>(LOGGER);
  app.useLogger(nestLogger(logger));
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.set('trust proxy', configuration.trustProxy);
  app.disable('x-powered-by');

  const operations = app.get(Operations);
  operations.collect();
  answerUnreadableRequests(app.getHttpServer());
  app.use(requestId, accessLog(logger), requestMetrics(app.get(Metrics)));
  app.use(helmet(headers), urlLength);
  serveDescription(app, () => openApiOf(app, configuration));
  app.use(API_PREFIX, notKept, credentials(app.get(Authenticator), operations));
  await app.init();
  return app;
}

/** The OpenAPI document of the service. */
export function openApiOf(
  app: NestExpressApplication,
  configuration: Configuration,
): OpenAPIObject {
  const operations = app.get(Operations).all();
  return openApiDocument(operations, version, configuration.publicBaseUrl ?? '/');
}

/** Makes the first request of each operation as quick as all others; once the service listens. */
export function prepareOperations(app: NestExpressApplication): Promise<void> {
  return app.get(OperationChecks).prepare(app.get(Operations).all());
}

/** `/openapi.json`, and Swagger UI at `/docs`, which needs inline scripts of its own; made when first asked for. */
function serveDescription(app: NestExpressApplication, make: () => OpenAPIObject): void {
  let document: OpenAPIObject | undefined;
  let text: string | undefined;
  const described = (): OpenAPIObject => (document ??= make());
  const describe: RequestHandler = (_request, response) => {
    response.type('application/json').send((text ??= JSON.stringify(described())));
  };
  app.use('/openapi.json', describe);
  SwaggerModule.setup('docs', app, () => swaggerUiDocument(described()), {
    raw: false,
    customSiteTitle: 'Online Store Administration',
    swaggerOptions: {
      persistAuthorization: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      // More than two hundred operations: the headings first, and each has an address of its own.
      docExpansion: 'none',
      filter: true,
      deepLinking: true,
      // The records stand with their operations; all of them below once more would only cost time.
      defaultModelsExpandDepth: -1,
    },
  });
}
