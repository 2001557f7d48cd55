import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

interface Described {
  readonly route: readonly string[];
  readonly method: string;
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

/** Holds answers of the service against its OpenAPI document: status, media type and every member. */
export class Contract {
  private readonly operations: Described[] = [];
  private readonly whole: Schemas;
  /** Answers to `fields` lack keys, on purpose: there nothing is required. */
  private partial?: Schemas;

  constructor(private readonly document: OpenAPIObject) {
    this.whole = new Schemas(document, false);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods as Record<string, Described>)) {
        this.operations.push({ route: path.split('/'), method, responses: operation.responses });
      }
    }
  }

  /** @throws Error that says how the answer departs from the document; unknown paths are left alone */
  check(method: string, path: string, status: number, mediaType: string, text: string): void {
    // The router takes a path with a slash at its end for the one without.
    const plain = path.split('?')[0]?.replace(/\/$/, '') ?? '';
    const operation = this.find(method.toLowerCase(), plain);
    if (!operation || status === 404 || status === 405) return;
    const said = operation.responses[String(status)];
    if (!said)
      throw new Error(`${method} ${path} answered ${status}, which it does not declare: ${text}`);
    if (!said.content) {
      if (text !== '') throw new Error(`${method} ${path} answered ${status} with a body`);
      return;
    }
    const content = said.content[mediaType];
    if (!content) throw new Error(`${method} ${path} answered ${status} as ${mediaType}`);
    const isPartial = /[?&]fields=/.test(path) && status === 200;
    const schemas = isPartial ? this.partialSchemas() : this.whole;
    const errors = schemas.errors(content.schema, JSON.parse(text));
    if (errors !== undefined) {
      throw new Error(
        `${method} ${path} answered ${status} off its schema:\n${errors}\n${text.slice(0, 2000)}`,
      );
    }
  }

  private partialSchemas(): Schemas {
    return (this.partial ??= new Schemas(withoutRequired(this.document), true));
  }

  private find(method: string, path: string): Described | undefined {
    const segments = path.split('/');
    const matching = this.operations.filter(
      ({ route, method: one }) =>
        one === method &&
        route.length === segments.length &&
        route.every((part, index) => part.startsWith('{') || part === segments[index]),
    );
    // As the router has it: a literal part goes before a parameter, from the left.
    const rank = ({ route }: Described) => route.map((part) => +part.startsWith('{')).join('');
    return matching.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))[0];
  }
}

/** The schemas of a document, compiled when first needed. */
class Schemas {
  // That the schemas are schemas is shown by the lint of the document.
  private readonly ajv = new Ajv2020({
    ...{ strict: false, allErrors: true, validateFormats: false, validateSchema: false },
  });
  private readonly compiled = new Map<object, ValidateFunction>();

  /** @param relaxed requires no member of anything */
  constructor(
    document: object,
    private readonly relaxed: boolean,
  ) {
    this.ajv.addSchema({ ...document, $id: 'openapi' });
  }

  /** What is wrong with the value; undefined when nothing is. */
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
