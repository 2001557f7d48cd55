import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { RequestHandler } from 'express';
import { withServer, DEFAULT_SERVER, GUIDE_PATH } from './server-section';
import { type EncodedBody, encodeLazily } from './encoded-body';
import type { OpenApiDocument } from './document';
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path';
import { writePrebuiltBody, findPrebuiltBody } from './prebuilt-body';
import { serveSharedBody } from './shared-body';
import { toSwaggerUiDocument } from './swagger-ui-document';

/** How long clients may keep what the service says of itself, which only a restart changes. */
const DESCRIPTION_LIFETIME_S = 300;
const FILE_LIFETIME_S = 86_400;

/** As far from what is built as from the sources. */
const PACKAGE_FOLDER = join(__dirname, '../../..');
const GUIDE_FILE = 'docs/integration.md';
const ADDITIONS_FOLDER = join(PACKAGE_FOLDER, 'assets/swagger-ui');

/** What this service adds to Swagger UI. */
const additionalFiles = {
  'page.css': 'text/css',
  'plugins.mjs': 'text/javascript',
  'finding.mjs': 'text/javascript',
  'folded-headers.mjs': 'text/javascript',
  'login.mjs': 'text/javascript',
  'names.mjs': 'text/javascript',
  'secrets.mjs': 'text/javascript',
  'shared-login.mjs': 'text/javascript',
};

/** What the page asks for of swagger-ui-dist. */
const swaggerUiFiles = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

/** Swagger UI's options besides the document. */
const swaggerUiOptions = {
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // More than two hundred operations: the headings first, and each has an address of its own.
  docExpansion: 'none',
  filter: true,
  deepLinking: true,
  // The records stand with their operations; all of them below once more would only cost time.
  defaultModelsExpandDepth: -1,
};

/** What is made of the OpenAPI document, by the names that the build prepares it under. */
const generatedBodies = {
  'openapi.json': (document: OpenApiDocument): string => JSON.stringify(document),
  'initializer.js': swaggerUiInitializer,
};

/** Makes and compresses all that is made of the OpenAPI document, for `description`; it is that of the default server. */
export async function prebuildApiDescription(document: OpenApiDocument): Promise<void> {
  for (const [name, make] of Object.entries(generatedBodies))
    await writePrebuiltBody(name, make(document));
}

/**
 * Serves `/openapi.json`, Swagger UI at `/docs`, where `/` leads, the guide for integrators below it, and what that links;
 * passes everything else on.
 * @param server address that clients reach the service by
 * @param describe makes the OpenAPI document; asked once, and only where the build has not prepared it
 */
export function serveApiDescription(
  server: string,
  describe: () => OpenApiDocument,
): RequestHandler {
  let document: OpenApiDocument | undefined;
  const bodyOf = (name: keyof typeof generatedBodies): EncodedBody => {
    const prepared = findPrebuiltBody(name);
    if (!prepared) return encodeLazily(() => generatedBodies[name]((document ??= describe())));
    if (server === DEFAULT_SERVER) return prepared;
    return encodeLazily(async () => withServer(await prepared.identity(), server));
  };
  const answers = new Map([
    ['/openapi.json', descriptionResponse('application/json', bodyOf('openapi.json'))],
    [
      '/docs',
      descriptionResponse(
        'text/html',
        encodeLazily(() => swaggerUiPage('docs/')),
      ),
    ],
    [
      '/docs/',
      descriptionResponse(
        'text/html',
        encodeLazily(() => swaggerUiPage('')),
      ),
    ],
    ['/docs/initializer.js', descriptionResponse('text/javascript', bodyOf('initializer.js'))],
  ]);
  const serve = (
    folder: string,
    names: Readonly<Record<string, string>>,
    lifetime: number,
  ): void => {
    for (const [name, type] of Object.entries(names)) {
      const body = encodeLazily(() => readFile(join(folder, name)));
      answers.set(`/docs/${name}`, serveSharedBody(type, lifetime, body));
    }
  };
  const plain = (path: string): RequestHandler =>
    descriptionResponse(
      'text/plain',
      encodeLazily(() => readFile(join(PACKAGE_FOLDER, path))),
    );
  answers.set(GUIDE_PATH, plain(GUIDE_FILE));
  for (const path of listFilesLinkedByGuide()) answers.set(`/${path}`, plain(path));
  serve(getAbsoluteFSPath(), swaggerUiFiles, FILE_LIFETIME_S);
  serve(ADDITIONS_FOLDER, additionalFiles, DESCRIPTION_LIFETIME_S);
  answers.set('/', (_request, response) => {
    response.redirect('docs');
  });
  return (request, response, next) => {
    const answer = answers.get(request.path) ?? passOn;
    return answer(request, response, next);
  };
}

/** The files that the guide links, by their paths in the package, which are their addresses as well. */
function listFilesLinkedByGuide(): string[] {
  const links = readFileSync(join(PACKAGE_FOLDER, GUIDE_FILE), 'utf8').matchAll(
    /\]\(([\w./-]+)(?:#[\w-]*)?\)/g,
  );
  const paths = [...links].map(([, link = '']) => posix.join(posix.dirname(GUIDE_FILE), link));
  return [...new Set(paths)].filter((path) => existsSync(join(PACKAGE_FOLDER, path)));
}

const passOn: RequestHandler = (_request, _response, next) => {
  next();
};

function descriptionResponse(type: string, body: EncodedBody): RequestHandler {
  return serveSharedBody(type, DESCRIPTION_LIFETIME_S, body);
}

/** @param folder where the page's files are, as seen from the page's own address */
function swaggerUiPage(folder: string): string {
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

/** Starts Swagger UI with the document in it, so that nothing is waited for twice. */
function swaggerUiInitializer(document: OpenApiDocument): string {
  return `import { pluginsFor } from './plugins.mjs';

const spec = ${JSON.stringify(toSwaggerUiDocument(document))};
// Beside the page, whatever path a proxy has put before it.
spec.externalDocs.url = new URL('guide', import.meta.url).href;
SwaggerUIBundle({ ...${JSON.stringify(swaggerUiOptions)}, spec, plugins: pluginsFor(spec) });
`;
}
