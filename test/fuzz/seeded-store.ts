import type { OpenApiDocument } from '../../src/api/openapi/openapi-document';
import { generateStore } from '../support/random/generated-store';
import { importLines } from '../support/import';
import type { ServiceClient } from '../support/service/service';
import { field, file, form, FORM_TYPE } from '../support/multipart';
import { exchange } from '../api/conventions/requests/exact-request';
import { AfterSales } from '../api/sales/rmas-life';
import { createOrder, type OrderRecord, smallOrder } from '../api/sales/sample-store';
import { isListed } from './existing';

const PREFIX = 'fuzz';
const FILES = [
  ['fuzz', 'one.txt'],
  ['fuzz', 'two.txt'],
  ['fuzz/deep', 'three.txt'],
] as const;
const CONTROL_TYPES = [1, 2, 3, 4, 5, 6, 7];

/** A store with some of everything, by the doors that everybody has. */
export class SeededStore {
  private made = 0;
  private readonly afterSales: AfterSales;

  constructor(private readonly service: ServiceClient) {
    this.afterSales = new AfterSales(service);
  }

  async fill(seed: number): Promise<void> {
    await this.import([...generateStore({ seed, orders: 8, prefix: PREFIX })]);
    await this.import([
      { type: 'userGroup', pId: 'fuzz-customers', name: 'Customers', defaultGroup: true },
      { type: 'userGroup', pId: 'fuzz-staff', name: 'Staff', systemGroup: true },
    ]);
    const admin = { nick: 'fuzz-admin', password: 'a good password', systemLevel: 4 };
    await this.import([this.user('fuzz-admin', { group: { pId: 'fuzz-staff' }, ...admin })]);
    const attached = await createOrder(this.service, smallOrder({ pId: 'fuzz-attached' }));
    await this.files(`attachments/orders/${attached.ID}`);
    await this.import(this.tags());
    for (let count = 0; count < 4; count++) await this.import(this.some());
    for (const place of ['uncreditedReturns', 'acceptedRmas', 'rmas'] as const)
      await this.provide(place);
  }

  /** Makes some more records of a place. */
  async provide(place: string): Promise<void> {
    if (!isListed(place)) return this.createExample(place);
    switch (place) {
      case 'acceptedRmas':
        await this.afterSales.accept(await this.rma());
        return;
      case 'uncreditedReturns':
      case 'returns':
        await this.afterSales.return(await this.rma());
        return;
      case 'creditNotes': {
        const { ID } = await this.afterSales.return(await this.rma());
        await this.afterSales.creditNote(ID);
        return;
      }
      case 'rmas':
      case 'movableRmas':
      case 'unexportedRmas':
        await this.rma();
        return;
      case 'invoices':
        await this.post(`orders/${(await this.order()).ID}/invoices`);
        return;
      case 'deliveryNotes': {
        const { body } = await this.service.get(`/v1/orders/${(await this.order()).ID}/shipments`);
        const [shipment] = (body as { SHIPMENTS: { ID: number }[] }).SHIPMENTS;
        await this.post(`shipments/${shipment?.ID}/deliveryNotes`);
        return;
      }
      case 'orders':
      case 'openOrders':
      case 'livingOrders':
      case 'changeableOrders':
      case 'unexportedOrders':
      case 'returnableRows':
      case 'undeliveredShipments':
      case 'unexportedShipments':
      case 'movableShipments':
      case 'shipments':
        await this.order();
        return;
      case 'orderTagLinks': {
        const customTags = { customTag: { pId: 'fuzz-tag-13-3' }, value: 'red' };
        await this.post(`orders/${(await this.order()).ID}/customTags`, { customTags });
        return;
      }
      case 'shoppingRows':
      case 'agents': {
        await this.import(this.some());
        await this.linkUsers(`fuzz-more-${this.made}`);
        return;
      }
      case 'apiKeys': {
        const apiKeys = { name: `fuzz-${++this.made}`, scopes: ['news:read'] };
        await this.service.post('/v1/apiKeys', { apiKeys });
        return;
      }
      case 'webhooks': {
        const webhooks = { url: 'http://[::1]:9/', events: ['tag.created'] };
        await this.service.post('/v1/webhooks', { webhooks });
        return;
      }
      default:
        await this.import(this.some());
    }
  }

  /** @param attachments the folder of an order's */
  private async files(attachments: string): Promise<void> {
    for (const directory of ['fuzz/deep', 'images', attachments]) {
      await this.service.post('/v1/fileManager/createDirectory', { fileManager: { directory } });
    }
    for (const [folder, name] of [...FILES, [attachments, 'one.txt'] as const]) {
      const body = form(field('path', folder), file(name));
      await exchange(this.service.url, {
        ...{ method: 'POST', path: '/v1/fileManager/upload', body },
        headers: { 'Content-Type': FORM_TYPE },
      });
    }
  }

  /** A row on a user's shopping list, and another user that it is the agent of. */
  private async linkUsers(word: string): Promise<void> {
    const idOf = async (pId: string) =>
      ((await this.service.get(`/v1/users/getId/${pId}`)).body as { ID: number }).ID;
    const [agent, customer] = [await idOf(word), await idOf(`${word}-other`)];
    await this.post(`users/${agent}/salesAgent/${customer}`);
    const { body } = await this.service.get(`/v1/users/${agent}/shoppingLists`);
    const [list] = (body as { SHOPPINGLISTS: { ID: number }[] }).SHOPPINGLISTS;
    await this.post(`users/shoppingLists/${list?.ID}/rows`, { items: [{}, { quantity: 2 }] });
  }

  /** Creates the record that the OpenAPI document shows, with another pId. */
  private async createExample(resource: string): Promise<void> {
    const { body } = await this.service.get('/openapi.json');
    const { requestBody } = (body as OpenApiDocument).paths[`/v1/${resource}`]?.post ?? {};
    const { content } = (requestBody ?? {}) as { content?: Record<string, { example?: unknown }> };
    const example = content?.['application/json']?.example as Record<string, object> | undefined;
    const [root = '', fields = {}] = Object.entries(example ?? {})[0] ?? [];
    await this.post(resource, { [root]: { ...fields, pId: `fuzz-more-${++this.made}` } });
  }

  /** If a fuzzed store refuses a record here, it is missing afterwards, which is harmless. */
  private async post(path: string, body?: object): Promise<void> {
    await this.service.post(`/v1/${path}`, body);
  }

  private async order(): Promise<OrderRecord> {
    const number = ++this.made;
    const shipments = [{ name: 'Parcel', trackingNumber: `fuzz-track-${number}` }];
    const order = smallOrder({ pId: `fuzz-provided-${number}`, shipments });
    return createOrder(this.service, order);
  }

  private async rma(): Promise<number> {
    const { ID, ROWS } = await this.order();
    await this.service.post(`/v1/orders/${ID}/invoices`);
    return (await this.afterSales.rma(ID, { [ROWS[0]!.HASH]: 1 })).ID;
  }

  private tags(): object[] {
    return [10, 13].flatMap((itemType) =>
      CONTROL_TYPES.flatMap((controlType) => {
        const pId = `fuzz-tag-${itemType}-${controlType}`;
        const tag = {
          ...{ type: 'tag', pId, active: true, controlType, itemType, position: 1, priority: 1 },
          valueForAllLanguages: controlType !== 3,
        };
        const value = { type: 'tagValue', tag: { pId }, pId: `${pId}-value` };
        return controlType === 5 ? [tag, value] : [tag];
      }),
    );
  }

  /** Some of everything that is deleted now and then. */
  private some(): object[] {
    const word = `fuzz-more-${++this.made}`;
    const period = { activationDate: '2026-01-01', expirationDate: '2026-12-31' };
    const filter = { pId: 'ES', itemType: 30 };
    const tag = { active: true, controlType: 5, itemType: 1, position: 1, priority: 1 };
    const own = { active: true, controlType: 2, itemType: 10, position: 1, priority: 1 };
    const customTags = [{ customTag: { pId: `${word}-user` }, general: { value: '1' } }];
    return [
      { type: 'statusAction', pId: word, document: 'order', status: 4, action: 'MARK_PAID' },
      { type: 'userGroup', pId: `${word}-group`, name: word },
      { type: 'tag', pId: `${word}-user`, valueForAllLanguages: true, ...own },
      { type: 'tagGroup', pId: word, name: word, itemType: 1, position: 1, priority: 1 },
      {
        ...{ type: 'tag', pId: word, valueForAllLanguages: true, ...tag },
        groups: [{ group: { pId: word }, priority: 1 }],
      },
      { type: 'tagValue', tag: { pId: word }, pId: word },
      {
        ...{ type: 'news', pId: word, name: word, publicationDate: '2026-01-01' },
        ...{ activityLimits: [period], newsItems: [filter] },
      },
      { type: 'definition', pId: word, name: word, definitionItems: [filter] },
      { type: 'location', pId: word, countryCode: 'ES' },
      {
        ...{ type: 'channelLocation', channel: { pId: `${PREFIX}-channel-web` } },
        physicalLocation: { pId: word },
      },
      { type: 'location', pId: `${word}-free`, countryCode: 'PT' },
      { type: 'userGroup', pId: `${word}-empty`, name: word },
      this.user(word, {
        ...{
          customTags,
          group: { pId: `${word}-group` },
          salesAgent: true,
          nick: word,
          wishlist: [{ pId: `${PREFIX}-product-1` }],
        },
        vouchers: [{ code: word, availableBalance: 10, currencyId: 978 }],
        supplier: { items: [{ item: { pId: `${PREFIX}-product-2` }, itemType: 1 }] },
      }),
      this.user(`${word}-other`, { group: { pId: `${word}-group` } }),
    ];
  }

  private user(pId: string, more: object): object {
    const address = { countryCode: 'ES', firstName: 'Ada', company: 'Ada & Co.', alias: 'Home' };
    return {
      ...{ type: 'user', pId, email: `${pId}@example.com`, languageCode: 'en' },
      addressBook: [
        { pId: 'one', type: 1, ...address },
        { pId: 'two', type: 2, ...address },
      ],
      ...more,
    };
  }

  private async import(lines: readonly object[]): Promise<void> {
    const { rejected, errors } = await importLines(this.service, lines);
    if (rejected > 0) throw new Error(`The store could not be filled: ${JSON.stringify(errors)}`);
  }
}
