/** @engine */
import { setTimeout as pause } from 'node:timers/promises';
import { getMetadataArgsStorage } from 'typeorm';
import { AppModule } from '../../src/app.module';
import { type Actor, runInActorContext } from '../../src/core/actor-context';
import { Database, whereEquals, findJournalDeclaration, DataAccess } from '../../src/database';
import { CatalogElement } from '../../src/platform/catalog';
import { Tag, TagGroup, TagValue } from '../../src/modules/custom-tags';
import { TagGroupText } from '../../src/modules/custom-tags/tag-groups/tag-group.entity';
import { type TestDatabase, testDatabaseUrl, testServer } from '../support/service/database';

const ada: Actor = { kind: 'user', id: 7, name: 'ada' };

const group = (pId: string): Partial<TagGroup> => ({
  pId,
  itemType: 1,
  name: pId,
  nameFolded: pId,
  comparable: true,
  position: 0,
  priority: 0,
});

describe('Journal', () => {
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

  /** The journal entries that a unit of work leaves. */
  async function entriesOf(
    work: () => Promise<unknown>,
  ): Promise<Readonly<Record<string, unknown>>[]> {
    const [before] = await dataAccess.database.select<{ last: number | null }>(
      'SELECT MAX(id) AS `last` FROM journal_entries',
    );
    await dataAccess.unitOfWork.run(work).catch(() => undefined);
    return dataAccess.database.select('SELECT * FROM journal_entries WHERE id > ? ORDER BY id', [
      before?.last ?? 0,
    ]);
  }

  const inShort = (entries: readonly Readonly<Record<string, unknown>>[]): string[] =>
    entries.map(
      ({ kind, p_id: pId, action }) => `${String(kind)} ${String(pId)} ${String(action)}`,
    );

  const insertGroup = async (pId: string): Promise<number> => {
    const [id] = await dataAccess.writer.insert(TagGroup, [group(pId)]);
    return id as number;
  };
  const storedGroup = (pId: string): Promise<number> =>
    dataAccess.unitOfWork.run(() => insertGroup(pId));

  it('needs @Journaled, @PartOfRecord or @Unjournaled on every entity', () => {
    expect(AppModule).toBeDefined();
    const silent = getMetadataArgsStorage()
      .tables.filter(({ name = '' }) => !/^(sample|sorted)_/.test(name))
      .filter(({ target }) => findJournalDeclaration(target) === undefined)
      .map(({ name }) => name);
    expect(silent).toEqual([]);
  });

  it('records what was done to which record, when, by whom and for which request', async () => {
    const context = { actor: ada, requestId: 'r-1', operationId: 'createCustomTagGroup' };
    const before = new Date();
    const [entry, ...more] = await entriesOf(() =>
      runInActorContext(context, () => insertGroup('told')),
    );
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      position: null,
      kind: 'tagGroup',
      p_id: 'told',
      version: null,
      action: 'created',
      operation: 'createCustomTagGroup',
      by_kind: 'user',
      by_id: 7,
      by_name: 'ada',
      request_id: 'r-1',
    });
    const at = new Date(`${String(entry?.['at']).replace(' ', 'T')}Z`);
    expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('has one entry for all that a unit of work does to a record', async () => {
    const { writer } = dataAccess;
    expect(
      inShort(
        await entriesOf(async () => {
          const id = await insertGroup('first name');
          await writer.update(TagGroup, id, { pId: 'last name' });
          await writer.update(TagGroup, { pId: 'last name' }, { priority: 3 });
        }),
      ),
    ).toEqual(['tagGroup last name created']);
    expect(
      inShort(
        await entriesOf(async () => {
          await writer.update(TagGroup, { pId: 'last name' }, { priority: 4 });
          await writer.remove(TagGroup, { pId: 'last name' });
        }),
      ),
    ).toEqual(['tagGroup last name deleted']);
    expect(
      await entriesOf(async () => {
        await writer.remove(TagGroup, await insertGroup('passing'));
      }),
    ).toEqual([]);
  });

  it('has no entry of writes that found nothing, that were undone, or whose unit failed', async () => {
    const { writer, unitOfWork } = dataAccess;
    const id = await storedGroup('quiet');
    expect(
      await entriesOf(async () => {
        await writer.update(TagGroup, [], {}).catch(() => 0);
        await writer.update(TagGroup, { id, pId: 'another' }, { priority: 1 });
        await writer.update(TagGroup, id, {});
        await writer.remove(TagGroup, { pId: 'another' });
      }),
    ).toEqual([]);
    expect(
      inShort(
        await entriesOf(async () => {
          await unitOfWork
            .runInSavepoint(async () => {
              await writer.update(TagGroup, id, { priority: 9 });
              throw new Error('wanted');
            })
            .catch(() => undefined);
          await unitOfWork.runInSavepoint(() => insertGroup('kept'));
        }),
      ),
    ).toEqual(['tagGroup kept created']);
    expect(
      await entriesOf(async () => {
        await insertGroup('lost');
        throw new Error('wanted');
      }),
    ).toEqual([]);
  });

  it('has no entry of a write that leaves a record, or a part of it, as it was', async () => {
    const { writer } = dataAccess;
    const ids = [await storedGroup('same-1'), await storedGroup('same-2')] as const;
    const [text = 0] = await dataAccess.unitOfWork.run(() =>
      writer.insert(TagGroupText, texts(ids)),
    );
    const { pId: _, ...same } = group('same-1');
    await pause(3);
    expect(
      await entriesOf(async () => {
        await writer.update(TagGroup, ids[0], same);
        await writer.update(TagGroup, { pId: 'same-1' }, { name: 'same-1' });
        expect(await writer.update(TagGroupText, text, { description: '' })).toBe(1);
      }),
    ).toEqual([]);
    const some = (): Promise<unknown> =>
      writer.update(TagGroup, { pId: ['same-1', 'same-2'] }, { name: 'same-1' });
    expect(inShort(await entriesOf(some))).toEqual(['tagGroup same-2 updated']);
    const part = (): Promise<unknown> =>
      writer.update(TagGroupText, { languageCode: 'en' }, { name: 'Text 1' });
    expect(inShort(await entriesOf(part))).toEqual(['tagGroup same-2 updated']);
    expect(
      inShort(
        await entriesOf(async () => {
          await writer.update(TagGroup, ids[0], same);
          await writer.update(TagGroup, ids[0], { priority: 6 });
          await writer.update(TagGroup, ids[0], { priority: 6 });
        }),
      ),
    ).toEqual(['tagGroup same-1 updated']);
    const carried = { priority: 6, updatedAt: new Date('2020-02-02T20:20:20.202Z') };
    expect(inShort(await entriesOf(() => writer.update(TagGroup, ids[0], carried)))).toEqual([
      'tagGroup same-1 updated',
    ]);
    await dataAccess.unitOfWork.run(() => writer.remove(TagGroup, { id: [...ids] }));
  });

  it('names a change that has a name', async () => {
    const id = await storedGroup('named');
    expect(
      inShort(
        await entriesOf(async () => {
          await dataAccess.writer.update(TagGroup, id, { priority: 2 });
          dataAccess.journal.recordAction(TagGroup, [id], 'moved');
        }),
      ),
    ).toEqual(['tagGroup named moved']);
  });

  it('finds the records of a write that names them by what they are', async () => {
    const ids = [await storedGroup('by-1'), await storedGroup('by-2'), await storedGroup('by-3')];
    await dataAccess.unitOfWork.run(() =>
      dataAccess.writer.update(TagGroup, ids[1] as number, { position: 77 }),
    );
    expect(
      inShort(
        await entriesOf(() =>
          dataAccess.writer.update(TagGroup, { id: ids, position: 0 }, { position: 78 }),
        ),
      ),
    ).toEqual(['tagGroup by-1 updated', 'tagGroup by-3 updated']);
  });

  // On SQLite nobody else writes meanwhile.
  (testServer === undefined ? it.skip : it)(
    'writes nothing that came after it had looked what it will write',
    async () => {
      const others = DataAccess.forDatabase(await Database.open(database.url));
      const which = { itemType: 1, position: 91 } as const;
      const store = (pId: string) =>
        others.unitOfWork.run(() =>
          others.writer.insert(TagGroup, [{ ...group(pId), position: 91 }]),
        );
      const all = dataAccess.database.select.bind(dataAccess.database);
      const after = (pId: string) =>
        jest.spyOn(dataAccess.database, 'select').mockImplementationOnce(async (sql, params) => {
          const rows = await all(sql, params);
          await store(pId);
          return rows;
        });
      try {
        await store('seen-1');
        const update = () => {
          after('seen-2');
          return dataAccess.writer.update(TagGroup, which, { priority: 5 });
        };
        expect(inShort(await entriesOf(update))).toEqual([
          'tagGroup seen-2 created',
          'tagGroup seen-1 updated',
        ]);
        expect(
          await dataAccess.loader.listIds(TagGroup, [whereEquals('priority', 5)]),
        ).toHaveLength(1);
        const remove = () => {
          after('seen-3');
          return dataAccess.writer.remove(TagGroup, which);
        };
        expect(inShort(await entriesOf(remove)).sort()).toEqual([
          'tagGroup seen-1 deleted',
          'tagGroup seen-2 deleted',
          'tagGroup seen-3 created',
        ]);
        expect(
          await dataAccess.loader.listIds(TagGroup, [whereEquals('position', 91)]),
        ).toHaveLength(1);
      } finally {
        jest.restoreAllMocks();
        await others.database.close();
      }
    },
  );

  // On SQLite nobody else writes meanwhile.
  (testServer === undefined ? it.skip : it)(
    'writes no part that came after it had looked whose parts it will write',
    async () => {
      const others = DataAccess.forDatabase(await Database.open(database.url));
      const ids = [await storedGroup('whose-1'), await storedGroup('whose-2')];
      const textOf = (at: number) => [{ ...texts([ids[at] ?? 0])[0], languageCode: 'xx' }];
      await dataAccess.unitOfWork.run(() => dataAccess.writer.insert(TagGroupText, textOf(0)));
      const all = dataAccess.database.select.bind(dataAccess.database);
      const remove = () => {
        jest.spyOn(dataAccess.database, 'select').mockImplementationOnce(async (sql, params) => {
          const rows = await all(sql, params);
          await others.unitOfWork.run(() => others.writer.insert(TagGroupText, textOf(1)));
          return rows;
        });
        return dataAccess.writer.remove(TagGroupText, { languageCode: 'xx' });
      };
      try {
        expect(inShort(await entriesOf(remove))).toEqual([
          'tagGroup whose-2 updated',
          'tagGroup whose-1 updated',
        ]);
        const left = [whereEquals('languageCode', 'xx')];
        expect(await dataAccess.loader.listIds(TagGroupText, left)).toHaveLength(1);
      } finally {
        jest.restoreAllMocks();
        await others.database.close();
      }
    },
  );

  it('takes the kind from the row, where a table has several', async () => {
    const element = { pId: 'hat', name: '', nameFolded: '', sku: '', image: '' };
    const insert = () =>
      dataAccess.writer.insert(CatalogElement, [{ ...element, kind: 'product' }]);
    expect(inShort(await entriesOf(insert))).toEqual(['product hat created']);
    expect(
      inShort(
        await entriesOf(() =>
          dataAccess.writer.update(CatalogElement, { pId: 'hat' }, { name: 'Hat' }),
        ),
      ),
    ).toEqual(['product hat updated']);
  });

  it('contains what a deletion takes along', async () => {
    const { writer } = dataAccess;
    const [tagId = 0] = await dataAccess.unitOfWork.run(() =>
      writer.insert(Tag, [tagOf(dataAccess, 'colour')]),
    );
    await dataAccess.unitOfWork.run(() =>
      writer.insert(TagValue, [
        { tagId, pId: 'red' },
        { tagId, pId: 'blue' },
      ]),
    );
    expect(inShort(await entriesOf(() => writer.remove(Tag, tagId))).sort()).toEqual([
      'tag colour deleted',
      'tagValue blue deleted',
      'tagValue red deleted',
    ]);
  });
});

/** A tag of which nothing matters but its name. */
function tagOf({ database }: DataAccess, pId: string): Partial<Tag> {
  const columns = [...database.models.get(Tag).columns.values()];
  const plain = columns
    .filter(({ property, nullable }) => property !== 'id' && !nullable)
    .map(({ property, kind }) => [property, ofKind[kind.name] ?? '']);
  return { ...(Object.fromEntries(plain) as Partial<Tag>), pId };
}

/** A text in English for each of some groups. */
function texts(groupIds: readonly number[]): Partial<TagGroupText>[] {
  return groupIds.map((groupId, at) => {
    return { groupId, languageCode: 'en', name: `Text ${at + 1}`, description: '' };
  });
}

const ofKind: Readonly<Record<string, unknown>> = {
  bool: false,
  int: 0,
  smallInt: 0,
  bigInt: 0,
  double: 0,
  json: [],
};
