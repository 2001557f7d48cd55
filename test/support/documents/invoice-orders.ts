import fc from 'fast-check';

// Orders of every kind that an invoice can be made of, for the specs of structured invoices.

/** An electronic address that Peppol delivers to: a GLN. */
export const peppolAddress = {
  electronicAddress: '7300010000001',
  electronicAddressScheme: '0088',
} as const;

/** The records that these orders refer to. */
export const invoiceMasters: readonly object[] = [
  { type: 'channel', pId: 'web', name: 'Web' },
  {
    ...{ type: 'headquarter', pId: 'es', name: 'Tienda & Co', legalName: 'Tienda, S.L.' },
    ...{ address: 'Calle Mayor 1', city: 'Madrid', postalCode: '28013', state: 'Madrid' },
    ...{ countryCode: 'ES', phone: '+34 910', email: 'tienda@example.com', vat: 'B-12345674' },
    ...{ registrationNumber: 'M-123456', electronicAddress: '7300010000001' },
    electronicAddressScheme: '0088',
  },
  {
    ...{ type: 'headquarter', pId: 'se', name: 'Butik AB', countryCode: 'SE', city: 'Malmö' },
    ...{ email: 'butik@example.com', vat: 'SE556703748501', registrationNumber: '5567037485' },
    registrationScheme: '0007',
    electronicAddress: '5567037485',
    electronicAddressScheme: '0007',
  },
  {
    ...{ type: 'headquarter', pId: 'us', name: 'Shop <Inc>', countryCode: 'US', city: 'Boston' },
    ...{ email: 'shop@example.com', vat: 'US12-3456789' },
    ...peppolAddress,
  },
  { type: 'product', pId: 'mug', name: 'Mug' },
  { type: 'shippingType', pId: 'parcel', name: 'Parcel' },
  { type: 'paymentSystem', pId: 'cash', name: 'Cash' },
  {
    ...{ type: 'paymentSystem', pId: 'transfer', name: 'Transfer' },
    paymentMeans: {
      ...{ code: 58, iban: 'ES91 2100 0418 4502 0005 1332', bic: 'CAIXESBBXXX' },
      ...{ accountName: 'Tienda, S.L.', terms: 'Within 30 days' },
    },
  },
  { type: 'paymentSystem', pId: 'card', name: 'Card', paymentMeans: { code: 48 } },
  { type: 'tax', pId: 't21', name: 'General', rate: 21, reRate: 5.2 },
  { type: 'tax', pId: 't10', name: 'Reduced', rate: 10, reRate: 1.4 },
  { type: 'tax', pId: 't10b', name: 'Reduced again', rate: 10 },
  { type: 'tax', pId: 'odd', name: 'Odd', rate: 8.875 },
  { type: 'tax', pId: 'zero', name: 'Zero', rate: 0 },
  {
    ...{ type: 'tax', pId: 'exempt', name: 'Exempt', rate: 0, category: 'E' },
    ...{ exemptionCode: 'VATEX-EU-132-1I', exemptionReason: 'Education' },
  },
  { type: 'tax', pId: 'books', name: 'Books', rate: 0, category: 'Z' },
];

/**
 * The parts of an order in dinars. Lines, shipping and payment have three decimals. Totals and tax groups have two,
 * also those of a credit note of one chair.
 */
export const dinarOrder = {
  ...{ currencyCode: 'KWD', sourceCurrencyCode: 'EUR', exchangeRate: 0.36 },
  rows: [{ name: 'Chair', quantity: 3, price: 8.829, taxes: [{ tax: { pId: 't10' } }] }],
  discounts: [{ name: 'Ticket', amount: 0.087 }],
  shipments: [{ price: 4.945, taxes: [{ tax: { pId: 't21' } }] }],
  payment: { price: 1.055, taxes: [{ tax: { pId: 't21' } }] },
} as const;

const addresses = {
  home: {
    countryCode: 'ES',
    firstName: 'Ada',
    lastName: 'Núñez & Söhne',
    address: 'Calle Luna 7',
    city: 'Sevilla',
    ...peppolAddress,
  },
  company: {
    ...{ countryCode: 'DE', company: 'Käufer <GmbH>', vat: 'DE123456788', address: 'Am Markt' },
    ...{ number: '1', city: 'Köln', postalCode: '50667', firstName: 'Jo', lastName: 'Weiß' },
    ...{ registrationNumber: 'HRB 1', electronicAddress: 'DE123456788' },
    electronicAddressScheme: '9930',
  },
  greek: {
    countryCode: 'GR',
    company: 'Αγοραστής',
    vat: '123456783',
    address: 'Ερμού 1',
    city: 'Αθήνα',
    ...peppolAddress,
  },
  private: {
    countryCode: 'FR',
    firstName: 'Zoé',
    lastName: 'Petit',
    address: '1 rue Neuve',
    city: 'Lyon',
    nif: '12',
    ...peppolAddress,
  },
  untaxed: {
    countryCode: 'FR',
    company: 'Musée',
    address: '2 rue Neuve',
    city: 'Lyon',
    vat: 'FR83404833048',
    tax: false,
    ...peppolAddress,
  },
  exempt: {
    ...{ countryCode: 'ES', company: 'Embajada', tax: false, nif: 'Q1234567J' },
    ...{ address: 'Calle Sol 1', city: 'Madrid', ...peppolAddress },
  },
  far: {
    countryCode: 'US',
    firstName: 'Mary\u0001',
    lastName: 'de la Cruz',
    address: '1 Main Street',
    city: 'Boston',
    tax: false,
    ...peppolAddress,
  },
} as const;

const money = (most: number, least = 0) =>
  fc.integer({ min: least * 10_000 + 1, max: most * 10_000 }).map((n) => n / 10_000);
const quantity = fc.integer({ min: 1, max: 20_000 }).map((n) => n / 1000);
const tax = fc.constantFrom('t21', 't10', 't10b', 'odd', 'zero', 'exempt', 'books');
const taxes = fc.oneof(
  { weight: 9, arbitrary: tax.map((pId) => [{ tax: { pId } }]) },
  { weight: 1, arbitrary: fc.constant([]) },
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const item = fc.record({
  name: fc.constantFrom('Mug', 'Tea & cake', '  ', 'Tasse "groß"', '杯子'),
  sku: fc.constantFrom('S-1', 'S-2'),
  ean: fc.constantFrom('', '4006381333931', '123', '4006381333930'),
  quantity,
  price: money(200),
  taxes,
  options: optional(
    fc.constant([{ name: 'Colour', values: [{ value: 'red', price: 0.3333 }, { value: 'matt' }] }]),
  ),
});
const product = item.map((row) => ({ ...row, type: 'product' }));
/** Dear enough for every discount below. */
const expensiveRow = fc
  .record({
    quantity: fc.integer({ min: 1, max: 9 }),
    price: money(129, 30),
    taxes,
    discounts: optional(
      fc.constant([
        { name: 'Sale', amount: 3.3333 },
        { name: 'Club', code: 'C', amount: 0.005 },
      ]),
    ),
  })
  .map((row) => ({ ...row, name: 'Chair', sku: 'C-1' }));
const gift = fc.constant({ type: 'gift', name: 'Sticker', sku: 'G', quantity: 1, price: 0 });
const bundle = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => ({
  ...{ type: 'bundle', name: 'Set', quantity: 1, items },
}));

/** An order, without its pId. */
export const invoiceOrder = fc
  .record({
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'SEK', 'USD', 'JPY'),
    headquarter: fc.constantFrom('es', 'es', 'es', 'se', 'us'),
    buyer: fc.constantFrom(...(Object.keys(addresses) as (keyof typeof addresses)[])),
    isReversed: fc.constantFrom(true, false, false, false),
    isSentElsewhere: fc.boolean(),
    rows: fc.array(fc.oneof(product, product, gift, bundle), { maxLength: 6 }),
    first: expensiveRow,
    discounts: fc.subarray([
      { name: 'Ticket', ticketCode: 'T', amount: 3.3333, applyTo: 1 },
      { name: 'Freight', amount: 0.7777, applyTo: 2 },
      { name: 'All', amount: 4.1111, applyTo: 3 },
    ]),
    shipping: money(20, 5),
    shippingTaxes: taxes,
    payment: fc.constantFrom(-1.5, 0, 0, 2.0005),
    system: fc.constantFrom('cash', 'transfer', 'card'),
    isPaid: fc.boolean(),
    voucher: fc.constantFrom(0, 0, 5),
    references: fc.boolean(),
  })
  .map(({ currency, headquarter, buyer, first, rows, voucher, ...more }) => ({
    ...{ date: '2026-03-01T23:30:00Z', deliveryDate: '2026-03-02', currencyCode: currency },
    // The value of one krona or euro in the order's currency.
    sourceCurrencyCode: headquarter === 'se' ? 'SEK' : 'EUR',
    exchangeRate: currency === (headquarter === 'se' ? 'SEK' : 'EUR') ? 1 : 1.0907,
    ...{ headquarter: { pId: headquarter }, status: 1, paid: more.isPaid },
    ...(more.isPaid ? { paymentDate: '2026-03-01T10:00:00Z' } : {}),
    ...(more.references ? { buyerReference: '04011000-12345-34', purchaseOrder: 'PO 7' } : {}),
    reverseChargeVat: more.isReversed,
    user: {
      email: 'buyer@example.com',
      billingAddress: addresses[buyer],
      ...(more.isSentElsewhere ? { shippingAddress: addresses.company } : {}),
    },
    rows: [first, ...rows],
    shipments: [
      {
        ...{ name: 'Parcel', price: more.shipping, taxes: more.shippingTaxes },
        discounts: [{ name: 'Club', amount: 1.2345 }],
      },
    ],
    discounts: more.discounts,
    payment: {
      paymentSystem: { pId: more.system },
      price: more.payment,
      taxes: [{ tax: { pId: 't21' } }],
    },
    ...(voucher > 0 ? { vouchers: [{ code: 'GIFT', amount: voucher }] } : {}),
  }));
