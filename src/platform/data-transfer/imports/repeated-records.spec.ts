import type { CheckedLine } from './line-reader';
import { RepeatedRecords } from './repeated-records';
import { SeenRecords } from './seen-records';

const line = (number: number, pId: string): CheckedLine => ({
  ...{ number, type: 'thing', pId, raw: { number } },
  content: {
    ...{ recordType: {} as never, key: pId, referencedKeys: [] },
    record: { value: {}, fingerprints: () => ({ normalized: String(number).padStart(43, '0') }) },
  },
});
const updated = { result: 'updated', id: 1 } as const;

describe('RepeatedRecords', () => {
  it('lists up to 1,000 records, and up to 255 characters of their names', () => {
    const repeated = new RepeatedRecords({ comparesAll: false });
    const pId = 'x'.repeat(1_000);
    for (let at = 1; at <= 1_010; at++) repeated.recordOutcome(line(at, pId), updated);
    const { repeated: count, repeatedRecords } = repeated.summary();
    expect([count, repeatedRecords.length]).toEqual([1_009, 1_000]);
    expect(repeatedRecords[0]).toEqual({
      ...{ line: 2, earlierLine: 1, type: 'thing', pId: `${'x'.repeat(255)}…` },
    });
  });

  it('reports if there are more records than fit in memory', () => {
    const repeated = new RepeatedRecords({ comparesAll: true }, new SeenRecords(10));
    for (let at = 1; at <= 640; at++) repeated.recordOutcome(line(at, `thing-${at}`), updated);
    repeated.recordOutcome(line(641, 'thing-1'), updated);
    expect(repeated.summary()).toMatchObject({ repeated: 0, repeatedUnknown: true });
    expect(repeated.rejectIfRepeated(line(642, 'thing-1')).content.result).toBeUndefined();
  });
});
