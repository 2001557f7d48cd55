import { rmSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { Stores } from '../../../src/database';
import { migrate } from '../../../src/database/migrations/migrate';
import { elementKinds } from '../../../src/modules/catalog';
import { exportedTypes, writeExport } from '../../../src/modules/exports';
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

/** What the demo store leaves out. */
async function useEverything(service: Service): Promise<void> {
  const elements = elementKinds.map((type) => ({ type, pId: `one-${type}`, name: `One ${type}` }));
  const parent = { type: 'zone', pId: 'inner', countryCode: 'ES', name: 'Inner' };
  const { errors } = await importLines(service, [
    ...elements,
    { type: 'zone', pId: 'outer', countryCode: 'ES', name: 'Outer' },
    parent,
    // Its id is below its parent's.
    { ...parent, parent: { pId: 'outermost' } },
    { type: 'zone', pId: 'outermost', countryCode: 'ES', name: 'Outermost' },
    { ...parent, parent: { pId: 'outermost' } },
    ...['order', 'shipment'].map((document) => {
      return { type: 'subStatus', pId: `${document}-held`, document, status: 2, name: 'Held' };
    }),
    {
      type: 'statusAction',
      pId: 'told',
      document: 'order',
      status: 2,
      subStatus: { pId: 'order-held' },
      action: 'NOTIFICATION',
      parameters: { url: 'https://example.com/hook', secretName: 'none' },
      active: false,
    },
    {
      type: 'userComment',
      pId: 'said',
      user: { pId: 'ada' },
      item: { pId: 'mug' },
      comment: 'Fine — "very" fine',
      rating: 5,
    },
    tag('gone', 13),
    tag('asleep', 10),
  ]);
  // The zone that names a parent that is not there yet.
  expect(errors.map(({ code }) => code)).toEqual(['reference.notFound']);
  await useUsers(service);
  await useDocuments(service);
}

const tag = (pId: string, itemType: number) => ({
  ...{ type: 'tag', pId, active: true, controlType: 1, itemType, valueForAllLanguages: true },
  ...{ position: 1, priority: 1, required: false, languages: [{ languageCode: 'en', name: pId }] },
});

async function idOf(service: Service, path: string, pId: string): Promise<number> {
  const { body } = await service.get(`/v1/${path}/getId/${pId}`);
  return (body as { ID?: number; id?: number }).ID ?? (body as { id: number }).id;
}

/** Sends a request that has to succeed. */
async function done(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
}

async function useUsers(service: Service): Promise<void> {
  const asleep = { customTag: { pId: 'asleep' }, general: { active: true, value: true } };
  await done(service.post('/v1/users/1/customTags', { customTags: asleep }));
  const id = await idOf(service, 'customTags', 'asleep');
  await done(service.put(`/v1/customTags/${id}`, { customTags: { active: false } }));
  await done(service.put('/v1/users/2/salesAgent', { salesAgent: { percentCommission: 2.5 } }));
  await done(service.put('/v1/users/2/salesAgent', { salesAgent: { active: true } }));
  await done(service.post('/v1/users/2/salesAgent/1'));
  const spent = { points: -30, comment: 'Spent' };
  await done(service.post('/v1/users/1/rewardPoints', { rewardPoints: spent }));
  const filter = { items: { item: { pId: 'ada' }, itemType: 10 } };
  await done(service.post('/v1/util/filters/pages/pId/one-page', filter));
}

async function useDocuments(service: Service): Promise<void> {
  const carried = { customTag: { pId: 'gone' }, value: true };
  await done(service.post('/v1/orders/1/customTags', { customTags: carried }));
  const id = await idOf(service, 'customTags', 'gone');
  await done(service.send('delete', `/v1/customTags/${id}`));
  await done(service.put('/v1/orders/1/comments', { orders: { comment: 'Ring twice' } }));
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
    await useEverything(filled);
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
    const again = await importLines(other, linesOf(lines));
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: lines.length, errors: [] });
    // Of a state the line is kept that it came by, of an action that was switched off none: told anew, they are others.
    const { types = {}, errors } = await importLines(filled, linesOf(lines));
    const changed = Object.entries(types).filter(([, { created, updated }]) => created + updated);
    expect({ errors, changed: changed.map(([type]) => type) }).toEqual({
      errors: [],
      changed: ['subStatus', 'statusAction'],
    });
    expect(await exported(filled, true)).toEqual(lines);
  }, 120_000);

  it('has lines of every type', () => {
    const told = new Set(linesOf(lines).map((line) => (line as { type: string }).type));
    // The last two are told only where nothing but what has changed is.
    expect(exportedTypes.filter((type) => !told.has(type))).toEqual([
      'channelLocations',
      'tagValueList',
    ]);
  });
});
