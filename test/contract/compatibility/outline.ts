/** The part of an OpenAPI document that clients depend on: the rest may change freely (docs/compatibility.md). */
export interface Outline {
  readonly version: string;
  /** By method and path, `GET /v1/orders`. */
  readonly operations: Readonly<Record<string, OutlinedOperation>>;
  readonly schemas: Readonly<Record<string, OutlinedSchema>>;
}

export interface OutlinedOperation {
  readonly id: string;
  readonly scope?: string;
  /** The cost of a call: FREE, LIGHT or HEAVY. */
  readonly cost?: string;
  /** Ways to say who is calling; any one of them will do. */
  readonly security: readonly string[];
  /** By place and name, `query perPage`. */
  readonly parameters: Readonly<Record<string, OutlinedParameter>>;
  readonly body?: { readonly required: boolean; readonly content: OutlinedContent };
  /** By status, of success alone. */
  readonly answers: Readonly<Record<string, OutlinedContent>>;
}

export interface OutlinedParameter {
  readonly required: boolean;
  readonly schema: OutlinedSchema;
}

/** By media type. */
export type OutlinedContent = Readonly<Record<string, OutlinedSchema>>;

/** JSON Schema without words. */
export interface OutlinedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, OutlinedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | OutlinedSchema;
  readonly items?: OutlinedSchema;
  readonly anyOf?: readonly OutlinedSchema[];
  readonly [keyword: string]: unknown;
}

/** The part of an OpenAPI document that is read here. */
export interface Described {
  readonly info: { readonly version: string };
  readonly security?: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OutlinedSchema>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-scope'?: string;
  readonly 'x-request-type'?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: OutlinedSchema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: DescribedContent };
  readonly responses: Readonly<Record<string, { readonly content?: DescribedContent }>>;
}

type DescribedContent = Readonly<Record<string, { readonly schema?: OutlinedSchema }>>;

/** Keywords that say nothing about which values are valid. */
const words = new Set([
  'description',
  'title',
  'example',
  'examples',
  'deprecated',
  'x-extension',
  'x-code',
]);

/** Methods of HTTP as a path of the document spells them. */
const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options']);

export function outlineOf(document: Described): Outline {
  const operations: Record<string, OutlinedOperation> = {};
  for (const [path, ofPath] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(ofPath)) {
      if (!methods.has(method)) continue;
      operations[`${method.toUpperCase()} ${path}`] = operationOf(operation, document);
    }
  }
  const schemas: Record<string, OutlinedSchema> = {};
  for (const name of schemasIn(operations, document)) {
    schemas[name] = withoutWords(document.components.schemas[name] ?? {});
  }
  return { version: document.info.version, operations, schemas };
}

/** One operation or schema a line, so that a change is one. */
export function written({ version, operations, schemas }: Outline): string {
  const lines = (members: object): string =>
    Object.entries(members)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  const parts = [`"operations":{\n${lines(operations)}\n}`, `"schemas":{\n${lines(schemas)}\n}`];
  return `{"version":${JSON.stringify(version)},\n${parts.join(',\n')}}\n`;
}

function operationOf(operation: DescribedOperation, document: Described): OutlinedOperation {
  const { operationId, security, parameters = [], requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  return {
    id: operationId,
    ...(operation['x-scope'] !== undefined && { scope: operation['x-scope'] }),
    ...(operation['x-request-type'] !== undefined && { cost: operation['x-request-type'] }),
    security: (security ?? document.security ?? []).map((one) => Object.keys(one).join(' and ')),
    parameters: Object.fromEntries(
      parameters.map(({ name, in: place, required = false, schema }) => [
        `${place} ${name}`,
        { required, schema: withoutWords(schema) },
      ]),
    ),
    ...(requestBody && {
      body: { required: requestBody.required ?? false, content: contentOf(requestBody.content) },
    }),
    answers: Object.fromEntries(
      successes.map(([status, { content = {} }]) => [status, contentOf(content)]),
    ),
  };
}

function contentOf(content: DescribedContent): OutlinedContent {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema = {} }]) => [type, withoutWords(schema)]),
  );
}

function withoutWords(schema: OutlinedSchema): OutlinedSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !words.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, keyword === 'properties' ? ofAll(value) : of(value)]),
  );
}

/** The values of a map of schemas: its names are no keywords. */
function ofAll(value: unknown): unknown {
  const members = Object.entries(value as Record<string, OutlinedSchema>);
  return Object.fromEntries(members.map(([name, schema]) => [name, withoutWords(schema)]));
}

function of(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(of);
  return typeof value === 'object' && value !== null
    ? withoutWords(value as OutlinedSchema)
    : value;
}

/** The names of the schemas that are referred to, also by each other. */
function schemasIn(part: unknown, document: Described): Set<string> {
  const found = new Set<string>();
  const look = (within: unknown): void => {
    for (const [, name = ''] of JSON.stringify(within).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      look(document.components.schemas[name] ?? {});
    }
  };
  look(part);
  return new Set([...found].sort());
}
