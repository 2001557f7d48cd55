import { PAGE_RECORDS } from '../cases';
import { toGetRequest, type Peer } from './peer';

const CUSTOMER = 'populate[0]=addresses&populate[1]=group';
const ORDER =
  'populate[0]=lines&populate[1]=customer&populate[2]=billingAddress&populate[3]=parcels';
const FIRST = `pagination[page]=1&pagination[pageSize]=${PAGE_RECORDS}`;

type Attributes = Readonly<Record<string, object>>;

/** Strapi's REST API, with a token. Strapi has no shop, so customers and orders are custom content. */
export const strapi: Peer = {
  name: 'strapi',
  packages: {
    '@strapi/strapi': '5.54.0',
    // Strapi requires the packages of its admin pages.
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.4',
    'styled-components': '6.6.0',
  },
  files: {
    ...settings(),
    ...contentType('group', 'groups', of('string', 'name')),
    ...contentType('customer', 'customers', {
      ...of('string', 'email', 'firstName', 'lastName', 'phone'),
      group: relation('group'),
      addresses: component('address', true),
    }),
    ...contentType('order', 'orders', {
      ...of('string', 'number', 'state', 'currency'),
      ...of('datetime', 'placedAt'),
      ...of('decimal', 'subTotal', 'taxTotal', 'total'),
      customer: relation('customer'),
      lines: component('line', true),
      billingAddress: component('address', false),
      parcels: component('parcel', true),
    }),
    ...part(
      'address',
      of('string', 'alias', 'firstName', 'lastName', 'street', 'city', 'postalCode', 'country'),
    ),
    ...part('line', {
      ...of('string', 'name', 'sku', 'taxName'),
      ...of('integer', 'quantity'),
      ...of('decimal', 'price', 'total', 'taxRate', 'taxTotal'),
    }),
    ...part('parcel', { ...of('string', 'name', 'taxName'), ...of('decimal', 'price', 'taxRate') }),
  },
  database: 'SQLite',
  engine: 'sqlite',
  variables: { STRAPI_TELEMETRY_DISABLED: 'true', HOST: '127.0.0.1' },
  fill: ['fill.cjs'],
  serve: () => ['serve.cjs'],
  health: '/_health',
  authorization: (_url, { token = '' }) => Promise.resolve(`Bearer ${token}`),
  requests: {
    customer: (id) => toGetRequest(`/api/customers/${id}?${CUSTOMER}`),
    order: (id) => toGetRequest(`/api/orders/${id}?${ORDER}`),
    customers: () => toGetRequest(`/api/customers?${CUSTOMER}&${FIRST}`),
    orders: () => toGetRequest(`/api/orders?${ORDER}&${FIRST}`),
  },
};

function settings(): Record<string, string> {
  const secret = 'not-the-default-one';
  const middlewares = 'logger errors security cors poweredBy query body session favicon public';
  return {
    'config/server.json': JSON.stringify({ app: { keys: [secret] } }),
    'config/admin.json': JSON.stringify({
      auth: { secret },
      apiToken: { salt: secret },
      transfer: { token: { salt: secret } },
    }),
    'config/database.json': JSON.stringify({
      connection: {
        client: 'sqlite',
        connection: { filename: 'store.sqlite' },
        useNullAsDefault: true,
      },
    }),
    'config/middlewares.json': JSON.stringify(
      middlewares.split(' ').map((name) => `strapi::${name}`),
    ),
    'public/uploads/.gitkeep': '',
  };
}

/** A content type with the default operations. */
function contentType(name: string, plural: string, attributes: Attributes): Record<string, string> {
  const uid = `api::${name}.${name}`;
  const folder = `src/api/${name}`;
  const core = (kind: string): string =>
    `module.exports = require('@strapi/strapi').factories.createCore${kind}('${uid}');\n`;
  return {
    [`${folder}/content-types/${name}/schema.json`]: JSON.stringify({
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: name, pluralName: plural, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    }),
    [`${folder}/controllers/${name}.js`]: core('Controller'),
    [`${folder}/services/${name}.js`]: core('Service'),
    [`${folder}/routes/${name}.js`]: core('Router'),
  };
}

function part(name: string, attributes: Attributes): Record<string, string> {
  const schema = {
    collectionName: `components_shop_${name}`,
    info: { displayName: name },
    attributes,
  };
  return { [`src/components/shop/${name}.json`]: JSON.stringify(schema) };
}

/** Attributes of one type. */
function of(type: string, ...names: readonly string[]): Attributes {
  return Object.fromEntries(names.map((name) => [name, { type }]));
}

function relation(name: string): object {
  return { type: 'relation', relation: 'manyToOne', target: `api::${name}.${name}` };
}

function component(name: string, repeatable: boolean): object {
  return { type: 'component', component: `shop.${name}`, repeatable };
}
