import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Int, PublicId } from '../../../src/api';
import type { ImportRecordType, ImportOutcome } from '../../../src/platform/data-transfer/imports';
import { OpenedIntake } from './opened-import-service';

class MeasureDto {
  @PublicId()
  pId!: string;

  @Int()
  n!: number;
}

const LINES = 300_000;
const MEBIBYTE = 1024 * 1024;

/** Lines that cost nothing to store: what is left is the engine. */
const measure: ImportRecordType<MeasureDto> = {
  type: 'measure',
  dto: MeasureDto,
  // The table of records that an import has stored grows with their keys, within bounds of its own (seen-records.spec.ts).
  getKey: () => undefined,
  store: (lines): Promise<ImportOutcome[]> =>
    Promise.resolve(lines.map(({ value: { n } }) => ({ result: 'unchanged', id: n }))),
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that something still holds. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let opened: OpenedIntake;
beforeAll(async () => {
  opened = await OpenedIntake.open(measure);
});
afterAll(() => opened.close());

/** A stream that is made while it is read, in parts that end anywhere. */
function* chunks(): Generator<string> {
  let text = '';
  for (let n = 1; n <= LINES; n++) {
    // Every thousandth line is invalid, and an early one of them is as long as a hundred thousand others.
    const long = n === 15_000 ? 'x'.repeat(16 * MEBIBYTE) : '';
    text +=
      n % 1000 === 0
        ? `{"type":"measure"${long}\n`
        : `{"type":"measure","pId":"measure-${n}","n":${n}}\n`;
    if (text.length < 10_000) continue;
    let at = 0;
    for (; at + 10_000 <= text.length; at += 10_000) yield text.slice(at, at + 10_000);
    text = text.slice(at);
  }
  yield text;
}

async function* paced(produced: { bytes: number }): AsyncGenerator<Buffer> {
  for (const chunk of chunks()) {
    const bytes = Buffer.from(chunk);
    produced.bytes += bytes.length;
    yield bytes;
  }
}

describe('An import of any size', () => {
  it('takes no more memory at its end than after its first lines, and reads no further than it stores', async () => {
    const produced = { bytes: 0 };
    const held: number[] = [];
    let ahead = 0;
    let before = 0;
    const summary = await opened.intake.run(paced(produced), {
      scopes: new Set(),
      onProgress: ({ bytes, lines }) => {
        ahead = Math.max(ahead, produced.bytes - bytes);
        if (lines > before && lines % 30_000 === 0) held.push(heldBytes());
        before = lines;
      },
    });
    expect(summary).toMatchObject({
      unchanged: LINES - LINES / 1000,
      rejected: LINES / 1000,
      errorsTruncated: false,
    });
    expect(held).toHaveLength(10);
    // All that stays in memory is there after the first 30,000 lines. 20 bytes a line more would be 5 MB.
    expect(Math.max(...held.slice(1)) - held[0]!).toBeLessThan(4 * MEBIBYTE);
    expect(ahead).toBe(0);
  });
});
