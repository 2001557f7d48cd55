/** @engine modules/sales/documents/numbers */
import { Database, SearchIndex } from '../../../src/database';
import { type TestDatabase, testDatabaseUrl } from '../../support/service/database';
import { importLines } from '../../support/import';
import { documentSearchKind } from '../../../src/modules/sales/documents/entities/document.entity';
import { MASTER_KEY, Service } from '../../support/service/service';
import { BuiltService, buildService } from '../../support/servers/built-process';
import { cases } from '../../support/random/cases';
import { importMasters, smallOrder } from './sample-store';

/** A document as the database holds it. */
interface StoredDocument {
  id: number;
  type: number;
  number: string;
  pId: string;
  serial: number;
  headquarterId: number;
  version: number;
  parts: number;
}

const ORDER = 1;
const INVOICE = 2;
const DELIVERY_NOTE = 6;
const CLIENTS = 40;
const ORDERS = cases(80, 200);

/** Two series: every other order is of the second headquarter. */
const orderLines = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'order',
    ...smallOrder({ headquarter: { pId: at % 2 === 0 ? 'hq' : 'hq2' }, shipments: [{}] }),
    pId: `${prefix}-${at}`,
  }));

/** All stored documents of a type, with how many parts of any kind hang on each. */
function storedDocuments(database: Database, type: number): Promise<StoredDocument[]> {
  const parts = ['rows', 'addresses', 'taxes', 'discounts', 'shipments', 'statuses', 'vouchers']
    .map((name) => `(SELECT COUNT(*) FROM document_${name} x WHERE x.document_id = d.id)`)
    .join(' + ');
  const columns =
    'd.id AS id, d.type AS type, d.document_number AS number, d.p_id AS pId, d.serial AS serial, ' +
    'd.headquarter_id AS headquarterId, d.version AS version';
  const sql = `SELECT ${columns}, ${parts} AS parts FROM documents d WHERE d.type = ? ORDER BY d.id`;
  return database.select<StoredDocument>(sql, [type]);
}

/** Holds every series: its numbers are 1 to their count, and the counter is the last of them. */
async function expectGapless(database: Database, type: number, headquarters: number) {
  const documents = await storedDocuments(database, type);
  const counters = await database.select<{ headquarterId: number; last: number }>(
    'SELECT n.headquarter_id AS headquarterId, n.last AS last FROM number_series n WHERE n.type = ?',
    [type],
  );
  expect(counters).toHaveLength(headquarters);
  for (const { headquarterId, last } of counters) {
    const serials = documents
      .filter((one) => one.headquarterId === headquarterId)
      .map(({ serial }) => serial)
      .sort((one, other) => one - other);
    expect(serials).toEqual(Array.from({ length: last }, (_, at) => at + 1));
  }
  expect(new Set(documents.map(({ pId }) => pId)).size).toBe(documents.length);
  for (const { number, pId } of documents) expect(pId).toBe(number);
  return documents;
}

/** Runs work on many items, so many at a time. */
async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}

describe('numbers of generated documents', () => {
  let service: Service;
  let database: Database;
  let orderIds: number[];
  let shipmentIds: number[];

  beforeAll(async () => {
    service = await Service.start();
    database = service.app.get(Database);
    await importMasters(service);
    const lines = orderLines(ORDERS, 'many');
    expect(await importLines(service, lines)).toMatchObject({ created: ORDERS });
    const rows = await database.select<{ id: number; shipment: number }>(
      'SELECT d.id AS id, s.id AS shipment FROM documents d JOIN document_shipments s ON s.document_id = d.id ORDER BY d.id',
    );
    orderIds = rows.map(({ id }) => id);
    shipmentIds = rows.map(({ shipment }) => shipment);
  });

  afterAll(async () => {
    await service.stop();
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  /**
   * Makes the last statement of every n-th unit of work fail, after its document has got a number. The database
   * refuses it for a constraint, or takes the transaction back as it does after a deadlock.
   */
  const failLate = (n: number): { failures: number } => {
    const seen = { failures: 0 };
    const search = service.app.get(SearchIndex);
    const add = search.add.bind(search);
    let calls = 0;
    jest.spyOn(search, 'add').mockImplementation(async (kind, entries) => {
      await add(kind, entries);
      if (kind !== documentSearchKind) return;
      const turn = ++calls % n;
      if (turn === 0) {
        seen.failures++;
        await database.execute('UPDATE documents SET p_id = NULL WHERE id = ?', [
          entries[0]?.id ?? 0,
        ]);
      }
      // The error of MySQL after a deadlock, and of SQLite when it is busy: the whole work runs again.
      if (turn === 1) throw Object.assign(new Error('lost'), { errno: 1213, code: 'SQLITE_BUSY' });
    });
    return seen;
  };

  it.each([
    ['invoices', INVOICE, () => orderIds.map((id) => `/v1/orders/${id}/invoices`)],
    [
      'delivery notes',
      DELIVERY_NOTE,
      () => shipmentIds.slice(0, 70).map((id) => `/v1/shipments/${id}/deliveryNotes`),
    ],
  ])(
    '%s have no gap and no double, though many are made at once and every 7th fails late',
    async (_, type, paths) => {
      const seen = failLate(7);
      const counts = new Map<number, number>();
      const failed: string[] = [];
      const all = paths();
      await eachOf(all, CLIENTS, async (path) => {
        const { status } = await service.post(path);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status !== 201) failed.push(path);
      });
      // A busy machine refuses some requests before they get a number.
      const { 503: refused = 0, ...others } = Object.fromEntries(counts);
      expect(refused).toBeLessThan(all.length / 4);
      const made = all.length - seen.failures - refused;
      // With two processes, only one fails so.
      expect(seen.failures).toBeGreaterThan(all.length / 20);
      expect(others).toEqual({ 201: made, 500: seen.failures });
      expect(await expectGapless(database, type, 2)).toHaveLength(made);
      jest.restoreAllMocks();
      // The failed ones have left nothing behind, and can be made.
      await eachOf(failed, CLIENTS, async (path) => {
        expect((await service.post(path)).status).toBe(201);
      });
      expect(await expectGapless(database, type, 2)).toHaveLength(all.length);
    },
  );

  it.each([
    ['invoice of an order', INVOICE, 'orders', 'invoices', 'ID'],
    ['delivery note of a shipment', DELIVERY_NOTE, 'shipments', 'deliveryNotes', 'id'],
  ])('the %s is made once, also for simultaneous requests', async (_, type, of, made, key) => {
    const before = await storedDocuments(database, type);
    const pId = `once-${made}`;
    await importLines(service, [{ type: 'order', ...smallOrder({ shipments: [{}] }), pId }]);
    const { body: found } = await service.get(`/v1/orders/getId/${pId}`);
    const { body: order } = await service.get(`/v1/orders/${(found as { ID: number }).ID}`);
    const { ID, DELIVERY } = order as { ID: number; DELIVERY: { SHIPMENTS: { ID: number }[] } };
    const source = of === 'orders' ? ID : DELIVERY.SHIPMENTS[0]?.ID;
    const path = `/v1/${of}/${source}/${made}`;
    const answers = await Promise.all(Array.from({ length: CLIENTS }, () => service.post(path)));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const existingId = (created[0]!.body as Record<string, number>)[key];
    for (const { status, body } of answers.filter((answer) => answer !== created[0])) {
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: 'document.exists', existingId },
      });
    }
    const after = await expectGapless(database, type, 2);
    expect(after).toHaveLength(before.length + 1);
  });
});

describe('numbers after a power cut', () => {
  const headers = { Authorization: `Bearer ${MASTER_KEY}` };
  const running: BuiltService[] = [];
  let store: TestDatabase;

  beforeAll(async () => {
    await buildService();
    store = await testDatabaseUrl();
  });

  afterAll(async () => {
    await Promise.all(running.map((service) => service.kill()));
    await store.drop();
  });

  const start = async (): Promise<BuiltService> => {
    const service = BuiltService.spawn({
      ...{ DATABASE_URL: store.url, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'silent' },
    });
    running.push(service);
    await service.listening();
    return service;
  };
  /** @returns the answer's status; 0 without an answer */
  const generate = async (service: BuiltService, id: number): Promise<number> => {
    const url = `${service.url}/v1/orders/${id}/invoices`;
    const answer = await fetch(url, { method: 'POST', headers }).catch(() => undefined);
    return answer?.status ?? 0;
  };
  const looking = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await Database.open(store.url, { poolSize: 1 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

  it('have no gap and no double, and no document is half there', async () => {
    const lines = orderLines(60, 'cut');
    const service = await start();
    await seed(service, lines, headers);
    const orders = await looking((database) => storedDocuments(database, ORDER));
    const ids = orders.map(({ id }) => id);
    let answered = 0;
    await eachOf(ids, 20, async (id) => {
      if ((await generate(service, id)) === 201) answered++;
      // Requests that are under way are cut off in the middle.
      if (answered === 25) await service.kill();
    });
    await service.kill();
    expect(answered).toBeGreaterThanOrEqual(25);
    expect(answered).toBeLessThan(60);
    const kept = await looking((database) => expectGapless(database, INVOICE, 2));
    // No answered invoice is lost, and every stored one is whole: one line, one address.
    expect(kept.length).toBeGreaterThanOrEqual(answered);
    expect(kept.map(({ parts }) => parts)).toEqual(kept.map(() => 2));

    const again = await start();
    const statuses: number[] = [];
    await eachOf(ids, 20, async (id) => statuses.push(await generate(again, id)));
    expect(statuses.filter((status) => status === 409)).toHaveLength(kept.length);
    expect(statuses.filter((status) => status === 201)).toHaveLength(60 - kept.length);
    await looking((database) => expectGapless(database, INVOICE, 2));
  });
});

async function seed(
  service: BuiltService,
  lines: readonly object[],
  headers: Record<string, string>,
): Promise<void> {
  const offices = ['hq', 'hq2'].map((pId) => ({ type: 'headquarter', pId, name: pId }));
  const answer = await fetch(`${service.url}/v1/import`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    body: [...offices, ...lines].map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(await answer.json()).toMatchObject({ created: lines.length + 2, rejected: 0 });
}
