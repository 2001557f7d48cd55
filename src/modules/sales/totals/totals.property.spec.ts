import fc from 'fast-check';
import { cases } from '../../../../test/support/random/cases';
import { computeTotals, type RowInput, type TaxInput, type TotalsInput } from './';

/*
 * A second implementation of the specification's five steps: exact fractions, one flat list of parts, and a
 * separate formula for every amount. It shares no code with the source.
 */

/** A fraction of ten-thousandths; the denominator is positive. */
interface Fraction {
  n: bigint;
  d: bigint;
}

const of = (n: number | bigint, d: number | bigint = 1): Fraction => ({
  n: BigInt(n),
  d: BigInt(d),
});
const plus = (...fs: Fraction[]): Fraction =>
  fs.reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }), of(0));
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

/** Rounds to a multiple of the unit, half away from zero: floor(|x| / unit + 1/2). */
function toUnit(x: Fraction, unit: bigint): bigint {
  const size = x.n < 0n ? -x.n : x.n;
  const steps = (size * 2n + x.d * unit) / (x.d * unit * 2n);
  return (x.n < 0n ? -steps : steps) * unit;
}

const total = (amounts: readonly (number | bigint)[]): bigint =>
  amounts.reduce<bigint>((a, b) => a + BigInt(b), 0n);

/** Rounds every part; the first of the largest takes the difference. */
function shared(amount: bigint, weights: bigint[]): bigint[] {
  const whole = total(weights);
  if (amount === 0n) return weights.map(() => 0n);
  const parts = weights.map((w) => toUnit(of(amount * w, whole), 1n));
  const largest = weights.findIndex((w) => weights.every((other) => other <= w));
  const others = total(parts.filter((_, index) => index !== largest));
  return parts.map((part, index) => (index === largest ? amount - others : part));
}

interface ModelPart {
  from: 'row' | 'shipment' | 'payment';
  net: bigint;
  share: bigint;
  taxes: readonly TaxInput[];
}

function model(order: TotalsInput) {
  const unit = 10n ** BigInt(4 - order.minorDigits);
  const money = (x: bigint): bigint => toUnit(of(x), unit);
  const exempt = order.isReverseCharge || !order.isTaxable;
  const rateOf = (rate: number, charged: boolean) => of(exempt || !charged ? 0 : rate, 100_000_000);
  const off = (scope: number) =>
    total(order.orderDiscounts.filter((d) => d.applyTo === scope).map((d) => d.amount));

  const leaves = order.rows.flatMap((r) => (r.kind === 'bundle' ? (r.items ?? []) : [r]));
  const rowNets = leaves.map((r) => {
    const gross = times(of(r.quantity, 1000), of(r.price + r.optionsPrice));
    return toUnit(minus(gross, of(total(r.discounts))), 1n);
  });
  const ownNets = order.shipments.map((s) => BigInt(s.price) - total(s.discounts));
  const lowerings = shared(off(2), ownNets);
  const shipNets = ownNets.map((net, index) => net - (lowerings[index] ?? 0n));
  const firstShares = shared(off(1), rowNets);
  const bothShares = shared(off(3), [...rowNets, ...shipNets]);

  const parts: ModelPart[] = [
    ...leaves.map((leaf, i) => ({
      from: 'row' as const,
      net: rowNets[i] ?? 0n,
      share: (firstShares[i] ?? 0n) + (bothShares[i] ?? 0n),
      taxes: leaf.taxes,
    })),
    ...order.shipments.map((shipment, i) => ({
      from: 'shipment' as const,
      net: shipNets[i] ?? 0n,
      share: bothShares[leaves.length + i] ?? 0n,
      taxes: shipment.taxes,
    })),
    ...(order.payment ? [order.payment] : []).map((payment) => ({
      from: 'payment' as const,
      net: BigInt(payment.price),
      share: 0n,
      taxes: payment.taxes,
    })),
  ];
  const partTax = (part: ModelPart): bigint =>
    total(
      part.taxes.flatMap((tax) => [
        toUnit(times(of(part.net - part.share), rateOf(tax.rate, true)), 1n),
        toUnit(times(of(part.net - part.share), rateOf(tax.reRate, order.hasSurcharge)), 1n),
      ]),
    );

  const bearing = parts.flatMap((part) => part.taxes.map((tax) => ({ part, tax })));
  const name = ({ tax }: { tax: TaxInput }) =>
    JSON.stringify([tax.rate, order.hasSurcharge && tax.reRate]);
  const taxed = [...new Set(bearing.map(name))].map((group) => {
    const members = bearing.filter((member) => name(member) === group);
    const [first] = members;
    const base = total(members.map(({ part }) => part.net - part.share));
    const taxPrice = toUnit(times(of(base), rateOf(first?.tax.rate ?? 0, true)), unit);
    const rePrice = toUnit(
      times(of(base), rateOf(first?.tax.reRate ?? 0, order.hasSurcharge)),
      unit,
    );
    return { group, taxPrice, rePrice };
  });

  const netOf = (from: string) => total(parts.filter((p) => p.from === from).map((p) => p.net));
  const taxOf = (from: string) => total(parts.filter((p) => p.from === from).map(partTax));
  const basket = off(1) + off(3);
  const rowsOff = total(leaves.flatMap((r) => r.discounts));
  const shippingOff = total(order.shipments.flatMap((s) => s.discounts)) + off(2);
  const subtotal = money(netOf('row') + netOf('shipment') + netOf('payment') - basket);
  const totalTaxes = total(taxed.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]));
  // Parts with the same taxes are rounded once; the first of the largest takes the remainder.
  const classOf = (part: ModelPart) => part.taxes.map((tax) => name({ tax })).join();
  const classes = [...new Set(parts.map(classOf))].map((key) =>
    parts.filter((part) => classOf(part) === key),
  );
  const settled = (read: (part: ModelPart) => bigint, whole: bigint): bigint[] => {
    const exact = classes.map((members) => total(members.map(read)));
    const largest = exact.findIndex((one) => exact.every((other) => other <= one));
    const lacking = whole - total(exact.map(money));
    return exact.map((one, at) => money(one) + (at === largest ? lacking : 0n));
  };
  const settledBases = settled((part) => part.net - part.share, subtotal);
  const settledShares = settled((part) => part.share, money(basket));
  const groups = taxed.map(({ group, taxPrice, rePrice }) => {
    const times = (at: number) =>
      (classes[at]?.[0]?.taxes ?? []).filter((tax) => name({ tax }) === group).length;
    const of = (amounts: bigint[]) =>
      total(amounts.map((amount, at) => amount * BigInt(times(at))));
    const [base, discount] = [of(settledBases), of(settledShares)];
    return [base + discount, discount, base, taxPrice, rePrice, taxPrice + rePrice].map(Number);
  });
  const totalVouchers = money(total(order.voucherAmounts));
  const totals = {
    rounding: 0,
    subtotal,
    subtotalPaymentSystem: money(netOf('payment')),
    subtotalRows: money(netOf('row')),
    subtotalShippings: money(netOf('shipment')),
    total: subtotal + totalTaxes - totalVouchers,
    totalBasketDiscounts: money(basket),
    totalDiscounts: money(rowsOff + shippingOff + basket),
    totalPaymentSystem: money(netOf('payment') + taxOf('payment')),
    totalRows: money(netOf('row') + taxOf('row')),
    totalRowsDiscounts: money(rowsOff),
    totalShippingDiscounts: money(shippingOff),
    totalShippings: money(netOf('shipment') + taxOf('shipment')),
    totalTaxes,
    totalVouchers,
  };
  return {
    parts: parts.map((part) => [part.net, part.share, partTax(part)].map(Number)),
    groups,
    totals,
  };
}

const tax: fc.Arbitrary<TaxInput> = fc.oneof(
  fc.constantFrom<TaxInput>(
    { taxKey: 'vat21', rate: 21_000_000, reRate: 5_200_000 },
    { taxKey: 'vat10', rate: 10_000_000, reRate: 1_400_000 },
    { taxKey: 'vat10', rate: 10_000_000, reRate: 0 },
    { taxKey: 1, rate: 7_700_000, reRate: 500_000 },
    { taxKey: '1', rate: 7_700_000, reRate: 500_000 },
    { taxKey: 'odd', rate: 9_333_333, reRate: 1_234_567 },
  ),
  fc.record({
    taxKey: fc.nat(3),
    rate: fc.integer({ min: 0, max: 40_000_000 }),
    reRate: fc.integer({ min: 0, max: 6_000_000 }),
  }),
);
const taxes = fc.uniqueArray(tax, { maxLength: 2, selector: (t) => JSON.stringify(t) });

/** One or two discounts that total a number of permille of an amount, so that they always fit. */
function discountsOf(amount: number, permille: number): number[] {
  const off = Number((BigInt(amount) * BigInt(permille)) / 1000n);
  return permille % 3 === 0 ? [off] : [Math.floor(off / 3), off - Math.floor(off / 3)];
}

function rowOf(prices: fc.Arbitrary<number>): fc.Arbitrary<RowInput> {
  return fc
    .record({
      quantity: fc.oneof(
        fc.integer({ min: 1, max: 9 }).map((n) => n * 1000),
        fc.integer({ min: 1000, max: 20000 }),
      ),
      price: prices,
      optionsPrice: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })),
      permille: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
      kind: fc.constantFrom('product' as const, 'gift' as const),
      taxes,
    })
    .map(({ permille, ...row }) => {
      const gross = Math.floor((row.quantity * (row.price + row.optionsPrice)) / 1000);
      return { ...row, rowKey: 'k', discounts: permille ? discountsOf(gross, permille) : [] };
    });
}

function orderOf(prices: fc.Arbitrary<number>, mostOff: number): fc.Arbitrary<TotalsInput> {
  const single = rowOf(prices);
  const bundle = fc.array(single, { minLength: 1, maxLength: 3 }).map((items): RowInput => {
    const none = { price: 0, optionsPrice: 0, discounts: [], taxes: [] };
    return { ...none, rowKey: 'b', kind: 'bundle', quantity: 1000, items };
  });
  const shipment = fc
    .record({ price: prices, permille: fc.integer({ min: 0, max: 400 }), taxes })
    .map(({ permille, price, taxes: t }) => ({
      price,
      discounts: discountsOf(price, permille),
      taxes: t,
    }));
  return fc
    .record({
      minorDigits: fc.constantFrom(0, 2, 3),
      isReverseCharge: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      hasSurcharge: fc.boolean(),
      isTaxable: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      rows: fc.array(fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: bundle }), {
        minLength: 1,
        maxLength: 5,
      }),
      shipments: fc.array(shipment, { maxLength: 3 }),
      payment: fc.option(fc.record({ price: fc.integer({ min: -5000, max: 99_999 }), taxes }), {
        nil: undefined,
      }),
      scopes: fc.array(
        fc.record({
          applyTo: fc.constantFrom(1 as const, 2 as const, 3 as const),
          permille: fc.integer({ min: 0, max: mostOff }),
        }),
        { maxLength: 4 },
      ),
      voucher: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ scopes, voucher, ...rest }) => withDiscounts(rest, scopes, voucher));
}

/** Order discounts of at most a quarter of their scope each, and small vouchers. */
function withDiscounts(
  rest: Omit<TotalsInput, 'orderDiscounts' | 'voucherAmounts'>,
  scopes: { applyTo: 1 | 2 | 3; permille: number }[],
  voucher: number,
): TotalsInput {
  const bare = model({ ...rest, orderDiscounts: [], voucherAmounts: [] });
  const leaves = rest.rows.flatMap((r) => r.items ?? [r]).length;
  const nets = bare.parts.map(([net]) => net ?? 0);
  const rows = Number(total(nets.slice(0, leaves)));
  const ships = Number(total(nets.slice(leaves, leaves + rest.shipments.length)));
  const limit = { 1: rows, 2: ships, 3: rows };
  const orderDiscounts = scopes
    .map(({ applyTo, permille }) => ({
      applyTo,
      amount: Number((BigInt(limit[applyTo]) * BigInt(permille)) / 4000n),
    }))
    .filter((d) => d.amount >= 100 || d.amount === 0);
  return { ...rest, orderDiscounts, voucherAmounts: Array.from({ length: voucher }, () => 123) };
}

function expectModel(order: TotalsInput): void {
  const expected = model(order);
  const result = computeTotals(order);
  if (!result.ok) {
    expect(result.violations.map((v) => v.code)).toEqual(['totals.vouchersTooLarge']);
    expect(expected.totals.total).toBeLessThan(0n);
    return;
  }
  const { rows, shipments, payment, taxes: groups, totals } = result.computed;
  const leaves = rows.flatMap((row) => (row.kind === 'bundle' ? row.items : [row]));
  const parts = [
    ...leaves.map((row) => [row.total, row.basketDiscountShare, row.totalTaxes]),
    ...shipments.map((s) => [s.netPrice, s.basketDiscountShare, s.totalTaxes]),
    ...(payment ? [[payment.price, payment.basketDiscountShare, payment.totalTaxes]] : []),
  ];
  expect(parts).toEqual(expected.parts);
  expect(
    groups.map((g) => [
      g.baseWithoutDiscounts,
      g.discount,
      g.base,
      g.taxPrice,
      g.rePrice,
      g.totalPrice,
    ]),
  ).toEqual(expected.groups);
  const asNumbers = Object.entries(expected.totals).map(([name, value]) => [name, Number(value)]);
  expect(totals).toEqual(Object.fromEntries(asNumbers));
}

describe('computeTotals', () => {
  it('agrees with exact fractions on everyday amounts', () => {
    const prices = fc.oneof(
      fc.integer({ min: 100, max: 50_000 }).map((cents) => cents * 100),
      fc.integer({ min: 10_000, max: 5_000_000 }),
    );
    fc.assert(fc.property(orderOf(prices, 950), expectModel), { numRuns: cases(150, 1500) });
  });

  it('agrees with exact fractions on amounts beyond 2^53', () => {
    const prices = fc.integer({ min: 10_000_000, max: 500_000_000_000 });
    fc.assert(fc.property(orderOf(prices, 950), expectModel), { numRuns: cases(60, 600) });
  });

  it('never makes a part negative, even with small parts and large discounts', () => {
    const tiny = fc.integer({ min: 0, max: 30 });
    const some = fc.array(tiny, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        some,
        fc.array(tiny, { maxLength: 4 }),
        fc.nat(100),
        fc.nat(100),
        (rows, ships, a, b) => {
          const sumOf = (amounts: number[]) => Number(total(amounts));
          const first = Math.floor((sumOf(rows) * a) / 100);
          const second = Math.floor(((sumOf(rows) + sumOf(ships) - first) * b) / 100);
          const result = computeTotals({
            minorDigits: 2,
            isReverseCharge: false,
            hasSurcharge: false,
            isTaxable: true,
            rows: rows.map((price) => ({
              rowKey: 1,
              kind: 'product' as const,
              quantity: 1000,
              optionsPrice: 0,
              price,
              discounts: [],
              taxes: [],
            })),
            shipments: ships.map((price) => ({ price, discounts: [], taxes: [] })),
            orderDiscounts: [
              { amount: first, applyTo: 1 },
              { amount: second, applyTo: 3 },
            ],
            payment: undefined,
            voucherAmounts: [],
          });
          if (!result.ok) throw new Error(JSON.stringify(result.violations));
          const parts = [...result.computed.rows, ...result.computed.shipments];
          const shares = parts.map((part) => part.basketDiscountShare);
          expect(sumOf(shares)).toBe(first + second);
          shares.forEach((part, index) => {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual([...rows, ...ships][index] ?? -1);
          });
        },
      ),
      { numRuns: cases(60, 600) },
    );
  });

  it('rejects every order discount that is a ten-thousandth too large', () => {
    const prices = fc.integer({ min: 10_000, max: 5_000_000 });
    fc.assert(
      fc.property(
        orderOf(prices, 0),
        fc.constantFrom(1 as const, 2 as const, 3 as const),
        (order, applyTo) => {
          const plain = { ...order, voucherAmounts: [], payment: undefined, orderDiscounts: [] };
          const result = computeTotals(plain);
          if (!result.ok) throw new Error(JSON.stringify(result.violations));
          const { rows, shipments } = result.computed;
          const ofRows = total(rows.map((r) => r.total));
          const ofShipments = total(shipments.map((s) => s.netPrice));
          const limit = Number({ 1: ofRows, 2: ofShipments, 3: ofRows + ofShipments }[applyTo]);
          const fits = computeTotals({ ...plain, orderDiscounts: [{ amount: limit, applyTo }] });
          expect(fits.ok).toBe(true);
          const beyond = computeTotals({
            ...plain,
            orderDiscounts: [{ amount: limit + 1, applyTo }],
          });
          expect(beyond).toMatchObject({
            ok: false,
            violations: [{ pointer: '/discounts/0/amount' }],
          });
        },
      ),
      { numRuns: cases(30, 300) },
    );
  });
});
