/** Stores customers with one address each, orders, and an API token. `node fill.cjs CUSTOMERS ORDERS ROWS` */
const { rmSync } = require('node:fs');
const { createStrapi } = require('@strapi/strapi');

async function fill(customers, orders, rows) {
  for (const tail of ['', '-wal', '-shm']) rmSync(`store.sqlite${tail}`, { force: true });
  const options = { appDir: __dirname, distDir: __dirname, serveAdminPanel: false };
  const strapi = await createStrapi(options).load();
  const group = await strapi.documents('api::group.group').create({ data: { name: 'Bench' } });
  const buyers = [];
  for (let number = 1; number <= customers; number++) {
    const data = { ...person(number), group: group.documentId, addresses: [address(number)] };
    buyers.push(await strapi.documents('api::customer.customer').create({ data }));
  }
  const placed = [];
  for (let number = 1; number <= orders; number++) {
    const customer = buyers[(number - 1) % buyers.length].documentId;
    const data = { ...order(number, rows), customer };
    placed.push(await strapi.documents('api::order.order').create({ data }));
  }
  const { accessKey: token } = await strapi
    .service('admin::api-token')
    .create({ name: 'bench', type: 'full-access', kind: 'content-api', lifespan: null });
  const ids = (documents) => documents.map(({ documentId }) => documentId);
  process.send?.({ customers: ids(buyers), orders: ids(placed), token });
  await strapi.destroy();
}

function person(number) {
  const names = { firstName: 'Marta', lastName: `Ruiz ${number}` };
  return { ...names, email: `buyer${number}@example.com`, phone: `+34 910 ${number}` };
}

function address(number) {
  const place = { street: 'Calle Mayor 1', city: 'Madrid', postalCode: '28013', country: 'ES' };
  return { alias: 'Home', firstName: 'Marta', lastName: `Ruiz ${number}`, ...place };
}

function order(number, rows) {
  const lines = Array.from({ length: rows }, (_, at) => {
    const [quantity, price] = [1 + (at % 3), 10 + at];
    const total = quantity * price;
    const tax = { taxName: 'IVA', taxRate: 21, taxTotal: total * 0.21 };
    return { name: `Article ${at}`, sku: `B-${at}`, quantity, price, total, ...tax };
  });
  const subTotal = lines.reduce((sum, { total }) => sum + total, 0);
  return {
    number: `bench-${number}`,
    placedAt: '2026-03-01T10:00:00.000Z',
    state: 'pending',
    currency: 'EUR',
    subTotal,
    taxTotal: (subTotal + 5) * 0.21,
    total: (subTotal + 5) * 1.21,
    lines,
    billingAddress: address(number),
    parcels: [{ name: 'Parcel', price: 5, taxName: 'IVA', taxRate: 21 }],
  };
}

void fill(...process.argv.slice(2).map(Number)).then(() => process.exit());
