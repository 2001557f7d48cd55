import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import { createOpenApiDocument } from '../../src/bootstrap/create-app';
import type { JsonSchema } from '../../src/api/validation/schema';
import { Configuration } from '../../src/config/configuration';
import { Service } from '../support/service/service';

type Notation = string | [Notation] | { [key: string]: Notation };

const records = JSON.parse(readFileSync(join(__dirname, 'records.json'), 'utf8')) as Record<
  string,
  Notation
>;

/** Records of the document under a different name in the list of records, by their names there. */
const same: Readonly<Record<string, string>> = {
  recordId: 'id',
};

/** Records that the answers of lists contain, by the members that hold them. */
const ofLists: Readonly<Record<string, string>> = {
  CURSORS: 'cursors',
  PAGERPARAMETERS: 'pagerParameters',
  cursors: 'salesCursors',
  pagerParameters: 'salesPagerParameters',
};

/** Records that the list of records describes in words. */
const described: Readonly<Record<string, Notation>> = {
  shipmentListItem: { ...(records['shipment'] as object), DOCUMENT: '@documentParent' },
  rmaDocument: {
    ...(records['orderDocument'] as object),
    ADDITIONAITEMS: [{ AMOUNT: 'n', NAME: 's', TYPE: 's' }],
  },
};

describe('records', () => {
  let service: Service;
  let document: OpenApiDocument;
  let schemas: Record<string, JsonSchema>;
  /** Names of the list's records that the document was compared with. */
  const compared = new Set<string>();

  beforeAll(async () => {
    service = await Service.start();
    document = createOpenApiDocument(service.app, Configuration.from({}));
    schemas = document.components.schemas as unknown as Record<string, JsonSchema>;
  });

  afterAll(async () => {
    await service.stop();
  });

  const resolve = (schema: JsonSchema | undefined): JsonSchema => {
    const name = schema?.$ref?.split('/').at(-1);
    return (name === undefined ? schema : schemas[name]) ?? {};
  };

  const notationOf = (name: string): Notation => {
    const notation = described[name] ?? records[name];
    if (notation === undefined) throw new Error(`No record is called ${name}`);
    compared.add(name);
    return notation;
  };

  /** Where a schema departs from the notation of the list. */
  const differences = (schema: JsonSchema, notation: Notation, place: string): string[] => {
    const resolved = resolve(schema);
    if (Array.isArray(notation)) {
      return resolved.type === 'array' && resolved.items
        ? differences(resolved.items, notation[0], `${place}[]`)
        : [`${place} is no array`];
    }
    if (typeof notation !== 'string') return objectDifferences(resolved, notation, place);
    if (notation.startsWith('@')) return namedDifferences(resolved, notation, place);
    return leafDifferences(resolved, notation, place);
  };

  const objectDifferences = (
    schema: JsonSchema,
    notation: { [key: string]: Notation },
    place: string,
  ): string[] => {
    const wanted = Object.keys(notation).filter((key) => !key.startsWith('$'));
    const properties = schema.properties ?? {};
    const known = Object.keys(properties).filter((key) => !properties[key]?.['x-extension']);
    const keys = new Set([...wanted, ...known]);
    return [...keys].flatMap((key) => {
      if (!wanted.includes(key)) return [`${place}.${key} is not in the list`];
      if (!properties[key]) return [`${place}.${key} is missing`];
      if (!schema.required?.includes(key)) return [`${place}.${key} is not required`];
      return differences(properties[key], notation[key] ?? '', `${place}.${key}`);
    });
  };

  /** Records that are being compared: one may hold itself. */
  const open = new Set<string>();

  const namedDifferences = (schema: JsonSchema, notation: string, place: string): string[] => {
    const [name = '', owner] = notation.slice(1).split(' with ');
    const choices = name.split(' or @');
    if (choices.length > 1) {
      const offered = schema.anyOf ?? schema.oneOf ?? [];
      return choices.flatMap((choice, index) =>
        differences(offered[index] ?? {}, notationOf(choice), `${place}(${choice})`),
      );
    }
    if (open.has(name)) return [];
    const record = notationOf(name);
    const whole = owner === undefined ? record : { ...(record as object), [owner]: 'n' };
    open.add(name);
    const found = differences(schema, whole, place);
    open.delete(name);
    return found;
  };

  const leafDifferences = (schema: JsonSchema, notation: string, place: string): string[] => {
    const types: Record<string, string[]> = {
      b: ['boolean'],
      f: ['integer'],
      n: ['number', 'integer'],
      s: ['string'],
      d: ['string'],
    };
    if (notation === '*') return [];
    return types[notation]?.includes(schema.type ?? '')
      ? []
      : [`${place} is ${schema.type}, not ${notation}`];
  };

  it('are those of the list, all of them, with exactly its keys and types', () => {
    const found = Object.entries(schemas).flatMap(([component, schema]) => {
      const name = component.replace(/Record$/, '');
      const plain = `${name[0]?.toLowerCase() ?? ''}${name.slice(1)}`;
      const notationName = same[plain] ?? plain;
      const isListed = notationName in described || notationName in records;
      if (!component.endsWith('Record') || !isListed) return [];
      return differences(schema, notationOf(notationName), plain);
    });
    JSON.stringify(document, (_key, value: unknown) => {
      const properties = (value as JsonSchema | null)?.properties ?? {};
      for (const [member, name] of Object.entries(ofLists)) {
        const schema = properties[member];
        if (schema) found.push(...differences(schema, notationOf(name), member));
      }
      return value;
    });
    expect(found).toEqual([]);
    const listed = Object.keys(records).filter((name) => !name.startsWith('$'));
    expect(compared).toEqual(new Set([...listed, ...Object.keys(described)]));
  });
});
