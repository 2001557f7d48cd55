import { Clock } from '../../../src/core/clock';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';

const ada = {
  ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
  group: { pId: 'shoppers' },
  addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' }],
};

describe('orders of known users', () => {
  let service: Service;
  let USER: { ID: number; PID: string };

  beforeAll(async () => {
    service = await Service.start({});
    await importMasters(service);
    await importLines(service, [{ type: 'userGroup', pId: 'shoppers', name: 'Shoppers' }, ada]);
    const { body } = await service.get('/v1/users/getId/ada');
    USER = { ID: (body as { ID: number }).ID, PID: 'ada' };
  });

  afterAll(() => service.stop());

  const orderOf = (pId: string | undefined) => {
    const order = smallOrder();
    return { ...order, user: { ...order.user, ...(pId === undefined ? {} : { pId }) } };
  };
  const listed = async (query: string) => {
    const { body } = await service.get(`/v1/orders?${query}`);
    return (body as { orders: { PID: string; USER: object }[] }).orders;
  };

  it('name them in the record and in lists, and are found by them', async () => {
    const [known, guest] = [orderOf('ada'), orderOf(undefined)];
    expect(await createOrder(service, known)).toMatchObject({ USER: { USER } });
    expect(await createOrder(service, guest)).toMatchObject({ USER: { USER: { ID: 0, PID: '' } } });
    const found = await listed(`userId=${USER.ID}`);
    expect(found.map(({ PID }) => PID)).toEqual([known.pId]);
    expect(found[0]?.USER).toEqual(USER);
  });

  it('come with their users in one stream, and stay the same when they come again', async () => {
    const grace = { ...ada, pId: 'grace', email: 'grace@example.com' };
    const lines = [
      grace,
      { type: 'order', ...orderOf('grace') },
      { type: 'order', ...orderOf('ada') },
    ];
    expect(await importLines(service, lines)).toMatchObject({ created: 3, rejected: 0 });
    expect(await importLines(service, lines)).toMatchObject({ unchanged: 3, rejected: 0 });
  });

  it('are refused where nobody has the pId', async () => {
    const refused = await service.post('/v1/orders', { orders: orderOf('nobody') });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: [{ code: 'reference.notFound', pointer: '/orders/user/pId' }],
    });
    const lines = ['nobody', 'ada'].map((pId) => ({ type: 'order', ...orderOf(pId) }));
    expect(await importLines(service, lines)).toMatchObject({
      ...{ created: 1, rejected: 1 },
      errors: [{ code: 'reference.notFound', pointer: '/user/pId' }],
    });
  });

  it('show the group that the line names, for any customer', async () => {
    const inGroup = (group: object) => {
      const order = smallOrder();
      return { ...order, user: { ...order.user, group } };
    };
    expect(await createOrder(service, inGroup({ pId: 'shoppers' }))).toMatchObject({
      USER: { GROUP: { PID: 'shoppers' }, USER: { ID: 0, PID: '' } },
    });
    const refused = await service.post('/v1/orders', { orders: inGroup({ pId: 'nobody' }) });
    expect([refused.status, (refused.body as { errors: object[] }).errors]).toMatchObject([
      422,
      [{ code: 'reference.notFound', pointer: '/orders/user/group' }],
    ]);
  });

  it('keep when they were last changed, and that they are suppliers', async () => {
    const maker = { ...ada, pId: 'maker', email: 'maker@example.com', supplier: { active: false } };
    await importLines(service, [maker]);
    const { body: found } = await service.get('/v1/users/getId/maker');
    const makerId = (found as { ID: number }).ID;
    const lastUsed = async (id: number) =>
      ((await service.get(`/v1/users/${id}`)).body as { LASTUSED: string }).LASTUSED;
    const LASTUSED = await lastUsed(makerId);
    const SUPPLIER = { ID: makerId, PID: 'maker' };
    const order = await createOrder(service, orderOf('maker'));
    expect(order).toMatchObject({ USER: { USER: SUPPLIER, SUPPLIER, LASTUSED } });
    expect(LASTUSED).not.toBe('');
    // Later changes of the user don't reach the order.
    const later = new Date(Date.now() + 86_400_000);
    jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(later);
    await service.put(`/v1/users/${makerId}/supplier`, { supplier: { active: true } });
    jest.restoreAllMocks();
    expect(await lastUsed(makerId)).not.toBe(LASTUSED);
    await service.delete(`/v1/users/${makerId}`);
    const { body } = await service.get(`/v1/orders/${order.ID}?fields=USER`);
    expect(body).toMatchObject({ USER: { SUPPLIER, LASTUSED } });
    const invoice = await service.post(`/v1/orders/${order.ID}/invoices`);
    expect(invoice.body).toMatchObject({ USER: { SUPPLIER, LASTUSED } });
    expect(await createOrder(service, orderOf('ada'))).toMatchObject({
      USER: { SUPPLIER: { ID: 0, PID: '' }, LASTUSED: await lastUsed(USER.ID) },
    });
    expect(await createOrder(service, orderOf(undefined))).toMatchObject({
      USER: { SUPPLIER: { ID: 0, PID: '' }, LASTUSED: '' },
    });
  });

  it('were advised by agents, who may be stored users', async () => {
    const advised = async (pId: string) => {
      const order = smallOrder({ salesAgent: { pId, percentCommission: 2 } });
      const { DOCUMENTINFORMATION, INFORMATION } = (await createOrder(
        service,
        order,
      )) as unknown as {
        DOCUMENTINFORMATION: { SALESAGENT: { ID: number; PID: string } };
        INFORMATION: { SALESAGENTID: number }[];
      };
      const { ID, PID } = DOCUMENTINFORMATION.SALESAGENT;
      return [ID, PID, INFORMATION[0]!.SALESAGENTID];
    };
    expect(await advised('ada')).toEqual([USER.ID, 'ada', USER.ID]);
    expect(await advised('nobody')).toEqual([0, 'nobody', 0]);
  });

  it('keep the pId of a user who is deleted', async () => {
    await importLines(service, [{ ...ada, pId: 'gone', email: 'gone@example.com' }]);
    const { ID } = await createOrder(service, orderOf('gone'));
    const { body } = await service.get('/v1/users/getId/gone');
    await service.delete(`/v1/users/${(body as { ID: number }).ID}`);
    const order = await service.get(`/v1/orders/${ID}`);
    expect(order.body).toMatchObject({ USER: { USER: { PID: 'gone' } } });
  });
});
