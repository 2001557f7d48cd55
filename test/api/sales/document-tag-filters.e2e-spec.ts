/** @engine */
import { whereEquals, DataAccess } from '../../../src/database';
import {
  DocumentTag,
  hashTagValue,
} from '../../../src/modules/sales/documents/entities/document-tag.entity';
import { SalesDocument } from '../../../src/modules/sales/documents/entities/document.entity';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { createOrder, type OrderList, smallOrder } from './sample-store';

const textOf = (query: Record<string, string>): string => new URLSearchParams(query).toString();
const valued = (pId: string, value: unknown) => ({ customTag: { pId }, value });

describe('tags that filter lists of documents', () => {
  let service: Service;
  const ids = new Map<string, number>();
  const tagNames = ['f1', 'f2', 'f3'];
  const values = ['a', 'A', 'a ', 'ä', '', 'long'.repeat(1000)];
  const short = values.slice(0, -1);
  /** The tags of each order, by its pId. */
  const model = new Map<string, ReadonlyMap<string, string>>();
  let firstId: number;

  beforeAll(async () => {
    service = await Service.start();
    const tags = tagNames.map((pId) => ({
      ...{ type: 'tag', pId, active: true, controlType: 3, itemType: 13 },
      ...{ valueForAllLanguages: true, position: 1, priority: 1 },
    }));
    expect(await importLines(service, tags)).toMatchObject({ created: 3 });
    const all = (await service.get('/v1/customTags')).body as {
      CUSTOMTAGS: { ID: number; PID: string }[];
    };
    for (const { ID, PID } of all.CUSTOMTAGS) ids.set(PID, ID);
    const lines = Array.from({ length: 30 }, (_, at) => {
      const carried = tagNames.flatMap((pId, place): [string, string][] => {
        const value = values[(at * (place + 2) + place) % (values.length + 2)];
        return value === undefined ? [] : [[pId, value]];
      });
      const customTags = carried.map(([pId, value]) => valued(pId, value));
      // The same on a line is no tag of the order.
      const rows = [
        { name: 'x', quantity: 1, price: 1, customTags: tagNames.map((pId) => valued(pId, 'a')) },
      ];
      const order = smallOrder({ customTags, rows });
      model.set(order.pId, new Map(carried));
      return { type: 'order', ...order };
    });
    expect(await importLines(service, lines)).toMatchObject({ created: 30 });
    const { body } = await service.get(`/v1/orders/getId/${lines[0]?.pId}`);
    firstId = (body as { ID: number }).ID;
  });

  afterAll(async () => {
    await service.stop();
  });

  const found = async (path: string, query: Record<string, string>): Promise<string[]> => {
    const text = new URLSearchParams({ ...query, perPage: '7', since_id: String(firstId) });
    const pIds: string[] = [];
    let next = `${path}?${text.toString()}`;
    while (next !== '') {
      const { status, body } = await service.get(next);
      expect({ status, body: status === 200 ? {} : (body as object) }).toMatchObject({
        status: 200,
      });
      const { orders, items, cursors } = body as OrderList;
      pIds.push(...orders.map(({ PID }) => PID));
      next = cursors.next.replace(/^https?:\/\/[^/]+/, '');
      if (next === '') expect(items).toBe(pIds.length);
    }
    return pIds.sort();
  };

  it('by ids, by pIds and by both, with all or any of the tags, as a plain search does', async () => {
    const pairs = tagNames.flatMap((pId) => short.map((value): [string, string] => [pId, value]));
    const asked = pairs.flatMap((one, at) => {
      const next = pairs[(at + 6) % pairs.length] as [string, string];
      const third = pairs[(at * 7 + 11) % pairs.length] as [string, string];
      return [[one], [one, next], [one, next, third]];
    });
    let hits = 0;
    for (const [at, wanted] of asked.entries()) {
      const condition = at % 2 === 0 ? 'AND' : 'OR';
      const expected = [...model]
        .filter(([, carried]) => {
          const fits = ([pId, value]: [string, string]) =>
            [value, value.trim()].some((text) => carried.get(pId) === text);
          return condition === 'AND' ? wanted.every(fits) : wanted.some(fits);
        })
        .map(([pId]) => pId)
        .sort();
      hits += expected.length;
      const tagIds = wanted.map(([pId]) => ids.get(pId)).join(',');
      const tagPIds = wanted.map(([pId]) => pId).join(', ');
      const query = {
        ...(at % 5 !== 0 && { filterCustomTagIds: tagIds }),
        ...(at % 5 !== 1 && at % 5 !== 2 && { filterCustomTagPIds: tagPIds }),
        filterCustomTagValues: wanted.map(([, value]) => value).join(','),
        ...(condition === 'OR' && { filterCustomTagCondition: condition }),
      };
      // A single empty value is the same as no value.
      if (query.filterCustomTagValues === '') continue;
      const path = at % 4 === 0 ? '/v1/orders/pending' : '/v1/orders';
      expect([query, await found(path, query)]).toEqual([query, expected]);
    }
    expect(hits).toBeGreaterThan(100);
  });

  it('by a value that only changes have brought, and not by one that they took', async () => {
    const order = await createOrder(service, smallOrder({ customTags: [valued('f1', 'old')] }));
    const path = `/v1/orders/${order.ID}/customTags/${ids.get('f1')}`;
    expect((await service.put(path, { customTags: { value: 'new' } })).status).toBe(200);
    const by = (value: string) =>
      found('/v1/orders', { filterCustomTagPIds: 'f1', filterCustomTagValues: value });
    expect(await by('old')).toEqual([]);
    expect(await by('new')).toEqual([order.PID]);
    const contrary = {
      ...{ filterCustomTagIds: String(ids.get('f2')), filterCustomTagPIds: 'f1' },
      filterCustomTagValues: 'new',
    };
    const refused = await service.get(`/v1/orders?${textOf(contrary)}`);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'reference.mismatch',
      errors: [{ pointer: 'query/filterCustomTagPIds' }],
    });
    const both = { ...contrary, filterCustomTagPIds: 'f2' };
    expect(await found('/v1/orders', both)).toEqual([]);
  });

  it('with spaces around ids, pIds and values, and conditions in any case', async () => {
    const path = '/v1/orders';
    const spaced = { filterCustomTagPIds: 'f1 , f2', filterCustomTagValues: ' a , b ' };
    for (const [condition, other] of [
      ['OR', 'or'],
      ['AND', 'And'],
    ] as const) {
      const plain = { filterCustomTagPIds: 'f1,f2', filterCustomTagValues: 'a,b' };
      const expected = await found(path, { ...plain, filterCustomTagCondition: condition });
      expect(await found(path, { ...spaced, filterCustomTagCondition: other })).toEqual(expected);
      if (condition === 'OR') expect(expected.length).toBeGreaterThan(0);
    }
    const refused = await service.get('/v1/orders?filterCustomTagCondition=xor');
    expect(refused.status).toBe(400);
  });

  it('by the one form that values of boolean tags have', async () => {
    await importLines(service, [
      {
        ...{ type: 'tag', pId: 'gift', active: true, controlType: 1, itemType: 13 },
        ...{ valueForAllLanguages: true, position: 1, priority: 1 },
      },
    ]);
    const byForm = new Map<unknown, string>();
    for (const value of [true, 'true', 1, '1', false, 0]) {
      const order = await createOrder(service, smallOrder({ customTags: [valued('gift', value)] }));
      const { CUSTOMTAGS } = order as unknown as { CUSTOMTAGS: { VALUE: string }[] };
      expect(CUSTOMTAGS).toMatchObject([
        { VALUE: value === false || value === 0 ? 'false' : 'true' },
      ]);
      byForm.set(value, order.PID);
    }
    // As earlier versions stored it.
    const { unitOfWork, writer, loader } = service.app.get(DataAccess);
    const [old] = await loader.listIds(SalesDocument, [whereEquals('pId', byForm.get(1))]);
    await unitOfWork.run(() =>
      writer.update(
        DocumentTag,
        { documentId: old as number },
        { value: '1', valueHash: hashTagValue('1') },
      ),
    );
    const by = (value: string) =>
      found('/v1/orders', { filterCustomTagPIds: 'gift', filterCustomTagValues: value });
    const pIds = (...values: unknown[]) => values.map((value) => byForm.get(value)).sort();
    for (const value of ['true', '1']) expect(await by(value)).toEqual(pIds(true, 'true', 1, '1'));
    for (const value of ['false', '0']) expect(await by(value)).toEqual(pIds(false, 0));
  });

  it('of documents that were made of orders, too', async () => {
    const parents: number[] = [];
    for (const [pId, carried] of [...model].slice(0, 8)) {
      const { body } = await service.get(`/v1/orders/getId/${pId}`);
      const { ID } = body as { ID: number };
      expect((await service.post(`/v1/orders/${ID}/invoices`)).status).toBe(201);
      if (carried.get('f1') === 'a') parents.push(ID);
    }
    expect(parents.length).toBeGreaterThan(0);
    const query = textOf({ filterCustomTagPIds: 'f1', filterCustomTagValues: 'a' });
    const { body } = await service.get(`/v1/invoices?sort=id.asc&${query}`);
    const { invoices } = body as { invoices: { PARENT: { ID: number } }[] };
    expect(invoices.map(({ PARENT }) => PARENT.ID)).toEqual(parents);
  });

  it('and refuse lists that do not fit each other', async () => {
    const bad: [Record<string, string>, string][] = [
      [{ filterCustomTagIds: '1,2', filterCustomTagValues: 'a' }, 'query/filterCustomTagIds'],
      [{ filterCustomTagPIds: 'f1', filterCustomTagValues: 'a,b' }, 'query/filterCustomTagPIds'],
      [
        {
          ...{ filterCustomTagIds: '1', filterCustomTagPIds: 'f1,f2' },
          filterCustomTagValues: 'a',
        },
        'query/filterCustomTagPIds',
      ],
      [{ filterCustomTagIds: '1' }, 'query/filterCustomTagIds'],
      [{ filterCustomTagPIds: 'f1', filterCustomTagValues: '' }, 'query/filterCustomTagPIds'],
      [{ filterCustomTagValues: 'a' }, 'query/filterCustomTagValues'],
      [{ filterCustomTagIds: 'f1', filterCustomTagValues: 'a' }, 'query/filterCustomTagIds'],
      [{ filterCustomTagIds: '0', filterCustomTagValues: 'a' }, 'query/filterCustomTagIds'],
      [{ filterCustomTagPIds: 'f1,', filterCustomTagValues: 'a,b' }, 'query/filterCustomTagPIds'],
      [
        {
          filterCustomTagPIds: Array<string>(21).fill('f1').join(','),
          filterCustomTagValues: Array<string>(21).fill('a').join(','),
        },
        'query/filterCustomTagValues',
      ],
      [{ filterCustomTagCondition: 'XOR' }, 'query/filterCustomTagCondition'],
    ];
    const lists = ['orders', 'orders/pending', 'invoices', 'creditNotes', 'returns', 'rmas'];
    for (const [query, pointer] of bad) {
      for (const path of lists) {
        const response = await service.get(`/v1/${path}?${textOf(query)}`);
        expect([query, response.status]).toEqual([query, 400]);
        const { errors } = response.body as { errors: { pointer: string }[] };
        expect(errors[0]?.pointer).toBe(pointer);
      }
    }
    const unused = { filterCustomTagIds: '', filterCustomTagCondition: 'OR' };
    const { status } = await service.get(`/v1/orders?${textOf(unused)}`);
    expect(status).toBe(200);
  });
});
