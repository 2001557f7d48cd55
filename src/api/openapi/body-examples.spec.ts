import type { JsonSchema } from '../validation/schema';
import { createBodyExamples } from './body-examples';

class MoveDto {
  status?: number;
}

const state: JsonSchema = {
  type: 'integer',
  enum: [1, 2],
  'x-enum-varnames': ['Pending', 'InProcess'],
};

function choicesOf(schema: JsonSchema, example: unknown, list = false) {
  const body = {
    root: 'orders',
    dto: MoveDto,
    ...(list ? { list: { of: MoveDto, maxItems: 2 } } : {}),
  };
  return createBodyExamples(body, example, { Move: schema });
}

describe('bodyExamples', () => {
  it('returns a body for each code by its name, with the example first', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['status'],
      properties: { status: state },
    };
    expect(Object.entries(choicesOf(schema, { orders: { status: 2, why: 'x' } }) ?? {})).toEqual([
      [
        'InProcess',
        { summary: 'status: 2 In process', value: { orders: { status: 2, why: 'x' } } },
      ],
      ['Pending', { summary: 'status: 1 Pending', value: { orders: { status: 1, why: 'x' } } }],
    ]);
  });

  it('supports bodies without a root', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['status'],
      properties: { status: state },
    };
    expect(choicesOf(schema, { status: 1 })?.['InProcess']?.value).toEqual({ status: 2 });
  });

  it('omits the texts of codes that are accepted as texts, too', () => {
    const both: JsonSchema = {
      enum: [1, '1'],
      'x-enum-varnames': ['Pending', 'PendingAsText'],
    };
    const schema: JsonSchema = {
      type: 'object',
      required: ['status'],
      properties: { status: both },
    };
    expect(Object.keys(choicesOf(schema, { status: 1 }) ?? {})).toEqual(['Pending']);
  });

  it('uses the first of several codes', () => {
    const schema: JsonSchema = { required: ['a', 'b'], properties: { a: state, b: state } };
    expect(choicesOf(schema, { a: 1, b: 1 })?.['InProcess']?.value).toEqual({ a: 2, b: 1 });
  });

  it.each<[string, JsonSchema, boolean]>([
    ['that may be absent', { properties: { status: state } }, false],
    ['in a list', { required: ['status'], properties: { status: state } }, true],
    ['without names', { required: ['a'], properties: { a: { type: 'integer' } } }, false],
  ])('returns undefined for a number %s', (_case, schema, list) => {
    expect(choicesOf(schema, { status: 1 }, list)).toBeUndefined();
  });
});
