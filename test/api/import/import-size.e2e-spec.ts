import { Int, PublicId } from '../../../src/api';
import type { LineType, Outcome } from '../../../src/modules/intake';
import { OpenedIntake } from './opened-intake';

class MeasureDto {
  @PublicId()
  pId!: string;

  @Int()
  n!: number;
}

const LINES = 300_000;
const MEBIBYTE = 1024 * 1024;

/** Lines that cost nothing to store: what is left is the engine. */
const measure: LineType<MeasureDto> = {
  type: 'measure',
  dto: MeasureDto,
  store: (lines): Promise<Outcome[]> =>
    Promise.resolve(lines.map(({ value: { n } }) => ({ result: 'unchanged', id: n }))),
};

let opened: OpenedIntake;
beforeAll(async () => {
  opened = await OpenedIntake.open(measure);
});
afterAll(() => opened.close());

/** A stream that is made while it is read, in parts that end anywhere. */
function* chunks(): Generator<string> {
  let text = '';
  for (let n = 1; n <= LINES; n++) {
    // Every thousandth line is none, and one of them is as long as a hundred thousand others.
    const long = n === LINES / 2 ? 'x'.repeat(16 * MEBIBYTE) : '';
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
    const resident: number[] = [];
    let ahead = 0;
    let before = 0;
    const summary = await opened.intake.run(paced(produced), {
      scopes: new Set(),
      onProgress: ({ bytes, lines }) => {
        ahead = Math.max(ahead, produced.bytes - bytes);
        if (lines > before && lines % 30_000 === 0) resident.push(process.memoryUsage().rss);
        before = lines;
      },
    });
    expect(summary).toMatchObject({
      unchanged: LINES - LINES / 1000,
      rejected: LINES / 1000,
      errorsTruncated: false,
    });
    expect(resident).toHaveLength(10);
    // The heap has its full size after some ten thousand lines; a leak of 1 KiB a line would be 200 MiB.
    const growth = Math.max(...resident.slice(3)) - Math.max(...resident.slice(0, 3));
    expect(growth / MEBIBYTE).toBeLessThan(100);
    expect(ahead).toBe(0);
  }, 120_000);
});
