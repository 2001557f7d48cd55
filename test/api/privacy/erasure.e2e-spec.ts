/** @engine platform/privacy */
import { Clock } from '../../../src/core/clock';
import { runAs, runInActorContext } from '../../../src/core/actor-context';
import {
  whereEquals,
  whereNotNull,
  JournalPositionRepository,
  increment,
  DataAccess,
} from '../../../src/database';
import { ApiKey } from '../../../src/platform/access';
import { FileStore, parsePath } from '../../../src/platform/media/files';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { OutboxMessage } from '../../../src/platform/events/outbox';
import { ErasureWorker } from '../../../src/platform/privacy';
import { InvoiceRetention } from '../../../src/platform/privacy/invoice-retention';
import { SalesDocument, StatusEntry } from '../../../src/modules/sales';
import { WebhookEventPublisher } from '../../../src/platform/events/webhooks';
import { cases } from '../../support/random/cases';
import { Service } from '../../support/service/service';
import { actionLine, ConfiguredActions } from '../sales/configured-actions';
import { createOrder, importMasters, smallOrder } from '../sales/sample-store';
import { done, idOf, orderOf, personLine, taken, TRACES, whereIs } from './somebody';

interface Erasure {
  ID: number;
  PID: string;
  STATE: string;
  DOCUMENTS: number;
  OLDESTKEPT: string;
}

const THIS_YEAR = new Date().getUTCFullYear();
/** Clients, and persons, at once. */
const MANY = cases(12, 30);

describe('The erasure of a person', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
      // The address has no listener.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'shop@example.com',
    });
    await importMasters(service);
    await taken(service, [{ type: 'userGroup', pId: 'shoppers', name: 'Shoppers' }]);
    for (const each of [ErasureWorker, JournalSequencer, WebhookEventPublisher])
      service.app.get(each).start();
  });

  afterAll(() => service.stop());

  async function erase(id: number): Promise<Erasure> {
    done(await service.post(`/v1/users/${id}/erasure`));
    for (;;) {
      const erasure = done<Erasure>(await service.get(`/v1/users/${id}/erasure`));
      if (erasure.STATE === 'done') return erasure;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const settled = async (): Promise<void> => {
    const order = service.app.get(JournalPositionRepository);
    while ((await order.getRange()).hasUnnumberedEntries)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
  };

  it('leaves nothing of the person anywhere', async () => {
    await taken(service, [
      personLine('zebedee', { nick: 'zebedee', password: 'correct horse battery' }),
      { type: 'product', pId: 'lamp', name: 'Lamp' },
      {
        ...{ type: 'userComment', pId: 'c1', user: { pId: 'zebedee' }, item: { pId: 'lamp' } },
        comment: 'Zebedee likes it',
      },
    ]);
    const id = await idOf(service, 'zebedee');
    done(
      await service.post('/v1/webhooks', {
        webhooks: {
          url: 'http://127.0.0.1:1/',
          events: ['user.updated', 'order.created', 'order.updated', 'file.created'],
        },
      }),
    );
    const actions = new ConfiguredActions(service);
    await actions.configure(
      actionLine('SEND_MAIL', 2, {
        parameters: { to: 'customer', subject: 'Hello', text: 'Dear {{customerName}}' },
      }),
    );
    const order = await createOrder(
      service,
      orderOf('zebedee', {
        shipments: [
          { name: 'Parcel', shippingType: { pId: 'parcel' }, trackingNumber: 'TRACK-QUAGMIRE' },
        ],
        rows: [
          {
            ...{ name: 'Shirt', quantity: 1, price: 10 },
            options: [{ name: 'Text', values: [{ value: 'For Quackenbush' }] }],
          },
        ],
        additionalInformation: [{ name: 'note', value: 'Quagmire' }],
      }),
    );
    await actions.moved(order.ID, 2);
    const headers = { 'Idempotency-Key': 'a-key-of-the-spec' };
    done(await service.put(`/v1/users/${id}`, { users: { gender: 2 } }, { headers }));
    done(
      await service.post(`/v1/users/${id}/addressBook`, {
        addressbook: {
          pId: 'second',
          alias: 'Quagmire',
          type: 2,
          countryCode: 'ES',
          firstName: 'Zebedee',
        },
      }),
    );
    const vouchers = { code: 'QUAGMIRE', availableBalance: 5, currencyId: 978 };
    done(await service.post(`/v1/users/${id}/vouchers`, { vouchers }));
    done(
      await service.post(`/v1/users/${id}/rewardPoints`, {
        rewardPoints: { points: 5, comment: 'Zebedee' },
      }),
    );
    const files = service.app.get(FileStore);
    const folder = parsePath(`attachments/orders/${order.ID}`, '');
    await files.createFolder(folder);
    const staged = await files.stage(content('of Zebedee'));
    const path = parsePath(`attachments/orders/${order.ID}/quackenbush.pdf`, '');
    await files.publish([{ staged, path }], { replace: false });
    done(await service.post('/v1/exports', { exports: { user: id } }));
    await settled();
    expect(await whereIs(service, TRACES)).not.toEqual([]);

    const erasure = await erase(id);
    expect(erasure).toMatchObject({ ID: id, DOCUMENTS: 1, OLDESTKEPT: '' });
    await settled();
    expect(await whereIs(service, TRACES)).toEqual([]);
    expect(await files.stat(folder)).toBeUndefined();

    const user = done<Record<string, unknown>>(await service.get(`/v1/users/${id}`));
    expect(user).toMatchObject({ PID: erasure.PID, EMAIL: `${erasure.PID}@erased.invalid` });
    const read = done<Record<string, unknown>>(await service.get(`/v1/orders/${order.ID}`));
    expect(read).toMatchObject({
      TOTAL: order.TOTAL,
      USER: { USER: { ID: id, PID: erasure.PID } },
    });
    const again = await service.put(`/v1/users/${id}`, { users: { gender: 2 } }, { headers });
    expect([again.status, (again.body as { ID: number }).ID]).toEqual([200, id]);
  });

  it('does not send a mail to the person any more', async () => {
    const { loader } = service.app.get(DataAccess);
    const wanted = loader.createFullPlan(OutboxMessage);
    const mails = await loader.listWhere(OutboxMessage, [], wanted);
    const [mail] = mails.filter(({ kind }) => kind === 'mail');
    expect(mail).toMatchObject({ state: 'failed', content: { to: '', text: 'Dear ' } });
  });

  it('stands in the journal, as does the export before it', async () => {
    await settled();
    const { CHANGES } = done<{ CHANGES: { KIND: string; ACTION: string }[] }>(
      await service.get('/v1/changes?kinds=erasure,personExport'),
    );
    const listed = CHANGES.map(({ KIND, ACTION }) => `${KIND}.${ACTION}`);
    expect(listed).toEqual(['personExport.created', 'erasure.created', 'erasure.updated']);
  });

  it('needs users:admin, a user, and leaves an administrator', async () => {
    await taken(service, [personLine('quackenbush-2')]);
    const id = await idOf(service, 'quackenbush-2');
    const key = await service.createKey('users:write');
    expect((await service.post(`/v1/users/${id}/erasure`, undefined, { key })).status).toBe(403);
    expect((await service.post('/v1/users/999999/erasure')).status).toBe(404);
    expect((await service.get(`/v1/users/${id}/erasure`)).status).toBe(404);
    expect(await idOf(service, 'quackenbush-2')).toBe(id);
    await erase(id);
  });

  describe('of one who has invoices', () => {
    let id: number;
    let invoice: { ID: number };
    let order: { ID: number };

    beforeAll(async () => {
      await taken(service, [personLine('buyer')]);
      id = await idOf(service, 'buyer');
      order = await createOrder(service, orderOf('buyer', { status: 2 }));
      invoice = done(await service.post(`/v1/orders/${order.ID}/invoices`));
    });

    const shownIn = async (path: string): Promise<string> =>
      JSON.stringify(done(await service.get(path))).toLowerCase();

    it('keeps who they are of, and nothing else', async () => {
      const { OLDESTKEPT, DOCUMENTS } = await erase(id);
      expect(OLDESTKEPT).not.toBe('');
      expect(DOCUMENTS).toBe(2);
      const text = await shownIn(`/v1/invoices/${invoice.ID}`);
      for (const kept of ['zebedee', 'quackenbush', 'quagmire lane', 'x9988776z'])
        expect(text).toContain(kept);
      for (const gone of ['600777123', '@quackenbush', 'for zebedee'])
        expect(text).not.toContain(gone);
      expect(await shownIn(`/v1/orders/${order.ID}`)).not.toMatch(/zebedee|quackenbush|quagmire/);
      const { invoices } = done<{ invoices: { ID: number }[] }>(
        await service.get('/v1/invoices?q=quackenbush'),
      );
      expect(invoices.map(({ ID }) => ID)).toEqual([invoice.ID]);
    });

    it('replaces it when the years are over, and not before', async () => {
      const kept = service.app.get(InvoiceRetention);
      const now = jest.spyOn(service.app.get(Clock), 'now');
      try {
        now.mockReturnValue(new Date(Date.UTC(THIS_YEAR + 10, 11, 31, 23)));
        expect(await kept.sweep()).toBe(0);
        now.mockReturnValue(new Date(Date.UTC(THIS_YEAR + 11, 0, 1, 1)));
        expect(await kept.sweep()).toBe(1);
        expect(await kept.sweep()).toBe(0);
      } finally {
        now.mockRestore();
      }
      expect(await whereIs(service, TRACES)).toEqual([]);
      const erasure = done<Erasure>(await service.get(`/v1/users/${id}/erasure`));
      expect(erasure.OLDESTKEPT).toBe('');
    });
  });

  it('is also of a deleted user: in documents', async () => {
    await taken(service, [personLine('gone')]);
    const id = await idOf(service, 'gone');
    await createOrder(service, orderOf('gone'));
    done(await service.delete(`/v1/users/${id}`));
    expect((await erase(id)).DOCUMENTS).toBe(1);
    await settled();
    expect(await whereIs(service, TRACES)).toEqual([]);
  });

  it('is of what the person did and sold, too', async () => {
    await taken(service, [
      personLine('seller', {
        nick: 'quagmire',
        password: 'correct horse battery',
        salesAgent: true,
      }),
    ]);
    const id = await idOf(service, 'seller');
    await createOrder(service, {
      ...smallOrder(),
      salesAgent: { pId: 'seller', percentCommission: 2 },
      status: 2,
    });
    const { unitOfWork, writer, loader } = service.app.get(DataAccess);
    const by = { byKind: 'user', byId: id, byName: 'quagmire' };
    const key = done<{ id: number }>(
      await service.post('/v1/apiKeys', { apiKeys: { name: 'Till', scopes: ['customTags:read'] } }),
    );
    await unitOfWork.run(async () => {
      const [entry] = await loader.listIds(StatusEntry, []);
      await writer.update(StatusEntry, entry ?? 0, by);
      const made = { madeByKind: 'user', madeById: id, madeByName: 'quagmire' };
      await writer.update(ApiKey, key.id, made);
    });
    const actorContext = { actor: { kind: 'user', id, name: 'quagmire' } } as const;
    const patch = { comment: 'Checked' };
    const [order] = await loader.listIds(SalesDocument, [whereNotNull('salesAgent')]);
    await runInActorContext(actorContext, () =>
      unitOfWork.run(() =>
        writer.update(SalesDocument, order ?? 0, { ...patch, version: increment(1) }),
      ),
    );
    await runInActorContext(actorContext, () =>
      runAs({ kind: 'import', id: 0, name: 'quagmire' }, () =>
        unitOfWork.run(() => writer.update(SalesDocument, order ?? 0, { version: increment(1) })),
      ),
    );
    await settled();
    const before = await whereIs(service, ['quagmire']);
    for (const table of ['api_keys', 'document_statuses', 'journal_entries', 'webhook_deliveries'])
      expect(before.join()).toContain(`${table}: quagmire`);
    expect(await whereIs(service, ['"seller'])).not.toEqual([]);
    const { PID } = await erase(id);
    expect(await whereIs(service, [...TRACES, 'seller'])).toEqual([]);
    const listed = await whereIs(service, [PID]);
    // The person's keys end.
    expect(await loader.listIds(ApiKey, [whereEquals('id', key.id)])).toEqual([]);
    for (const table of ['document_statuses', 'documents', 'webhook_deliveries'])
      expect(listed.join()).toContain(`${table}: ${PID}`);
  });

  it('takes along orders that come in meanwhile', async () => {
    await taken(service, [personLine('busy')]);
    const id = await idOf(service, 'busy');
    const sending = Array.from({ length: 30 }, async () => {
      const orders = orderOf('busy');
      const { status } = await service.post('/v1/orders', { orders });
      return status;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const erasure = await erase(id);
    const statuses = await Promise.all(sending);
    expect(statuses.every((status) => status === 201 || status === 422)).toBe(true);
    expect((await erase(id)).PID).toBe(erasure.PID);
    await settled();
    expect(await whereIs(service, TRACES)).toEqual([]);
  });

  it('is one where it is asked for many times, and each of many where all are', async () => {
    const names = Array.from({ length: MANY }, (_, at) => `many-${at}`);
    await taken(
      service,
      names.map((pId) => personLine(pId)),
    );
    await taken(
      service,
      names.map((pId) => ({ type: 'order', ...orderOf(pId) })),
    );
    const ids = await Promise.all(names.map((pId) => idOf(service, pId)));
    const [first = 0] = ids;
    const same = await Promise.all(names.map(() => service.post(`/v1/users/${first}/erasure`)));
    expect(new Set(same.map(({ body }) => (body as Erasure).PID)).size).toBe(1);
    const all = await Promise.all(ids.map((id) => erase(id)));
    expect(new Set(all.map(({ PID }) => PID)).size).toBe(MANY);
    expect(all.map(({ DOCUMENTS }) => DOCUMENTS)).toEqual(names.map(() => 1));
    await settled();
    expect(await whereIs(service, TRACES)).toEqual([]);
  });
});

async function* content(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
