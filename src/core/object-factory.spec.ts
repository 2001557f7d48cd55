import { compileObjectFactory } from './object-factory';

describe('objectMaker', () => {
  it('makes each member from source and context, in the order given', () => {
    const make = compileObjectFactory<number, string>([
      ['b', (source) => source + 1],
      ['a', (source, context) => `${context}${source}`],
    ]);
    expect(JSON.stringify(make(1, 'x'))).toBe('{"b":2,"a":"x1"}');
  });

  it('makes a new object each time', () => {
    const make = compileObjectFactory<number, undefined>([['list', () => []]]);
    expect(make(1, undefined)).not.toBe(make(1, undefined));
    expect(make(1, undefined)['list']).not.toBe(make(1, undefined)['list']);
  });

  it('takes any text for a name', () => {
    const name = '"]: process.exit(), x: [\n\\';
    expect(
      compileObjectFactory<number, undefined>([[name, (source) => source]])(7, undefined),
    ).toEqual({
      [name]: 7,
    });
  });

  it('makes an empty object of no members', () => {
    expect(compileObjectFactory([])(1, 2)).toEqual({});
  });
});
