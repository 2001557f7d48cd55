import fc from 'fast-check';
import { PassThrough } from 'node:stream';
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { Stores } from '../../../src/database';
import { type Exported, writeExport } from '../../../src/modules/exports';
import { JournalClerk } from '../../../src/modules/journal/journal-clerk';
import { importLines } from '../../support/import';
import { MASTER_KEY, Service } from '../../support/service';

interface Told extends Exported {
  readonly lines_: string[];
}

/** An export; every entry of the journal is numbered before. */
async function told(service: Service, since?: number): Promise<Told> {
  await settled(service);
  const output = new PassThrough({ highWaterMark: 1 << 30 });
  const options = { language: 'en', ...(since !== undefined && { since }) };
  const done = await writeExport(service.app.get(Stores), output, options);
  output.end();
  let text = '';
  for await (const chunk of output) text += String(chunk);
  return { ...done, lines_: text.split('\n').slice(0, -1) };
}

async function settled(service: Service): Promise<void> {
  const { database } = service.app.get(Stores);
  for (;;) {
    const [row] = await database.all<{ n: number }>(
      'SELECT COUNT(*) AS n FROM journal_entries WHERE position IS NULL',
    );
    if (row?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const objects = (lines: readonly string[]): object[] =>
  lines.map((line) => JSON.parse(line) as object);

/** What is asked of the service; refusals change nothing, and that is as good. */
type Step = (service: Service, n: number) => Promise<unknown>;

const texts = [{ languageCode: 'en', name: 'Any' }];
const tagOf = (n: number) => ({
  ...{ pId: `t${n}`, active: true, controlType: 5, itemType: 10, valueForAllLanguages: true },
  ...{ position: n, priority: 1, required: false, languages: texts },
});

const steps: Readonly<Record<string, Step>> = {
  makeTag: (service, n) => service.post('/v1/customTags', { customTags: tagOf(n) }),
  addValue: (service, n) =>
    service.post(`/v1/customTags/${n}/values`, { values: { pId: `v${n}` } }),
  renameTag: (service, n) => service.put(`/v1/customTags/${n}`, { customTags: { pId: `r${n}` } }),
  renameValue: (service, n) =>
    service.put(`/v1/customTags/values/${n}`, { values: { pId: `w${n}` } }),
  removeValue: (service, n) => service.send('delete', `/v1/customTags/values/${n}`),
  removeTag: (service, n) => service.send('delete', `/v1/customTags/${n}`),
  makeNews: (service, n) =>
    service.post('/v1/news', {
      news: { pId: `n${n}`, name: `News ${n}`, publicationDate: '2026-01-01', priority: n },
    }),
  renameNews: (service, n) => service.put(`/v1/news/${n}`, { news: { pId: `m${n}` } }),
  removeNews: (service, n) => service.send('delete', `/v1/news/${n}`),
  filterNews: (service, n) =>
    service.post(`/v1/news/${n}/newsItems`, { newsItems: { pId: 'PT', itemType: 30 } }),
  makeGroup: (service, n) =>
    service.post('/v1/usersGroups', { usersGroups: { pId: `g${n}`, name: `Group ${n}` } }),
  removeGroup: (service, n) => service.send('delete', `/v1/usersGroups/${n}`),
  moveUser: (service, n) =>
    service.put(`/v1/users/${n}`, { users: { group: { pId: `g${n % 3}` } } }),
  renameUser: (service, n) => service.put(`/v1/users/${n}`, { users: { pId: `u${n}` } }),
  removeUser: (service, n) => service.send('delete', `/v1/users/${n + 4}`),
  wish: (service, n) => service.post(`/v1/users/${n}/wishlist`, { wishlist: { pId: 'mug' } }),
  reward: (service, n) =>
    service.post(`/v1/users/${n}/rewardPoints`, { rewardPoints: { points: n, comment: 'x' } }),
  unlink: (service, n) => service.send('delete', `/v1/channels/1/physicalLocations/${n}`),
  comment: (service, n) =>
    service.put(`/v1/orders/${n}/comments`, { orders: { comment: `Note ${n}` } }),
  move: (service, n) =>
    service.put(`/v1/orders/${n}/changeStatus`, { orders: { status: [0, 2, 3, 4, 6][n % 5] } }),
  invoice: (service, n) => service.post(`/v1/orders/${n}/invoices`),
  removeLocation: (service, n) => service.send('delete', `/v1/physicalLocations/${n}`),
};

describe('What is exported since a position', () => {
  let service: Service;
  let copy: Service;

  beforeAll(async () => {
    service = await Service.start();
    copy = await Service.start();
    for (const one of [service, copy]) one.app.get(JournalClerk).start();
    await fillStore(new Client(service.url, MASTER_KEY), {
      ...{ seed: 3, customers: 8, orders: 10, today: '2026-03-01' },
    });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await copy.stop();
  });

  it('brings a copy level, whatever was done', async () => {
    let { position, lines_: all } = await told(service);
    await importLines(copy, objects(all));
    const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 1, max: 8 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (chosen) => {
        for (const [name, n] of chosen) await steps[name]?.(service, n);
        const changed = await told(service, position);
        const { errors } = await importLines(copy, objects(changed.lines_));
        expect(errors).toEqual([]);
        ({ position, lines_: all } = await told(service));
        // The order is that of the ids, which a copy gives anew.
        expect((await told(copy)).lines_.sort()).toEqual(all.sort());
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 300_000);

  it('is nothing where nothing has changed', async () => {
    const { position } = await told(service);
    const { lines_ } = await told(service, position);
    expect(objects(lines_).filter((line) => !('year' in line))).toEqual([]);
  });
});
