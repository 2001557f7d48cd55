/** @engine modules/sales/documents/changes modules/sales/documents/documents.ts */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Response } from 'supertest';
import { idOnlyPlan } from '../../../src/core/load-plan';
import { Database, DataAccess } from '../../../src/database';
import { DocumentGenerator } from '../../../src/modules/sales/documents/copies/document-generator';
import { DocumentRow } from '../../../src/modules/sales/documents/entities/document-row.entity';
import { RowOption } from '../../../src/modules/sales/documents/entities/row-option.entity';
import { countStatements } from '../../support/service/count-statements';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import {
  createOrder,
  importMasters,
  type OrderList,
  type OrderRecord,
  richOrder,
  smallOrder,
} from './sample-store';

interface Row {
  readonly ID: number;
  readonly TYPE: number;
  readonly ITEMS?: readonly Row[];
  readonly OPTIONS?: readonly { readonly ID: number; readonly VALUES: readonly object[] }[];
  readonly [key: string]: unknown;
}

type Order = OrderRecord & {
  readonly ROWS: readonly Row[];
  readonly DELIVERY: { readonly SHIPMENTS: readonly object[] };
  readonly [key: string]: unknown;
};

/** The parts of an order by their paths, with the key that each has in the record. */
const parts: Readonly<Record<string, string>> = {
  additionalInformation: 'ADDITIONALINFORMATION',
  customTags: 'CUSTOMTAGS',
  discounts: 'DISCOUNTS',
  items: 'ROWS',
  statuses: 'STATUSES',
  vouchers: 'VOUCHERS',
};
const partsOfItems: Readonly<Record<string, string>> = {
  customTags: 'CUSTOMTAGS',
  discounts: 'DISCOUNTS',
  options: 'OPTIONS',
  stocks: 'STOCKS',
};

const tag = { type: 'tag', active: true, valueForAllLanguages: true, position: 1, priority: 1 };

describe('parts of orders', () => {
  let service: Service;
  /** The folder of the file store. */
  let files: string;
  let order: Order;
  let empty: Order;
  /** Ids of an invoice's parts, which no order has. */
  let foreign: { readonly document: number; readonly row: number; readonly option: number };

  beforeAll(async () => {
    files = mkdtempSync(join(tmpdir(), 'order-files-'));
    const environment = { STORE_TIME_ZONE: 'Europe/Madrid', FILES_URL: `file:${files}` };
    service = await Service.start(environment);
    await importMasters(service);
    const tags = [
      { ...tag, pId: 'note', controlType: 3, itemType: 13 },
      { ...tag, pId: 'engraving', controlType: 3, itemType: 1 },
    ];
    expect(await importLines(service, tags)).toMatchObject({ created: 2 });
    const [first, ...others] = richOrder.rows;
    const customTags = [{ customTag: { pId: 'engraving' }, value: 'A+B' }];
    const { ID } = await createOrder(service, {
      ...richOrder,
      customTags: [{ customTag: { pId: 'note' }, value: 'x' }],
      rows: [{ ...first, customTags }, ...others],
    });
    for (const status of [4, 2]) await changeStatus(ID, status);
    order = await read(ID);
    empty = (await createOrder(service)) as Order;
    foreign = await invoiceOf(ID);
  });

  afterAll(async () => {
    await service.stop();
    rmSync(files, { recursive: true });
  });

  const read = async (id: number): Promise<Order> =>
    (await service.get(`/v1/orders/${id}`)).body as Order;
  const changeStatus = (id: number, status: number): Promise<Response> =>
    service.put(`/v1/orders/${id}/changeStatus`, { status });
  const put = (id: number, path: string, body?: object, headers = {}): Promise<Response> =>
    service.put(`/v1/orders/${id}/${path}`, body, { headers });
  const versionOf = async (id: number): Promise<number> => {
    const { headers } = await service.get(`/v1/orders/${id}`);
    return Number(String(headers['etag']).replaceAll('"', ''));
  };
  const problemOf = ({ status, body }: Response) => {
    const { code, errors } = body as { code: string; errors: { pointer: string }[] };
    return [status, code, errors[0]?.pointer];
  };

  /** Makes a document of another kind of an order: with rows and options of its own. */
  const copyOf = (id: number, kind: 'invoice' | 'rma'): Promise<number> => {
    const { unitOfWork } = service.app.get(DataAccess);
    const copies = service.app.get(DocumentGenerator);
    return unitOfWork.run(async () => {
      const source = await copies.lockAndLoadSource('order', id);
      const columns = kind === 'rma' ? { status: 1 } : { soleParentId: id };
      const [made] = await copies.store([{ source, kind, columns }]);
      return made as number;
    });
  };
  const invoiceOf = async (id: number) => {
    const document = await copyOf(id, 'invoice');
    const { loader } = service.app.get(DataAccess);
    const of = (_: unknown, alias: string) => ({
      sql: `${alias}.document_id = ?`,
      params: [document],
    });
    const [row] = await loader.listWhere(DocumentRow, [of], idOnlyPlan);
    const [option] = await loader.listWhere(RowOption, [of], idOnlyPlan);
    return { document, row: row?.id ?? 0, option: option?.id ?? 0 };
  };

  const levels = (rows: readonly Row[]): Row[] =>
    rows.flatMap((row) => [row, ...levels(row.ITEMS ?? [])]);

  it('are answered alone as they stand in the whole order', async () => {
    for (const one of [order, empty]) {
      for (const [path, key] of Object.entries(parts)) {
        const { status, body, headers } = await service.get(`/v1/orders/${one.ID}/${path}`);
        expect([path, status, body]).toEqual([path, 200, { [key]: one[key] }]);
        const again = { 'If-None-Match': String(headers['etag']) };
        const second = await service.get(`/v1/orders/${one.ID}/${path}`, { headers: again });
        expect(second.status).toBe(304);
      }
      const { body } = await service.get(`/v1/orders/${one.ID}/shipments`);
      expect(body).toEqual({ SHIPMENTS: one.DELIVERY.SHIPMENTS });
    }
    expect(order['STATUSES']).toHaveLength(2);
    expect(order.DELIVERY.SHIPMENTS).toHaveLength(2);
    for (const key of Object.values(parts)) expect(order[key]).not.toEqual([]);
  });

  it('are answered by the ids of lines, of those of bundles, and of options', async () => {
    const rows = levels(order.ROWS);
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const path = `/v1/orders/items/${row.ID}`;
      expect((await service.get(path)).body).toEqual(row);
      for (const [part, key] of Object.entries(partsOfItems)) {
        const { body } = await service.get(`${path}/${part}`);
        expect([part, body]).toEqual([part, { [key]: row[key] ?? [] }]);
      }
      for (const { ID, VALUES } of row.OPTIONS ?? []) {
        expect(VALUES).toHaveLength(1);
        expect((await service.get(`/v1/orders/items/options/${ID}/values`)).body).toEqual({
          VALUES,
        });
      }
    }
    const [first] = rows;
    for (const key of Object.values(partsOfItems)) expect(first?.[key]).toHaveLength(1);
  });

  it('are not found of what is no order, and refuse what they do not know', async () => {
    const ofDocument = [...Object.keys(parts), 'shipments'];
    const ofRow = ['', ...Object.keys(partsOfItems).map((part) => `/${part}`)];
    const paths = (document: number, row: number, option: number): string[] => [
      ...ofDocument.map((part) => `${document}/${part}`),
      ...ofRow.map((part) => `items/${row}${part}`),
      `items/options/${option}/values`,
    ];
    expect(foreign.row * foreign.option).toBeGreaterThan(0);
    const missing = 999_999;
    for (const [all, status] of [
      [paths(foreign.document, foreign.row, foreign.option), 404],
      [paths(missing, missing, missing), 404],
      [paths(0, 0, 0), 400],
    ] as const) {
      for (const path of all) {
        expect([path, (await service.get(`/v1/orders/${path}`)).status]).toEqual([path, status]);
      }
    }
    for (const path of paths(order.ID, order.ROWS[0]?.ID ?? 0, 1)) {
      const response = await service.get(`/v1/orders/${path}?fields=ID`);
      expect([path, response.status]).toEqual([path, 400]);
    }
    const stranger = { key: await service.createKey('users:read') };
    expect((await service.get(`/v1/orders/${order.ID}/items`, stranger)).status).toBe(403);
  });

  it('load what is asked for alone, with as many statements for 3 lines as for 60', async () => {
    const [line] = richOrder.rows;
    const bundle = (count: number) => ({
      ...{ type: 'bundle', name: 'Set', quantity: 1 },
      items: Array.from({ length: count }, () => ({ ...line, type: 'product' })),
    });
    const orderOf = async (count: number): Promise<Order> => {
      const rows = [...Array.from({ length: count }, () => line), bundle(count)];
      return (await createOrder(service, smallOrder({ rows }))) as Order;
    };
    const few = await orderOf(3);
    const many = await orderOf(60);
    const database = service.app.get(Database);
    const cost = (path: string): Promise<number> =>
      countStatements(database, async () => {
        expect((await service.get(`/v1/orders/${path}`)).status).toBe(200);
      });
    const costs: Record<string, number> = {
      additionalInformation: 1,
      customTags: 2,
      discounts: 2,
      // The order, its lines, options, values, stocks, taxes, discounts and tags.
      items: 8,
      // The order, its shipments, what is in them, discounts and statuses.
      shipments: 5,
      statuses: 2,
      vouchers: 2,
    };
    for (const [part, expected] of Object.entries(costs)) {
      expect([part, await cost(`${few.ID}/${part}`)]).toEqual([part, expected]);
      expect([part, await cost(`${many.ID}/${part}`)]).toEqual([part, expected]);
    }
    const ofItem: Record<string, number> = {
      '': 7,
      '/customTags': 2,
      '/discounts': 2,
      '/options': 3,
      '/stocks': 2,
    };
    for (const one of [few, many]) {
      const row = one.ROWS[0] as Row;
      for (const [part, expected] of Object.entries(ofItem)) {
        expect([part, await cost(`items/${row.ID}${part}`)]).toEqual([part, expected]);
      }
      expect(await cost(`items/${one.ROWS.at(-1)?.ID}`)).toBe(8);
      expect(await cost(`items/options/${row.OPTIONS?.[0]?.ID}/values`)).toBe(2);
    }
  });

  describe('that are files', () => {
    const put = (id: number, path: string, content: Buffer | string): void => {
      const place = join(files, 'attachments/orders', String(id), path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
    };
    const fetched = (id: number, value: string, sent = {}): Promise<Response> =>
      service.get(`/v1/orders/${id}/attachment?value=${encodeURIComponent(value)}`, sent);
    const everyByte = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 256));

    it.each([
      ['scan.pdf', 'scan.pdf', 'application/pdf'],
      ["2026/März/größe 尺寸 '1'.PNG", "größe 尺寸 '1'.PNG", 'image/png'],
      ['page.html', 'page.html', 'application/octet-stream'],
      ['drawing.svg', 'drawing.svg', 'application/octet-stream'],
      ['constructor', 'constructor', 'application/octet-stream'],
      ['a.constructor', 'a.constructor', 'application/octet-stream'],
      ['none', 'none', 'application/octet-stream'],
    ])('are answered as data URIs: %s', async (path, name, type) => {
      for (const content of [everyByte, Buffer.alloc(0), Buffer.from('ab')]) {
        put(order.ID, path, content);
        const { status, body } = await fetched(order.ID, path);
        const DATA = `data:${type};base64,${content.toString('base64')}`;
        expect([status, body]).toEqual([200, { DATA, MIMETYPE: type, NAME: name }]);
      }
    });

    it('are those of the order alone', async () => {
      put(order.ID, 'own.txt', 'own');
      put(empty.ID, 'other.txt', 'other');
      put(foreign.document, 'invoice.txt', 'invoice');
      writeFileSync(join(files, 'secret.txt'), 'secret');
      const folder = join(files, 'attachments/orders', String(order.ID));
      symlinkSync(join(files, 'secret.txt'), join(folder, 'link.txt'));
      for (const value of ['own.txt', '/own.txt', 'own.txt/', '/own.txt//']) {
        expect([value, (await fetched(order.ID, value)).status]).toEqual([value, 200]);
      }
      for (const value of [
        ...['other.txt', 'OWN.TXT.no', 'link.txt', 'own.txt/x', 'folder/x', '/etc/passwd'],
      ]) {
        expect([value, (await fetched(order.ID, value)).status]).toEqual([value, 404]);
      }
      mkdirSync(join(folder, 'folder'));
      expect((await fetched(order.ID, 'folder')).status).toBe(404);
      for (const value of [
        ...[`../${empty.ID}/other.txt`, `/../${empty.ID}/other.txt`, '..', '.', '/', './own.txt'],
        ...['folder/../own.txt', 'a//b', '..\\own.txt', 'C:own.txt', '//own.txt', 'own.txt\u0000'],
        ...['....//x/..', 'x'.repeat(300), `${'x/'.repeat(400)}x`, 'con', 'x '],
      ]) {
        const response = await fetched(order.ID, value);
        expect([value, response.status]).toEqual([value, 400]);
        expect(problemOf(response)[2]).toBe('query/value');
      }
      expect((await service.get(`/v1/orders/${order.ID}/attachment`)).status).toBe(400);
      expect((await service.get(`/v1/orders/${order.ID}/attachment?value=`)).status).toBe(400);
      expect((await fetched(foreign.document, 'invoice.txt')).status).toBe(404);
      expect((await fetched(999_999, 'own.txt')).status).toBe(404);
      const stranger = { key: await service.createKey('files:read') };
      expect((await fetched(order.ID, 'own.txt', stranger)).status).toBe(403);
    });

    it('are refused when they are too large', async () => {
      put(order.ID, 'large.zip', '');
      truncateSync(
        join(files, 'attachments/orders', String(order.ID), 'large.zip'),
        50 * 2 ** 20 + 1,
      );
      const response = await fetched(order.ID, 'large.zip');
      expect(problemOf(response)).toEqual([413, 'file.tooLarge', 'query/value']);
    });
  });

  describe('that can be changed', () => {
    it('are the comment: bare or wrapped, each time with a new version', async () => {
      const { ID } = await createOrder(service);
      const long = '日'.repeat(65_535);
      for (const [at, comment] of ['Ring twice', 'Größe 尺寸 👟', long, ''].entries()) {
        const body = at % 2 === 0 ? { comment } : { orders: { comment } };
        const response = await put(ID, 'comments', body);
        expect([response.status, response.body]).toEqual([200, { result: 'ok' }]);
        expect(await versionOf(ID)).toBe(at + 2);
        expect((await read(ID))['COMMENT']).toBe(comment);
        expect((await put(ID, 'comments', body)).body).toEqual({ result: 'ok' });
        expect(await versionOf(ID)).toBe(at + 2);
      }
      expect((await put(ID, 'comments', { comment: 'x' }, { 'If-Match': '"4"' })).status).toBe(412);
      expect((await put(ID, 'comments', { comment: 'x' }, { 'If-Match': '"5"' })).status).toBe(200);
      for (const body of [
        ...[undefined, {}, { orders: {} }, { comment: null }, { comment: 7 }, { comments: 'x' }],
        ...[{ comment: 'x', TOTAL: 1 }, { comment: 'x', status: 6 }, { rmas: { comment: 'x' } }],
        ...[{ comment: `${long}x` }, { comment: '\u0000' }],
      ]) {
        expect((await put(ID, 'comments', body)).status).toBe(400);
      }
      expect(await read(ID)).toMatchObject({ COMMENT: 'x', STATUS: 1 });
      expect(await versionOf(ID)).toBe(6);
      const other = [foreign.document, 999_999];
      for (const id of other)
        expect((await put(id, 'comments', { comment: 'x' })).status).toBe(404);
    });

    it('are the comment of an RMA', async () => {
      const rma = await copyOf(empty.ID, 'rma');
      const path = `/v1/rmas/${rma}/comments`;
      const comment = async () =>
        ((await service.get(`/v1/rmas/${rma}`)).body as { COMMENT: string }).COMMENT;
      expect((await service.put(path, { comment: 'Broken' })).body).toEqual({ result: 'ok' });
      expect(await comment()).toBe('Broken');
      const headers = { 'If-Match': '"1"' };
      expect((await service.put(path, { comment: 'x' }, { headers })).status).toBe(412);
      expect((await service.put(path, { rmas: { comment: 'Torn' } })).status).toBe(200);
      expect(await comment()).toBe('Torn');
      expect((await service.get(`/v1/rmas/${rma}`)).headers['etag']).toBe('"3"');
      expect((await service.put(path, { orders: { comment: 'x' } })).status).toBe(400);
      for (const id of [order.ID, foreign.document, 999_999]) {
        const response = await service.put(`/v1/rmas/${id}/comments`, { comment: 'x' });
        expect(response.status).toBe(404);
      }
    });

    it('are the payment: paid now by default, kept when it is known', async () => {
      const { ID } = await createOrder(service, smallOrder({ authNumber: 'A-0' }));
      const paid = async () => {
        const { PAID, PAYMENTDATE, DOCUMENTINFORMATION } = await read(ID);
        const { AUTHNUMBER, TRANSACTIONID } = DOCUMENTINFORMATION as Record<string, string>;
        return [PAID, PAYMENTDATE, AUTHNUMBER, TRANSACTIONID, await versionOf(ID)];
      };
      const before = Date.now();
      expect((await put(ID, 'paid')).body).toEqual({ result: 'ok' });
      const [isPaid, date, ...others] = await paid();
      expect([isPaid, ...others]).toEqual([true, 'A-0', '', 2]);
      expect(Math.abs(Date.parse(String(date)) - before)).toBeLessThan(10_000);
      for (const body of [undefined, {}, { paid: true }, { orders: {} }, { authNumber: 'A-0' }]) {
        expect((await put(ID, 'paid', body)).status).toBe(200);
      }
      expect(await paid()).toEqual([true, date, 'A-0', '', 2]);

      const given = {
        ...{ paymentDate: '2026-03-01T09:00:00Z', authNumber: 'A-1', transactionId: 'TX-9' },
      };
      expect((await put(ID, 'paid', { orders: given })).status).toBe(200);
      const known = '2026-03-01T10:00:00+01:00';
      expect(await paid()).toEqual([true, known, 'A-1', 'TX-9', 3]);
      expect((await put(ID, 'paid', given)).status).toBe(200);
      expect((await put(ID, 'paid', { paymentDate: '2026-03-02' })).status).toBe(200);
      expect(await paid()).toEqual([true, '2026-03-02T00:00:00+01:00', 'A-1', 'TX-9', 4]);

      expect((await put(ID, 'paid', { paid: false }, { 'If-Match': '"3"' })).status).toBe(412);
      expect((await put(ID, 'paid', { paid: false, authNumber: '' })).status).toBe(200);
      expect(await paid()).toEqual([false, '', '', 'TX-9', 5]);
      expect((await put(ID, 'paid', { paid: false })).status).toBe(200);
      expect(await paid()).toEqual([false, '', '', 'TX-9', 5]);
      expect((await put(ID, 'paid', { paid: true, paymentDate: '' })).status).toBe(200);
      expect(await paid()).toEqual([true, '', '', 'TX-9', 6]);
      expect((await put(ID, 'paid', { paid: false, paymentDate: '' })).status).toBe(200);
      expect(await paid()).toEqual([false, '', '', 'TX-9', 7]);
      for (const [body, pointer] of [
        [{ paid: 'yes' }, '/paid'],
        [{ paymentDate: 'today' }, '/paymentDate'],
        [{ paymentDate: '2026-03-01T09:00:60' }, '/paymentDate'],
        [{ paid: false, paymentDate: '2026-03-01' }, '/paymentDate'],
        [{ orders: { paid: false, paymentDate: '2026-03-01' } }, '/orders/paymentDate'],
        [{ authNumber: 'x'.repeat(256) }, '/authNumber'],
        [{ transactionId: null }, '/transactionId'],
        [{ TOTAL: 1 }, '/TOTAL'],
      ] as const) {
        const response = await put(ID, 'paid', body);
        expect([response.status, problemOf(response)[2]]).toEqual([400, pointer]);
      }
      expect(await paid()).toEqual([false, '', '', 'TX-9', 7]);
      for (const id of [foreign.document, 999_999]) {
        expect((await put(id, 'paid')).status).toBe(404);
      }
    });

    it('change what an order is found by with its transaction', async () => {
      const values = {
        transactionId: 'OLDTX-1',
        user: {
          email: 'zoe@example.net',
          billingAddress: {
            countryCode: 'FR',
            firstName: 'Zoé',
            lastName: 'Quist',
            company: 'Q&Co',
          },
          shippingAddress: { countryCode: 'FR', firstName: 'Eva', company: 'Depot 7' },
        },
        rows: [
          { name: 'Größe', sku: 'QX-1', quantity: 1, price: 1 },
          {
            type: 'bundle',
            name: 'Set',
            quantity: 1,
            items: [{ name: 'Tasse', quantity: 1, price: 1 }],
          },
        ],
      };
      const { ID, PID } = await createOrder(service, smallOrder(values));
      const database = service.app.get(Database);
      const terms = async (): Promise<string[]> => {
        const sql = 'SELECT term FROM search_postings WHERE kind = 11 AND record_id = ?';
        return (await database.select<{ term: string }>(sql, [ID])).map(({ term }) => term).sort();
      };
      const finds = async (q: string): Promise<boolean> => {
        const { body } = await service.get(`/v1/orders?q=${encodeURIComponent(q)}`);
        return (body as OrderList).orders.some((one) => one.PID === PID);
      };
      const before = await terms();
      await put(ID, 'paid', { transactionId: 'NEWTX-1' });
      expect(await finds('oldtx')).toBe(false);
      for (const q of ['newtx-1', PID, 'zoe quist', 'depot 7', 'q&co', 'zoe@example', 'große']) {
        expect([q, await finds(q)]).toEqual([q, true]);
      }
      await put(ID, 'paid', { transactionId: 'OLDTX-1' });
      expect(await terms()).toEqual(before);
      await put(ID, 'paid', { transactionId: '' });
      expect(await finds('oldtx')).toBe(false);
      expect(await finds('tasse QX-1')).toBe(true);
    });

    it('stay as they are while the order is in -11', async () => {
      const { ID } = await createOrder(service, smallOrder({ comment: 'old' }));
      await changeStatus(ID, -11);
      const before = await read(ID);
      expect(problemOf(await put(ID, 'comments', { comment: 'new' }))[1]).toBe('order.deleted');
      expect(problemOf(await put(ID, 'paid'))).toEqual([409, 'order.deleted', undefined]);
      // Values that are set already are no change.
      expect((await put(ID, 'comments', { comment: 'old' })).status).toBe(200);
      expect((await put(ID, 'paid', { paid: false })).status).toBe(200);
      expect(await read(ID)).toEqual(before);
      expect(await versionOf(ID)).toBe(2);
      await changeStatus(ID, 1);
      expect((await put(ID, 'comments', { comment: 'new' })).status).toBe(200);
      expect(await versionOf(ID)).toBe(4);
    });

    it('lose nothing when comments, payments, tags and states change at once', async () => {
      const { ID } = await createOrder(service);
      const states = [2, 4, 0, 6, 1, 2, 4, 0, 6, 1];
      const work = states.flatMap((status, at) => [
        () => put(ID, 'comments', { comment: `comment ${at}` }),
        () => changeStatus(ID, status),
        () => put(ID, 'paid', { transactionId: `TX-${at}` }),
      ]);
      const tagging = () =>
        service.post(`/v1/orders/${ID}/customTags`, {
          customTags: { customTag: { pId: 'note' }, value: 'x' },
        });
      const answers = await Promise.all([...work, tagging].map((send) => send()));
      expect(answers.map(({ status }) => status)).toEqual([...work.map(() => 200), 201]);
      const after = await read(ID);
      const history = after.STATUSES;
      history.forEach(({ FROMSTATUS }, at) => {
        expect(FROMSTATUS).toBe(at === 0 ? 1 : history[at - 1]?.TOSTATUS);
      });
      expect(after.STATUS).toBe(history.at(-1)?.TOSTATUS);
      // Ten comments, ten payments, a tag, and as many states as the history has.
      expect(await versionOf(ID)).toBe(1 + 10 + 10 + 1 + history.length);
      expect(after).toMatchObject({
        ...{ PAID: true, COMMENT: expect.stringMatching(/^comment \d$/) as string },
        CUSTOMTAGS: [{ VALUE: 'x' }],
      });
    });
  });
});
