import { splitIntoGroups } from './batch-writer';
import type { StorableRecord } from './line-reader';
import type { ImportRecordType } from './import-record-type';

const kind = (type: string): ImportRecordType => ({
  type,
  dto: Object,
  store: () => Promise.resolve([]),
});
const tag = kind('tag');
const zone = kind('zone');

const content = (
  of: ImportRecordType,
  key: string | undefined,
  ...referencedKeys: string[]
): StorableRecord => ({
  recordType: of,
  key,
  referencedKeys,
  record: { value: {}, getFingerprints: () => ({ normalized: '' }) },
});

const keys = (contents: StorableRecord[]): (string | undefined)[][] =>
  splitIntoGroups(contents).map((run) => run.map(({ key }) => key));

describe('splitIntoRuns', () => {
  it('keeps consecutive records of one type together', () => {
    expect(
      keys([content(tag, 'a'), content(tag, 'b'), content(zone, 'a'), content(tag, 'c')]),
    ).toEqual([['a', 'b'], ['a'], ['c']]);
  });

  it('starts a new run before a repeated key', () => {
    expect(keys(['a', 'b', 'a', 'b', 'b'].map((key) => content(tag, key)))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['b'],
    ]);
  });

  it('starts a new run before a record that refers to one of the run', () => {
    expect(
      keys([content(zone, 'a', 'x'), content(zone, 'b', 'a'), content(zone, 'c', 'a')]),
    ).toEqual([['a'], ['b', 'c']]);
  });

  it('keeps records without a key together', () => {
    expect(keys([content(tag, undefined), content(tag, undefined)])).toEqual([
      [undefined, undefined],
    ]);
    expect(keys([])).toEqual([]);
  });
});
