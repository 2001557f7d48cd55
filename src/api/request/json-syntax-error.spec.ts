import fc from 'fast-check';
import { measureProcessorTime } from '../../../test/support/service/processor-time';
import { findJsonSyntaxError } from './json-syntax-error';

describe('findJsonSyntaxError', () => {
  it.each<[string, { line: number; column: number } | undefined]>([
    ['{"a": 1}', undefined],
    ['{"a": 1,\n "b" 2}', { line: 2, column: 6 }],
    ['{a: 1}', { line: 1, column: 2 }],
    ['{"a": 1', { line: 1, column: 8 }],
    ['{"a": 1} x', { line: 1, column: 10 }],
    ['[1,\n2,\n]', { line: 3, column: 1 }],
    ['{"a": // why\n1}', { line: 1, column: 7 }],
  ])('finds it in %j', (text, expected) => {
    expect(findJsonSyntaxError(text)).toEqual(expected);
  });

  it('finds a fault wherever JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', 'x'), (json, at, put) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put + json.slice(place + 1);
        let isValid = true;
        try {
          JSON.parse(text);
        } catch {
          isValid = false;
        }
        expect(findJsonSyntaxError(text) === undefined).toBe(isValid);
      }),
    );
  });

  it('takes no longer for malicious texts', async () => {
    const taken = await measureProcessorTime(() => {
      for (const text of ['x', '"', ',']) findJsonSyntaxError(text.repeat(1024 * 1024));
    });
    expect(taken).toBeLessThan(3000);
  });
});
