import { measureProcessorTime } from '../../test/support/service/processor-time';
import {
  isMostlyStrings,
  type JsonError,
  type JsonLimits,
  MAX_JSON_DEPTH,
  parseJson,
  findLargeStrings,
} from './json';

function thrown(text: string, limits?: Partial<JsonLimits>): JsonError | undefined {
  try {
    parseJson(text, { maxPerContainer: Infinity, maxTotal: Infinity, ...limits });
    return undefined;
  } catch (error) {
    return error as JsonError;
  }
}

const codeOf = (text: string): string | undefined => thrown(text)?.code;

describe('parseJson', () => {
  it.each([
    '{}',
    '[]',
    'null',
    '1',
    '"x"',
    '{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}',
    '["a","a"]',
    '{"a":"\\"a\\":1"}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['', ' ', '{', '{"a":1,}', "{'a':1}", 'NaN', '01', '\uFEFF{}', '{}{}'])(
    'refuses %j',
    (text) => {
      expect(codeOf(text)).toBe('json.malformed');
    },
  );

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":[{"b":1 , "b"\n:2}]}',
    '{"":1,"":2}',
    '{"a\\\\":1,"a\\\\":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('refuses the duplicate member in %s', (text) => {
    expect(codeOf(text)).toBe('json.duplicateKey');
  });

  it.each([
    '{"a":1,"A":2}',
    '{"a":"b","b":"a"}',
    '{"a\\\\":1,"a\\"":2}',
    '{"a":{"b":1},"b":{"a":1}}',
  ])('accepts the different members of %s', (text) => {
    expect(codeOf(text)).toBeUndefined();
  });

  it('accepts the maximum depth and nothing deeper', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(codeOf(nested(MAX_JSON_DEPTH))).toBeUndefined();
    expect(codeOf(nested(MAX_JSON_DEPTH + 1))).toBe('json.tooDeep');
    expect(codeOf(nested(200_000))).toBe('json.tooDeep');
    // Found before parsing: the document is incomplete.
    expect(codeOf('['.repeat(200_000))).toBe('json.tooDeep');
    expect(codeOf(JSON.stringify(['['.repeat(100)]))).toBeUndefined();
    expect(codeOf(`[${'[],'.repeat(1000)}[]]`)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['[1,2,3,4]', ''],
    ['{"a":1,"b":[1,2,3,4]}', '/b'],
    ['{"b":{"x":1},"orders":[{"rows":[]},{"rows":[1,2,{"x":1},4],"y":2}]}', '/orders/1/rows'],
    ['[[],[[],[1,2,3,4]]]', '/1/1'],
    ['{"a/b~":{"é":{"1":1,"2":2,"3":3,"4":4}}}', '/a~1b~0/é'],
    ['{"\\u0061":[1,2,3,4]}', '/a'],
  ])('points to the container in %s with more than three elements', (text, pointer) => {
    expect(thrown(text, { maxPerContainer: 3 })).toMatchObject({ code: 'json.tooMany', pointer });
    expect(thrown(text, { maxPerContainer: 4 })).toBeUndefined();
  });

  it.each([
    '{"a":1,"b":2,"c":3,"d":4}',
    '[{"a":1},{"a":1},{"a":1},{"a":[]}]',
    '{"a":{"b":{"c":{"d" : "1,2"}}}}',
    '{"a":[1,2,3],"b":1,"c":1,"d":1}',
    '[1,2,3,4]',
    '[[[[]]], 1]',
    '[[ ],[\n],[{ }]]',
    '{"a":[1,2],"b":[3,"4,5,6"]}',
  ])('counts the members of all objects, and the elements of all arrays, of %s', (text) => {
    expect(thrown(text, { maxTotal: 4 })).toBeUndefined();
    expect(thrown(text, { maxTotal: 3 })).toMatchObject({ code: 'json.tooMany', pointer: '' });
  });

  it('counts before parsing, even texts that are slow to parse', async () => {
    const limits: JsonLimits = { maxPerContainer: 1000, maxTotal: 10_000 };
    const fill = (piece: string) => piece.repeat(1_000_000 / piece.length);
    const texts = [
      `{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":1`).join()}}`,
      `[${fill('{"a":1},')}{}]`,
      `[${fill('[],')}[]]`,
      `[${fill(`${'['.repeat(30)}${']'.repeat(30)},`)}[]]`,
      `${fill(' ')}[${fill('1,')}1]`,
      `["${fill('x')}",${fill('{},')}{}]`,
    ];
    for (const text of texts) expect(thrown(text, limits)?.code).toBe('json.tooMany');
    const taken = await measureProcessorTime(() => {
      for (const text of texts) thrown(text, limits);
    });
    expect(taken / texts.length).toBeLessThan(50);
  });

  it('makes __proto__ a plain member', () => {
    const value = parseJson('{"__proto__":{"polluted":true}}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(value['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('is linear in a text of quotes and backslashes', async () => {
    const text = JSON.stringify('\\"'.repeat(200_000));
    const taken = await measureProcessorTime(() => {
      expect(parseJson(text)).toHaveLength(400_000);
    });
    expect(taken).toBeLessThan(2_000);
  });
});

describe('isMostlyText', () => {
  const judge = (text: string) => isMostlyStrings(Buffer.from(text), 100);

  it.each([
    ['{}', true],
    [JSON.stringify({ text: 'x'.repeat(1000), other: '"\\"'.repeat(100), é: ['\\'] }), true],
    [' '.repeat(101), false],
    [`"${'x'.repeat(1000)}"${'['.repeat(101)}`, false],
    [`[${'"",'.repeat(101)}""]`, false],
    ['"'.repeat(30_000), false],
    [`"${'\\"'.repeat(20_000)}"`, false],
    [`["\\\\",${'1,'.repeat(60)}1]`, false],
    [`"${'x'.repeat(1000)}`, true],
    ['"', true],
    ['', true],
  ])('judges %.30s', (text, expected) => {
    expect(judge(text)).toBe(expected);
  });

  it('takes no longer for malicious texts', async () => {
    const taken = await measureProcessorTime(() => {
      for (const text of ['"\\', '\\', '"\\"', '[', '""', '\\\\"', '"\\\\"'])
        isMostlyStrings(Buffer.alloc(32 * 1024 * 1024, text), 1024 * 1024);
    });
    expect(taken).toBeLessThan(3000);
  });
});

describe('findLargeTexts', () => {
  it('finds texts by their size, with any content, but no names of members', () => {
    const long = 'x'.repeat(20);
    const escaped = `${long}\\"${long}\\\\`;
    const json = `{"${long}" : "short", "a": ["${long}", "${escaped}"], "b": "${long}`;
    const found = findLargeStrings(Buffer.from(json), 10);
    expect(found.map(({ start, end }) => json.slice(start, end))).toEqual([long, escaped]);
  });
});
