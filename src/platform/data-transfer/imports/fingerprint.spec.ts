import fc from 'fast-check';
import { toCanonicalJson, fingerprint } from './fingerprint';

describe('The fingerprint of a record', () => {
  it('does not depend on the order of members, white space or the notation of numbers', () => {
    const one = JSON.parse('{"b": [1.0, {"d": 2, "c": null}], "a": "\\u00e9"}') as unknown;
    const other = JSON.parse('{"a":"é","b":[1,{"c":null,"d":2e0}]}') as unknown;
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  it('differs if anything is different', () => {
    const texts = [
      '{"a":1}',
      '{"a":"1"}',
      '{"a":[1]}',
      '{"a":null}',
      '{"b":1}',
      '{"a":1,"b":0}',
      '{}',
      '[]',
    ];
    const prints = texts.map((text) => fingerprint(JSON.parse(text)));
    expect(new Set(prints).size).toBe(texts.length);
  });

  it('is SHA-256 in base64url of the canonical text', () => {
    expect(fingerprint({})).toBe('RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o');
    expect(fingerprint({})).toMatch(/^[\w-]{43}$/);
  });

  it('is based on a text that parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('sorts members by code unit, however many there are', () => {
    const names = Array.from({ length: 100 }, (_, index) => `${(index * 37) % 100}-é-\u{1F600}`);
    for (const count of [2, 5, 32, 33, 100]) {
      const given = Object.fromEntries(names.slice(0, count).map((name) => [name, 0]));
      const text = toCanonicalJson(given);
      expect(text).toBe(JSON.stringify(given, names.slice(0, count).sort()));
    }
  });

  it('escapes strings like JSON', () => {
    const texts = ['"', '\\', '\n', '\u0001', '\u007f', '\u2028', 'é', '\u{1F600}', '\ud800'];
    expect(toCanonicalJson(texts)).toBe(JSON.stringify(texts));
  });

  it('includes a member called __proto__', () => {
    expect(toCanonicalJson(JSON.parse('{"b":1,"__proto__":{"x":2}}'))).toBe(
      '{"__proto__":{"x":2},"b":1}',
    );
  });
});
