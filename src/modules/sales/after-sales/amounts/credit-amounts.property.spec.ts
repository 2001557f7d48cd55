import fc from 'fast-check';
import { cases } from '../../../../../test/support/random/cases';
import {
  computedOf,
  documentOf,
  given,
  order,
  withGiven,
} from '../../../../../test/support/random/random-orders';
import { moneyToNumber, sumAmounts } from '../../../../core/money';
import type { ComputedTotals, TotalsInput } from '../../totals';
import { sumGross } from './charges';
import {
  type CreditAmounts,
  calculateCreditAmounts,
  NO_REFUND,
  type RefundedAmounts,
} from './credit-amounts';
import { type InvoicedAmounts, toInvoicedAmounts } from './invoiced-amounts';

// Orders are invoiced and given back in random parts until nothing is left.

/** For each note how much of what is left comes back, in permille: of each line, of shipping, of the payment. */
const parts = fc.array(
  fc.array(fc.constantFrom(0, 0, 1, 333, 500, 1000), { minLength: 7, maxLength: 7 }),
  { maxLength: 4 },
);

const ALL = [1000, 1000, 1000, 1000, 1000, 1000, 1000];

interface Note {
  readonly amounts: CreditAmounts;
  /** The sum of its shipping and payment items. */
  readonly items: number;
  readonly hasLines: boolean;
}

function notesOf(
  invoiced: InvoicedAmounts,
  rows: number,
  unit: number,
  permilles: number[][],
): Note[] {
  const limits = [sumGross(invoiced.shipping), sumGross(invoiced.payment)];
  const shown = [invoiced.displayedCharges.shipping, invoiced.displayedCharges.payment];
  const bought = invoiced.lines.slice(0, rows).map((line) => line.quantity);
  let before = [...bought.map(() => 0), 0, 0];
  return [...permilles, ALL].map((part) => {
    const after = before.map((amount, at) => {
      const most = [...bought, ...limits][at] ?? 0;
      const step = at < rows ? 1 : unit;
      const share = part[at < rows ? at : 5 + at - rows] ?? 0;
      const sum = amount + Math.ceil(((most - amount) * share) / 1000 / step) * step;
      // The shown amount gives back all of a charge.
      return at >= rows && sum > 0 && sum >= (shown[at - rows] ?? 0) ? most : Math.min(most, sum);
    });
    const givenAt = (amounts: number[]): RefundedAmounts => ({
      quantities: invoiced.lines.map((_, at) => amounts[at % rows] ?? 0),
      shipping: amounts[rows] ?? 0,
      payment: amounts[rows + 1] ?? 0,
    });
    const amounts = calculateCreditAmounts(invoiced, givenAt(before), givenAt(after));
    const items = sumAmounts(after.slice(rows)) - sumAmounts(before.slice(rows));
    const hasLines = after.slice(0, rows).some((amount, at) => amount > (before[at] ?? 0));
    before = after;
    return { amounts, items, hasLines };
  });
}

const property = (
  check: (computed: ComputedTotals, notes: Note[], invoiced: InvoicedAmounts) => void,
  numRuns: number,
): void => {
  fc.assert(
    fc.property(order, given, parts, (input, totals, permilles) => {
      const computed = withGiven(input, totals);
      const invoiced = toInvoicedAmounts(documentOf(input, computed));
      const unit = 10 ** (4 - input.minorDigits);
      check(computed, notesOf(invoiced, input.rows.length, unit, permilles), invoiced);
    }),
    { numRuns },
  );
};

const names = ['base', 'taxPrice', 'rePrice', 'totalPrice'] as const;

describe('creditAmounts', () => {
  it('gives back exactly what was invoiced, by tax group and in all, however it is split', () => {
    property(
      ({ taxes: groups, totals }, notes, invoiced) => {
        const sumOf = (name: keyof CreditAmounts['totals']): number =>
          sumAmounts(notes.map(({ amounts }) => amounts.totals[name]));
        for (const [group, tax] of groups.entries()) {
          const own = notes.flatMap(({ amounts }) =>
            amounts.taxes.filter((one) => one.group === group),
          );
          for (const name of names) {
            expect([name, sumAmounts(own.map(({ amounts }) => amounts[name]))]).toEqual([
              name,
              tax[name],
            ]);
          }
        }
        for (const name of ['subtotal', 'totalTaxes', 'rounding'] as const) {
          expect([name, moneyToNumber(sumOf(name))]).toEqual([name, moneyToNumber(totals[name])]);
        }
        expect(sumOf('total')).toBe(
          invoiced.suppliedTotals?.total ?? totals.subtotal + totals.totalTaxes + totals.rounding,
        );
      },
      cases(150, 3000),
    );
  });

  it('has notes that add up, and items that refund their amounts', () => {
    property(
      (_, notes, invoiced) => {
        const { rounding, goods } = invoiced;
        for (const { amounts, items, hasLines } of notes) {
          const { totals, taxes: groups } = amounts;
          if (invoiced.suppliedTotals) continue;
          expect(totals.total).toBe(totals.subtotal + totals.totalTaxes + totals.rounding);
          expect(totals.totalTaxes).toBe(sumAmounts(groups.map((one) => one.amounts.totalPrice)));
          if (!hasLines && (rounding === 0 || goods.gross > 0)) expect(totals.total).toBe(items);
        }
      },
      cases(100, 2000),
    );
  });

  it('gives back nothing below 0, but for groups that are below 0 themselves', () => {
    property(
      ({ taxes: groups, payment }, notes) => {
        if (payment && payment.price < 0) return;
        for (const { amounts } of notes) {
          for (const { group, amounts: tax } of amounts.taxes) {
            if ((groups[group]?.base ?? 0) < 0) continue;
            for (const name of names) expect(tax[name]).toBeGreaterThanOrEqual(0);
          }
          expect(amounts.totals.subtotal).toBeGreaterThanOrEqual(0);
        }
      },
      cases(100, 2000),
    );
  });

  it('gives back all of shipping and payment for the amounts that are shown', () => {
    let differing = 0;
    property(
      (_, __, invoiced) => {
        const { displayedCharges, shipping, payment } = invoiced;
        const given = {
          quantities: [],
          shipping: displayedCharges.shipping,
          payment: displayedCharges.payment,
        };
        const { totals } = calculateCreditAmounts(invoiced, NO_REFUND, given);
        if (displayedCharges.shipping < sumGross(shipping)) differing += 1;
        // Prices below the minor unit are shown as 0, and come back with full credits only.
        expect([totals.totalShippings, totals.totalPaymentSystem]).toEqual([
          displayedCharges.shipping === 0 ? 0 : sumGross(shipping),
          displayedCharges.payment === 0 ? 0 : sumGross(payment),
        ]);
      },
      cases(300, 3000),
    );
    expect(differing).toBeGreaterThan(0);
  });

  it('refuses to give back more than was bought', () => {
    const plain = {
      ...{ minorDigits: 2, isReverseCharge: false, hasSurcharge: false, isTaxable: true },
      rows: [
        {
          ...{ rowKey: 1, kind: 'product' as const, quantity: 3000, price: 100_000 },
          ...{ optionsPrice: 0, discounts: [], taxes: [] },
        },
      ],
      ...{ orderDiscounts: [], shipments: [], payment: undefined, voucherAmounts: [] },
    };
    const invoiced = toInvoicedAmounts(documentOf(plain, computedOf(plain)));
    const givenAt = (quantity: number) => ({ quantities: [quantity], shipping: 0, payment: 0 });
    expect(() => calculateCreditAmounts(invoiced, givenAt(2500), givenAt(3001))).toThrow(
      RangeError,
    );
  });
});

describe('toInvoicedAmounts', () => {
  it('leaves the rounding of a tax with the goods where a price is rounded to nothing', () => {
    const goods = {
      rowKey: 1,
      kind: 'product' as const,
      quantity: 1000,
      optionsPrice: 0,
      discounts: [],
    };
    const [reduced, standard, other] = [10, 21, 20].map((percent, at) => [
      { taxKey: at, rate: percent * 1_000_000, reRate: 0 },
    ]);
    const input: TotalsInput = {
      ...{ minorDigits: 3, isReverseCharge: false, hasSurcharge: false, isTaxable: true },
      rows: [
        { ...goods, price: 1_274_238, taxes: reduced ?? [] },
        { ...goods, price: 155, taxes: standard ?? [] },
      ],
      shipments: [{ price: 59_105, discounts: [], taxes: other ?? [] }],
      payment: { price: 12, taxes: reduced ?? [] },
      ...{ orderDiscounts: [], voucherAmounts: [] },
    };
    const computed = computedOf(input);
    expect(computed.taxes[0]).toMatchObject({ base: 1_274_240, taxPrice: 127_430 });
    const invoiced = toInvoicedAmounts(documentOf(input, computed));
    expect(sumGross(invoiced.payment)).toBe(0);
    expect(invoiced.goods.groups[0]).toMatchObject({ base: 1_274_240, taxPrice: 127_430 });
  });
});
