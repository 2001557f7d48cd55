import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../../config/configuration';
import { type ChainHighWaterMark, ChainHighWaterMarks } from './chain-high-water-marks';

const PROCESSES = 8;
const RECORDS = 40;

describe('Chain marks', () => {
  let folder: string;
  const open = () => new ChainHighWaterMarks({ verifactuMarks: folder } as Configuration);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marks-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const mark = (
    sequence: number,
    values: Partial<ChainHighWaterMark> = {},
  ): ChainHighWaterMark => ({
    ...{ taxNumber: 'B12345674', mode: 'test', installation: 'one', sequence },
    ...{ hash: `hash ${sequence}`, series: [], ...values },
  });

  async function read(): Promise<ChainHighWaterMark[]> {
    const marks = open();
    await marks.load();
    return marks.list();
  }

  it('lose none of several processes that write at once', async () => {
    const processes = Array.from({ length: PROCESSES }, open);
    const write = async (marks: ChainHighWaterMarks, at: number): Promise<void> => {
      for (let sequence = at + 1; sequence <= RECORDS; sequence += PROCESSES) {
        marks.advance(
          mark(sequence, { series: [{ ...series, headquarterId: at, last: sequence }] }),
        );
        await marks.flush();
      }
    };
    const series = { type: 2, year: 2027, headquarterId: 0, last: 0 };
    // The first process writes the latest record, and others still write earlier ones.
    await Promise.all(processes.reverse().map(write));
    const [found, ...others] = await read();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ sequence: RECORDS, hash: `hash ${RECORDS}` });
    const lasts = found?.series.map(({ last }) => last).sort((a, b) => a - b);
    expect(lasts).toEqual(Array.from({ length: PROCESSES }, (_, at) => RECORDS - 7 + at));
    // Files that were merged are removed: at most one is left of each process.
    expect(readdirSync(folder).length).toBeLessThanOrEqual(PROCESSES);
  });

  it('of earlier records are written for the numbers of their series', async () => {
    const [first, second] = [open(), open()];
    const series = { type: 2, year: 2027, headquarterId: 1, last: 7 };
    second.advance(mark(2));
    await second.flush();
    await first.load();
    first.advance(mark(1, { series: [series] }));
    await first.flush();
    expect(await read()).toEqual([mark(2, { series: [series] })]);
  });

  it('of several installations are kept side by side', async () => {
    const marks = open();
    marks.advance(mark(5));
    marks.advance(mark(0, { installation: 'two' }));
    await marks.flush();
    marks.advance(mark(6));
    await marks.flush();
    expect(await read()).toEqual(
      expect.arrayContaining([mark(6), mark(0, { installation: 'two' })]),
    );
  });

  it('leave files of other programs alone', async () => {
    writeFileSync(join(folder, 'test-B12345674.txt'), 'notes');
    writeFileSync(join(folder, `test-B12345674.${'a'.repeat(36)}.json`), '{');
    expect(await read()).toEqual([]);
  });
});
