/**
 * Creates the database. Vendure's own functions create the required records of a shop, and a product for each row of
 * an order. Customers with one address each, and orders, are stored as entities.
 * `node fill.mjs CUSTOMERS ORDERS ROWS`
 */
import { rmSync } from 'node:fs';
import {
  Address,
  bootstrap,
  ChannelService,
  Country,
  Customer,
  Order,
  OrderLine,
  ProductService,
  ProductVariantService,
  RequestContextService,
  ShippingLine,
  ShippingMethod,
  TaxCategory,
  TransactionalConnection,
} from '@vendure/core';
import { populateInitialData } from '@vendure/core/cli/index.js';
import { config } from './config.mjs';

const [customers, orders, rows] = process.argv.slice(2).map(Number);
const CHUNK = 200;
const TAX = [{ description: 'IVA', taxRate: 21 }];
const SHIPPING = 500;
const priceOf = (at) => 100 * (10 + at);

for (const tail of ['', '-wal', '-shm']) rmSync(`store.sqlite${tail}`, { force: true });
const app = await bootstrap(config({ synchronize: true }));
await populateInitialData(app, {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ code: 'ES', name: 'Spain', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 21 }],
  shippingMethods: [{ name: 'Parcel', price: SHIPPING }],
  paymentMethods: [],
  collections: [],
});
const context = await app.get(RequestContextService).create({ apiType: 'admin' });

const { rawConnection } = app.get(TransactionalConnection);
const store = (entity, rowsOf) =>
  rawConnection.getRepository(entity).save(rowsOf, { chunk: CHUNK });
const channels = [await app.get(ChannelService).getDefaultChannel()];
const [country] = await rawConnection.getRepository(Country).find();
const [shippingMethod] = await rawConnection.getRepository(ShippingMethod).find();
const [taxCategory] = await rawConnection.getRepository(TaxCategory).find();
const variants = [];
for (let at = 0; at < rows; at++) {
  const texts = { languageCode: 'en', name: `Article ${at}` };
  const { id: productId } = await app
    .get(ProductService)
    .create(context, { translations: [{ ...texts, slug: `article-${at}`, description: '' }] });
  const variant = { productId, taxCategoryId: taxCategory.id, sku: `B-${at}`, price: priceOf(at) };
  const made = await app
    .get(ProductVariantService)
    .create(context, [{ ...variant, translations: [texts] }]);
  variants.push(...made);
}
const numbers = (count) => Array.from({ length: count }, (_, index) => index + 1);

const buyers = await store(
  Customer,
  numbers(customers).map(
    (number) =>
      new Customer({
        channels,
        title: '',
        firstName: 'Marta',
        lastName: `Ruiz ${number}`,
        phoneNumber: `+34 910 ${number}`,
        emailAddress: `buyer${number}@example.com`,
      }),
  ),
);
const addressOf = ({ firstName, lastName, phoneNumber }) => ({
  fullName: `${firstName} ${lastName}`,
  company: '',
  streetLine1: 'Calle Mayor 1',
  streetLine2: '',
  city: 'Madrid',
  province: '',
  postalCode: '28013',
  phoneNumber,
});
await store(
  Address,
  buyers.map(
    (customer) =>
      new Address({
        ...addressOf(customer),
        customer,
        country,
        defaultShippingAddress: true,
        defaultBillingAddress: true,
      }),
  ),
);

const quantityOf = (at) => 1 + (at % 3);
const subTotal = variants.reduce((sum, _, at) => sum + priceOf(at) * quantityOf(at), 0);
const withTax = (net) => Math.round(net * 1.21);
const placed = await store(
  Order,
  numbers(orders).map((number) => {
    const customer = buyers[(number - 1) % buyers.length];
    const address = { ...addressOf(customer), country: 'Spain', countryCode: 'ES' };
    return new Order({
      channels,
      customer,
      code: `bench-${number}`,
      type: 'Regular',
      state: 'PaymentSettled',
      active: false,
      orderPlacedAt: new Date('2026-03-01T10:00:00Z'),
      couponCodes: [],
      currencyCode: 'EUR',
      shippingAddress: address,
      billingAddress: address,
      subTotal,
      subTotalWithTax: withTax(subTotal),
      shipping: SHIPPING,
      shippingWithTax: withTax(SHIPPING),
    });
  }),
);
const parcels = await store(
  ShippingLine,
  placed.map(
    (order) =>
      new ShippingLine({
        order,
        shippingMethod,
        listPrice: SHIPPING,
        listPriceIncludesTax: false,
        adjustments: [],
        taxLines: TAX,
      }),
  ),
);
await store(
  OrderLine,
  placed.flatMap((order, index) =>
    variants.map(
      (productVariant, at) =>
        new OrderLine({
          order,
          productVariant,
          taxCategory,
          shippingLine: parcels[index],
          quantity: quantityOf(at),
          orderPlacedQuantity: quantityOf(at),
          initialListPrice: priceOf(at),
          listPrice: priceOf(at),
          listPriceIncludesTax: false,
          adjustments: [],
          taxLines: TAX,
        }),
    ),
  ),
);
const ids = (entities) => entities.map(({ id }) => String(id));
process.send?.({ customers: ids(buyers), orders: ids(placed) });
await app.close();
process.exit();
