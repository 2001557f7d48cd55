/** @engine */
import { setTimeout as pause } from 'node:timers/promises';
import { Database, DataAccess } from '../../src/database';
import { TagGroupLink } from '../../src/modules/custom-tags/tag-group-links/tag-group-link.entity';
import { TagGroup, TagGroupText } from '../../src/modules/custom-tags/tag-groups/tag-group.entity';
import { Tag } from '../../src/modules/custom-tags/tags/tag.entity';
import { countStatements } from '../support/service/count-statements';
import { type TestDatabase, testDatabaseUrl } from '../support/service/database';
import { plan } from './sample';

const group = (pId: string): Partial<TagGroup> => ({
  pId,
  itemType: 1,
  name: pId,
  nameFolded: pId,
  comparable: true,
  position: 0,
  priority: 0,
});

const text = (groupId: number, languageCode: string): Partial<TagGroupText> => ({
  groupId,
  languageCode,
  name: languageCode,
  description: '',
});

const tag = (pId: string): Partial<Tag> => ({
  ...{ pId, controlType: 3, itemType: 1, position: 0, priority: 0 },
  ...{ active: true, comparable: true, filterable: true, inOrders: false, required: false },
  ...{ searchable: true, valueForAllLanguages: true },
  ...{ defaultValue: '', minValue: '', maxValue: '', nameOnFeed: '' },
});

describe('The time of the last change', () => {
  let database: TestDatabase;
  let dataAccess: DataAccess;
  beforeAll(async () => {
    database = await testDatabaseUrl();
    dataAccess = DataAccess.forDatabase(await Database.open(database.url));
  });
  afterAll(async () => {
    await dataAccess.database.close();
    await database.drop();
  });

  let made = 0;
  const run = <T>(work: () => Promise<T>): Promise<T> => dataAccess.unitOfWork.run(work);
  const stored = async (): Promise<number> => {
    const [id] = await run(() => dataAccess.writer.insert(TagGroup, [group(`group-${++made}`)]));
    // Later changes get another time.
    await pause(3);
    return id as number;
  };
  const timeOf = async (id: number): Promise<number> => {
    const found = await dataAccess.loader.findById(TagGroup, id, plan(['updatedAt']));
    return found?.updatedAt?.getTime() ?? 0;
  };
  /** Whether a change moves the time, to the time of the change. */
  const moves = async (id: number, change: () => Promise<unknown>): Promise<boolean> => {
    const [before, begun] = [await timeOf(id), Date.now()];
    await run(change);
    const after = await timeOf(id);
    if (after !== before) expect(after).toBeGreaterThanOrEqual(begun);
    expect(after).toBeLessThanOrEqual(Date.now());
    return after !== before;
  };

  it('is there from the beginning, and one for all that a unit of work makes', async () => {
    const begun = Date.now();
    const ids = await run(async () => [
      ...(await dataAccess.writer.insert(TagGroup, [group('first'), group('second')])),
      ...(await dataAccess.writer.insert(TagGroup, [group('third')])),
    ]);
    const times = await Promise.all(ids.map(timeOf));
    expect(new Set(times).size).toBe(1);
    expect(times[0]).toBeGreaterThanOrEqual(begun);
    expect(times[0]).toBeLessThanOrEqual(Date.now());
  });

  it.each<[string, Partial<TagGroup>]>([
    ['a text', { name: 'Another' }],
    ['its case', { pId: 'GROUP' }],
    ['a blank behind it', { name: 'name ' }],
    ['a number', { priority: 7 }],
    ['a flag', { comparable: false }],
    ['one of several', { name: 'name', position: 0, priority: 1 }],
  ])('moves with %s', async (_, patch) => {
    const id = await stored();
    await run(() => dataAccess.writer.update(TagGroup, id, { name: 'name', pId: 'group' }));
    await pause(3);
    expect(await moves(id, () => dataAccess.writer.update(TagGroup, id, patch))).toBe(true);
    await run(() => dataAccess.writer.remove(TagGroup, id));
  });

  it('stays with a write of what is there, and with a lock', async () => {
    const id = await stored();
    const { pId, ...same } = group('unchanged');
    await run(() => dataAccess.writer.update(TagGroup, id, same));
    await pause(3);
    expect(await moves(id, () => dataAccess.writer.update(TagGroup, id, same))).toBe(false);
    expect(await moves(id, () => dataAccess.writer.lock(TagGroup, [id]))).toBe(false);
  });

  it('is the one that a write names', async () => {
    const id = await stored();
    const carried = new Date('2020-02-02T20:20:20.202Z');
    const { writer } = dataAccess;
    await run(() => writer.update(TagGroup, id, { priority: 5, updatedAt: carried }));
    expect(await timeOf(id)).toBe(carried.getTime());
    const old = { ...group('carried'), updatedAt: carried };
    const [other] = await run(() => writer.insert(TagGroup, [old, group('of today')]));
    expect(await timeOf(other as number)).toBe(carried.getTime());
    expect(await timeOf((other as number) + 1)).toBeGreaterThan(carried.getTime());
  });

  it('moves with a part that comes, changes or goes', async () => {
    const id = await stored();
    const { writer } = dataAccess;
    const insert = () => writer.insert(TagGroupText, [text(id, 'en')]);
    expect(await moves(id, insert)).toBe(true);
    await pause(3);
    const change = () => writer.update(TagGroupText, { groupId: id }, { name: 'changed' });
    expect(await moves(id, change)).toBe(true);
    await pause(3);
    expect(await moves(id, () => writer.remove(TagGroupText, { groupId: id }))).toBe(true);
    await pause(3);
    expect(await moves(id, () => writer.remove(TagGroupText, { groupId: id }))).toBe(false);
  });

  it('is written once for all parts of a record, and not where the record is new', async () => {
    const id = await stored();
    const { writer } = dataAccess;
    const codes = ['en', 'es', 'fr'];
    const addTexts = async (groupId: number): Promise<void> => {
      for (const code of codes) await writer.insert(TagGroupText, [text(groupId, code)]);
    };
    const counted = (work: () => Promise<unknown>): Promise<number> =>
      countStatements(dataAccess.database, work, /UPDATE `?"?tag_groups\b/);
    expect(await counted(() => run(() => addTexts(id)))).toBe(1);
    const create = async (): Promise<void> => {
      const [made] = await writer.insert(TagGroup, [group('with texts')]);
      await addTexts(made as number);
    };
    expect(await counted(() => run(create))).toBe(0);
  });

  it('is taken back with what is undone', async () => {
    const id = await stored();
    const before = await timeOf(id);
    const attempt = (code: string, fails: boolean) =>
      dataAccess.unitOfWork
        .runInSavepoint(async () => {
          await dataAccess.writer.insert(TagGroupText, [text(id, code)]);
          if (fails) throw new Error('wanted');
        })
        .catch(() => undefined);
    await run(() => attempt('en', true));
    expect(await timeOf(id)).toBe(before);
    await run(async () => {
      await attempt('en', true);
      await attempt('es', false);
    });
    expect(await timeOf(id)).toBeGreaterThan(before);
  });

  it('moves of all records that lose a part with another record', async () => {
    const id = await stored();
    const [tagId = 0] = await run(() => dataAccess.writer.insert(Tag, [tag('linked')]));
    await run(() => dataAccess.writer.insert(TagGroupLink, [{ tagId, groupId: id, priority: 1 }]));
    const time = async (): Promise<number> =>
      (await dataAccess.loader.findById(Tag, tagId, plan(['updatedAt'])))?.updatedAt?.getTime() ??
      0;
    const before = await time();
    await pause(3);
    await run(() => dataAccess.writer.remove(TagGroup, id));
    expect(await time()).toBeGreaterThan(before);
  });

  it('lets thirty at once change parts of one record', async () => {
    const id = await stored();
    const codes = Array.from({ length: 30 }, (_, at) =>
      String.fromCharCode(97 + at / 26, 97 + (at % 26)),
    );
    const begun = Date.now();
    await Promise.all(
      codes.map((code) => run(() => dataAccess.writer.insert(TagGroupText, [text(id, code)]))),
    );
    const rows = await dataAccess.loader.listWhere(TagGroupText, [], plan(['groupId']));
    expect(rows.filter(({ groupId }) => groupId === id)).toHaveLength(30);
    expect(await timeOf(id)).toBeGreaterThanOrEqual(begun);
  });
});
