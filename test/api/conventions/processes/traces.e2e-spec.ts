import { JournalSequencer } from '../../../../src/platform/events/journal';
import { OutboxDispatcher, OutboxAdministration } from '../../../../src/platform/events/outbox';
import { WebhookEventPublisher } from '../../../../src/platform/events/webhooks';
import { MASTER_KEY, Service } from '../../../support/service/service';
import { until } from '../../../support/until';
import {
  respondWithStatus,
  type ReceivedWebhook,
  respondWithSuccess,
  WebhookReceiver,
} from '../../../support/servers/webhook-receiver';
import { actionLine, ConfiguredActions } from '../../sales/configured-actions';
import { importMasters } from '../../sales/sample-store';
import { exchange } from '../requests/exact-request';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACE = `00-${ID}-${PARENT}-01`;
const GROUPS = '/v1/customTagGroups';

let made = 0;
const group = () => ({
  customTagGroups: { pId: `g-${++made}`, name: 'Group', itemType: 1, position: 1, priority: 1 },
});

describe('The trace of a request', () => {
  let service: Service;
  let receiver: WebhookReceiver;
  let actions: ConfiguredActions;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    service = await Service.start({
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
      WEBHOOK_SECRETS: 'shop=secret-of-the-shop-16',
    });
    await importMasters(service);
    actions = new ConfiguredActions(service);
    for (const part of [JournalSequencer, OutboxDispatcher, WebhookEventPublisher])
      service.app.get<{ start(): void }>(part).start();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  afterEach(() => {
    receiver.respond = respondWithSuccess;
  });

  const traceOf = ({ headers }: ReceivedWebhook) => headers['traceparent'];
  const subscribe = async (path: string): Promise<number> => {
    const webhooks = { url: `${receiver.url}${path}`, events: ['tagGroup.created'] };
    const { status, body } = await service.post('/v1/webhooks', { webhooks });
    expect(status).toBe(201);
    return (body as { ID: number }).ID;
  };
  /** Messages that were given up. */
  const failed = async (): Promise<number> =>
    (await service.app.get(OutboxAdministration).list('failed')).length;
  const createGroup = async (headers: Record<string, string>): Promise<void> => {
    expect((await service.post(GROUPS, group(), { headers })).status).toBe(201);
  };

  it('goes on to the subscriptions that hear of it, each attempt from another place', async () => {
    const id = await subscribe('/traced');
    receiver.respond = respondWithStatus(410);
    await createGroup({ traceparent: TRACE });
    await createGroup({});
    const at = () => receiver.listReceivedAt('/traced').map(traceOf);
    await until(async () => (await failed()) === 2);
    receiver.respond = respondWithSuccess;
    const { body } = await service.get(`/v1/webhooks/${id}/deliveries?state=failed`);
    for (const { ID: deliveryId } of (body as { DELIVERIES: { ID: number }[] }).DELIVERIES)
      expect(
        (await service.post(`/v1/webhooks/${id}/replay`, { webhooks: { deliveryId } })).status,
      ).toBe(201);
    await until(() => at().length === 4);
    const sent = at().filter((one) => one !== undefined);
    expect(sent).toHaveLength(2);
    for (const one of sent) expect(one).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`));
    expect(new Set([TRACE, ...sent]).size).toBe(3);
    expect((await service.delete(`/v1/webhooks/${id}`)).status).toBe(200);
  });

  it('goes on to the webhooks of its status actions, also after they were given up', async () => {
    const parameters = { url: `${receiver.url}/moved`, secretName: 'shop' };
    await actions.configure(actionLine('NOTIFICATION', 2, { parameters }));
    receiver.respond = respondWithStatus(410);
    const traced = await actions.order();
    const change = (id: number, headers: Record<string, string>) =>
      service.put(`/v1/orders/${id}/changeStatus`, { status: 2 }, { headers });
    const before = await failed();
    expect((await change(traced.ID, { traceparent: TRACE })).status).toBe(200);
    const at = () => receiver.listReceivedAt('/moved');
    await until(async () => (await failed()) === before + 1);
    receiver.respond = respondWithSuccess;
    const [message] = await service.app.get(OutboxAdministration).list('failed');
    await service.app.get(OutboxAdministration).replay(message?.id ?? 0);
    service.app.get(OutboxDispatcher).trigger();
    await until(() => at().length === 2);
    const sent = at().map(traceOf);
    for (const one of sent) expect(one).toMatch(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`));
    expect(new Set([TRACE, ...sent]).size).toBe(3);
    const untraced = await actions.order();
    expect((await change(untraced.ID, {})).status).toBe(200);
    await until(() => at().length === 3);
    expect(at().map(traceOf)[2]).toBeUndefined();
    await actions.clear();
  });
});

describe('The log', () => {
  it('names the trace of a request that has one, and a new one instead of what is none', async () => {
    const logging = await Service.start({ LOG_LEVEL: 'info' });
    const call = async (headers: Record<string, string>) =>
      (await exchange(logging.url, { path: GROUPS, key: MASTER_KEY, headers })).headers[
        'traceparent'
      ];
    const answered = [
      await call({ traceparent: TRACE }),
      await call({ traceparent: `${TRACE}x` }),
      await call({}),
    ];
    await logging.stop();
    const lines = logging.log.text.split('\n').filter((line) => line.includes('"msg":"request"'));
    const traceIds = lines.map((line) => (JSON.parse(line) as { traceId?: string }).traceId);
    expect(answered[0]).toBe(TRACE);
    expect(traceIds).toEqual([ID, answered[1]?.slice(3, 35), undefined]);
    expect(traceIds[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIds[1]).not.toBe(ID);
    expect(answered[2]).toBeUndefined();
  });
});
