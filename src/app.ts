import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { API_PREFIX, Operations } from './api/operation/operations';
import { credentials } from './api/request/credentials';
import { requestId } from './api/request/request-id';
import { RequestReader } from './api/request/request-reader';
import { urlLength } from './api/request/url-length';
import { answerUnreadableRequests } from './api/unreadable-requests';
import { AppModule } from './app.module';
import type { Configuration } from './config/configuration';

/** Plain http works too, where a proxy speaks https for the service; so nothing is upgraded here. */
const headers: HelmetOptions = {
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  strictTransportSecurity: false,
};

/** The service's version, from package.json. */
export const version = (
  JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version;

/**
 * Builds the service, ready to listen: the same for the server, the commands and every spec.
 * The database must have been migrated.
 */
export async function createApp(configuration: Configuration): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(configuration),
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
  prepareOperations(app);
  answerUnreadableRequests(app.getHttpServer());
  app.use(requestId, accessLog(logger), helmet(headers), urlLength);
  serveDescription(app, openApiOf(app, configuration));
  app.use(API_PREFIX, credentials(app.get(Authenticator), operations));
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

function prepareOperations(app: NestExpressApplication): void {
  const reader = app.get(RequestReader);
  for (const operation of app.get(Operations).all()) reader.prepare(operation);
}

/** `/openapi.json`, and Swagger UI at `/docs`, which needs inline scripts of its own. */
function serveDescription(app: NestExpressApplication, document: OpenAPIObject): void {
  const text = JSON.stringify(document);
  const describe: RequestHandler = (_request, response) => {
    response.type('application/json').send(text);
  };
  app.use('/openapi.json', describe);
  SwaggerModule.setup('docs', app, document, {
    customSiteTitle: 'Online Store Administration',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'list' },
  });
}
