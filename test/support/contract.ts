import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import { createOpenApiDocument } from '../../src/bootstrap/create-app';
import { OperationRegistry } from '../../src/api/operation/operation-registry';
import { Configuration } from '../../src/config/configuration';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

interface DocumentedResponse {
  readonly content?: Record<string, { schema: object }>;
}

interface DescribedOperation {
  /** As the document has it. */
  readonly path: string;
  readonly route: readonly string[];
  readonly method: string;
  readonly responses: Record<string, DocumentedResponse>;
  readonly requestBody: object | undefined;
}

/** The answer that a method may get at a known path that has no such operation. */
function fallbackResponse(status: number): DocumentedResponse | undefined {
  const schema = { $ref: '#/components/schemas/Problem' };
  return [401, 405].includes(status)
    ? { content: { 'application/problem+json': { schema } } }
    : undefined;
}

/**
 * Compares answers of the service with its OpenAPI document: status, media type and every member. Faults of requests
 * without a body must not point into one. This file is loaded once a worker (jest.config.cjs), so that a document is
 * made and its schemas are compiled once, too.
 */
export class Contract {
  private static readonly cache = new Map<string, Contract>();

  private readonly operations: DescribedOperation[] = [];
  private readonly whole: Schemas;
  /** Answers to `fields` lack keys, on purpose: there nothing is required. */
  private partial?: Schemas;

  constructor(private readonly document: OpenApiDocument) {
    this.whole = new Schemas(document, false);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(
        methods as Record<string, DescribedOperation>,
      )) {
        this.operations.push({
          path,
          route: path.split('/'),
          method,
          responses: operation.responses,
          requestBody: operation.requestBody,
        });
      }
    }
  }

  /** The one of a service, or of another service with the same operations. */
  static forApp(app: NestExpressApplication): Contract {
    const operations = app.get(OperationRegistry).list();
    const key = operations.map(({ id }) => id).join();
    const contract =
      Contract.cache.get(key) ?? new Contract(createOpenApiDocument(app, app.get(Configuration)));
    Contract.cache.set(key, contract);
    return contract;
  }

  /**
   * Unknown paths are left alone.
   * @returns the operation that has done what it was asked for, `GET /v1/orders/{id}`; undefined for none
   * @throws Error that describes how the answer departs from the document
   */
  check(
    method: string,
    path: string,
    status: number,
    mediaType: string,
    text: string,
  ): string | undefined {
    // The router takes a path with a slash at its end for the one without.
    const plain = path.split('?')[0]?.replace(/\/$/, '') ?? '';
    const operations = this.operationsAt(plain);
    if (operations.length === 0) return undefined;
    // HEAD is answered as GET is, without the body.
    const name = method.toLowerCase().replace('head', 'get');
    const operation = operations.find((one) => one.method === name);
    const declared = operation ? operation.responses[String(status)] : fallbackResponse(status);
    if (!declared)
      throw new Error(`${method} ${path} answered ${status}, which it does not declare: ${text}`);
    if (!declared.content || method.toLowerCase() === 'head') {
      if (text) throw new Error(`${method} ${path} answered ${status} with a body`);
      return undefined;
    }
    const content = declared.content[mediaType] ?? declared.content['*/*'];
    if (!content) throw new Error(`${method} ${path} answered ${status} as ${mediaType}`);
    const isPartial = /[?&]fields=/.test(path) && status === 200;
    const schemas = isPartial ? this.partialSchemas() : this.whole;
    // The content of a file is not checked.
    const errors = isFile(content.schema)
      ? undefined
      : schemas.errors(content.schema, mediaType.endsWith('json') ? JSON.parse(text) : text);
    if (errors !== undefined) {
      throw new Error(
        `${method} ${path} answered ${status} off its schema:\n${errors}\n${text.slice(0, 2000)}`,
      );
    }
    if (status === 400 && operation?.requestBody === undefined && pointsIntoBody(text))
      throw new Error(`${method} ${path} takes no body, and found a fault in it: ${text}`);
    return operation && status < 300 ? `${name.toUpperCase()} ${operation.path}` : undefined;
  }

  private partialSchemas(): Schemas {
    return (this.partial ??= new Schemas(withoutRequired(this.document), true));
  }

  /** The operations of the path that the router takes a path for. */
  private operationsAt(path: string): DescribedOperation[] {
    const segments = path.split('/');
    const matching = this.operations.filter(
      ({ route }) =>
        route.length === segments.length &&
        route.every((part, index) => part.startsWith('{') || part === segments[index]),
    );
    // As the router has it: a literal part goes before a parameter, from the left.
    const rank = ({ route }: DescribedOperation) =>
      route.map((part) => +part.startsWith('{')).join('');
    return matching.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  }
}

function pointsIntoBody(problem: string): boolean {
  const { errors } = JSON.parse(problem) as { errors: { pointer: string }[] };
  return errors.some(({ pointer }) => pointer === '' || pointer.startsWith('/'));
}

function isFile(schema: object): boolean {
  return 'format' in schema && schema.format === 'binary';
}

/** The schemas of a document, compiled when first needed. */
class Schemas {
  // That the schemas are schemas is shown by the lint of the document.
  private readonly ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, validateFormats: false, validateSchema: false },
    // Few schemas see so many answers that a quicker check would be worth the time to make it.
    code: { optimize: false },
  });
  private readonly compiled = new Map<object, ValidateFunction>();

  /** @param relaxed requires no member of anything */
  constructor(
    document: object,
    private readonly relaxed: boolean,
  ) {
    this.ajv.addSchema({ ...document, $id: 'openapi' });
  }

  /** Errors of the value; undefined for a valid one. */
  errors(schema: object, value: unknown): string | undefined {
    const validate = this.compiled.get(schema) ?? this.compile(schema);
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors, { separator: '\n' });
  }

  private compile(schema: object): ValidateFunction {
    const text = JSON.stringify(this.relaxed ? withoutRequired(schema) : schema);
    const absolute = JSON.parse(text.replaceAll('"#/components', '"openapi#/components')) as object;
    const validate = this.ajv.compile(absolute);
    this.compiled.set(schema, validate);
    return validate;
  }
}

function withoutRequired<T extends object>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'required' && Array.isArray(value) ? undefined : value,
    ),
  ) as T;
}
