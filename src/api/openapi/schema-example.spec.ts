import type { JsonSchema } from '../validation/schema';
import { createExample } from './schema-example';

describe('createExample', () => {
  it.each<[JsonSchema, unknown]>([
    [{ type: 'string', examples: ['given'] }, 'given'],
    [{ type: 'integer', default: 7 }, 7],
    [{ type: 'string', enum: ['a', 'b'] }, 'a'],
    [{ type: 'string' }, ''],
    [{ type: 'string', minLength: 1 }, 'text'],
    [{ type: 'integer' }, 0],
    [{ type: 'integer', minimum: 3 }, 3],
    [{ type: 'number', exclusiveMinimum: 0 }, 1],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { type: 'integer' } }, [0]],
    [{ type: 'object', properties: { a: { type: 'string' } } }, { a: '' }],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
  ])('of %j', (schema, example) => {
    expect(createExample(schema, {})).toEqual(example);
  });

  it('follows references, and stops if a record contains itself', () => {
    const row: JsonSchema = {
      type: 'object',
      properties: { ID: { type: 'integer' }, INNER: { $ref: '#/components/schemas/Row' } },
    };
    expect(createExample({ $ref: '#/components/schemas/Row' }, { Row: row })).toEqual({
      ID: 0,
      INNER: undefined,
    });
    // The same the second time: no state remains.
    expect(createExample({ $ref: '#/components/schemas/Row' }, { Row: row })).toEqual({
      ID: 0,
      INNER: undefined,
    });
  });

  it('leaves an array empty if a record contains itself in it', () => {
    const items = { $ref: '#/components/schemas/Node' };
    const node: JsonSchema = { type: 'object', properties: { INNER: { type: 'array', items } } };
    expect(createExample(items, { Node: node })).toEqual({ INNER: [] });
  });
});
