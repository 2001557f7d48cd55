/** @engine */
import { Test } from '@nestjs/testing';
import { Configuration } from '../../src/config/configuration';
import { TransactionRunner } from '../../src/core/transaction-runner';
import {
  Crud,
  DatabaseModule,
  whereIn,
  DataAccess,
  uniqueConstraintName,
  UnitOfWork,
} from '../../src/database';
import { Journal } from '../../src/database/migrations/0101-journal';
import { testDatabaseUrl, type TestDatabase } from '../support/service/database';
import { plan } from './sample';
import { Shop, shopListing } from './sample.entity';
import { sampleMigrations } from './sample.migration';

describe('Crud', () => {
  let database: TestDatabase;
  let dataAccess: DataAccess;
  let crud: Crud<Shop>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    database = await testDatabaseUrl([...sampleMigrations, Journal]);
    const configuration = Configuration.from({ DATABASE_URL: database.url });
    const module = await Test.createTestingModule({
      imports: [DatabaseModule.forRoot(configuration)],
    }).compile();
    await module.init();
    expect(module.get(TransactionRunner)).toBe(module.get(UnitOfWork));
    dataAccess = module.get(DataAccess);
    crud = new Crud(dataAccess, Shop, 'shop', shopListing);
    close = () => module.close();
  });
  afterAll(async () => {
    await close();
    await expect(dataAccess.database.ping()).rejects.toMatchObject({
      code: 'database.unavailable',
    });
    await database.drop();
  });

  const run = <T>(work: () => Promise<T>): Promise<T> => dataAccess.unitOfWork.run(work);
  const rejection = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no error',
      (error: unknown) => error,
    );

  it('inserts, reads, changes and removes', async () => {
    const id = await run(() => crud.insert({ pId: 'one', name: 'One' }));
    expect(await crud.get(id, plan(['name', 'state']))).toEqual({ id, name: 'One', state: 0 });
    expect(await crud.findIdByPid('one')).toBe(id);
    expect(await crud.findIdByPid('One')).toBeUndefined();
    await run(() => crud.update(id, { name: 'Two' }));
    expect(await crud.listPage({ page: 1, perPage: 10 }, plan(['name']))).toEqual({
      items: [{ id, name: 'Two' }],
      total: 1,
      page: 1,
      perPage: 10,
    });
    await run(() => crud.lock(id));
    await run(() => crud.remove(id));
    const missing = { status: 404, message: `There is no shop ${id}.` };
    expect(await rejection(crud.get(id, plan([])))).toMatchObject(missing);
    expect(await rejection(run(() => crud.update(id, { name: '' })))).toMatchObject(missing);
    expect(await rejection(run(() => crud.remove(id)))).toMatchObject(missing);
    expect(await rejection(run(() => crud.lock(id)))).toMatchObject(missing);
    expect(await rejection(crud.assertExists(id))).toMatchObject(missing);
    expect(await rejection(crud.getIdByPid('one'))).toMatchObject({ status: 404 });
  });

  it('adds to each of many records an amount of its own', async () => {
    const amounts = new Map<number, number>();
    await run(async () => {
      for (let at = 0; at < 5; at++) {
        const id = await crud.insert({ pId: `add-${at}`, name: '', visits: 100 });
        if (at > 0) amounts.set(id, at % 2 === 0 ? at : -at);
      }
    });
    expect(await run(() => dataAccess.writer.incrementEach(Shop, 'visits', amounts))).toBe(4);
    const pIds = Array.from({ length: 5 }, (_, at) => `add-${at}`);
    const found = await dataAccess.loader.listWhere(Shop, [whereIn('pId', pIds)], plan(['visits']));
    expect(found.map(({ visits }) => visits)).toEqual([100, 99, 102, 97, 104]);
    const many = new Map(Array.from({ length: 700 }, (_, at) => [at + 1_000_000, 1]));
    expect(await run(() => dataAccess.writer.incrementEach(Shop, 'visits', many))).toBe(0);
    const [first] = [...amounts.keys()] as [number];
    const below = run(() => dataAccess.writer.incrementEach(Shop, 'stock', new Map([[first, -1]])));
    expect(await rejection(below)).toMatchObject({ constraintKind: 'check' });
  });

  it('never gives an id again', async () => {
    const first = await run(() => crud.insert({ pId: 'again' }));
    await run(() => crud.remove(first));
    expect(await run(() => crud.insert({ pId: 'again' }))).toBeGreaterThan(first);
  });

  it('reports that a pId is taken and by which record, for inserts and changes; other constraints are not that', async () => {
    const id = await run(() => crud.insert({ pId: 'taken', isMain: 1 }));
    const other = await run(() => crud.insert({ pId: 'other' }));
    const taken = { status: 409, code: 'pId.taken', extensionMembers: { existingId: id } };
    expect(await rejection(run(() => crud.insert({ pId: 'taken' })))).toMatchObject(taken);
    expect(await rejection(run(() => crud.update(other, { pId: 'taken' })))).toMatchObject(taken);
    const main = await rejection(run(() => crud.insert({ pId: 'main', isMain: 1 })));
    expect(main).not.toMatchObject({ code: 'pId.taken' });
    expect(main).toMatchObject({ constraintName: uniqueConstraintName(Shop, 'isMain') });
  });

  it('lets one of forty parallel inserts of one pId in', async () => {
    const inserts = Array.from({ length: 40 }, () =>
      rejection(run(() => crud.insert({ pId: 'race' }))),
    );
    const results = await Promise.all(inserts);
    expect(results.filter((result) => result === 'no error')).toHaveLength(1);
    for (const result of results.filter((one) => one !== 'no error'))
      expect(result).toMatchObject({ status: 409 });
  });

  it('resolves references: the id wins, both must agree, none is no reference', async () => {
    const id = await run(() => crud.insert({ pId: 'ref' }));
    const other = await run(() => crud.insert({ pId: 'ref2' }));
    const at = '/x/shop';
    expect(await crud.resolveReference({ id }, at)).toBe(id);
    expect(await crud.resolveReference({ id, pId: 'ref' }, at)).toBe(id);
    expect(await crud.resolveReference({ id: 0, pId: 'ref' }, at)).toBe(id);
    const code = async (reference: { id?: number; pId?: string }): Promise<unknown> => {
      const error = (await rejection(crud.resolveReference(reference, at))) as {
        status: number;
        fieldErrors: { pointer: string }[];
      };
      expect(error.fieldErrors.map(({ pointer }) => pointer)).toEqual([at]);
      return error.status;
    };
    expect(await code({})).toBe(400);
    expect(await code({ id: 0, pId: '' })).toBe(400);
    expect(await code({ id: 999_999 })).toBe(422);
    expect(await code({ pId: 'REF' })).toBe(422);
    expect(await code({ id: other, pId: 'ref' })).toBe(422);
    expect(await code({ id, pId: 'none' })).toBe(422);
  });

  it('resolves references together, and points at the one that is at fault', async () => {
    const ids = await run(async () => [
      await crud.insert({ pId: 'together' }),
      await crud.insert({ pId: 'together2' }),
    ]);
    const [id = 0, other = 0] = ids;
    const at = (index: number): string => `/x/${index}`;
    expect(await crud.resolveReferences([], at)).toEqual([]);
    const references = [{ pId: 'together2' }, { id }, { id: other, pId: 'together2' }, { id }];
    expect(await crud.resolveReferences(references, at)).toEqual([other, id, other, id]);
    const error = await rejection(crud.resolveReferences([{ id }, { pId: 'none' }], at));
    expect(error).toMatchObject({ status: 422, fieldErrors: [{ pointer: '/x/1' }] });
  });
});
