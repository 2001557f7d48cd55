import { PAGE_RECORDS } from '../cases';
import { toGetRequest, type Peer, postJson } from './peer';

const VERSION = '2.21.2';
const email = 'bench@example.com';
const password = 'not-the-default-one';
const cli = 'node_modules/@medusajs/cli/cli.js';

const CUSTOMER = fields(`id email company_name first_name last_name phone has_account metadata
  created_at updated_at *addresses *groups`);
/** The requested fields, without the defaults for products, payments and deliveries. */
const ORDER = fields(`id display_id status email currency_code metadata created_at updated_at
  total subtotal tax_total discount_total item_total item_subtotal item_tax_total
  shipping_total shipping_subtotal shipping_tax_total
  *customer *shipping_address *billing_address *items *items.tax_lines
  *shipping_methods *shipping_methods.tax_lines`);

const { BENCH_POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432' } = process.env;

/**
 * Medusa's REST API for administration, with a signed token. Secret keys would be hashed by scrypt for each request.
 */
export const medusa: Peer = {
  name: 'medusa',
  packages: {
    '@medusajs/medusa': VERSION,
    '@medusajs/framework': VERSION,
    '@medusajs/cli': VERSION,
  },
  isModule: true,
  // Medusa supports only PostgreSQL.
  database: 'PostgreSQL',
  engine: 'mysql',
  variables: {
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: `${BENCH_POSTGRES_URL.replace(/\/$/, '')}/store_bench_medusa`,
    PEER_USER: email,
    PEER_PASSWORD: password,
  },
  preparations: [['empty-database.js'], [cli, 'db:migrate']],
  fill: [cli, 'exec', 'fill.js'],
  serve: (port) => [cli, 'start', '--host', '127.0.0.1', '--port', String(port)],
  health: '/health',
  authorization: async (url) => {
    const response = await postJson(`${url}/auth/user/emailpass`, { email, password });
    return `Bearer ${((await response.json()) as { readonly token: string }).token}`;
  },
  requests: {
    customer: (id) => toGetRequest(`/admin/customers/${id}?fields=${CUSTOMER}`),
    order: (id) => toGetRequest(`/admin/orders/${id}?fields=${ORDER}`),
    customers: () => toGetRequest(`/admin/customers?limit=${PAGE_RECORDS}&fields=${CUSTOMER}`),
    orders: () => toGetRequest(`/admin/orders?limit=${PAGE_RECORDS}&fields=${ORDER}`),
  },
};

function fields(names: string): string {
  return names.split(/\s+/).join(',');
}
