import 'reflect-metadata';
import { prebuildApiDescription } from './api/openapi/api-description';
import { createOpenApiDocument } from './bootstrap/app';
import { withEmptyStore } from './commands/command-app';

/** The last step of the build: writes the API description, so that no request has to wait for it. */
void withEmptyStore((app, configuration) =>
  prebuildApiDescription(createOpenApiDocument(app, configuration)),
);
