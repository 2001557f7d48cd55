import createClient from 'openapi-fetch';
import type { paths } from 'store-api';

/** The outcome of a call: its status, and a fact of its answer. */
export type Called = readonly [status: number, fact: unknown];

/**
 * Calls one operation of each area as a newcomer would who has only read the OpenAPI document. The compiler checks
 * every path, parameter, member of a body and key of an answer.
 * @returns the outcomes, by area
 */
export async function callEachArea(
  baseUrl: string,
  key: string,
): Promise<Readonly<Record<string, Called>>> {
  const { GET, POST, PUT } = createClient<paths, 'application/json' | 'application/problem+json'>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
  });

  const tag = await POST('/v1/customTags', {
    body: {
      customTags: {
        ...{ pId: 'size', active: true, controlType: 5, itemType: 1 },
        ...{ valueForAllLanguages: true, position: 1, priority: 1 },
        languages: [{ languageCode: 'en', name: 'Size' }],
      },
    },
  });
  const news = await GET('/v1/news', { params: { query: { perPage: 5, sort: 'id.asc' } } });
  const location = await POST('/v1/physicalLocations', {
    body: { physicalLocations: { pId: 'shop', countryCode: 'ES' } },
  });
  const definition = await POST('/v1/definitions', {
    body: { definitions: { pId: 'gift-wrap', name: 'Gift wrap' } },
  });
  const imported = await POST('/v1/import', {
    body: '{"type":"channel","pId":"web","name":"Web shop"}',
    bodySerializer: (lines) => lines,
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  const channel = await GET('/v1/channels/getId/{pId}', { params: { path: { pId: 'web' } } });
  const link = await POST('/v1/channels/{id}/physicalLocations', {
    params: { path: { id: channel.data?.ID ?? 0 } },
    body: { channelPhysicalLocations: { physicalLocation: { pId: 'shop' } } },
  });
  const group = await POST('/v1/usersGroups', {
    body: { usersGroups: { pId: 'customers', name: 'Customers' } },
  });
  const address = { pId: 'home', alias: 'Home', firstName: 'Ada', countryCode: 'ES' } as const;
  const user = await POST('/v1/users', {
    body: {
      users: {
        ...{
          pId: 'ada',
          email: 'ada@example.com',
          languageCode: 'en',
          password: 'a good password',
        },
        group: { id: group.data?.ID ?? 0 },
        addressBook: [{ ...address, type: 1 }],
      },
    },
  });
  const order = await POST('/v1/orders', {
    body: {
      orders: {
        ...{ pId: 'order-1', date: '2026-01-31T10:00:00+01:00', currencyCode: 'EUR' },
        user: { email: 'ada@example.com', billingAddress: { countryCode: 'ES' } },
        rows: [{ name: 'Mug', quantity: 2, price: 9.9 }],
      },
    },
  });
  const moved = await PUT('/v1/orders/{id}/changeStatus', {
    params: { path: { id: order.data?.ID ?? 0 }, header: { 'If-Match': '"1"' } },
    body: { status: 2 },
  });
  const directory = await POST('/v1/fileManager/createDirectory', {
    body: { fileManager: { directory: 'pictures' } },
  });
  const states = await GET('/v1/util/orderStatus', { params: { query: { language: 'en' } } });
  const keys = await POST('/v1/apiKeys', {
    body: { apiKeys: { name: 'warehouse', scopes: ['sales:read'] } },
  });
  const login = await POST('/v1/auth/login', {
    body: { auth: { email: 'ada@example.com', password: 'a good password' } },
  });

  return {
    customTags: [tag.response.status, tag.data?.LANGUAGES[0]?.NAME],
    news: [news.response.status, news.data?.ITEMS],
    locations: [location.response.status, location.data?.PID],
    definitions: [definition.response.status, definition.data?.NAME],
    import: [imported.response.status, imported.data?.created],
    channels: [link.response.status, link.data?.PHYSICALLOCATIONS[0]?.PHYSICALLOCATION.PID],
    users: [user.response.status, user.data?.EMAIL],
    sales: [moved.response.status, moved.data],
    files: [directory.response.status, directory.data],
    util: [states.response.status, states.data?.states[0]?.state],
    keys: [keys.response.status, keys.data?.scopes],
    login: [login.response.status, login.error?.code],
  };
}
