/** @engine */
import { DatabaseBusy } from '../../../src/core/errors';
import { DataAccess } from '../../../src/database';
import { OutboxDispatcher, OutboxAdministration } from '../../../src/platform/events/outbox';
import { StatusActionRunner } from '../../../src/modules/sales/actions/status-action-runner';
import { StatusEntry } from '../../../src/modules/sales/documents/entities/status-entry.entity';
import { OrderPayments } from '../../../src/modules/sales/orders/content/order-payments';
import { importLines } from '../../support/import';
import { peppolAddress } from '../../support/documents/invoice-orders';
import { MailServer } from '../../support/servers/mail-server';
import { Service } from '../../support/service/service';
import { until } from '../../support/until';
import {
  respondWithStatus,
  respondWithSuccess,
  WebhookReceiver,
} from '../../support/servers/webhook-receiver';
import {
  actionLine,
  ConfiguredActions,
  errorOf,
  type Order,
  shipments,
  states,
} from './configured-actions';
import { AfterSales } from './rmas-life';
import { createOrder, importMasters } from './sample-store';

const SECRET = 'canary-secret-of-the-shop';

describe('status actions that send', () => {
  let service: Service;
  let actions: ConfiguredActions;
  let receiver: WebhookReceiver;
  let mails: MailServer;

  beforeAll(async () => {
    [receiver, mails] = await Promise.all([WebhookReceiver.start(), MailServer.start()]);
    service = await Service.start({
      WEBHOOK_SECRETS: `shop=${SECRET}`,
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
      SMTP_URL: mails.url,
      MAIL_FROM: 'shop@example.com',
      STORE_TIME_ZONE: 'Europe/Madrid',
    });
    await importMasters(service);
    actions = new ConfiguredActions(service);
    service.app.get(OutboxDispatcher).start();
  });

  afterAll(async () => {
    await service.stop();
    await Promise.all([receiver.stop(), mails.stop()]);
  });

  afterEach(async () => {
    await actions.clear();
    receiver.respond = respondWithSuccess;
  });

  const hook = (path: string) => ({
    parameters: { url: `${receiver.url}${path}?token=canary-token`, secretName: 'shop' },
  });

  it('notify other systems by webhooks, of orders, RMAs and shipments', async () => {
    await actions.configure(
      actionLine('NOTIFICATION', 2, hook('/orders')),
      actionLine('NOTIFICATION', 3, { document: 'rma', ...hook('/rmas') }),
      actionLine('NOTIFICATION', 2, { document: 'shipment', ...hook('/shipments') }),
    );
    const { ID, PID, DOCUMENTNUMBER, DELIVERY } = await actions.order({ shipments });
    const { after, runs } = await actions.moved(ID, 2);
    const [run] = runs;
    expect([0, 1]).toContain(run?.HISTORYACTIONSTATUS);
    expect(run?.PARAMETERS).toEqual([
      { NAME: 'url', VALUE: receiver.url },
      { NAME: 'secretName', VALUE: 'shop' },
    ]);
    const afterSales = new AfterSales(service);
    const hash = ((await afterSales.returnable(ID))[0] as { HASH: string }).HASH;
    const rma = await afterSales.rma(ID, { [hash]: 1 });
    await actions.change(rma.ID, 3, 'rmas');
    const shipmentId = DELIVERY.SHIPMENTS[0]?.ID ?? 0;
    await actions.change(shipmentId, 2, 'shipments');
    const settled = async () =>
      JSON.stringify(await actions.read(ID)).includes('"HISTORYACTIONSTATUS":0');
    await until(async () => receiver.received.length === 3 && !(await settled()));
    const dataOf = (path: string) =>
      receiver.received
        .filter((one) => one.path.startsWith(path))
        .map(({ body }) => JSON.parse(body) as unknown);
    const entry = after.STATUSES[0];
    const known = { id: ID, documentNumber: DOCUMENTNUMBER };
    const state = { subStatus: { id: 0, pId: '' }, previousStatus: 1 };
    expect(dataOf('/orders')).toEqual([
      {
        type: 'order.status',
        timestamp: (entry as unknown as { CURRENTDATETIME: string }).CURRENTDATETIME,
        data: { ...known, pId: PID, status: 2, ...state, statusId: entry?.ID },
      },
    ]);
    expect(dataOf('/rmas')).toMatchObject([
      { type: 'rma.status', data: { id: rma.ID, pId: rma.PID, order: known, status: 3 } },
    ]);
    expect(dataOf('/shipments')).toMatchObject([
      { type: 'shipment.status', data: { id: shipmentId, pId: '', order: known, status: 2 } },
    ]);
    const done = await actions.read(ID);
    expect(states(done.STATUSES[0]?.ACTIONS ?? [])).toEqual([[9, 1]]);
    expect(states(done.DELIVERY.SHIPMENTS[0]?.STATUSES[0]?.ACTIONS ?? [])).toEqual([[9, 1]]);
    const whole = JSON.stringify([done, receiver.received.map(({ body }) => body)]);
    expect(whole).not.toContain('canary');
  });

  it('show the origin alone, also of addresses that older entries hold whole', async () => {
    await actions.configure(actionLine('NOTIFICATION', 2, hook('/canary-path')));
    const { ID } = await actions.order();
    const { after, runs } = await actions.moved(ID, 2);
    const shown = { NAME: 'url', VALUE: receiver.url };
    expect(runs[0]?.PARAMETERS).toContainEqual(shown);
    await until(() => receiver.received.some(({ path }) => path.startsWith('/canary-path?token=')));
    // The entry notes the outcome, too.
    await until(async () => {
      const [entry] = (await actions.read(ID)).STATUSES;
      return states(entry?.ACTIONS ?? [])[0]?.[1] === 1;
    });
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const url = { name: 'url', value: `${receiver.url}/canary-path` };
    const run = { actionId: 1, actionType: 9, status: 1, parameters: [url], settingId: 1 };
    await unitOfWork.run(() =>
      writer.update(StatusEntry, after.STATUSES[0]?.ID ?? 0, { actions: [run] }),
    );
    const older = await actions.read(ID);
    expect(older.STATUSES[0]?.ACTIONS[0]?.PARAMETERS).toEqual([shown]);
    expect(JSON.stringify(older)).not.toContain('canary');
  });

  it('leave the version alone when a message has arrived, and report when it has not', async () => {
    await actions.configure(
      actionLine('NOTIFICATION', 2, hook('/gone')),
      actionLine('NOTIFICATION', 2, hook('/ok')),
    );
    receiver.respond = (response, { path }) => {
      respondWithStatus(path.startsWith('/gone') ? 410 : 200)(response);
    };
    const { ID } = await actions.order();
    await actions.change(ID, 2);
    const { headers } = await service.get(`/v1/orders/${ID}`);
    await until(
      async () => !JSON.stringify(await actions.read(ID)).includes('"HISTORYACTIONSTATUS":0'),
    );
    const after = await service.get(`/v1/orders/${ID}`);
    expect(after.headers['etag']).toBe(headers['etag']);
    const runs = (after.body as Order).STATUSES[0]?.ACTIONS ?? [];
    expect(states(runs)).toEqual([
      [9, 2],
      [9, 1],
    ]);
    expect(errorOf(runs[0])).toBe('HTTP 410');
    receiver.respond = respondWithSuccess;
    const messages = service.app.get(OutboxAdministration);
    expect(await messages.replayFailed()).toBe(1);
    service.app.get(OutboxDispatcher).trigger();
    await until(async () => {
      const [run] = (await actions.read(ID)).STATUSES[0]?.ACTIONS ?? [];
      return run?.HISTORYACTIONSTATUS === 1 && errorOf(run) === undefined;
    });
  });

  it('write mails with values of their record', async () => {
    const text = '{{customerName}}: {{total}} {{currency}} of {{ date }}, {{statusName}} {{pId}}';
    await actions.configure(
      actionLine('SEND_MAIL', 2, {
        parameters: { to: 'customer', subject: 'Order {{documentNumber}}', text },
      }),
      actionLine('SEND_MAIL', 2, {
        parameters: { to: 'office@example.com', subject: 'S', text: 'T' },
      }),
    );
    const billingAddress = { countryCode: 'ES', firstName: 'Bcc: {{total}}', lastName: 'B' };
    const user = { email: 'grace@example.com', billingAddress };
    const { ID, PID, DOCUMENTNUMBER } = await actions.order({ user, languageCode: 'es' });
    const { runs } = await actions.moved(ID, 2);
    expect(runs[1]?.PARAMETERS).toEqual([
      { NAME: 'to', VALUE: 'office@example.com' },
      { NAME: 'subject', VALUE: 'S' },
    ]);
    await until(() => mails.mails.length === 2);
    const mail = mails.mails.find(({ to }) => to.join().includes('grace@example.com'));
    expect(mail?.data).toContain(`Subject: Order ${DOCUMENTNUMBER}\r\n`);
    // Placeholders within a value are not filled in.
    const line1 = `Bcc: {{total}} B: 10.00 EUR of 2026-03-01, En proceso ${PID}`;
    expect(mail?.data.replace(/=\r\n/g, '')).toContain(line1);
    expect(mails.mails.some(({ to }) => to.join().includes('office@example.com'))).toBe(true);
  });

  it('write mails that hold the invoice in the form that is wanted', async () => {
    const before = mails.mails.length;
    const attaching = (attach: string) => ({
      parameters: { to: 'books@example.com', subject: attach, text: 'T', attach },
    });
    await actions.configure(
      actionLine('SEND_MAIL', 2, attaching('pdf')),
      actionLine('CREATE_INVOICE', 2),
      actionLine('SEND_MAIL', 2, attaching('ubl')),
      actionLine('SEND_MAIL', 2, attaching('facturx')),
    );
    const grace = { countryCode: 'ES', firstName: 'Grace', lastName: 'H' };
    const billingAddress = { ...grace, ...peppolAddress };
    const user = { email: 'grace@example.com', billingAddress };
    const { ID } = await actions.order({ user });
    const { runs } = await actions.moved(ID, 2);
    // The first one came before there was an invoice.
    expect([runs[0]?.HISTORYACTIONSTATUS, errorOf(runs[0])]).toEqual([
      2,
      'action.nothingToAttach: The order has no invoice to attach to the mail.',
    ]);
    expect(runs[2]?.PARAMETERS).toContainEqual({ NAME: 'attach', VALUE: 'ubl' });
    await until(() => mails.mails.length === before + 2);
    const { body: list } = await service.get(`/v1/orders/${ID}/invoices`);
    const [invoice] = (list as { invoices: { ID: number; DOCUMENTNUMBER: string }[] }).invoices;
    for (const [form, type, extension] of [
      ['ubl', 'application/xml', 'xml'],
      ['facturx', 'application/pdf', 'pdf'],
    ] as const) {
      const { data } = mails.mails.find((one) => one.data.includes(`Subject: ${form}\r\n`))!;
      expect(data).toContain(`Content-Type: ${type}`);
      expect(data).toContain(`invoice-${invoice!.DOCUMENTNUMBER}.${extension}`);
      const { body } = await service.get(`/v1/invoices/${invoice!.ID}/document/${form}`);
      expect(data.replaceAll('\r\n', '')).toContain((body as { content: string }).content);
    }
  });

  it('end for good where the document can not be expressed', async () => {
    await actions.configure(
      actionLine('CREATE_INVOICE', 2),
      actionLine('SEND_MAIL', 2, {
        parameters: { to: 'books@example.com', subject: 'S', text: 'T', attach: 'cii' },
      }),
    );
    const billingAddress = { countryCode: 'ES', firstName: 'Grace', re: true };
    const taxes = [{ tax: { pId: 'vat21' } }];
    const { ID } = await actions.order({
      user: { email: 'grace@example.com', billingAddress },
      rows: [{ name: 'Shirt', quantity: 1, price: 10, taxes }],
    });
    await actions.moved(ID, 2);
    await until(async () => {
      const runs = (await actions.read(ID)).STATUSES[0]?.ACTIONS ?? [];
      return runs[1]?.HISTORYACTIONSTATUS === 2;
    });
    const runs = (await actions.read(ID)).STATUSES[0]?.ACTIONS ?? [];
    expect(errorOf(runs[1])).toMatch(/^document.notExpressible: The equivalence surcharge/);
  });

  it('of a change that is refused or undone send nothing', async () => {
    await actions.configure(actionLine('NOTIFICATION', 2, hook('/undone')));
    const { ID } = await actions.order();
    const broken = jest
      .spyOn(service.app.get(StatusActionRunner), 'handleTransitions')
      .mockImplementationOnce(async (...moves) => {
        await StatusActionRunner.prototype.handleTransitions.apply(
          service.app.get(StatusActionRunner),
          moves,
        );
        throw new Error('wanted');
      });
    const answer = await service.put(`/v1/orders/${ID}/changeStatus`, { status: 2 });
    broken.mockRestore();
    expect(answer.status).toBe(500);
    expect(await actions.read(ID)).toMatchObject({ STATUS: 1, STATUSES: [] });
    expect(receiver.received.filter(({ path }) => path.startsWith('/undone'))).toEqual([]);
  });

  it('fail alone, without revealing secrets', async () => {
    await actions.configure(
      actionLine('NOTIFICATION', 2, {
        parameters: { url: 'https://example.com', secretName: 'no' },
      }),
      actionLine('RESET_INTEGRATION', 2),
      actionLine('MARK_PAID', 2),
    );
    const { ID } = await actions.order({ exported: true });
    const paid = service.app.get(OrderPayments);
    const fault = jest.spyOn(paid, 'updatePayment');
    fault.mockImplementationOnce(async (id) => {
      await OrderPayments.prototype.updatePayment.call(paid, id);
      throw new Error('canary: internals');
    });
    const { after, runs } = await actions.moved(ID, 2);
    expect(states(runs)).toEqual([
      [9, 2],
      [5, 1],
      [2, 2],
    ]);
    expect(errorOf(runs[0])).toBe('webhook.secretUnknown: WEBHOOK_SECRETS has no secret "no".');
    expect(errorOf(runs[2])).toBe('The action failed. See the log of the service for the reason.');
    // The changes of the failed action are undone, those of the others are kept.
    expect(after).toMatchObject({ STATUS: 2, PAID: false, EXPORTSTATUS: 0 });

    // Out of reach is no failure of the action: nothing of the change is stored.
    fault.mockRejectedValueOnce(new DatabaseBusy());
    const next = await actions.order();
    const answer = await service.put(`/v1/orders/${next.ID}/changeStatus`, { status: 2 });
    fault.mockRestore();
    expect(answer.status).toBe(503);
    expect(await actions.read(next.ID)).toMatchObject({ STATUS: 1, STATUSES: [] });
  });
});

describe('status actions without a mail server', () => {
  it('fail at once and report why', async () => {
    const service = await Service.start();
    await importLines(service, [
      {
        ...{ type: 'statusAction', pId: 'mail', document: 'order', status: 2, action: 'SEND_MAIL' },
        parameters: { to: 'customer', subject: 'S', text: 'T' },
      },
    ]);
    const { ID } = await createOrder(service);
    await service.put(`/v1/orders/${ID}/changeStatus`, { status: 2 });
    const { body } = await service.get(`/v1/orders/${ID}`);
    const [run] = (body as Order).STATUSES[0]?.ACTIONS ?? [];
    expect(run).toMatchObject({ ACTIONTYPE: 10, HISTORYACTIONSTATUS: 2 });
    expect(run?.PARAMETERS).toContainEqual({
      NAME: 'error',
      VALUE: 'mail.notConfigured: SMTP_URL is not set, so no mail can be sent.',
    });
    await service.stop();
  });
});
