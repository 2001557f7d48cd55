import type { DiscoveryService } from '@nestjs/core';
import { CountryCode, Int, ListOf, PublicId, ValidatorCompiler, Text } from '../../../api';
import type { DataAccess } from '../../../database';
import { fingerprint } from './fingerprint';
import { LineReader, type CheckedLine, type StorableRecord } from './line-reader';
import type { ImportRecordType, RecordFingerprints } from './import-record-type';
import { ImportRecordTypeRegistry } from './import-record-type-registry';

class PartOfThingDto {
  @Int()
  n!: number;
}

class ThingDto {
  @PublicId()
  pId!: string;

  @Text({ max: 10, default: 'none' })
  name!: string;

  @CountryCode({ optional: true })
  country?: string;

  @ListOf(() => PartOfThingDto, { optional: true })
  parts?: PartOfThingDto[];

  @ListOf(() => PartOfThingDto, { optional: true, max: 2 })
  few?: PartOfThingDto[];
}

const thing: ImportRecordType<ThingDto> = {
  type: 'thing',
  dto: ThingDto,
  store: () => Promise.resolve([]),
};
const secret: ImportRecordType<ThingDto> = { ...thing, type: 'secret', scope: 'users:admin' };
const types = new ImportRecordTypeRegistry({} as DataAccess, {} as DiscoveryService);
types.register(thing);
types.register(secret);
const reader = new LineReader(types, ValidatorCompiler.forTimeZone('UTC'));

const read = (
  text: string | Buffer,
  scopes: string[] = ['import:write'],
  lineNumber = 2,
): CheckedLine | undefined => {
  const parsed = reader.parse({ lineNumber, bytes: Buffer.from(text) });
  return parsed && reader.check(parsed, { scopes: new Set(scopes) });
};

function problem(text: string | Buffer): unknown[] {
  const line = read(text);
  const { code, pointer } = line!.content as { code?: string; pointer?: string };
  return [code, pointer, line?.type, line?.pId];
}

function fingerprintsOf(text: string, number?: number): RecordFingerprints {
  const { content } = read(text, [], number) as CheckedLine;
  return (content as StorableRecord).record.getFingerprints();
}

describe('LineReader', () => {
  it('reads a valid line: separate type, defaults filled in', () => {
    const one = read('{"type":"thing","pId":"a"}');
    expect(one).toMatchObject({ lineNumber: 2, type: 'thing', pId: 'a' });
    expect(one?.content).toMatchObject({ key: 'a', record: { value: { pId: 'a', name: 'none' } } });
  });

  it('has fingerprints of the fields as they were sent', () => {
    const one = fingerprintsOf('{"type":"thing","pId":"a"}');
    expect(one).toEqual({ normalized: fingerprint({ pId: 'a' }) });
    expect(fingerprintsOf('{"pId":"a","type":"thing","_error":{"code":"x"}}')).toEqual(one);
    expect(fingerprintsOf('\ufeff{"pId":"a","type":"thing"}', 1)).toEqual(one);
    expect(fingerprintsOf('{"type":"thing","pId":"a","name":"none"}')).not.toEqual(one);
  });

  it('has fingerprints of codes in the case of their standards and as given', () => {
    const normalized = fingerprintsOf('{"type":"thing","pId":"a","country":"ES"}');
    const asGiven = fingerprintsOf('{"type":"thing","pId":"a","country":"es"}');
    expect(normalized).toEqual({ normalized: asGiven.normalized });
    expect(asGiven.asGiven).not.toBe(asGiven.normalized);
  });

  it.each(['', ' ', '\t \t', ' \r'])('skips the blank line %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('ignores a byte order mark at the start of the first line only', () => {
    const line = Buffer.from('\ufeff{"type":"thing","pId":"a"}');
    expect(read(line, [], 1)).toMatchObject({ pId: 'a', content: { key: 'a' } });
    expect(read(line, [], 2)).toMatchObject({ content: { code: 'json.malformed' } });
  });

  it('names the column at which JSON becomes invalid', () => {
    const detail = 'The text is not valid JSON. See column 17.';
    expect(read('{"type":"thing" "pId":"a"}')).toMatchObject({ content: { detail } });
  });

  it.each([
    ['{"type":"thing","pId":"a"', ['json.malformed', '', '', '']],
    ['nothing', ['json.malformed', '', '', '']],
    ['{"type":"thing","pId":"a","pId":"b"}', ['json.duplicateKey', '', 'thing', 'b']],
    [
      `{"type":"thing","pId":"a","name":${'['.repeat(40)}${']'.repeat(40)}}`,
      ['json.tooDeep', '', 'thing', 'a'],
    ],
    [Buffer.from('7b22ff227d', 'hex'), ['line.encoding', '', '', '']],
    ['[]', ['line.notObject', '', '', '']],
    ['null', ['line.notObject', '', '', '']],
    ['"thing"', ['line.notObject', '', '', '']],
    ['{"pId":"a"}', ['field.required', '/type', '', 'a']],
    ['{"type":"other","pId":"a"}', ['type.unknown', '/type', 'other', 'a']],
    ['{"type":7,"pId":"a"}', ['type.unknown', '/type', '', 'a']],
    ['{"type":"toString","pId":"a"}', ['type.unknown', '/type', 'toString', 'a']],
    ['{"type":"thing","pId":"a","more":1}', ['field.unknown', '/more', 'thing', 'a']],
    [
      '{"type":"thing","pId":"a","__proto__":{"name":"x"}}',
      ['field.unknown', '/__proto__', 'thing', 'a'],
    ],
    [
      '{"type":"thing","pId":"a","parts":[{"n":1,"__proto__":2}]}',
      ['field.unknown', '/parts/0/__proto__', 'thing', 'a'],
    ],
    ['{"type":"thing"}', ['field.required', '/pId', 'thing', '']],
    ['{"type":"thing","pId":1}', ['value.type', '/pId', 'thing', '']],
    [
      '{"type":"thing","pId":"a","parts":[{"n":1},{"n":"2"}]}',
      ['value.type', '/parts/1/n', 'thing', 'a'],
    ],
    [
      '{"type":"thing","pId":"a","few":[{"n":1},{"n":2},{"n":3}]}',
      ['list.tooLong', '/few', 'thing', 'a'],
    ],
    ['{"type":"secret","pId":"a"}', ['scope.missing', '', 'secret', 'a']],
  ])('rejects %s', (text, expected) => {
    expect(problem(text)).toEqual(expected);
  });

  it('rejects a line that was too long to buffer', () => {
    const parsed = reader.parse({ lineNumber: 9 });
    const line = parsed && reader.check(parsed, { scopes: new Set() });
    expect(line).toMatchObject({
      lineNumber: 9,
      type: '',
      pId: '',
      content: { code: 'line.tooLong' },
    });
  });

  it('accepts records of a type with a scope from callers who have it', () => {
    expect(read('{"type":"secret","pId":"a"}', ['users:admin'])).toMatchObject({
      content: { key: 'a' },
    });
    expect(read('{"type":"secret","pId":"a"}', ['*'])).toMatchObject({ content: { key: 'a' } });
  });

  it("doesn't limit the elements of arrays like request bodies", () => {
    const parts = JSON.stringify(Array.from({ length: 5000 }, (_, n) => ({ n })));
    expect(read(`{"type":"thing","pId":"a","parts":${parts}}`)).toMatchObject({
      content: { key: 'a' },
    });
  });

  it('reports all errors', () => {
    expect(read('{"type":"thing","x":1,"y":2}')).toMatchObject({
      content: { detail: expect.stringMatching(/\/x: .*\/y: /) },
    });
  });

  it('reports only the first error of a record with more than 20,000 values', () => {
    const parts = JSON.stringify(Array.from({ length: 20_001 }, () => ({ n: 'x' })));
    const line = read(`{"type":"thing","pId":"a","parts":${parts}}`);
    expect(line).toMatchObject({
      content: { pointer: '/parts/0/n', detail: expect.not.stringContaining('/parts/1/n') },
    });
  });
});
