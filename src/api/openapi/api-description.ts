import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { RequestHandler } from 'express';
import { replaceServerUrl, DEFAULT_SERVER_URL, GUIDE_PATH } from './server-section';
import { type EncodedBody, encodeLazily } from './encoded-body';
import type { OpenApiDocument } from './openapi-document';
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path';
import { writePrebuiltBody, findPrebuiltBody } from './prebuilt-body';
import { serveStaticBody } from './static-body';
import { toSwaggerUiDocument } from './swagger-ui-document';

/** How long clients may cache the description, which only a restart changes. */
const DESCRIPTION_MAX_AGE_S = 300;
const FILE_MAX_AGE_S = 86_400;

/** The package's root; the path is the same from `dist` and from `src`. */
const PACKAGE_FOLDER = join(__dirname, '../../..');
const GUIDE_FILE = 'docs/integration.md';
const ADDITIONAL_FILES_FOLDER = join(PACKAGE_FOLDER, 'assets/swagger-ui');

const SEARCH_LIBRARY_FILE = join(dirname(require.resolve('minisearch')), '../es/index.js');

/** Files that this service adds to Swagger UI. */
const additionalFiles = {
  'page.css': 'text/css',
  'plugins.mjs': 'text/javascript',
  'accessibility.mjs': 'text/javascript',
  'changes-link.mjs': 'text/javascript',
  'confirmation.mjs': 'text/javascript',
  'finding.mjs': 'text/javascript',
  'folded-headers.mjs': 'text/javascript',
  'large-bodies.mjs': 'text/javascript',
  'login.mjs': 'text/javascript',
  'names.mjs': 'text/javascript',
  'opening.mjs': 'text/javascript',
  'secrets.mjs': 'text/javascript',
  'shared-login.mjs': 'text/javascript',
  'shortcuts.mjs': 'text/javascript',
  'synonyms.mjs': 'text/javascript',
  'tables.mjs': 'text/javascript',
};

/** Files of swagger-ui-dist that the page loads. */
const swaggerUiFiles = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

/** Options of Swagger UI, without the document. */
const swaggerUiOptions = {
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // There are more than two hundred operations: show the headings first. Each one has its own address.
  docExpansion: 'none',
  filter: true,
  deepLinking: true,
  // The operations show their records; a second list of all records would only cost time.
  defaultModelsExpandDepth: -1,
};

/** Creates the bodies that depend on the OpenAPI document, by the names of their prepared files. */
const bodyFactories = {
  'openapi.json': (document: OpenApiDocument): string => JSON.stringify(document),
  'initializer.js': createSwaggerUiInitializer,
};

/**
 * Writes the compressed bodies that depend on the OpenAPI document, for `serveApiDescription`.
 * @param document the document for the default server
 */
export async function prebuildApiDescription(document: OpenApiDocument): Promise<void> {
  for (const [name, createBody] of Object.entries(bodyFactories))
    await writePrebuiltBody(name, createBody(document));
}

/**
 * Serves `/openapi.json`, Swagger UI at `/docs`, the guide for integrators and the files that the guide links. `/`
 * redirects to `/docs`; all other requests are passed on.
 * @param serverUrl address at which clients reach the service
 * @param createDocument creates the OpenAPI document; called once, and only if the build has not prepared the bodies
 */
export function serveApiDescription(
  serverUrl: string,
  createDocument: () => OpenApiDocument,
): RequestHandler {
  let document: OpenApiDocument | undefined;
  const getBody = (name: keyof typeof bodyFactories): EncodedBody => {
    const prebuiltBody = findPrebuiltBody(name);
    if (!prebuiltBody)
      return encodeLazily(() => bodyFactories[name]((document ??= createDocument())));
    if (serverUrl === DEFAULT_SERVER_URL) return prebuiltBody;
    return encodeLazily(async () => replaceServerUrl(await prebuiltBody.identity(), serverUrl));
  };
  const handlers = new Map([
    ['/openapi.json', serveDescription('application/json', getBody('openapi.json'))],
    [
      '/docs',
      serveDescription(
        'text/html',
        encodeLazily(() => createSwaggerUiPage('docs/')),
      ),
    ],
    [
      '/docs/',
      serveDescription(
        'text/html',
        encodeLazily(() => createSwaggerUiPage('')),
      ),
    ],
    ['/docs/initializer.js', serveDescription('text/javascript', getBody('initializer.js'))],
  ]);
  const addFiles = (
    folder: string,
    mediaTypes: Readonly<Record<string, string>>,
    maxAgeS: number,
  ): void => {
    for (const [name, type] of Object.entries(mediaTypes)) {
      const body = encodeLazily(() => readFile(join(folder, name)));
      handlers.set(`/docs/${name}`, serveStaticBody(type, maxAgeS, body));
    }
  };
  // The library that the page searches with, as a module for browsers.
  const searchLibrary = encodeLazily(() => readFile(SEARCH_LIBRARY_FILE));
  handlers.set(
    '/docs/minisearch.js',
    serveStaticBody('text/javascript', FILE_MAX_AGE_S, searchLibrary),
  );
  handlers.set(GUIDE_PATH, servePlainText(GUIDE_FILE));
  for (const path of listFilesLinkedByGuide()) handlers.set(`/${path}`, servePlainText(path));
  addFiles(getAbsoluteFSPath(), swaggerUiFiles, FILE_MAX_AGE_S);
  addFiles(ADDITIONAL_FILES_FOLDER, additionalFiles, DESCRIPTION_MAX_AGE_S);
  handlers.set('/', (_request, response) => {
    response.redirect('docs');
  });
  return (request, response, next) => {
    const handler = handlers.get(request.path) ?? callNext;
    return handler(request, response, next);
  };
}

/** Paths in the package of the files that the guide links. The service serves them under the same paths. */
function listFilesLinkedByGuide(): string[] {
  const links = readFileSync(join(PACKAGE_FOLDER, GUIDE_FILE), 'utf8').matchAll(
    /\]\(([\w./-]+)(?:#[\w-]*)?\)/g,
  );
  const paths = [...links].map(([, link = '']) => posix.join(posix.dirname(GUIDE_FILE), link));
  return [...new Set(paths)].filter((path) => existsSync(join(PACKAGE_FOLDER, path)));
}

function servePlainText(path: string): RequestHandler {
  return serveDescription(
    'text/plain',
    encodeLazily(() => readFile(join(PACKAGE_FOLDER, path))),
  );
}

const callNext: RequestHandler = (_request, _response, next) => {
  next();
};

function serveDescription(type: string, body: EncodedBody): RequestHandler {
  return serveStaticBody(type, DESCRIPTION_MAX_AGE_S, body);
}

/** @param folder path of the page's files, relative to the page's address */
function createSwaggerUiPage(folder: string): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Online Store Administration</title>
    <link rel="stylesheet" href="${folder}swagger-ui.css">
    <link rel="stylesheet" href="${folder}page.css">
    <link rel="icon" type="image/png" sizes="32x32" href="${folder}favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${folder}swagger-ui-bundle.js"></script>
    <script type="module" src="${folder}initializer.js"></script>
  </body>
</html>
`;
}

/** A script that starts Swagger UI with the document in it, which saves a second request. */
function createSwaggerUiInitializer(document: OpenApiDocument): string {
  return `import { pluginsFor, requestInterceptor } from './plugins.mjs';

const spec = ${JSON.stringify(toSwaggerUiDocument(document))};
// Relative to the page, whatever path a proxy has put before it.
spec.externalDocs.url = new URL('guide', import.meta.url).href;
SwaggerUIBundle({ ...${JSON.stringify(swaggerUiOptions)}, spec, requestInterceptor, plugins: pluginsFor(spec) });
`;
}
