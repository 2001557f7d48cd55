import type { FieldError } from '../../core/errors';
import type { JsonSchema } from '../validation/schema';
import { parseQueryValues } from './query-values';

const properties: Record<string, JsonSchema> = {
  page: { type: 'integer' },
  rate: { type: 'number' },
  active: { type: 'boolean' },
  q: { type: 'string' },
};

function read(given: Record<string, unknown>) {
  const faults: FieldError[] = [];
  return { values: parseQueryValues(given, properties, 'query', faults), faults };
}

describe('parseQueryValues', () => {
  it.each<[string, string, unknown]>([
    ['page', '1', 1],
    ['page', '-3', -3],
    ['page', '1.5', '1.5'],
    ['page', '1e3', '1e3'],
    ['page', '12345678901234567', '12345678901234567'],
    ['rate', '1.5', 1.5],
    ['rate', '.5', '.5'],
    ['rate', 'Infinity', 'Infinity'],
    ['active', 'true', true],
    ['active', '1', true],
    ['active', 'false', false],
    ['active', '0', false],
    ['active', 'TRUE', true],
    ['active', 'False', false],
    ['active', 'yes', 'yes'],
    ['q', '1', '1'],
    ['unknown', '1', '1'],
    ['constructor', '1', '1'],
  ])('reads %s=%s', (name, text, value) => {
    expect(read({ [name]: text })).toEqual({ values: { [name]: value }, faults: [] });
  });

  it('treats a known name without a value as absent', () => {
    expect(read({ q: '', active: '', page: '', unknown: '' }).values).toEqual({ unknown: '' });
  });

  it('reads a flag without value where the request writes', () => {
    const values = parseQueryValues({ q: '', active: '' }, properties, 'query', [], {
      isStrict: true,
    });
    expect(values).toEqual({ active: '' });
  });

  it('reports a repeated name', () => {
    expect(read({ q: ['a', 'b'] })).toEqual({
      values: {},
      faults: [{ pointer: 'query/q', code: 'query.repeated', detail: 'q may be given only once.' }],
    });
  });

  it('makes __proto__ a plain member', () => {
    const given = Object.fromEntries([['__proto__', 'x']]);
    const { values } = read(given);
    expect(Object.keys(values)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });
});
