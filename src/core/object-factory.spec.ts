import { compileObjectFactory } from './object-factory';

describe('compileObjectFactory', () => {
  it('creates each member from source and context, in the given order', () => {
    const make = compileObjectFactory<number, string>([
      ['b', (source) => source + 1],
      ['a', (source, context) => `${context}${source}`],
    ]);
    expect(JSON.stringify(make(1, 'x'))).toBe('{"b":2,"a":"x1"}');
  });

  it('creates a new object each time', () => {
    const make = compileObjectFactory<number, undefined>([['list', () => []]]);
    expect(make(1, undefined)).not.toBe(make(1, undefined));
    expect(make(1, undefined)['list']).not.toBe(make(1, undefined)['list']);
  });

  it('copies members from the source by their names', () => {
    const make = compileObjectFactory<{ a: number; b?: number; 'c"': number }, undefined>([
      'c"',
      'b',
      ['double', ({ a }) => 2 * a],
    ]);
    expect(Object.entries(make({ a: 1, 'c"': 3 }, undefined))).toEqual([
      ['c"', 3],
      ['b', undefined],
      ['double', 2],
    ]);
  });

  it('accepts any text as a name', () => {
    const name = '"]: process.exit(), x: [\n\\';
    expect(
      compileObjectFactory<number, undefined>([[name, (source) => source]])(7, undefined),
    ).toEqual({
      [name]: 7,
    });
  });

  it('creates an empty object without members', () => {
    expect(compileObjectFactory([])(1, 2)).toEqual({});
  });
});
