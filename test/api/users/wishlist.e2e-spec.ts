/** @engine */
import { Service } from '../../support/service/service';
import { atOnce, Customers, statusesOf } from './customers';

describe('the wishlist of a user', () => {
  let service: Service;
  let customers: Customers;
  let products: Record<string, number>;
  let userId: number;
  let path: string;

  beforeAll(async () => {
    service = await Service.start();
    customers = await Customers.of(service);
    const pIds = Array.from({ length: 40 }, (_, index) => `product-${index}`);
    products = await customers.elements('product', 'Größe', 'größe', 'рубашка', '衬衫', ...pIds);
    await customers.elements('category', 'category-1');
  });

  afterAll(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    ({ id: userId } = await customers.add());
    path = `/v1/users/${userId}/wishlist`;
  });

  const wish = (wishlist: object) => service.post(path, { wishlist });
  const named = (...pIds: string[]) => pIds.map((pId) => ({ ID: products[pId], PID: pId }));

  it('takes products by id, by pId and by both, and answers with all of them', async () => {
    expect((await service.get(path)).body).toEqual({ WISHLIST: [] });
    const first = await wish({ id: products['Größe'] });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ WISHLIST: named('Größe') });
    await wish({ id: 0, pId: 'größe' });
    await wish({ pId: '衬衫' });
    const last = await wish({ id: products['рубашка'], pId: 'рубашка' });
    const all = { WISHLIST: named('Größe', 'größe', '衬衫', 'рубашка') };
    expect(last.body).toEqual(all);
    expect((await service.get(path)).body).toEqual(all);
  });

  it.each<[number, string, object]>([
    [400, 'reference.empty', {}],
    [400, 'reference.empty', { id: 0 }],
    [400, 'reference.empty', { id: 0, pId: '' }],
    [400, 'number.range', { id: -1 }],
    [400, 'field.unknown', { pId: 'product-1', name: 'x' }],
    [422, 'reference.notFound', { id: 999_999 }],
    [422, 'reference.notFound', { pId: 'GRÖSSE' }],
    [422, 'reference.notFound', { pId: 'category-1' }],
  ])('answers %i %s to %j', async (status, code, wishlist) => {
    const response = await wish(wishlist);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ errors: [{ code }] });
    expect((await service.get(path)).body).toEqual({ WISHLIST: [] });
  });

  it('refuses an id and a pId of two products', async () => {
    const response = await wish({ id: products['product-1'], pId: 'product-2' });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      code: 'reference.mismatch',
      errors: [{ pointer: '/wishlist' }],
    });
  });

  it('refuses a product that is on it, but not one on the list of another user', async () => {
    await wish({ pId: 'product-1' });
    const again = await wish({ id: products['product-1'] });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'wishlistItem.taken',
      errors: [{ pointer: '/wishlist' }],
    });
    const { id } = await customers.add();
    const wishlist = { pId: 'product-1' };
    expect((await service.post(`/v1/users/${id}/wishlist`, { wishlist })).status).toBe(201);
  });

  it('comes along with a new user, or is refused with it', async () => {
    const wishlist = [{ pId: 'product-2' }, { id: products['product-1'] }];
    const { status, body } = await customers.create({ wishlist });
    expect(status).toBe(201);
    expect(body).toMatchObject({ WISHLIST: named('product-2', 'product-1') });
    const twice = await customers.create({ pId: 'twice', wishlist: [...wishlist, ...wishlist] });
    expect(twice.status).toBe(409);
    expect(twice.body).toMatchObject({ errors: [{ pointer: '/users/wishlist/2' }] });
    const unknown = await customers.create({ pId: 'twice', wishlist: [{ pId: 'nothing' }] });
    expect(unknown.status).toBe(422);
    expect(unknown.body).toMatchObject({ errors: [{ pointer: '/users/wishlist/0' }] });
    expect((await customers.create({ wishlist: [{}] })).status).toBe(400);
    expect((await service.get('/v1/users/getId/twice')).status).toBe(404);
  });

  it('honours the ETag of its user where one product is given up', async () => {
    await wish({ pId: 'product-1' });
    const etag = String((await service.get(`/v1/users/${userId}`)).headers['etag']);
    await wish({ pId: 'product-2' });
    const condition = { headers: { 'If-Match': etag } };
    const one = `${path}/${products['product-1']}`;
    expect((await service.delete(one, condition)).status).toBe(412);
    await service.delete(`${path}/${products['product-2']}`);
  });

  it('gives up one product, and answers what it was', async () => {
    await wish({ pId: 'product-1' });
    await wish({ pId: 'product-2' });
    const one = `${path}/${products['product-1']}`;
    expect((await service.delete(one)).body).toEqual(named('product-1')[0]);
    expect((await service.delete(one)).status).toBe(404);
    expect((await service.get(path)).body).toEqual({ WISHLIST: named('product-2') });
    expect((await service.delete(`${path}/0`)).status).toBe(400);
  });

  it('gives up all of them', async () => {
    await wish({ pId: 'product-1' });
    const etag = String((await service.get(path)).headers['etag']);
    await wish({ pId: 'product-2' });
    const stale = { headers: { 'If-Match': etag } };
    expect((await service.delete(path, stale)).status).toBe(412);
    expect((await service.delete(path)).body).toEqual({ WISHLIST: [] });
    expect((await service.get(path)).body).toEqual({ WISHLIST: [] });
    expect((await service.delete(path)).body).toEqual({ WISHLIST: [] });
  });

  it('is not found without such a user', async () => {
    const other = '/v1/users/999999/wishlist';
    expect((await service.get(other)).status).toBe(404);
    expect((await service.post(other, { wishlist: { pId: 'nothing' } })).status).toBe(404);
    expect((await service.delete(other)).status).toBe(404);
    expect((await service.delete(`${other}/${products['product-1']}`)).status).toBe(404);
  });

  it('lets one of 40 parallel clients put a product on it', async () => {
    const responses = await atOnce(40, () => wish({ pId: 'product-3' }));
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
    expect((await service.get(path)).body).toEqual({ WISHLIST: named('product-3') });
  });

  it('takes 40 products of 40 parallel clients', async () => {
    const responses = await atOnce(40, (index) => wish({ pId: `product-${index}` }));
    expect(statusesOf(responses)).toEqual({ 201: 40 });
    const { body } = await service.get(path);
    expect((body as { WISHLIST: object[] }).WISHLIST).toHaveLength(40);
  });

  it('lets one of 30 parallel clients take a product off it', async () => {
    await wish({ pId: 'product-1' });
    const one = `${path}/${products['product-1']}`;
    const responses = await atOnce(30, () => service.delete(one));
    expect(statusesOf(responses)).toEqual({ 200: 1, 404: 29 });
  });

  it('moves LASTUSED of its user with every change', async () => {
    for (const change of [
      () => wish({ pId: 'product-1' }),
      () => service.delete(`${path}/${products['product-1']}`),
      () => service.delete(path),
    ]) {
      expect(await customers.touchedBy([userId], change)).toEqual([true]);
    }
    for (const refused of [() => wish({ pId: 'nothing' }), () => service.delete(`${path}/1000`)]) {
      expect(await customers.touchedBy([userId], refused)).toEqual([false]);
    }
  });
});
