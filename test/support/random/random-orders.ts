import fc from 'fast-check';
import { sumAmounts } from '../../../src/core/money';
import type { CopySource } from '../../../src/modules/sales/documents/copies/copy-source';
import {
  applyGivenTotals,
  type ComputedTotals,
  computeTotals,
  computeTrustedTotals,
  type RowInput,
  type TotalsInput,
} from '../../../src/modules/sales/totals';

// Orders as they are drawn, computed and stored: rates, discounts, charges and rounding of all kinds.

const currencies: Record<number, string> = { 0: 'JPY', 2: 'EUR', 3: 'KWD' };

const tax = fc.constantFrom(
  { taxKey: 1, rate: 21_000_000, reRate: 5_200_000 },
  { taxKey: 2, rate: 10_000_000, reRate: 1_400_000 },
  { taxKey: 3, rate: 20_000_000, reRate: 0 },
  { taxKey: 4, rate: 9_333_333, reRate: 1_234_567 },
  { taxKey: 5, rate: 0, reRate: 0 },
);
const taxes = fc.oneof(
  { weight: 5, arbitrary: tax.map((one) => [one]) },
  { weight: 1, arbitrary: fc.constant([]) },
);

/** Everyday prices, and prices of a fraction of a cent with quantities of a thousandth. */
const price = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 900_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 400 }) },
);
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map((pieces) => pieces * 1000),
  fc.integer({ min: 1, max: 9999 }),
);

const row: fc.Arbitrary<RowInput> = fc
  .record({
    quantity,
    price,
    optionsPrice: fc.constantFrom(0, 0, 12_345),
    permille: fc.constantFrom(0, 0, 137, 500, 1000),
    taxes,
  })
  .map(({ permille, ...rest }) => {
    const gross = Math.floor((rest.quantity * (rest.price + rest.optionsPrice)) / 1000);
    const off = Math.floor((gross * permille) / 1000);
    return { ...rest, rowKey: 'k', kind: 'product' as const, discounts: off === 0 ? [] : [off] };
  });

export const order: fc.Arbitrary<TotalsInput> = fc
  .record({
    minorDigits: fc.constantFrom(0, 2, 2, 3),
    isReverseCharge: fc.constantFrom(false, false, false, true),
    hasSurcharge: fc.boolean(),
    isTaxable: fc.constant(true),
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    shipments: fc.array(fc.record({ price: fc.nat(200_000), discounts: fc.constant([]), taxes }), {
      maxLength: 3,
    }),
    payment: fc.option(fc.record({ price: fc.integer({ min: -5000, max: 50_000 }), taxes }), {
      nil: undefined,
    }),
    ofRows: fc.constantFrom(0, 0, 137, 500, 999),
    ofBoth: fc.constantFrom(0, 0, 50, 333),
  })
  .map(({ ofRows, ofBoth, ...rest }) => {
    const plain: TotalsInput = { ...rest, orderDiscounts: [], voucherAmounts: [] };
    const { rows } = computedOf(plain);
    const worth = sumAmounts(rows.map((one) => one.total));
    const first = Math.floor((worth * ofRows) / 1000);
    const second = Math.floor(((worth - first) * ofBoth) / 1000);
    return {
      ...plain,
      orderDiscounts: [
        { amount: first, applyTo: 1 as const },
        { amount: second, applyTo: 3 as const },
      ],
    };
  });

export function computedOf(input: TotalsInput): ComputedTotals {
  const result = computeTotals(input);
  if (!result.ok) throw new Error(JSON.stringify(result.violations));
  return result.computed;
}

/** How the totals of an order were given. */
export const given = fc.record({
  mode: fc.constantFrom('computed', 'total', 'all', 'trusted', 'asGiven'),
  units: fc.integer({ min: -2, max: 2 }),
  permille: fc.integer({ min: 500, max: 1500 }),
});

export function withGiven(
  input: TotalsInput,
  { mode, units, permille }: { mode: string; units: number; permille: number },
): ComputedTotals {
  const computed = computedOf(input);
  const { minorDigits } = input;
  const unit = 10 ** (4 - minorDigits);
  const { subtotal, totalTaxes, total: due } = computed.totals;
  if (due < 10 * unit) return computed;
  if (mode === 'total')
    return applyGivenTotals(computed, { total: due + units * unit }, minorDigits);
  if (mode === 'all') {
    const all = { subtotal, totalTaxes: totalTaxes + units * unit, total: due + units * unit };
    return applyGivenTotals(computed, all, minorDigits);
  }
  if (mode === 'asGiven') {
    const total = Math.round((due * permille) / 1000 / unit) * unit;
    return { ...computed, totals: { ...computed.totals, total } };
  }
  if (mode !== 'trusted') return computed;
  const wanted = Math.round((due * permille) / 1000 / unit) * unit;
  const trusted = computeTrustedTotals(input, { total: wanted }, input.rows.length);
  return trusted.ok ? trusted.computed : computed;
}

/** A stored order with these amounts. */
export function documentOf(
  input: TotalsInput,
  { rows, shipments, payment, taxes: groups, totals }: ComputedTotals,
): CopySource {
  const taxOf = (one: ComputedTotals['taxes'][number]) => ({
    ...one,
    taxId: Number(one.taxKey),
    taxRate: one.rate,
    category: null,
  });
  const partTaxes = (part?: { taxes: ComputedTotals['taxes'] }) =>
    (part?.taxes ?? []).map(({ taxKey, rate, reRate }) => ({ id: taxKey, rate, reRate }));
  return {
    ...totals,
    currencyCode: currencies[input.minorDigits],
    rows: rows.map((one, at) => ({
      ...{ id: at + 1, type: 1, hash: `line-${at}`, quantity: input.rows[at]?.quantity },
      ...{ price: input.rows[at]?.price, optionsPrice: input.rows[at]?.optionsPrice },
      ...{ total: one.total, share: one.basketDiscountShare, taxes: one.taxes.map(taxOf) },
      discounts: (input.rows[at]?.discounts ?? []).map((amount) => ({ amount })),
    })),
    shipments: shipments.map((one) => ({
      ...{ netPrice: one.netPrice, share: one.basketDiscountShare, taxes: partTaxes(one) },
    })),
    payment: payment ? { price: payment.price, taxes: partTaxes(payment) } : null,
    taxes: groups.map(taxOf),
  } as unknown as CopySource;
}
