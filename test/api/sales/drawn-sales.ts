import fc from 'fast-check';
import { invoiceOrder, peppolAddress } from '../../support/documents/invoice-orders';

/** A buyer with all that a full invoice needs. */
export const company = {
  ...{ countryCode: 'ES', company: 'Ada S.L.', vat: 'ESB87654323', city: 'Sevilla' },
  ...peppolAddress,
};
/** A buyer without tax number, whose invoices are simplified. */
const consumer = {
  ...{ countryCode: 'ES', firstName: 'Ada', lastName: 'Núñez', address: 'Calle Luna 7' },
  ...{ city: 'Sevilla', ...peppolAddress },
};
/** Decimals of currencies that don't have two. */
export const digitsOf: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

/** Numbers of the drawn currencies in ISO 4217. */
export const currencyIds: Readonly<Record<string, number>> = {
  EUR: 978,
  SEK: 752,
  JPY: 392,
  KWD: 414,
};

/** Totals that are given: off by some units, or by a tenth, which only trusted ones are. */
const givenTotals = ['total', 'all', 'trusted', 'asGiven'] as const;

/** An order, with what makes its totals: surcharge, more shipments, given totals, and a spent voucher. */
export const sale = fc
  .record({
    order: invoiceOrder.filter((one) => one.currencyCode !== 'USD'),
    shipments: fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 10_000),
        taxes: fc.constantFrom('t21', 't10', 'odd', 'zero').map((pId) => [{ tax: { pId } }]),
      }),
      { maxLength: 2 },
    ),
    given: fc.constantFrom(...givenTotals),
    currencyCode: fc.constantFrom('JPY', 'KWD', undefined, undefined),
    isConsumer: fc.boolean(),
    re: fc.constantFrom(true, false, false),
    units: fc.constantFrom(0, 0, -2, 1, 2),
    voucher: fc.constantFrom(0, 0, 7),
  })
  .map(({ order, shipments, currencyCode = order.currencyCode, isConsumer, re, ...more }) => ({
    ...more,
    order: {
      ...{ ...order, currencyCode, languageCode: 'en' },
      shipments: [...order.shipments, ...shipments.map((one) => ({ ...one, rows: [] }))],
      ...(isConsumer
        ? {
            ...{ headquarter: { pId: 'es' }, reverseChargeVat: false },
            user: { email: 'ada@example.com', billingAddress: { ...consumer, re } },
          }
        : { user: { ...order.user, billingAddress: { ...order.user.billingAddress, re } } }),
    },
  }));
export type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never;
