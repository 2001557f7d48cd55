/** @engine */
import { Service } from '../../support/service/service';
import { atOnce, Customers, statusesOf } from './customers';

describe('a user as a sales agent', () => {
  let service: Service;
  let customers: Customers;
  let agent: { id: number; pId: string };
  let path: string;

  beforeAll(async () => {
    service = await Service.start();
    customers = await Customers.of(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    agent = await customers.add();
    path = `/v1/users/${agent.id}/salesAgent`;
  });

  const put = (salesAgent: object) => service.put(path, { salesAgent });
  const link = (userId: number, agentId = agent.id) =>
    service.post(`/v1/users/${agentId}/salesAgent/${userId}`);
  const unlink = (userId: number, agentId = agent.id) =>
    service.delete(`/v1/users/${agentId}/salesAgent/${userId}`);
  const read = async (agentId = agent.id) => {
    const { body } = await service.get(`/v1/users/${agentId}/salesAgent`);
    return (body as { SALESAGENT: { USERS: { ID: number }[] } }).SALESAGENT;
  };
  const refTo = ({ id, pId }: { id: number; pId: string }) => ({ ID: id, PID: pId });

  it('is inactive and empty at first', async () => {
    expect(await read()).toEqual({ ACTIVE: false, PERCENTCOMMISSION: 0, USERS: [] });
  });

  it('has the values that are sent, and keeps the rest', async () => {
    const { status, body } = await put({ active: true });
    expect(status).toBe(200);
    expect(body).toEqual({ SALESAGENT: { ACTIVE: true, PERCENTCOMMISSION: 0, USERS: [] } });
    expect((await put({ percentCommission: 7.123456 })).body).toEqual({
      SALESAGENT: { ACTIVE: true, PERCENTCOMMISSION: 7.123456, USERS: [] },
    });
    expect((await put({ active: false, percentCommission: 100 })).body).toEqual({
      SALESAGENT: { ACTIVE: false, PERCENTCOMMISSION: 100, USERS: [] },
    });
    expect((await put({})).body).toEqual({ SALESAGENT: await read() });
  });

  it.each<[string, object]>([
    ['/salesAgent/active value.type', { active: 'yes' }],
    ['/salesAgent/percentCommission number.range', { percentCommission: -1 }],
    ['/salesAgent/percentCommission number.range', { percentCommission: 100.01 }],
    ['/salesAgent/percentCommission number.decimals', { percentCommission: 0.0000001 }],
    ['/salesAgent/users field.unknown', { users: [] }],
  ])('answers 400 %s', async (fault, salesAgent) => {
    const response = await put(salesAgent);
    expect(response.status).toBe(400);
    const [first] = (response.body as { errors: { pointer: string; code: string }[] }).errors;
    expect(`${first?.pointer} ${first?.code}`).toBe(fault);
  });

  it('gets customers and loses them', async () => {
    const [one, other] = [await customers.add(), await customers.add()];
    await put({ active: true });
    const first = await link(other.id);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      SALESAGENT: { ACTIVE: true, PERCENTCOMMISSION: 0, USERS: [refTo(other)] },
    });
    await link(one.id);
    expect((await read()).USERS).toEqual([refTo(one), refTo(other)]);
    const { status, body } = await unlink(one.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ SALESAGENT: { USERS: [refTo(other)] } });
    expect((await unlink(one.id)).status).toBe(404);
    expect((await link(one.id)).status).toBe(201);
  });

  it('keeps its customers while it is inactive', async () => {
    const customer = await customers.add();
    expect((await link(customer.id)).status).toBe(201);
    await put({ active: true });
    await put({ active: false });
    expect(await read()).toMatchObject({ ACTIVE: false, USERS: [refTo(customer)] });
  });

  it('shares no customer with another agent', async () => {
    const [other, customer] = [await customers.add(), await customers.add()];
    await link(customer.id);
    for (const agentId of [agent.id, other.id]) {
      const response = await link(customer.id, agentId);
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'salesAgent.taken', existingId: agent.id });
    }
    expect((await unlink(customer.id, other.id)).status).toBe(404);
    expect((await read(other.id)).USERS).toEqual([]);
  });

  it('is no customer of its own', async () => {
    const response = await link(agent.id);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ code: 'salesAgent.itself' });
    expect((await unlink(agent.id)).status).toBe(404);
    expect((await read()).USERS).toEqual([]);
  });

  it('may be the customer of another agent, even of its own customer', async () => {
    const other = await customers.add();
    expect((await link(other.id)).status).toBe(201);
    expect((await link(agent.id, other.id)).status).toBe(201);
  });

  it('needs two users that are there', async () => {
    expect((await service.get('/v1/users/999999/salesAgent')).status).toBe(404);
    const body = { salesAgent: { active: true } };
    expect((await service.put('/v1/users/999999/salesAgent', body)).status).toBe(404);
    expect((await link(999_999)).status).toBe(404);
    expect((await link(agent.id, 999_999)).status).toBe(404);
    expect((await link(999_999, 999_999)).status).toBe(404);
    expect((await unlink(999_999)).status).toBe(404);
    expect((await service.post(`${path}/x`)).status).toBe(400);
  });

  it('gets a customer that 40 agents want at once if it is the first', async () => {
    const customer = await customers.add();
    const agents = await Promise.all(Array.from({ length: 40 }, () => customers.add()));
    const responses = await atOnce(40, (index) => link(customer.id, agents[index]?.id));
    expect(statusesOf(responses)).toEqual({ 201: 1, 409: 39 });
    const records = await Promise.all(agents.map(({ id }) => read(id)));
    expect(records.flatMap(({ USERS }) => USERS)).toEqual([refTo(customer)]);
  });

  it('is linked both ways at once without a dead end', async () => {
    const other = await customers.add();
    const responses = await atOnce(30, (index) =>
      index % 2 === 0 ? link(other.id) : link(agent.id, other.id),
    );
    expect(statusesOf(responses)).toEqual({ 201: 2, 409: 28 });
  });

  it('loses a customer to one of 30 parallel clients', async () => {
    const customer = await customers.add();
    await link(customer.id);
    const responses = await atOnce(30, () => unlink(customer.id));
    expect(statusesOf(responses)).toEqual({ 200: 1, 404: 29 });
  });

  it('honours If-Match', async () => {
    const etag = String((await service.get(path)).headers['etag']);
    const responses = await atOnce(30, (index) => {
      const body = { salesAgent: { percentCommission: index + 1 } };
      return service.put(path, body, { headers: { 'If-Match': etag } });
    });
    expect(statusesOf(responses)).toEqual({ 200: 1, 412: 29 });
    const customer = await customers.add();
    await link(customer.id);
    const user = String((await service.get(`/v1/users/${agent.id}`)).headers['etag']);
    await put({ percentCommission: 50, active: true });
    const stale = { headers: { 'If-Match': user } };
    expect((await service.delete(`${path}/${customer.id}`, stale)).status).toBe(412);
  });

  it('is the same flag as that of the user record', async () => {
    const { body } = await customers.create({ salesAgent: true });
    const { ID, AGENT } = body as { ID: number; AGENT: boolean };
    expect(AGENT).toBe(true);
    expect(await read(ID)).toMatchObject({ ACTIVE: true });
    await service.put(`/v1/users/${ID}/salesAgent`, { salesAgent: { active: false } });
    expect((await service.get(`/v1/users/${ID}`)).body).toMatchObject({ AGENT: false });
  });

  it('leaves its customers without an agent when it is deleted', async () => {
    const [customer, next] = [await customers.add(), await customers.add()];
    await link(customer.id);
    const touched = await customers.touchedBy([customer.id, next.id], () =>
      service.delete(`/v1/users/${agent.id}`),
    );
    expect(touched).toEqual([true, false]);
    expect((await link(customer.id, next.id)).status).toBe(201);
  });

  it('moves LASTUSED of both users with every change of a link', async () => {
    const customer = await customers.add();
    const both = [agent.id, customer.id];
    expect(await customers.touchedBy(both, () => put({ active: true }))).toEqual([true, false]);
    expect(await customers.touchedBy(both, () => link(customer.id))).toEqual([true, true]);
    expect(await customers.touchedBy(both, () => link(customer.id))).toEqual([false, false]);
    expect(await customers.touchedBy(both, () => unlink(customer.id))).toEqual([true, true]);
  });
});
