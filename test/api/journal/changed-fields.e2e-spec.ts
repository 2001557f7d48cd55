/** @engine platform/events/journal */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { Database, getEntityOfEntryKind, DataAccess } from '../../../src/database';
import { listEntities } from '../../../src/database/connection/data-source';
import { findFieldName } from '../../../src/database/journal/journal-declaration';
import { News } from '../../../src/modules/news/news/news.entity';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from '../sales/sample-store';
import { UsersClient } from '../users/users-client';

interface Change {
  readonly ACTION: string;
  readonly FIELDS: readonly string[];
  readonly ID: number;
  readonly KIND: string;
}

const docs = join(__dirname, '../../../docs');
const position = { position: 1, priority: 1 };

describe('the fields of entries', () => {
  let service: Service;
  let users: UsersClient;
  let after = 0;

  beforeAll(async () => {
    service = await Service.start();
    service.app.get(JournalSequencer).start();
    users = await UsersClient.of(service);
    await importMasters(service);
  });

  afterAll(() => service.stop());

  const idOf = ({ status, body }: Response): number => {
    expect([status, body]).toEqual([201, expect.anything()]);
    return (body as { ID: number }).ID;
  };
  const put = async (path: string, body: object): Promise<void> => {
    const answer = await service.put(`/v1/${path}`, body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };
  /** The entries since the last call. */
  const entries = async (): Promise<Change[]> => {
    const found: Change[] = [];
    // An entry of its own marks the end.
    const name = `end-${after}`;
    const end = idOf(await service.post('/v1/usersGroups', { usersGroups: { pId: name, name } }));
    for (;;) {
      const { body } = await service.get(`/v1/changes?after=${after}&limit=1000&wait=5`);
      const { CHANGES, NEXT } = body as { CHANGES: Change[]; NEXT: number };
      after = NEXT;
      const at = CHANGES.findIndex(({ KIND, ID }) => KIND === 'userGroup' && ID === end);
      if (at >= 0) return [...found, ...CHANGES.slice(0, at)];
      found.push(...CHANGES);
    }
  };
  /** Entries in brief: `updated tagGroup: name`. */
  const brief = async (): Promise<string[]> =>
    (await entries()).map(({ ACTION, KIND, FIELDS }) => `${ACTION} ${KIND}: ${FIELDS.join()}`);
  /** The entries of a call, in brief. */
  const left = async (call: () => Promise<unknown>): Promise<string[]> => {
    await entries();
    await call();
    return brief();
  };

  const languages = [{ languageCode: 'en', name: 'One' }, { languageCode: 'es' }];
  const group = { name: 'Group', ...position, languages };
  const tag = {
    ...{ active: true, valueForAllLanguages: true, minValue: '', ...position },
    languages: [{ languageCode: 'en', name: 'Tag' }],
  };
  const news = {
    ...{ name: 'News', publicationDate: '2026-01-31T08:00:00Z', priority: 1 },
    languages: [{ languageCode: 'en', title: 'Title' }],
    seo: { languages: [{ languageCode: 'en', urlSeo: 'fields' }] },
  };
  const location = { countryCode: 'ES', name: 'Shop', latitude: 41.5, email: 'shop@example.com' };

  it.each<[string, string, string, object, object, object, string]>([
    ...(
      [
        [{ name: 'Other' }, 'name'],
        [{ pId: 'other', priority: 2 }, 'pId,priority'],
        [{ languages: [{ languageCode: 'en', name: 'Eins' }] }, 'languages'],
        [{ languages: [{ languageCode: 'es', remove: true }] }, 'languages'],
        [{ comparable: false, languages: [{ languageCode: 'en' }] }, 'comparable'],
      ] as const
    ).map(([change, fields]): [string, string, string, object, object, object, string] => [
      'customTagGroups',
      'customTagGroups',
      'tagGroup',
      group,
      { itemType: 1 },
      change,
      fields,
    ]),
    [
      'customTags',
      'customTags',
      'tag',
      tag,
      { itemType: 1, controlType: 2 },
      { minValue: '5' },
      'minValue',
    ],
    ['news', 'news', 'news', news, {}, { name: 'Renamed', active: true }, 'active,name'],
    [
      'news',
      'news',
      'news',
      news,
      {},
      { seo: { languages: [{ languageCode: 'en', keyWords: 'a' }] } },
      'seo',
    ],
    [
      'physicalLocations',
      'physicalLocations',
      'location',
      location,
      {},
      { latitude: 41.25, email: '' },
      'email,latitude',
    ],
    [
      'usersGroups',
      'usersGroups',
      'userGroup',
      { name: 'G' },
      {},
      { description: 'd', name: 'H' },
      'description,name',
    ],
    [
      'definitions',
      'definitions',
      'definition',
      { name: 'D', description: '' },
      { definitionItems: [{ itemType: 30, pId: 'ES' }] },
      { name: 'E' },
      'name',
    ],
  ])(
    'of PUT /%s name what differs, of all that is sent',
    async (path, root, kind, fields, fixed, change, expected) => {
      const pId = `${kind}-fields-${after}`;
      const body = { pId, ...fields };
      const created = await service.post(`/v1/${path}`, { [root]: { ...body, ...fixed } });
      const id = idOf(created);
      expect((await brief()).at(-1)).toBe(`created ${kind}: `);
      expect(await left(() => put(`${path}/${id}`, { [root]: body }))).toEqual([]);
      const whole = { [root]: { ...body, ...change } };
      expect(await left(() => put(`${path}/${id}`, whole))).toEqual([
        `updated ${kind}: ${expected}`,
      ]);
      const removed = await left(() => service.delete(`/v1/${path}/${id}`));
      expect(removed).toEqual([`deleted ${kind}: `]);
    },
  );

  it('of groups name the role that moves, for both of them', async () => {
    const make = async (pId: string, defaultGroup: boolean): Promise<number> =>
      idOf(
        await service.post('/v1/usersGroups', { usersGroups: { pId, name: pId, defaultGroup } }),
      );
    await make('former', true);
    const next = await make('next', false);
    const body = { usersGroups: { name: 'next', defaultGroup: true } };
    expect(await left(() => put(`usersGroups/${next}`, body))).toEqual([
      'updated userGroup: defaultGroup',
      'updated userGroup: defaultGroup',
    ]);
  });

  it('of users name columns and parts, and of a changed password only that', async () => {
    const user = await users.create();
    const path = `users/${user.ID}`;
    const change = (values: object) => left(() => put(path, { users: values }));
    const sent = { email: user.EMAIL, pId: user.PID, group: { pId: users.group.pId }, gender: 1 };
    await put(path, { users: sent });
    const other = idOf(
      await service.post('/v1/usersGroups', { usersGroups: { pId: 'others', name: 'Others' } }),
    );
    expect(await change(sent)).toEqual([]);
    expect(await change({ ...sent, email: 'new@example.com' })).toEqual(['updated user: email']);
    expect(await change({ group: { id: other }, nick: 'ada', visits: 3 })).toEqual([
      'updated user: group,nick,visits',
    ]);
    expect(await change({ password: 'another good passphrase' })).toEqual([
      'updated user: password',
    ]);
    const post = (part: string, body: object) => () => service.post(`/v1/${path}/${part}`, body);
    expect(await left(post('addressbook', { addressbook: users.address() }))).toEqual([
      'updated user: addressBook',
    ]);
    expect(await left(post('rewardPoints', { rewardPoints: { points: 5 } }))).toEqual([
      'updated user: rewardPoints',
    ]);
    const vouchers = { availableBalance: 5, currencyId: 978 };
    expect(await left(post('vouchers', { vouchers }))).toEqual(['updated user: vouchers']);
    const customTags = { pId: 'motto', active: true, controlType: 3, itemType: 10, ...position };
    const motto = idOf(
      await service.post('/v1/customTags', {
        customTags: { ...customTags, valueForAllLanguages: false },
      }),
    );
    const texts = [{ languageCode: 'en', value: 'x' }];
    const given = { customTags: { customTag: { pId: 'motto' }, languages: texts } };
    expect(await left(post('customTags', given))).toEqual(['updated user: customTags']);
    const changed = { customTags: { languages: [{ languageCode: 'en', value: 'y' }] } };
    expect(await left(() => put(`${path}/customTags/${motto}`, changed))).toEqual([
      'updated user: customTags',
    ]);
    const salesAgent = { salesAgent: { active: true, percentCommission: 5 } };
    expect(await left(() => put(`${path}/salesAgent`, salesAgent))).toEqual([
      'updated user: salesAgent',
    ]);
    const supplier = { supplier: { active: true, logo: 'logo.png' } };
    expect(await left(() => put(`${path}/supplier`, supplier))).toEqual(['updated user: supplier']);
    const { body } = await service.get(`/v1/${path}/shoppingLists`);
    const [list] = (body as { SHOPPINGLISTS: { ID: number }[] }).SHOPPINGLISTS;
    const rows = { items: [{ quantity: 1 }] };
    expect(
      await left(() => service.post(`/v1/users/shoppingLists/${list?.ID ?? 0}/rows`, rows)),
    ).toEqual(['updated user: shoppingLists']);
    // Deleting the tag changes all that carry it.
    const carried = await left(() => service.delete(`/v1/customTags/${motto}`));
    expect(carried).toContain('deleted tag: ');
  });

  it('of documents name state, payment and comments; those of a shipment are its order’s shipments', async () => {
    const shipments = [{ price: 5, rows: [{ row: 0, quantity: 1 }] }];
    const order = await createOrder(service, smallOrder({ shipments }));
    const { DELIVERY } = order as unknown as { DELIVERY: { SHIPMENTS: { ID: number }[] } };
    const shipment = DELIVERY.SHIPMENTS[0]?.ID ?? 0;
    const change = (path: string, body: object) => left(() => put(path, body));
    const path = `orders/${order.ID}`;
    expect(await change(`${path}/comments`, { comment: 'Ring twice' })).toEqual([
      'updated order: comment',
    ]);
    expect(await change(`${path}/paid`, { paid: true, transactionId: 'T1' })).toEqual([
      expect.stringMatching(/^updated order: paid,(paymentDate,)?transactionId$/),
    ]);
    expect(await change(`${path}/received`, {})).toEqual([
      'moved order: exported,status',
      'exported order: exported,status',
    ]);
    expect(await change(`${path}/changeStatus`, { status: 2 })).toEqual([]);
    const moved = { status: 4, comment: 'Packed' };
    expect(await change(`${path}/changeStatus`, moved)).toContain('moved order: comment,status');
    const tracked = await left(() => put(`shipments/${shipment}/trackingNumber/TR1`, {}));
    expect(tracked.toSorted()).toEqual([
      'updated order: shipments',
      'updated shipment: trackingNumber',
    ]);
  });

  it('of import records name what differs from what is stored', async () => {
    await importLines(service, [
      { type: 'product', pId: 'lamp', name: 'Lamp' },
      { type: 'tagGroup', pId: 'set', itemType: 10, ...group },
    ]);
    const home = { pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' };
    const user = {
      ...{ type: 'user', pId: 'line', email: 'line@example.com', languageCode: 'en' },
      ...{ group: { pId: 'shoppers' }, addressBook: [home], wishlist: [{ pId: 'lamp' }] },
      supplier: { active: true, logo: '', items: [] },
    };
    const limits = [{ activationDate: '2026-01-01', expirationDate: '2026-01-02' }];
    const article = { ...news, type: 'news', pId: 'line', activityLimits: limits };
    const { seo: _seo, ...bare } = article;
    const size = {
      ...{ ...tag, type: 'tag', pId: 'line', controlType: 3, itemType: 10 },
      groups: [{ group: { pId: 'set' }, priority: 1 }],
    };
    const imported = (...lines: object[]) => left(() => importLines(service, lines));
    expect(await imported(user, bare, size)).toEqual([
      ...['created user: ', 'created news: ', 'created tag: '],
    ]);
    expect(await imported(user, bare, size)).toEqual([]);
    expect(await imported({ ...user, email: 'moved@example.com' })).toEqual([
      'updated user: email',
    ]);
    const book = [{ ...home, firstName: 'Eva' }];
    expect(await imported({ ...user, email: 'moved@example.com', addressBook: book })).toEqual([
      'updated user: addressBook',
    ]);
    const { supplier: _supplier, ...customer } = user;
    expect(await imported({ ...customer, addressBook: book, wishlist: [] })).toEqual([
      'updated user: email,supplier,wishlist',
    ]);
    expect(await imported({ ...user, addressBook: book })).toEqual([
      'updated user: supplier,wishlist',
    ]);
    expect(await imported({ ...bare, name: 'Line' })).toEqual(['updated news: name']);
    expect(await imported({ ...bare, languages: [], activityLimits: [] })).toEqual([
      'updated news: activityLimits,languages,name',
    ]);
    expect(await imported({ ...size, nameOnFeed: 'Size' })).toEqual(['updated tag: nameOnFeed']);
    expect(await imported({ ...size, nameOnFeed: 'Size', groups: [] })).toEqual([
      'updated tag: groups',
    ]);
  });

  it('are those of each change of 30 in parallel', async () => {
    const members = ['comments', 'largeImage', 'smallImage'];
    const id = idOf(
      await service.post('/v1/news', { news: { ...news, pId: 'parallel', seo: {} } }),
    );
    const changed = await left(() =>
      Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          put(`news/${id}`, { news: { name: 'News', [members[at % 3] as string]: `by ${at}` } }),
        ),
      ),
    );
    expect(changed.toSorted()).toEqual(
      members.flatMap((name) => Array<string>(10).fill(`updated news: ${name}`)),
    );
  });

  it('leave out what is undone, and are of one entry for all writes of a unit of work', async () => {
    const id = idOf(await service.post('/v1/news', { news: { ...news, pId: 'undone', seo: {} } }));
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const written = await left(() =>
      unitOfWork.run(async () => {
        await writer.update(News, id, { comments: 'one' });
        const undone = unitOfWork.runInSavepoint(async () => {
          await writer.update(News, id, { name: 'Undone' });
          throw new Error('undo');
        });
        await expect(undone).rejects.toThrow('undo');
        await writer.update(News, id, { priority: 7 });
      }),
    );
    expect(written).toEqual(['updated news: comments,priority']);
  });

  it('are empty in entries of earlier versions', async () => {
    const id = idOf(await service.post('/v1/news', { news: { ...news, pId: 'older', seo: {} } }));
    await put(`news/${id}`, { news: { priority: 3 } });
    const sql = "UPDATE journal_entries SET fields = NULL WHERE kind = 'news' AND record_id = ?";
    await service.app
      .get(DataAccess)
      .unitOfWork.run(() => service.app.get(Database).execute(sql, [id]));
    const { body } = await service.get(`/v1/changes?kind=news&id=${id}&wait=5`);
    const { CHANGES } = body as { CHANGES: Change[] };
    expect(CHANGES.at(-1)?.FIELDS).toEqual([]);
  });

  it('are names of requests or responses', () => {
    const known = new Set<string>();
    const collect = (text: string): void => {
      for (const [, name = ''] of text.matchAll(/"(\w+)":/g)) known.add(name.toLowerCase());
    };
    collect(readFileSync(join(docs, 'openapi.json'), 'utf8'));
    for (const file of readdirSync(join(docs, 'schemas')))
      collect(readFileSync(join(docs, 'schemas', file), 'utf8'));
    const { models } = service.app.get(Database);
    const named = listEntities().flatMap((entity) => {
      const model = models.get(entity);
      const { journal, columns } = model;
      if (journal?.type === 'record')
        return [...columns.keys()].map((property) => findFieldName(journal, property));
      if (journal?.type !== 'part') return [];
      const relation = journal.field ?? model.findInverseProperty(journal.ownerProperty);
      const owner = journal.discriminator
        ? ['news', 'definition'].map((kind) => models.get(getEntityOfEntryKind(kind)))
        : [models.get(model.getColumn(journal.ownerProperty).referencedEntity as typeof entity)];
      return owner.map((one) =>
        one.journal?.type === 'record' && relation !== undefined
          ? findFieldName(one.journal, relation)
          : undefined,
      );
    });
    const unknown = named.filter((name) => name !== undefined && !known.has(name.toLowerCase()));
    expect(unknown).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['languages', 'newsItems', 'definitionItems']));
  });
});
