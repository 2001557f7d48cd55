import { PAGE_RECORDS } from '../cases';
import type { BenchRequest } from '../load';
import { type Peer, postJson } from './peer';

const identifier = 'bench';
const password = 'not-the-default-one';

const address = 'fullName company streetLine1 streetLine2 city province postalCode phoneNumber';
const CUSTOMER = `id createdAt updatedAt title firstName lastName emailAddress phoneNumber groups { id name }
  addresses { id ${address} country { code name } defaultShippingAddress defaultBillingAddress }`;
const ORDER = `id createdAt updatedAt code type state active orderPlacedAt currencyCode couponCodes
  totalQuantity subTotal subTotalWithTax shipping shippingWithTax total totalWithTax
  taxSummary { description taxRate taxBase taxTotal }
  customer { id firstName lastName emailAddress phoneNumber }
  shippingAddress { ${address} country countryCode } billingAddress { ${address} country countryCode }
  shippingLines { id price priceWithTax shippingMethod { id code name } }
  discounts { description amount amountWithTax } payments { id method amount state }
  lines {
    id quantity unitPrice unitPriceWithTax taxRate linePrice linePriceWithTax lineTax
    discounts { description amount } taxLines { description taxRate } productVariant { id name sku }
  }`;

/**
 * Vendure's GraphQL API for administration, with the token of a session, which stays in memory. API keys would be
 * hashed by bcrypt for each request.
 */
export const vendure: Peer = {
  name: 'vendure',
  packages: { '@vendure/core': '3.7.3' },
  database: 'SQLite',
  engine: 'sqlite',
  variables: {
    VENDURE_DISABLE_TELEMETRY: 'true',
    PEER_USER: identifier,
    PEER_PASSWORD: password,
  },
  fill: ['fill.mjs'],
  serve: (port) => ['serve.mjs', String(port)],
  health: '/health',
  authorization: async (url) => {
    const query = `mutation { login(username: "${identifier}", password: "${password}") { __typename } }`;
    const { headers } = await postJson(`${url}/admin-api`, { query });
    return `Bearer ${headers.get('vendure-auth-token') ?? ''}`;
  },
  requests: {
    customer: (id) => asked(`query ($id: ID!) { customer(id: $id) { ${CUSTOMER} } }`, { id }),
    order: (id) => asked(`query ($id: ID!) { order(id: $id) { ${ORDER} } }`, { id }),
    customers: () => asked(page('customers', CUSTOMER)),
    orders: () => asked(page('orders', ORDER)),
  },
};

function asked(query: string, variables: object = {}): BenchRequest {
  return { method: 'POST', path: '/admin-api', body: JSON.stringify({ query, variables }) };
}

function page(list: string, fields: string): string {
  return `{ ${list}(options: { take: ${PAGE_RECORDS} }) { totalItems items { ${fields} } } }`;
}
