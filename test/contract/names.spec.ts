import { createOpenApiDocument } from '../../src/bootstrap/create-app';
import type { JsonSchema } from '../../src/api/validation/schema';
import { Configuration } from '../../src/config/configuration';
import { Service } from '../support/service/service';

interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonSchema;
  readonly 'x-extension'?: true;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }
    >
  >;
}

/** Where the specification lists the query parameter `fields`. */
const withFields = [
  'get /v1/definitions',
  'get /v1/news',
  'get /v1/news/{id}',
  'get /v1/physicalLocations',
  'get /v1/users',
  'get /v1/users/{id}',
];

/** Keys of the user record that the specification calls deprecated. */
const deprecatedKeys = ['RE', 'REVERSECHARGEVAT', 'TAX', 'USERTYPE'];

describe('the OpenAPI document', () => {
  let service: Service;
  let operations: readonly (readonly [string, Described])[];
  let schemas: Record<string, JsonSchema>;
  /** Every schema of the document, with its place and the text that describes it. */
  const all: { readonly place: string; readonly schema: JsonSchema; readonly text: string }[] = [];

  beforeAll(async () => {
    service = await Service.start();
    const document = createOpenApiDocument(service.app, Configuration.from({}));
    schemas = document.components.schemas as unknown as Record<string, JsonSchema>;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Described>).map(
        ([method, operation]) => [`${method} ${path}`, operation] as const,
      ),
    );
    collect(document, '', '');
  });

  afterAll(async () => {
    await service.stop();
  });

  const collect = (value: unknown, place: string, above: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { description } = value as { description?: unknown };
    const text = typeof description === 'string' ? description : above;
    if (Array.isArray((value as JsonSchema).enum)) all.push({ place, schema: value, text });
    for (const [key, inner] of Object.entries(value)) {
      const isSchemaOf = key === 'schema' ? text : '';
      collect(inner, `${place}/${key}`, isSchemaOf);
    }
  };

  it('names every number of a choice, for readers and for generated clients', () => {
    const choices = all.filter(
      // Flags are true and false, for which 1 and 0 are other forms.
      ({ schema: { enum: values = [], 'x-flag': isFlag } }) =>
        isFlag !== true && values.length > 1 && values.some((one) => typeof one === 'number'),
    );
    expect(choices.length).toBeGreaterThan(50);
    for (const { place, schema, text } of choices) {
      const { enum: values = [], 'x-enum-varnames': names = [] } = schema;
      expect({ place, count: names.length }).toEqual({ place, count: values.length });
      expect({ place, different: new Set(names).size }).toEqual({ place, different: names.length });
      for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z]*$/);
      for (const value of values.filter((one) => typeof one === 'number')) {
        expect({ place, text }).toEqual({ place, text: expect.stringMatching(spoken(value)) });
      }
    }
  });

  it('names all alternatives, and the key that distinguishes them', () => {
    const unions = Object.entries(schemas).flatMap(([name, { anyOf, oneOf, discriminator }]) => {
      const variants = anyOf ?? oneOf;
      return variants ? [{ name, variants, discriminator }] : [];
    });
    for (const { name, variants, discriminator } of unions) {
      const targets = variants.map(({ $ref = '' }) => $ref.replace('#/components/schemas/', ''));
      expect({ name, unnamed: targets.filter((one) => !(one in schemas)) }).toEqual({
        ...{ name, unnamed: [] },
      });
      if (!discriminator) continue;
      const { propertyName, mapping } = discriminator;
      const codes = targets.flatMap((target) => {
        const { const: only, enum: values = [only] } =
          schemas[target]?.properties?.[propertyName] ?? {};
        return values.map((value) => [String(value), `#/components/schemas/${target}`]);
      });
      expect({ name, mapping }).toEqual({ name, mapping: Object.fromEntries(codes) as object });
    }
    const names = (hasKey: boolean): string[] =>
      unions.flatMap(({ name, discriminator }) => (hasKey === !!discriminator ? name : []));
    expect(names(true)).toEqual(['ImportLine']);
    const lists = [
      'CreditNotes',
      'DeliveryNotes',
      'Invoices',
      'Orders',
      'Returns',
      'Rmas',
      'Shipments',
    ];
    expect(names(false).sort()).toEqual(['AnyRowRecord', ...lists.map((list) => `${list}Page`)]);
    const answers = operations.flatMap(([operation, { responses = {} }]) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) =>
          (schema?.anyOf ?? schema?.oneOf) ? operation : [],
        ),
      ),
    );
    expect(answers).toEqual([]);
  });

  it('marks the deprecated keys of the user, and no others', () => {
    const marked = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([key, { deprecated }]) =>
        deprecated ? `${name}.${key}` : [],
      ),
    );
    expect(marked.sort()).toEqual(deprecatedKeys.map((key) => `UserRecord.${key}`));
  });

  it('marks `fields` as an addition where the specification does not list it', () => {
    const unmarked = operations.flatMap(([operation, { parameters = [] }]) =>
      parameters.some(({ name, 'x-extension': isAdded }) => name === 'fields' && !isAdded)
        ? operation
        : [],
    );
    expect(unmarked.sort()).toEqual(withFields);
    const marked = operations.filter(([, { parameters = [] }]) =>
      parameters.some(({ name, 'x-extension': isAdded }) => name === 'fields' && isAdded),
    );
    expect(marked.length).toBeGreaterThan(20);
  });
});

/** A number with its name, as descriptions write it. */
function spoken(value: unknown): RegExp {
  return new RegExp(`(^|[ :])${String(value)} [A-Za-z]`);
}
