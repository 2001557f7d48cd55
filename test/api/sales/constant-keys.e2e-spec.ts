import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOpenApiDocument } from '../../../src/bootstrap/create-app';
import type { JsonSchema } from '../../../src/api/validation/schema';
import { Configuration } from '../../../src/config/configuration';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { until } from '../../support/until';
import { actionLine, ConfiguredActions, type Order } from './configured-actions';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, richOrder, smallOrder } from './sample-store';

const tag = (pId: string, controlType: number, itemType: number, values: object = {}) => ({
  ...{ type: 'tag', pId, active: true, controlType, itemType, valueForAllLanguages: true },
  ...{ position: 1, priority: 1, ...values },
});
const valued = (pId: string, value: unknown, values: object = {}) => ({
  customTag: { pId },
  value,
  ...values,
});
const user = (pId: string, values: object) => ({
  ...{ type: 'user', pId, email: `${pId}@example.com`, languageCode: 'en' },
  ...{ group: { pId: 'shoppers' }, dateAdded: '2026-01-01T00:00:00Z' },
  addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: pId }],
  ...values,
});

/** Records that orders refer to in addition to `importMasters`. */
const others = [
  { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
  user('maker', {
    supplier: { active: true },
    vouchers: [{ code: 'GIFT-5', availableBalance: 20, currencyId: 978 }],
  }),
  user('agent', {}),
  { type: 'tagGroup', pId: 'looks', name: 'Looks', itemType: 1, position: 1, priority: 1 },
  tag('gift', 1, 13),
  tag('vip', 3, 10),
  tag('engraving', 3, 1),
  tag('motto', 7, 1, { valueForAllLanguages: false }),
  tag('colour', 5, 1),
  { type: 'tagValue', tag: { pId: 'colour' }, pId: 'red' },
  { type: 'subStatus', pId: 'asked', document: 'rma', status: 1, name: 'Asked' },
  { type: 'subStatus', pId: 'sorting', document: 'shipment', status: 2, name: 'Sorting' },
];

const trackings = [
  {
    ...{ lastUpdate: '2026-02-02T08:15:00Z', pickupDate: '2026-02-01T08:15:00Z' },
    properties: [{ name: 'service', value: 'Express' }],
    packages: [
      {
        ...{ lastUpdate: '2026-02-02T08:15:00Z', weight: 1.2, weightUnits: 'kg' },
        activity: [
          {
            ...{ dateTime: '2026-02-02T08:15:00Z', description: 'Arrived', status: 'IN_TRANSIT' },
            properties: [{ name: 'depot', value: 'MAD' }],
          },
          {},
        ],
      },
      {},
    ],
  },
];

const group = { pId: 'looks' };
const [shirt, sticker, set] = richOrder.rows as [{ options: object[] }, object, object];
const option = { name: 'Size', values: [{ value: 'L', productOptionValue: { id: 5 } }] };
const [first, second] = richOrder.shipments as [object, object];

/** Everything that an order can have, of a known customer. */
const known = {
  ...richOrder,
  pId: 'known',
  salesAgent: { pId: 'agent', percentCommission: 2.5 },
  status: 1,
  subStatus: undefined,
  user: {
    ...richOrder.user,
    pId: 'maker',
    group: { pId: 'shoppers' },
    customTags: [valued('vip', 'since 2020')],
    shippingAddress: {
      ...richOrder.user.billingAddress,
      ...{ countryCode: 'PT', tax: false, reverseChargeVat: true },
    },
  },
  customTags: [valued('gift', true)],
  rows: [
    {
      ...shirt,
      noReturn: false,
      options: [...shirt.options, option],
      customTags: [
        valued('engraving', 'Ada', { group }),
        valued('motto', 'Ever', { group }),
        valued('colour', 'red', { group }),
      ],
    },
    sticker,
    set,
  ],
  shipments: [{ ...first, pId: 'parcel', trackingNumber: 'T-1', status: 1, trackings }, second],
};

/** The same with other values, of a guest; without a place where one can be named. */
const other = {
  ...smallOrder({ pId: 'other', exported: true, reverseChargeVat: true }),
  ...{ currencyCode: 'USD', headquarter: { pId: 'hq2' }, languageCode: 'fr', date: '2026-04-01' },
  totals: { total: 11 },
  trustTotals: true,
};

type Values = Map<string, Set<string>>;
type Schemas = Readonly<Record<string, JsonSchema>>;

/** The name of records that appear at several places. */
function nameOf(path: string): string {
  return path
    .replace(/^DELIVERY\.SHIPMENTS\[\]/, 'SHIPMENTS[]')
    .replace(/^SHIPMENTS\[\]\.SHIPPING/, 'SHIPPING')
    .replace(/^ROWS\[\]\.ITEMS\[\]/, 'ROWS[]')
    .replace(/^(?:ROWS\[\]|SHIPPING)\.DISCOUNTS/, 'DISCOUNTS')
    .replace(/^ROWS\[\]\.TAXES/, 'TAXES')
    .replace(/^(deliveryNotes.*)\.shippingAddress/, '$1.billingAddress');
}

/** Adds the values that stand under each key of a record. */
function collect(values: Values, value: unknown, path: string): void {
  if (Array.isArray(value)) {
    add(values, path, value.length === 0 ? '[]' : 'elements');
    for (const element of value) collect(values, element, `${path}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      collect(values, member, path === '' ? key : `${path}.${key}`);
    }
  } else {
    add(values, path, JSON.stringify(value));
  }
}

function add(values: Values, path: string, value: string): void {
  const name = nameOf(path);
  const known = values.get(name) ?? new Set();
  values.set(name, known.add(value));
}

/** The keys of a schema that hold no others, and whether they can have one value only. */
function leafKeys(schemas: Schemas, schema: JsonSchema, path: string): [string, boolean][] {
  const named = schema.$ref?.split('/').at(-1);
  const { properties, items, anyOf, enum: allowed } = named ? schemas[named]! : schema;
  const below = [
    ...Object.entries(properties ?? {}).flatMap(([key, member]) =>
      leafKeys(schemas, member, path === '' ? key : `${path}.${key}`),
    ),
    ...(items && Object.keys(items).length > 0 ? leafKeys(schemas, items, `${path}[]`) : []),
    ...(anyOf ?? []).flatMap((one) => leafKeys(schemas, one, path)),
  ];
  return below.length > 0 ? below : [[nameOf(path), allowed?.length === 1]];
}

/** The keys of a record that the specification doesn't know. */
function additions(schemas: Schemas, name: string): string[] {
  const members = Object.entries(schemas[name]?.properties ?? {});
  return members.filter(([, member]) => member['x-extension'] === true).map(([key]) => key);
}

const emptyValues = new Set(['0', '""', 'false', '[]']);

/** Keys that never had a value, or that can have one only, as `KEY = value`. */
function constants(values: Values, fixed: ReadonlySet<string>): string[] {
  return [...values]
    .filter(([name, seen]) => {
      const [only = ''] = seen;
      return seen.size === 1 && (emptyValues.has(only) || fixed.has(name));
    })
    .map(([name, seen]) => `${name} = ${[...seen].join()}`)
    .sort();
}

/** The rows of the page's table, in the same form. */
function documented(): string[] {
  const page = readFileSync(join(__dirname, '../../../docs/constant-keys.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return rows
    .flatMap((row) => {
      const [, keys = '', value = '', reason = ''] = row.split('|').map((cell) => cell.trim());
      expect(reason).toMatch(/\w+ \w+/);
      return [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => `${key} = ${value.slice(1, -1)}`);
    })
    .sort();
}

describe('keys of documents that are always the same', () => {
  let service: Service;
  let actions: ConfiguredActions;
  const values: Values = new Map();

  const get = async (path: string): Promise<unknown> => {
    const { status, body } = await service.get(`/v1/${path}`);
    expect([path, status]).toEqual([path, 200]);
    return body as unknown;
  };
  const change = (path: string, body: object) => service.put(`/v1/${path}`, body);
  const idOf = async (path: string) => ((await get(path)) as { ID: number }).ID;
  const subStatusOf = async (kind: string, state: string): Promise<number> => {
    const { states } = (await get(`util/${kind}Status?language=en`)) as {
      states: { state: string; subStates: { id: number }[] }[];
    };
    return states.find((one) => one.state === state)!.subStates[0]!.id;
  };

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    expect((await importLines(service, others)).errors).toEqual([]);
    actions = new ConfiguredActions(service);
  });

  afterAll(() => service.stop());

  /** A life with everything: moves, actions, sub-states, exports, and all kinds of documents. */
  const live = async () => {
    const afterSales = new AfterSales(service);
    const whole = await afterSales.order(known);
    await afterSales.order(other);
    await afterSales.order(richOrder);
    await afterSales.order(smallOrder({ totals: { total: 10.01 } }));
    const order = whole.ID;
    const [parcel, sorted] = (whole as unknown as Order).DELIVERY.SHIPMENTS.map(({ ID }) => ID);
    const sendMail = { to: 'customer', subject: 'Hello', text: 'Hello' };
    await actions.configure(
      actionLine('SPEND_VOUCHERS', 2),
      actionLine('SEND_MAIL', 2, { parameters: sendMail }),
      actionLine('CREATE_INVOICE', 4),
      actionLine('CREATE_DELIVERY_NOTES', 3, { document: 'shipment' }),
      actionLine('SEND_MAIL', 3, { document: 'shipment', parameters: sendMail }),
    );
    await move(order, parcel!, sorted!);
    await giveBack(afterSales, whole);
    return order;
  };

  const move = async (order: number, parcel: number, sorted: number) => {
    const sorting = { status: 2, subStatusId: await subStatusOf('shipment', '2') };
    for (const id of [parcel, sorted]) await change(`shipments/${id}/changeStatus`, sorting);
    for (const status of [3, 4])
      await change(`shipments/${parcel}/changeStatus`, { status, comment: `Now in ${status}` });
    await change(`shipments/${parcel}/received`, {});
    const packing = await subStatusOf('order', '2');
    await change(`orders/${order}/changeStatus`, { status: 2, subStatusId: packing });
    await change(`orders/${order}/changeStatus`, { status: 4, comment: 'Handed over' });
    await change(`orders/${order}/received`, {});
  };

  const giveBack = async (afterSales: AfterSales, { ID, ROWS }: Paper) => {
    const hashes = leaves(ROWS).map(({ HASH }) => HASH);
    const delivery = { type: 'SHIPPING', itemId: await idOf('catalog/shippingType/getId/parcel') };
    const additionalItems = [
      { amount: 5.95, name: 'Freight', type: 'SHIPPING' },
      { amount: 5, name: 'Card', type: 'VOUCHER' },
    ];
    const rma = await afterSales.rma(
      ID,
      { [hashes[0]!]: 1, [hashes[2]!]: 1 },
      { delivery: { ...delivery, amount: 4 }, additionalItems, comment: 'Too small' },
    );
    await change(`rmas/${rma.ID}/changeStatus`, {
      status: 1,
      subStatusId: await subStatusOf('rma', '1'),
    });
    await change(`rmas/${rma.ID}/received`, {});
    const returned = await afterSales.return(rma.ID);
    await afterSales.creditNote(returned.ID);
    await afterSales.rma(ID, { [hashes[0]!]: 1 });
    const { invoices } = (await get(`orders/${ID}/invoices`)) as { invoices: { ID: number }[] };
    const creditNotes = { full: true, reason: 'Never delivered' };
    const { status } = await service.post(`/v1/invoices/${invoices[0]!.ID}/creditNotes`, {
      creditNotes,
    });
    expect(status).toBe(201);
  };

  const collectAll = async () => {
    for (const list of ['orders', 'rmas', 'returns', 'invoices', 'creditNotes']) {
      const items = ((await get(list)) as Record<string, { ID: number }[]>)[list]!;
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) {
        collect(values, item, '');
        collect(values, await get(`${list}/${item.ID}`), '');
      }
    }
    const { shipments } = (await get('shipments')) as { shipments: { ID: number }[] };
    for (const one of shipments) {
      collect(values, one, 'SHIPMENTS[]');
      const notes = (await get(`shipments/${one.ID}/deliveryNotes`)) as { deliveryNotes: object[] };
      for (const note of notes.deliveryNotes) collect(values, note, 'deliveryNotes[]');
    }
  };

  it('are those of the page, with reasons', async () => {
    const order = await live();
    await until(async () => {
      const { STATUSES } = await actions.read(order);
      return STATUSES.every(({ ACTIONS }) =>
        ACTIONS.every(({ HISTORYACTIONSTATUS }) => HISTORYACTIONSTATUS !== 0),
      );
    });
    await collectAll();
    const schemas = createOpenApiDocument(service.app, Configuration.from({})).components
      .schemas as Schemas;
    const keys = leafKeys(schemas, schemas['RmaDocumentRecord']!, '');
    const unused = keys.filter(([key]) => !values.has(key));
    expect(unused).toEqual([]);
    const fixed = keys.filter(([, isFixed]) => isFixed).map(([key]) => key);
    for (const added of additions(schemas, 'RmaDocumentRecord')) {
      for (const name of values.keys()) if (name.split('.')[0] === added) values.delete(name);
    }
    expect(constants(values, new Set(fixed))).toEqual(documented());
  });
});
