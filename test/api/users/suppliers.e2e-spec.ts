/** @engine */
import { Service } from '../../support/service/service';
import { atOnce, Customers, statusesOf } from './customers';

describe('a user as a supplier', () => {
  let service: Service;
  let customers: Customers;
  let products: Record<string, number>;
  let categories: Record<string, number>;
  let userId: number;
  let pId: string;
  let path: string;

  beforeAll(async () => {
    service = await Service.start();
    customers = await Customers.of(service);
    const pIds = Array.from({ length: 40 }, (_, index) => `product-${index}`);
    products = await customers.elements('product', 'both', ...pIds);
    categories = await customers.elements('category', 'both', 'Schuhe', '鞋');
  });

  afterAll(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    ({ id: userId, pId } = await customers.add());
    path = `/v1/users/${userId}/supplier`;
  });

  const nobody = { ACTIVE: false, ITEMS: [], LOGO: '', PID: '' };
  const product = (name: string) => ({ ITEM: { ID: products[name], PID: name }, ITEMTYPE: 1 });
  const category = (name: string) => ({ ITEM: { ID: categories[name], PID: name }, ITEMTYPE: 2 });
  const item = (name: string, itemType = 1) => ({ item: { pId: name }, itemType });

  const put = (supplier: object) => service.put(path, { supplier });
  const add = (...items: object[]) => service.post(`${path}/items`, { items });
  const read = async () => (await service.get(path)).body as { SUPPLIER: Record<string, unknown> };

  it('is inactive and empty at first', async () => {
    expect(await read()).toEqual({ SUPPLIER: nobody });
  });

  it('becomes an active one by any PUT', async () => {
    const { status, body } = await put({});
    expect(status).toBe(200);
    expect(body).toEqual({ SUPPLIER: { ACTIVE: true, ITEMS: [], LOGO: '', PID: pId } });
    expect(await read()).toEqual(body);
  });

  it('has the values that are sent, and keeps the rest', async () => {
    const items = [item('product-1'), { item: { id: categories['鞋'] }, itemType: 2 }];
    const whole = { ACTIVE: false, LOGO: 'логотип.png', PID: pId };
    expect((await put({ active: false, logo: 'логотип.png', items })).body).toEqual({
      SUPPLIER: { ...whole, ITEMS: [product('product-1'), category('鞋')] },
    });
    expect((await put({})).body).toEqual({
      SUPPLIER: { ...whole, ITEMS: [product('product-1'), category('鞋')] },
    });
    const active = { ...whole, ACTIVE: true, ITEMS: [product('product-1'), category('鞋')] };
    expect((await put({ active: true })).body).toEqual({ SUPPLIER: active });
    expect((await put({ items: [item('both', 2), item('both')], logo: '' })).body).toEqual({
      SUPPLIER: { ...active, LOGO: '', ITEMS: [category('both'), product('both')] },
    });
    expect((await put({ items: [] })).body).toMatchObject({ SUPPLIER: { ITEMS: [] } });
  });

  it.each<[number, string, object]>([
    [400, '/supplier/active value.type', { active: 1 }],
    [400, '/supplier/logo text.tooLong', { logo: 'x'.repeat(2049) }],
    [400, '/supplier/pId field.unknown', { pId: 'x' }],
    [400, '/supplier/items/0/item field.required', { items: [{ itemType: 1 }] }],
    [400, '/supplier/items/0/itemType field.required', { items: [{ item: { id: 1 } }] }],
    [400, '/supplier/items/0/itemType value.notAllowed', { items: [item('both', 3)] }],
    [400, '/supplier/items/0/item reference.empty', { items: [{ item: {}, itemType: 1 }] }],
    [422, '/supplier/items/1/item reference.notFound', { items: [item('both'), item('Schuhe')] }],
    [409, '/supplier/items/1 supplierItem.taken', { items: [item('both'), item('both')] }],
  ])('answers %i %s', async (status, fault, supplier) => {
    const response = await put({ logo: 'never.png', ...supplier });
    expect(response.status).toBe(status);
    const [first] = (response.body as { errors: { pointer: string; code: string }[] }).errors;
    expect(`${first?.pointer} ${first?.code}`).toBe(fault);
    expect(await read()).toEqual({ SUPPLIER: nobody });
  });

  it('looks for unknown items before it refuses those that stand twice', async () => {
    expect((await put({ items: [item('both'), item('both'), item('none')] })).status).toBe(422);
  });

  it('adds items, and is a supplier from then on', async () => {
    const first = await add(item('product-1'));
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ ITEMS: [product('product-1')] });
    const next = await add(item('product-2'), item('Schuhe', 2));
    const all = [product('product-1'), product('product-2'), category('Schuhe')];
    expect(next.body).toEqual({ ITEMS: all });
    expect(await read()).toEqual({ SUPPLIER: { ACTIVE: true, ITEMS: all, LOGO: '', PID: pId } });
  });

  it('stays inactive when items are added to an inactive one', async () => {
    await put({ active: false });
    await add(item('product-1'));
    expect(await read()).toMatchObject({ SUPPLIER: { ACTIVE: false } });
  });

  it('refuses to add what it has, what is not there, and nothing', async () => {
    await add(item('product-1'));
    const again = await add(item('product-2'), item('product-1'));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'supplierItem.taken',
      errors: [{ pointer: '/items/1' }],
    });
    const unknown = await add(item('product-2'), item('none'));
    expect(unknown.status).toBe(422);
    expect(unknown.body).toMatchObject({ errors: [{ pointer: '/items/1/item' }] });
    const mismatch = await add({
      item: { id: products['product-2'], pId: 'product-3' },
      itemType: 1,
    });
    expect(mismatch.body).toMatchObject({ code: 'reference.mismatch' });
    expect((await add()).status).toBe(400);
    expect(await read()).toMatchObject({ SUPPLIER: { ITEMS: [product('product-1')] } });
  });

  it('comes along with a new user, or is refused with it', async () => {
    const items = [item('product-1'), item('Schuhe', 2)];
    const { status, body } = await customers.create({ pId: 'nova', supplier: { items } });
    expect(status).toBe(201);
    const ITEMS = [product('product-1'), category('Schuhe')];
    expect(body).toMatchObject({ SUPPLIER: { ACTIVE: true, ITEMS, LOGO: '', PID: 'nova' } });
    const none = await customers.create({ pId: 'refused', supplier: { items: [item('none')] } });
    expect(none.status).toBe(422);
    expect(none.body).toMatchObject({ errors: [{ pointer: '/users/supplier/items/0/item' }] });
    expect((await service.get('/v1/users/getId/refused')).status).toBe(404);
  });

  it('removes a product, or with itemType a category, and answers the rest', async () => {
    await add(item('both'), item('both', 2), item('product-1'));
    const one = (id: number | undefined, query = '') =>
      service.delete(`${path}/items/${id}${query}`);
    expect((await one(categories['both'])).status).toBe(404);
    expect((await one(products['both'], '?itemType=2')).status).toBe(404);
    expect((await one(products['both'], '?itemType=3')).status).toBe(400);
    expect((await one(products['both'])).body).toEqual({
      ITEMS: [category('both'), product('product-1')],
    });
    expect((await one(categories['both'], '?itemType=2')).body).toEqual({
      ITEMS: [product('product-1')],
    });
    expect((await one(products['product-1'], '?itemType=1')).body).toEqual({ ITEMS: [] });
    expect((await one(products['product-1'])).status).toBe(404);
  });

  it('removes all items', async () => {
    await add(item('both'), item('both', 2));
    expect((await service.delete(`${path}/items`)).body).toEqual({ ITEMS: [] });
    expect(await read()).toEqual({
      SUPPLIER: { ACTIVE: true, ITEMS: [], LOGO: '', PID: pId },
    });
    expect((await service.delete(`${path}/items`)).body).toEqual({ ITEMS: [] });
  });

  it('is nobody when there is no such user', async () => {
    const other = '/v1/users/999999/supplier';
    const items = [item('none')];
    expect((await service.get(other)).status).toBe(404);
    expect((await service.put(other, { supplier: { items } })).status).toBe(404);
    expect((await service.post(`${other}/items`, { items })).status).toBe(404);
    expect((await service.delete(`${other}/items`)).status).toBe(404);
    expect((await service.delete(`${other}/items/${products['both']}`)).status).toBe(404);
  });

  it('honours If-Match', async () => {
    const etag = String((await service.get(path)).headers['etag']);
    const responses = await atOnce(30, (index) =>
      service.put(path, { supplier: { logo: `${index}` } }, { headers: { 'If-Match': etag } }),
    );
    expect(statusesOf(responses)).toEqual({ 200: 1, 412: 29 });
    await add(item('both'));
    const stale = { headers: { 'If-Match': etag } };
    expect((await service.delete(`${path}/items`, stale)).status).toBe(412);
    const user = String((await service.get(`/v1/users/${userId}`)).headers['etag']);
    const known = { headers: { 'If-Match': user } };
    expect((await service.delete(`${path}/items/${products['both']}`, known)).status).toBe(200);
    expect((await service.delete(`${path}/items`, known)).status).toBe(412);
  });

  it('lets one of 40 parallel clients add an item', async () => {
    const responses = await atOnce(40, (index) => add(item(`product-${index}`), item('both')));
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
    const { SUPPLIER } = await read();
    expect(SUPPLIER['ITEMS']).toHaveLength(2);
  });

  it('has the items of one of 40 parallel clients, never of two', async () => {
    const responses = await atOnce(40, (index) =>
      put({ logo: `product-${index}`, items: [item(`product-${index}`), item('both', 2)] }),
    );
    expect(statusesOf(responses)).toEqual({ 200: 40 });
    const { SUPPLIER } = await read();
    expect(SUPPLIER['ITEMS']).toEqual([product(String(SUPPLIER['LOGO'])), category('both')]);
  });

  it('moves LASTUSED with every change', async () => {
    for (const change of [
      () => put({}),
      () => add(item('both')),
      () => service.delete(`${path}/items/${products['both']}`),
      () => service.delete(`${path}/items`),
    ]) {
      expect(await customers.touchedBy([userId], change)).toEqual([true]);
    }
    expect(await customers.touchedBy([userId], () => add(item('none')))).toEqual([false]);
  });
});
