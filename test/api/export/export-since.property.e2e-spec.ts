import fc from 'fast-check';
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { DataAccess } from '../../../src/database';
import { JournalSequencer } from '../../../src/platform/events/journal/journal-sequencer';
import { cases } from '../../support/random/cases';
import { copyFiles, exportService, type ExportWithLines } from '../../support/export';
import { importLines } from '../../support/import';
import { mediaTypeOf, type Send } from '../../support/random/random-send';
import { steps } from '../../support/random/random-steps';
import { MASTER_KEY, Service } from '../../support/service/service';

/** An export; every entry of the journal is numbered before. */
async function exportLines(service: Service, since?: number): Promise<ExportWithLines> {
  await settled(service);
  return exportService(service, { ...(since !== undefined && { since }) });
}

async function settled(service: Service): Promise<void> {
  const { database } = service.app.get(DataAccess);
  for (;;) {
    const [row] = await database.select<{ n: number }>(
      'SELECT COUNT(*) AS n FROM journal_entries WHERE position IS NULL',
    );
    if (row?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const objects = (lines: readonly string[]): object[] =>
  lines.map((line) => JSON.parse(line) as object);

describe('What is exported since a position', () => {
  let service: Service;
  let copy: Service;

  beforeAll(async () => {
    const environment = { WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
    service = await Service.start(environment);
    copy = await Service.start(environment);
    for (const one of [service, copy]) one.app.get(JournalSequencer).start();
    await fillStore(new Client(service.url, MASTER_KEY), {
      ...{ seed: 3, customers: 8, orders: 10, today: '2026-03-01' },
    });
    await copyFiles(service, copy);
    await importLines(copy, objects((await exportLines(service)).exportedLines));
  });

  afterAll(async () => {
    await service.stop();
    await copy.stop();
  });

  const send: Send = async (method, path, body) => {
    const headers = { 'Content-Type': mediaTypeOf(body) };
    return (await service.send(method, path, { body, headers })).body as unknown;
  };

  it('contains of an order the quantities of its RMAs, and leaves its time', async () => {
    const rmas = [steps['askForReturn'], steps['removeRma'], steps['askForReturn']];
    for (const step of rmas) {
      const { position } = await exportLines(service);
      expect(await step?.(send, 1)).not.toHaveProperty('code');
      const changed = await exportLines(service, position);
      expect((await importLines(copy, objects(changed.exportedLines))).errors).toEqual([]);
      expect((await exportLines(copy)).exportedLines.sort()).toEqual(
        (await exportLines(service)).exportedLines.sort(),
      );
    }
  });

  it('brings a copy level, whatever was done', async () => {
    let { position, exportedLines: all } = await exportLines(service);
    const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 1, max: 8 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (chosen) => {
        for (const [name, n] of chosen) await steps[name]?.(send, n);
        const changed = await exportLines(service, position);
        const { errors } = await importLines(copy, objects(changed.exportedLines));
        expect(errors).toEqual([]);
        ({ position, exportedLines: all } = await exportLines(service));
        // The order is that of the ids, which differ in a copy.
        expect((await exportLines(copy)).exportedLines.sort()).toEqual(all.sort());
      }),
      { numRuns: cases(2, 12), endOnFailure: true },
    );
  });

  it('renames what another record takes the name of first', async () => {
    const news = async (pId: string): Promise<string> => {
      const values = { pId, name: pId, publicationDate: '2026-01-01', priority: 1 };
      const { body } = await service.post('/v1/news', { news: values });
      return `/v1/news/${(body as { ID: number }).ID}`;
    };
    const [first, second] = [await news('chain-1'), await news('chain-2')];
    const before = await exportLines(service);
    await importLines(copy, objects(before.exportedLines));
    await service.put(second, { news: { pId: 'chain-3' } });
    await service.put(first, { news: { pId: 'chain-2' } });
    const { errors } = await importLines(
      copy,
      objects((await exportLines(service, before.position)).exportedLines),
    );
    expect(errors).toEqual([]);
    expect((await exportLines(copy)).exportedLines.sort()).toEqual(
      (await exportLines(service)).exportedLines.sort(),
    );
  });

  it('gives a group the name of one that is gone, with members of both', async () => {
    const group = async (pId: string): Promise<number> => {
      const { body } = await service.post('/v1/usersGroups', { usersGroups: { pId, name: pId } });
      return (body as { ID: number }).ID;
    };
    const ids = [await group('went'), await group('stays')] as const;
    const move = (userId: number, pId: string) =>
      service.put(`/v1/users/${userId}`, { users: { group: { pId } } });
    await move(1, 'went');
    await move(2, 'stays');
    const before = await exportLines(service);
    await importLines(copy, objects(before.exportedLines));
    await move(1, 'stays');
    await service.delete(`/v1/usersGroups/${ids[0]}`);
    await service.put(`/v1/usersGroups/${ids[1]}`, { usersGroups: { pId: 'went' } });
    const changed = objects((await exportLines(service, before.position)).exportedLines);
    for (let times = 0; times < 2; times++) {
      expect((await importLines(copy, changed)).errors).toEqual([]);
      expect((await exportLines(copy)).exportedLines.sort()).toEqual(
        (await exportLines(service)).exportedLines.sort(),
      );
    }
    expect((await copy.get('/v1/usersGroups/getId/stays')).status).toBe(404);
  });

  it('deletes a status action, and makes one that has its pId now', async () => {
    const line = (pId: string) => ({
      ...{ type: 'statusAction', pId, document: 'order', status: 4, action: 'MARK_PAID' },
    });
    const remove = async (pId: string): Promise<void> => {
      const { body } = await service.get('/v1/statusActions');
      const { STATUSACTIONS: all } = body as { STATUSACTIONS: { ID: number; PID: string }[] };
      await service.delete(`/v1/statusActions/${all.find(({ PID }) => PID === pId)?.ID}`);
    };
    await importLines(service, [line('gone'), line('again')]);
    const before = await exportLines(service);
    await importLines(copy, objects(before.exportedLines));
    await remove('gone');
    await remove('again');
    await importLines(service, [line('again')]);
    const changed = await exportLines(service, before.position);
    const deleted = objects(changed.exportedLines).filter((one) => 'kind' in one);
    expect(deleted).toEqual(
      ['gone', 'again'].map((pId) => ({ type: 'deleted', kind: 'statusAction', pId })),
    );
    for (let times = 0; times < 2; times++) {
      expect((await importLines(copy, objects(changed.exportedLines))).errors).toEqual([]);
      expect((await exportLines(copy)).exportedLines.sort()).toEqual(
        (await exportLines(service)).exportedLines.sort(),
      );
    }
  });

  it('is nothing where nothing has changed', async () => {
    const { position } = await exportLines(service);
    const { exportedLines: lines } = await exportLines(service, position);
    expect(objects(lines).filter((line) => !('year' in line))).toEqual([]);
  });
});
