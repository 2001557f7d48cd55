/** @engine */
import { Client } from '../../../demo/client';
import { fillStore } from '../../../demo/fill';
import { createOpenApiDocument } from '../../../src/bootstrap/create-app';
import { Configuration } from '../../../src/config/configuration';
import { Database, getJournalPosition, DataAccess } from '../../../src/database';
import { exportSources } from '../../../src/platform/data-transfer/exports/export-sources';
import { JournalSequencer } from '../../../src/platform/events/journal/journal-sequencer';
import { exportService } from '../../support/export';
import { FORM_TYPE, field, file, form } from '../../support/multipart';
import { MASTER_KEY, Service } from '../../support/service/service';
import { until } from '../../support/until';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example?: string | number;
  readonly examples?: Readonly<Record<string, { value: string }>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { example?: unknown; examples?: Readonly<Record<string, { value: unknown }>> }>
    >;
  };
}

type Method = 'get' | 'put' | 'post' | 'delete';

/** A record that was deleted. */
interface Gone {
  readonly kind: string;
  readonly pId: string;
}

interface Example {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly type: string;
  readonly body: unknown;
}

/** A value is named by one of two query parameters: neither is required, so neither is filled in. */
const NAMED_BY_QUERY = 'removeTagValueOfTag';

const READS = 'reads, by POST';

/** Operations that succeed without an entry of the journal, and why. */
const unjournaled: Readonly<Record<string, string>> = {
  logIn: 'changes nothing that is stored; a login that fails has an entry',
  directoryExists: READS,
  downloadFile: READS,
  fileExists: READS,
  replayWebhook: 'sends again what the journal has',
  createUserErasure: 'the one that the demo has begun goes on',
};

/** Operations on records that the demo doesn't have, and why. */
const withoutRecords: Readonly<Record<string, string>> = {
  getVerifactuRecord: 'Veri*factu is off',
  retryVerifactuRecord: 'Veri*factu is off',
};

/** The kinds of records whose deletion has no line of its own in an export since a position, and why. */
const exportedElsewhere: Readonly<Record<string, string>> = {
  tagValue: 'lines of the type tagValueList say which values the tags have',
};

describe('the examples of the OpenAPI document, on the demo store', () => {
  let service: Service;
  let examples: Example[];
  /** A position of the journal. */
  let beforeDeleting: number;
  /** Operations that changed something, by the ids of their requests. */
  const done = new Map<string, string>();

  beforeAll(async () => {
    service = await Service.start({
      WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'example').toString('base64'),
    });
    await fillStore(new Client(service.url, MASTER_KEY), {
      ...{ seed: 1, customers: 5, orders: 0, today: '2026-03-01' },
    });
    // The demo asks for an export, whose content is read here.
    await until(async () => {
      const { body } = await service.get('/v1/exports/1');
      return (body as { STATE: string }).STATE === 'done';
    });
    const webhooks = { url: 'https://erp.example.com/store', events: ['order.created'] };
    await service.post('/v1/webhooks', { webhooks });
    const document = createOpenApiDocument(service.app, Configuration.from({}));
    examples = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<Method, Described>).map(([method, operation]) =>
        exampleOf(method as Method, path, operation),
      ),
    );
  });

  afterAll(() => service.stop());

  async function refused(method: Method): Promise<string[]> {
    const found: string[] = [];
    const asked = examples.filter((one) => one.method === method && !(one.id in withoutRecords));
    for (const one of asked.sort(innerFirst)) {
      const { status, text, headers } = await send(one);
      if (status >= 300) found.push(`${one.id}: ${one.path} ${status} ${text}`);
      else if (method !== 'get') done.set(headers['x-request-id'] as string, one.id);
    }
    return found;
  }

  async function position(): Promise<number> {
    await service.app.get(JournalSequencer).catchUp();
    return getJournalPosition(service.app.get(DataAccess).loader);
  }

  const pathOf = (id: string): string => examples.find((one) => one.id === id)?.path ?? '';

  function send({ method, path, type, body }: Example) {
    if (body === undefined) return service.send(method, path);
    return service.send(method, path, { body, headers: { 'Content-Type': type } });
  }

  it('are there for every operation', () => {
    expect(examples.length).toBeGreaterThanOrEqual(204);
  });

  it('read what is there: records are in demo/content.ts', async () => {
    expect(await refused('get')).toEqual([]);
  });

  it('name records that only a store with other settings has', async () => {
    for (const one of examples.filter(({ id }) => id in withoutRecords)) {
      expect([one.id, (await send(one)).status]).toEqual([one.id, 404]);
    }
  });

  it('change what is there', async () => {
    expect(await refused('put')).toEqual([]);
  });

  it('create what is not there yet', async () => {
    expect(await refused('post')).toEqual([]);
  });

  it('change with other values what they leave as it is', async () => {
    const pending = async (kind: 'orders' | 'rmas' | 'shipments') => {
      const { body } = await service.get(`/v1/${kind}/pending?sort=id.desc&perPage=1`);
      const [{ ID, VERSION }] = (body as Record<string, [{ ID: number; VERSION: string }]>)[kind]!;
      const receipt = { [kind]: [{ id: ID, version: VERSION }] };
      return { id: ID, path: `/v1/${kind}/${ID}`, all: `/v1/${kind}/received`, receipt };
    };
    const [order, rma, shipment] = [
      await pending('orders'),
      await pending('rmas'),
      await pending('shipments'),
    ];
    const supplier = { supplier: { items: [{ item: { pId: 'mug' }, itemType: 1 }] } };
    const requests: readonly (readonly [string, string, object?])[] = [
      // First: a change of a shipment is one of its order.
      ['receiveOrders', order.all, order.receipt],
      ['receiveShipments', shipment.all, shipment.receipt],
      ['changeOrderStatuses', '/v1/orders/changeStatus', { orders: [{ id: order.id, status: 4 }] }],
      [
        ...['changeShipmentStatuses', '/v1/shipments/changeStatus'],
        { shipments: [{ id: shipment.id, status: 3 }] },
      ] as const,
      [
        ...['replaceManyTrackings', '/v1/shipments/trackings'],
        { shipments: [{ id: shipment.id, trackings: [{ properties: [{ name: 'a' }] }] }] },
      ] as const,
      ['giveTrackingNumber', `${shipment.path}/trackingNumber/another-one`],
      ['receiveRmas', rma.all, rma.receipt],
      ['changeRmaStatus', `${rma.path}/changeStatus`, { status: 5 }],
      ['updateUserSupplier', pathOf('updateUserSupplier'), supplier],
    ];
    for (const [id, path, body] of requests) {
      const { status, headers } = await service.put(path, body);
      expect({ id, status }).toEqual({ id, status: 200 });
      done.set(headers['x-request-id'] as string, id);
    }
  });

  it('delete what is there', async () => {
    beforeDeleting = await position();
    const tag = await service.get('/v1/customTags/getId/colour');
    const path = `/v1/customTags/${(tag.body as { ID: number }).ID}/values`;
    const values = (await service.get(path)).body as { VALUES: { ID: number }[] };
    const named = await service.delete(`${path}?valueId=${values.VALUES.at(-1)?.ID}`);
    expect(named.status).toBe(200);
    done.set(named.headers['x-request-id'] as string, NAMED_BY_QUERY);
    const found = await refused('delete');
    expect(found).toEqual([expect.stringContaining(`${NAMED_BY_QUERY}: `)]);
  });

  it('delete nothing that an export since a position does not contain', async () => {
    const now = await position();
    const { exportedLines } = await exportService(service, {
      secrets: true,
      since: beforeDeleting,
    });
    const nameOf = ({ kind, pId }: Gone): string => `${kind} ${pId}`;
    const lines = exportedLines.map((line) => JSON.parse(line) as Gone & { readonly type: string });
    const gone = new Set(lines.filter(({ type }) => type === 'deleted').map(nameOf));
    const deleted = await service.app
      .get(Database)
      .select<Gone>(
        `SELECT kind, p_id AS pId FROM journal_entries WHERE action = 'deleted' AND position > ${beforeDeleting} AND position <= ${now}`,
      );
    const exported = new Set(exportSources.flatMap(({ journalKinds }) => journalKinds));
    const silent = deleted.filter((one) => exported.has(one.kind) && !gone.has(nameOf(one)));
    expect(new Set(silent.map(({ kind }) => kind))).toEqual(
      new Set(Object.keys(exportedElsewhere)),
    );
  });

  it('leave entries in the journal, with operation and request', async () => {
    const entries = await service.app
      .get(Database)
      .select<{ id: string; operation: string }>(
        'SELECT DISTINCT request_id AS id, operation FROM journal_entries',
      );
    const matching = entries.filter(({ id, operation }) => done.get(id) === operation);
    const journaled = new Set(matching.map(({ operation }) => operation));
    const silent = [...done.values()].filter((operation) => !journaled.has(operation));
    expect(silent.sort()).toEqual(Object.keys(unjournaled).sort());
    const writing = examples
      .filter(({ method, id }) => method !== 'get' && !(id in withoutRecords))
      .map(({ id }) => id);
    expect(new Set(done.values())).toEqual(new Set(writing));
  });
});

/** Parts before what they are part of, and one of them before all. */
function innerFirst(one: Example, other: Example): number {
  const depth = ({ path }: Example) => 2 * path.split('/').length + (/\d$/.test(path) ? 1 : 0);
  return depth(other) - depth(one);
}

/** The example, or the first of several. */
function valueOf({ example, examples = {} }: Parameter): string | number {
  return example ?? Object.values(examples)[0]?.value ?? '';
}

function exampleOf(method: Method, template: string, operation: Described): Example {
  const { operationId: id, parameters, requestBody } = operation;
  const required = parameters.filter((one) => one.required);
  const path = required
    .filter((one) => one.in === 'path')
    .reduce(
      (text, parameter) =>
        text.replace(`{${parameter.name}}`, encodeURIComponent(valueOf(parameter))),
      template,
    );
  const query = required
    .filter((one) => one.in === 'query')
    .map((parameter) => `${parameter.name}=${encodeURIComponent(valueOf(parameter))}`)
    .join('&');
  const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const place = { id, method, path: query === '' ? path : `${path}?${query}` };
  if (type !== 'multipart/form-data')
    return {
      ...place,
      type,
      body: content?.example ?? Object.values(content?.examples ?? {})[0]?.value,
    };
  const body = form(field('path', 'products'), file('notes.txt')).toString();
  return { ...place, type: FORM_TYPE, body };
}
