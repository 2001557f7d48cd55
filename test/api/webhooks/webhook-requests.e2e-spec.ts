import { Service } from '../../support/service/service';

describe('Requests about webhooks', () => {
  let service: Service;
  let path: string;

  beforeAll(async () => {
    service = await Service.start({
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'requests').toString('base64'),
    });
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    const webhooks = { url: 'https://erp.example.com/store', events: ['order.created'] };
    const { body } = await service.post('/v1/webhooks', { webhooks });
    path = `/v1/webhooks/${(body as { ID: number }).ID}`;
  });

  it('are refused with all errors at once', async () => {
    const wrong = { webhooks: { url: 'nowhere', events: ['order.created', 'order.eaten'] } };
    for (const sent of [service.post('/v1/webhooks', wrong), service.put(path, wrong)]) {
      const { status, body } = await sent;
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          errors: [
            { pointer: '/webhooks/url', code: 'webhook.address' },
            { pointer: '/webhooks/events/1', code: 'webhook.event' },
          ],
        },
      });
    }
  });

  it('are answered by the plain name of an unknown delivery', async () => {
    const replay = { webhooks: { deliveryId: 777 } };
    const { status, body } = await service.post(`${path}/replay`, replay);
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { detail: 'There is no delivery 777.' },
    });
  });

  it('test and delete them with no more than the scope to write them, whatever their events', async () => {
    const key = await service.createKey('webhooks:write');
    expect((await service.post(`${path}/test`, undefined, { key })).status).toBe(201);
    expect((await service.delete(path, { key })).status).toBe(200);
  });
});
