import 'reflect-metadata';
import { prebuildApiDescription } from './api/openapi/api-description';
import { createOpenApiDocument } from './bootstrap/app';
import { withEmptyStore } from './commands/command-app';

/** The last step of the build: describes the service, so that no request has to wait for that. */
void withEmptyStore((app, configuration) =>
  prebuildApiDescription(createOpenApiDocument(app, configuration)),
);
