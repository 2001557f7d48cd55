/** @engine modules/users/shopping-lists */
import { Database, DataAccess } from '../../../src/database';
import { anyTime } from '../../support/any-time';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { atOnce, Customers, statusesOf } from './customers';

type Row = Record<string, unknown> & { ID: number; PID: string };
interface RowPage {
  CURSORS: { NEXT: string; PREVIOUS: string };
  ITEMS: number;
  PAGERPARAMETERS: object;
  ROWS: Row[];
}

/** A row with an option of a product. */
const withOption = (option: object) => ({ reference: { id: 1, productOptions: [option] } });

describe('shopping lists', () => {
  let service: Service;
  let customers: Customers;
  let products: Record<string, number>;
  let bundles: Record<string, number>;
  let userId: number;
  let listId: number;
  let path: string;

  beforeAll(async () => {
    service = await Service.start();
    customers = await Customers.of(service);
    products = await customers.elements('product', 'shirt');
    bundles = await customers.elements('bundle', 'set');
  });

  afterAll(async () => {
    await service.stop();
  });

  const listsOf = async (id = userId) => {
    const { body } = await service.get(`/v1/users/${id}/shoppingLists`);
    return (body as { SHOPPINGLISTS: { ID: number; PID: string; ROWS: number }[] }).SHOPPINGLISTS;
  };

  beforeEach(async () => {
    ({ id: userId } = await customers.add());
    const [list] = await listsOf();
    listId = Number(list?.ID);
    path = `/v1/users/shoppingLists/${listId}/rows`;
  });

  const post = (...items: object[]) => service.post(path, { items });
  const add = async (...items: object[]): Promise<Row[]> => {
    const { status, body } = await post(...items);
    expect(status).toBe(201);
    return (body as { ROWS: Row[] }).ROWS;
  };
  const page = async (query = '') => (await service.get(`${path}${query}`)).body as RowPage;
  const pIds = ({ ROWS }: RowPage) => ROWS.map(({ PID }) => PID);

  /** The terms by which `q` finds a row. */
  const termsOf = (row: Row | undefined) =>
    service.app
      .get(DataAccess)
      .database.select('SELECT term FROM search_postings WHERE kind = 10 AND record_id = ?', [
        Number(row?.ID),
      ]);

  it('are one for every user, the default one', async () => {
    await add({ comment: 'one' }, { comment: 'two' });
    expect(await listsOf()).toEqual([
      {
        DATEADDED: expect.stringMatching(/^20\d\d-.*\+00:00$/) as string,
        DEFAULT: 1,
        ID: listId,
        NAME: 'Default',
        PID: 'default',
        ROWS: 2,
      },
    ]);
    const { id } = await customers.add();
    expect(await listsOf(id)).toMatchObject([{ ROWS: 0, DEFAULT: 1 }]);
    expect((await service.get('/v1/users/999999/shoppingLists')).status).toBe(404);
  });

  it('are opened with a user and deleted with it, also for searches', async () => {
    const { body } = await customers.create();
    const { ID } = body as { ID: number };
    const [list] = await listsOf(ID);
    expect(list).toMatchObject({ DEFAULT: 1, ROWS: 0 });
    const rows = `/v1/users/shoppingLists/${list?.ID}/rows`;
    const added = await service.post(rows, { items: [{ comment: 'milk' }] });
    const [row] = (added.body as { ROWS: Row[] }).ROWS;
    expect(await termsOf(row)).toEqual([{ term: 'milk' }]);
    expect((await service.delete(`/v1/users/${ID}`)).status).toBe(200);
    expect((await service.get(rows)).status).toBe(404);
    expect(await termsOf(row)).toEqual([]);
  });

  it('of one user are counted together, however many there are', async () => {
    const { id, pId } = await customers.add();
    const dateAdded = '2026-01-01T00:00:00+00:00';
    const lists = ['default', 'empty', 'one', 'two'].map((name, at) => ({
      ...{ pId: name, name, default: at === 0, dateAdded },
      rows: Array.from({ length: [3, 0, 1, 2][at] ?? 0 }, () => ({ dateAdded })),
    }));
    const line = { type: 'userShoppingLists', user: { pId }, lists };
    expect(await importLines(service, [line])).toMatchObject({ rejected: 0 });
    const read = async () => {
      const counts = (await listsOf(id)).map(({ PID, ROWS }) => [PID, ROWS]);
      expect(counts).toEqual([
        ['default', 3],
        ['empty', 0],
        ['one', 1],
        ['two', 2],
      ]);
    };
    expect(await countStatements(service.app.get(Database), read, /shopping_list/)).toBe(2);
  });

  describe('when rows are added', () => {
    it('answers those that were added, with all that was sent', async () => {
      await add({ pId: 'before' });
      const option = { id: 7, values: [{ value: 3 }, { value: 0.5 }] };
      const rows = await add(
        {
          ...{ comment: 'Größe Ω 大 👕', importance: 'HIGHEST', pId: 'δ-1', priority: -4 },
          quantity: 12,
          reference: { id: products['shirt'], type: 'PRODUCT', productOptions: [option] },
        },
        {
          quantity: 1,
          reference: {
            ...{ id: bundles['set'], type: 'BUNDLE' },
            bundleOptions: [{ id: 5, options: [option, { id: 8 }] }, { id: 6 }],
          },
        },
      );
      const OPTION = { ID: 7, VALUES: [{ VALUE: 3 }, { VALUE: 0.5 }] };
      const given = {
        DATEADDED: expect.stringMatching(/^20\d\d-.*\+00:00$/) as string,
        ID: expect.any(Number) as number,
        UPDATEDAT: anyTime,
      };
      expect(rows).toEqual([
        {
          ...given,
          ...{ COMMENT: 'Größe Ω 大 👕', IMPORTANCE: 'HIGHEST', PID: 'δ-1', PRIORITY: -4 },
          QUANTITY: 12,
          REFERENCE: {
            ...{ BUNDLEOPTIONS: [], ID: products['shirt'], TYPE: 'PRODUCT' },
            PRODUCTOPTIONS: [OPTION],
          },
        },
        {
          ...given,
          ...{ COMMENT: '', IMPORTANCE: 'MEDIUM', PID: '', PRIORITY: 0, QUANTITY: 1 },
          REFERENCE: {
            BUNDLEOPTIONS: [
              { ID: 5, OPTIONS: [OPTION, { ID: 8, VALUES: [] }] },
              { ID: 6, OPTIONS: [] },
            ],
            ...{ ID: bundles['set'], PRODUCTOPTIONS: [], TYPE: 'BUNDLE' },
          },
        },
      ]);
      expect((await page()).ROWS.slice(1)).toEqual(rows);
    });

    it('gives a short row its defaults', async () => {
      const [row, product] = await add({ comment: '' }, { reference: { id: products['shirt'] } });
      expect(row).toMatchObject({
        ...{ COMMENT: '', IMPORTANCE: 'MEDIUM', PID: '', PRIORITY: 0, QUANTITY: 1 },
        REFERENCE: { BUNDLEOPTIONS: [], ID: 0, PRODUCTOPTIONS: [], TYPE: '' },
      });
      expect(product).toMatchObject({ REFERENCE: { ID: products['shirt'], TYPE: 'PRODUCT' } });
    });

    it('adds a row with the defaults for an empty element', async () => {
      const row = {
        ...{
          COMMENT: '',
          DATEADDED: expect.any(String) as string,
          ID: expect.any(Number) as number,
          UPDATEDAT: anyTime,
        },
        ...{ IMPORTANCE: 'MEDIUM', PID: '', PRIORITY: 0, QUANTITY: 1 },
        REFERENCE: { BUNDLEOPTIONS: [], ID: 0, PRODUCTOPTIONS: [], TYPE: '' },
      };
      expect(await add({})).toEqual([row]);
      expect(await add({ pId: '' }, { pId: 'a' }, { pId: '' })).toEqual([
        row,
        { ...row, PID: 'a' },
        row,
      ]);
      expect((await page()).ITEMS).toBe(4);
    });

    it('adds none without elements, which is no change of the user', async () => {
      expect(await customers.touchedBy([userId], () => add())).toEqual([false]);
      expect((await service.post(path, {})).body).toEqual({ ROWS: [] });
      expect((await service.post(path)).body).toEqual({ ROWS: [] });
      expect((await page()).ITEMS).toBe(0);
    });

    it.each<[object, object]>([
      [{}, {}],
      [{ id: 0 }, {}],
      [{ pId: '' }, {}],
      [{ id: 0, pId: '' }, {}],
      [{ id: 0, type: '', bundleOptions: [], productOptions: [] }, {}],
      [{ type: 'BUNDLE' }, { TYPE: 'BUNDLE' }],
      [{ productOptions: [{}] }, { PRODUCTOPTIONS: [{ ID: 0, VALUES: [] }] }],
      [
        { bundleOptions: [{}, { options: [{ values: [{}, { value: 3 }] }] }] },
        {
          BUNDLEOPTIONS: [
            { ID: 0, OPTIONS: [] },
            { ID: 0, OPTIONS: [{ ID: 0, VALUES: [{ VALUE: 0 }, { VALUE: 3 }] }] },
          ],
        },
      ],
    ])('takes the reference %j', async (reference, stored) => {
      const nothing = { BUNDLEOPTIONS: [], ID: 0, PRODUCTOPTIONS: [], TYPE: '' };
      const [row] = await add({ reference });
      expect(row).toMatchObject({ REFERENCE: { ...nothing, ...stored } });
      expect((await page()).ROWS).toEqual([row]);
    });

    it.each<[number, string, object]>([
      [400, 'comment text.tooLong', { comment: 'x'.repeat(256) }],
      [400, 'importance text.tooLong', { importance: 'x'.repeat(256) }],
      [400, 'pId format.public-id', { pId: ' a' }],
      [400, 'priority value.type', { priority: 1.5 }],
      [400, 'quantity number.range', { quantity: 0 }],
      [400, 'quantity value.type', { quantity: '1' }],
      [400, 'name field.unknown', { name: 'x' }],
      [400, 'reference/id number.range', { reference: { id: -1 } }],
      [400, 'quantity number.decimals', { quantity: 1.2345 }],
      [400, 'reference/type text.tooLong', { reference: { type: 'x'.repeat(256) } }],
      [400, 'reference/productOptions/0/values/0 value.type', withOption({ id: 1, values: [5] })],
      [422, 'reference reference.notFound', { reference: { id: 999_999 } }],
    ])('answers %i to %s', async (status, fault, row) => {
      const response = await post({ pId: 'first' }, row);
      expect(response.status).toBe(status);
      const [first] = (response.body as { errors: { pointer: string; code: string }[] }).errors;
      expect(`${first?.pointer} ${first?.code}`).toBe(`/items/1/${fault}`);
      expect((await page()).ITEMS).toBe(0);
    });

    it.each(['PRODUCT', 'BUNDLE', ''])(
      'takes a reference by id and by pId, type %j',
      async (type) => {
        const [pId, id] =
          type === 'BUNDLE' ? ['set', bundles['set']] : ['shirt', products['shirt']];
        for (const named of [{ id }, { id, pId: '' }, { pId }, { id: 0, pId }, { id, pId }]) {
          const [row] = await add({ reference: { ...named, type } });
          expect(row).toMatchObject({ REFERENCE: { ID: id, TYPE: type || 'PRODUCT' } });
        }
        for (const [reference, code] of [
          [{ id, pId: 'other' }, 'reference.mismatch'],
          [{ pId: 'nothing' }, 'reference.notFound'],
        ] as const) {
          const errors = [{ pointer: '/items/0/reference', code }];
          expect(await post({ reference: { ...reference, type } })).toMatchObject({
            status: 422,
            body: { errors },
          });
        }
      },
    );

    it('takes free texts and fractions, as the specification has them', async () => {
      const long = 'Ω'.repeat(255);
      const [row] = await add({
        ...{ importance: 'urgent', quantity: 1.5 },
        reference: { id: products['shirt'], type: 'product' },
      });
      expect(row).toMatchObject({
        ...{ IMPORTANCE: 'urgent', QUANTITY: 1.5 },
        REFERENCE: { ID: products['shirt'], TYPE: 'product' },
      });
      const [smallest] = await add({
        ...{ importance: long, quantity: 0.001 },
        reference: { pId: 'set', type: 'Bundle' },
      });
      expect(smallest).toMatchObject({
        ...{ IMPORTANCE: long, QUANTITY: 0.001 },
        REFERENCE: { ID: bundles['set'], TYPE: 'Bundle' },
      });
      const [other] = await add({
        importance: '',
        quantity: 2_147_483_647,
        reference: { type: long },
      });
      expect(other).toMatchObject({
        ...{ IMPORTANCE: '', QUANTITY: 2_147_483_647 },
        REFERENCE: { ID: 0, TYPE: long },
      });
      expect((await page()).ROWS).toEqual([row, smallest, other]);
    });

    it('shows rows of the previous version as they were', async () => {
      const [row] = await add({ importance: 'HIGH', quantity: 3, reference: { type: 'BUNDLE' } });
      const { database, unitOfWork } = service.app.get(DataAccess);
      const sql =
        'UPDATE shopping_list_rows SET importance_text = NULL, exact_quantity = NULL, reference_type_text = NULL';
      await unitOfWork.run(() => database.execute(sql));
      expect((await page()).ROWS).toEqual([row]);
    });

    it('distinguishes products and bundles', async () => {
      const wrong = [
        { id: bundles['set'], type: 'PRODUCT' },
        { id: products['shirt'], type: 'BUNDLE' },
      ];
      for (const reference of wrong) expect((await post({ reference })).status).toBe(422);
    });

    it('refuses a pId that the list has, or that stands twice among them', async () => {
      await add({ pId: 'taken' });
      for (const [items, at] of [
        [[{ pId: 'new' }, {}, { pId: 'taken' }], 2],
        [[{ pId: 'new' }, { pId: 'Taken' }, { pId: 'new' }], 2],
      ] as const) {
        const { status, body } = await post(...items);
        expect(status).toBe(409);
        expect(body).toMatchObject({
          code: 'pId.taken',
          errors: [{ pointer: `/items/${at}/pId` }],
        });
      }
      expect(pIds(await page())).toEqual(['taken']);
      const { id } = await customers.add();
      const [list] = await listsOf(id);
      const body = { items: [{ pId: 'taken' }] };
      const other = await service.post(`/v1/users/shoppingLists/${list?.ID}/rows`, body);
      expect(other.status).toBe(201);
    });

    it('takes 1,000 of them at once, and no more', async () => {
      const rows = Array.from({ length: 1000 }, (_, index) => ({ pId: `row ${index}` }));
      expect((await add(...rows)).map(({ PID }) => PID)).toEqual(rows.map(({ pId }) => pId));
      expect((await post(...rows, { pId: 'more' })).status).toBe(400);
      expect((await post({ pId: 'more' }, ...rows.slice(999))).status).toBe(409);
      expect((await page()).ITEMS).toBe(1000);
    });

    it('lets one of 40 parallel clients have a pId', async () => {
      const responses = await atOnce(40, (index) =>
        post({ pId: `own ${index}` }, { pId: 'contested', priority: index }),
      );
      expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
      const { ROWS } = await page();
      expect(ROWS.map(({ PID }) => PID)).toEqual([
        `own ${String(ROWS[1]?.['PRIORITY'])}`,
        'contested',
      ]);
    });

    it('needs a list that is there', async () => {
      const other = '/v1/users/shoppingLists/999999/rows';
      expect((await service.get(other)).status).toBe(404);
      expect((await service.post(other, { items: [{ pId: 'a' }] })).status).toBe(404);
      expect((await service.post(other, {})).status).toBe(404);
    });
  });

  describe('when rows are listed', () => {
    it('pages, sorts and follows its cursors', async () => {
      await add(
        ...[3, 1, 2, 1].map((priority, index) => ({ pId: `p${index}`, priority })),
        ...[{ pId: 'p4', priority: -1 }],
      );
      expect(pIds(await page())).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
      expect(pIds(await page('?sort=id.desc'))).toEqual(['p4', 'p3', 'p2', 'p1', 'p0']);
      expect(pIds(await page('?sort=priority.asc'))).toEqual(['p4', 'p1', 'p3', 'p2', 'p0']);
      const descending = await page('?sort=priority.desc,id.desc');
      expect(pIds(descending)).toEqual(['p0', 'p2', 'p3', 'p1', 'p4']);
      expect(pIds(await page('?sort=dateAdded.asc'))).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
      expect((await service.get(`${path}?sort=comment.asc`)).status).toBe(400);
      const first = await page('?sort=priority.asc&perPage=2');
      expect(first).toMatchObject({ ITEMS: 5, PAGERPARAMETERS: { PAGE: 1, PERPAGE: 2 } });
      const seen = pIds(first);
      for (let next = first.CURSORS.NEXT; next !== '';) {
        const answer = (await service.get(next.slice(service.url.length))).body as RowPage;
        seen.push(...pIds(answer));
        next = answer.CURSORS.NEXT;
      }
      expect(seen).toEqual(['p4', 'p1', 'p3', 'p2', 'p0']);
    });

    it('finds rows by the words of comment and pId, within the list', async () => {
      const { id } = await customers.add();
      const [list] = await listsOf(id);
      const items = [{ comment: 'Crème brûlée' }];
      await service.post(`/v1/users/shoppingLists/${list?.ID}/rows`, { items });
      await add({ pId: 'M82-S', comment: 'Crème fraîche' }, { pId: 'другой', comment: '牛奶' });
      expect(pIds(await page('?q=creme'))).toEqual(['M82-S']);
      expect(pIds(await page('?q=82'))).toEqual([]);
      expect(pIds(await page('?q=FRAI%20m82'))).toEqual(['M82-S']);
      expect(pIds(await page(`?q=${encodeURIComponent('ДРУГ')}`))).toEqual(['другой']);
      expect(pIds(await page(`?q=${encodeURIComponent('奶')}`))).toEqual([]);
      expect(pIds(await page(`?q=${encodeURIComponent('牛')}`))).toEqual(['другой']);
      expect(pIds(await page('?q='))).toHaveLength(2);
    });

    it('shows only the keys that fields asks for', async () => {
      await add({ pId: 'a', reference: { id: products['shirt'] } });
      const { ROWS } = await page('?fields=pid,Reference');
      expect(ROWS).toEqual([
        {
          PID: 'a',
          REFERENCE: {
            ...{ BUNDLEOPTIONS: [], ID: products['shirt'], PRODUCTOPTIONS: [], TYPE: 'PRODUCT' },
          },
        },
      ]);
    });
  });

  describe('when a row is removed', () => {
    it('is gone, also for searches', async () => {
      const [row, kept] = await add({ pId: 'a', comment: 'milk' }, { pId: 'b', comment: 'milk' });
      const one = `/v1/users/shoppingLists/rows/${row?.ID}`;
      expect((await service.delete(one)).body).toEqual({ ID: row?.ID });
      expect((await service.delete(one)).status).toBe(404);
      expect((await page('?q=milk')).ROWS).toEqual([kept]);
      expect(await termsOf(row)).toEqual([]);
      expect(await listsOf()).toMatchObject([{ ROWS: 1 }]);
      const [again] = await add({ pId: 'a' });
      expect(again?.ID).toBeGreaterThan(Number(kept?.ID));
    });

    it('is so by If-Match only while it is there, and in no state that nothing shows', async () => {
      const [row] = await add({ pId: 'a' });
      const one = `/v1/users/shoppingLists/rows/${row?.ID}`;
      const remove = (condition: string, path = one) =>
        service.delete(path, { headers: { 'If-Match': condition } });
      for (const condition of ['"another"', '']) {
        const { status, body } = await remove(condition);
        expect([status, (body as { code: string }).code]).toEqual([412, 'precondition.failed']);
      }
      expect((await page()).ROWS).toEqual([row]);
      const none = '/v1/users/shoppingLists/rows/999999';
      for (const condition of ['"another"', '*']) {
        expect((await remove(condition, none)).status).toBe(404);
      }
      expect((await remove('*')).body).toEqual({ ID: row?.ID });
      expect((await remove('*')).status).toBe(404);
    });

    it('is removed by one of 30 parallel clients', async () => {
      const [row] = await add({ pId: 'a' });
      const responses = await atOnce(30, () =>
        service.delete(`/v1/users/shoppingLists/rows/${row?.ID}`),
      );
      expect(statusesOf(responses)).toEqual({ 200: 1, 404: 29 });
    });
  });

  it('move LASTUSED of their user with every change', async () => {
    const [row] = await add({ pId: 'a' });
    expect(await customers.touchedBy([userId], () => add({ pId: 'b' }))).toEqual([true]);
    const remove = () => service.delete(`/v1/users/shoppingLists/rows/${row?.ID}`);
    expect(await customers.touchedBy([userId], remove)).toEqual([true]);
    expect(await customers.touchedBy([userId], remove)).toEqual([false]);
    expect(await customers.touchedBy([userId], () => page())).toEqual([false]);
  });
});
