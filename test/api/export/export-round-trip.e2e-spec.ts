import { rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { Stores } from '../../../src/database';
import { migrate } from '../../../src/database/migrations/migrate';
import { writeExport } from '../../../src/modules/exports';
import { temporaryFolder, testServer } from '../../support/database';
import { importLines } from '../../support/import';
import { MASTER_KEY, Service } from '../../support/service';

const size = { seed: 7, customers: 12, orders: 30, today: '2026-03-01' };

/** The lines of an export. */
async function exported(service: Service, secrets = false): Promise<string[]> {
  const output = new PassThrough({ highWaterMark: 1 << 30 });
  await writeExport(service.app.get(Stores), output, { language: 'en', secrets });
  output.end();
  let text = '';
  for await (const chunk of output) text += String(chunk);
  return text.split('\n').slice(0, -1);
}

function linesOf(lines: readonly string[]): object[] {
  return lines.map((line) => JSON.parse(line) as object);
}

/** A store that is empty, on the other engine where there are two. */
async function startOther(): Promise<Service & { file?: string }> {
  if (testServer === undefined) return Service.start();
  const file = `${temporaryFolder()}.sqlite`;
  await migrate(`sqlite:${file}`);
  return Object.assign(await Service.start({ DATABASE_URL: `sqlite:${file}` }), { file });
}

describe('What a store exports', () => {
  let filled: Service;
  let other: Service & { file?: string };
  let lines: string[];

  beforeAll(async () => {
    filled = await Service.start();
    await fillStore(new Client(filled.url, MASTER_KEY), size);
    lines = await exported(filled, true);
    other = await startOther();
  }, 120_000);

  afterAll(async () => {
    await filled.stop();
    await other.stop();
    if (other.file !== undefined)
      for (const suffix of ['', '-wal', '-shm']) rmSync(other.file + suffix, { force: true });
  });

  it('is taken in by an empty store, which exports the same bytes', async () => {
    const { rejected, errors, created, updated } = await importLines(other, linesOf(lines));
    expect({ rejected, errors }).toEqual({ rejected: 0, errors: [] });
    expect(created + updated).toBeGreaterThan(100);
    expect(await exported(other, true)).toEqual(lines);
  }, 120_000);

  it('changes nothing where it is stored already', async () => {
    for (const service of [other, filled]) {
      const answer = await importLines(service, linesOf(lines));
      expect(answer).toMatchObject({ rejected: 0, errors: [] });
      expect(answer.created + answer.updated).toBe(0);
    }
  }, 120_000);
});
