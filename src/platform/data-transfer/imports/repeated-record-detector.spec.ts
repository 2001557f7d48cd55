import type { CheckedLine } from './line-reader';
import { RepeatedRecordDetector } from './repeated-record-detector';
import { SeenRecords } from './seen-records';

const line = (lineNumber: number, pId: string): CheckedLine => ({
  ...{ lineNumber, type: 'thing', pId, raw: { lineNumber } },
  content: {
    ...{ recordType: {} as never, key: pId, referencedKeys: [] },
    record: {
      value: {},
      getFingerprints: () => ({ normalized: String(lineNumber).padStart(43, '0') }),
    },
  },
});
const updated = { result: 'updated', id: 1 } as const;

describe('RepeatedRecords', () => {
  it('lists up to 1,000 records, and up to 255 characters of their names', () => {
    const repeated = new RepeatedRecordDetector({ comparesAll: false });
    const pId = 'x'.repeat(1_000);
    for (let at = 1; at <= 1_010; at++) repeated.recordOutcome(line(at, pId), updated);
    const { repeated: count, repeatedRecords } = repeated.getSummary();
    expect([count, repeatedRecords.length]).toEqual([1_009, 1_000]);
    expect(repeatedRecords[0]).toEqual({
      ...{ line: 2, earlierLine: 1, type: 'thing', pId: `${'x'.repeat(255)}…` },
    });
  });

  it('reports if there are more records than fit in memory', () => {
    const repeated = new RepeatedRecordDetector({ comparesAll: true }, new SeenRecords(10));
    for (let at = 1; at <= 640; at++) repeated.recordOutcome(line(at, `thing-${at}`), updated);
    repeated.recordOutcome(line(641, 'thing-1'), updated);
    expect(repeated.getSummary()).toMatchObject({ repeated: 0, repeatedUnknown: true });
    expect(repeated.rejectIfRepeated(line(642, 'thing-1')).content.result).toBeUndefined();
  });
});
