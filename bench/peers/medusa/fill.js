/**
 * Stores customers with one address each, orders, and the user for the login, through the services of the modules.
 * `medusa exec fill.js CUSTOMERS ORDERS ROWS`
 */
import { Modules } from '@medusajs/framework/utils';

const CHUNK = 200;
const TAXES = [{ code: 'iva', description: 'IVA', rate: 21 }];

export default async function fill({ container, args }) {
  const [customers, orders, rows] = args.map(Number);
  await addUser(container);
  const buyers = await inChunks(customers, customer, (chunk) =>
    container.resolve(Modules.CUSTOMER).createCustomers(chunk),
  );
  const orderOf = (number) => order(number, buyers[(number - 1) % buyers.length], rows);
  const placed = await inChunks(orders, orderOf, (chunk) =>
    container.resolve(Modules.ORDER).createOrders(chunk),
  );
  // Medusa returns new orders in any order.
  const numberOf = ({ metadata }) => Number(metadata.number.slice('bench-'.length));
  placed.sort((one, other) => numberOf(one) - numberOf(other));
  const ids = (records) => records.map(({ id }) => id);
  process.send?.({ customers: ids(buyers), orders: ids(placed) });
}

async function addUser(container) {
  const [email, password] = [process.env.PEER_USER, process.env.PEER_PASSWORD];
  const auth = container.resolve(Modules.AUTH);
  const user = await container.resolve(Modules.USER).createUsers({ email });
  const { authIdentity, error } = await auth.register('emailpass', { body: { email, password } });
  if (error) throw new Error(error);
  await auth.updateAuthIdentities({ id: authIdentity.id, app_metadata: { user_id: user.id } });
}

/** Creates and stores records by numbers that start at 1. */
async function inChunks(count, recordOf, store) {
  const stored = [];
  for (let first = 1; first <= count; first += CHUNK) {
    const length = Math.min(CHUNK, count - first + 1);
    stored.push(...(await store(Array.from({ length }, (_, at) => recordOf(first + at)))));
  }
  return stored;
}

function customer(number) {
  return {
    email: `buyer${number}@example.com`,
    ...person(number),
    addresses: [{ address_name: 'Home', ...address(number), is_default_billing: true }],
  };
}

function person(number) {
  return { first_name: 'Marta', last_name: `Ruiz ${number}`, phone: `+34 910 ${number}` };
}

function address(number) {
  const place = { address_1: 'Calle Mayor 1', city: 'Madrid', postal_code: '28013' };
  return { ...person(number), ...place, country_code: 'es' };
}

function order(number, { id, email }, rows) {
  return {
    status: 'pending',
    currency_code: 'eur',
    customer_id: id,
    email,
    shipping_address: address(number),
    billing_address: address(number),
    metadata: { number: `bench-${number}` },
    items: Array.from({ length: rows }, (_, at) => ({
      title: `Article ${at}`,
      variant_sku: `B-${at}`,
      quantity: 1 + (at % 3),
      unit_price: 10 + at,
      tax_lines: TAXES,
    })),
    shipping_methods: [{ name: 'Parcel', amount: 5, tax_lines: TAXES }],
  };
}
