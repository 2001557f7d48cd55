import { AmountOutOfRange } from '../../../../core/money';
import { creditAmounts, type InvoicedLine } from './credit-amounts';
import { addTotals, itemTotals, subtractTotals } from './item-totals';

const line = (values: Partial<InvoicedLine>): InvoicedLine => ({
  quantity: 3000,
  total: 100_000,
  share: 0,
  discounts: [],
  taxes: [],
  ...values,
});
const vat = { taxKey: 1, rate: 21_000_000, reRate: 0, taxPrice: 0, rePrice: 0 };

describe('creditAmounts', () => {
  it('has the cents of a third where they fall due', () => {
    const shirt = line({ taxes: [{ ...vat, taxPrice: 21_000 }], discounts: [20_000] });
    const notes = [0, 1000, 2000].map((before) =>
      creditAmounts([{ line: shirt, before, quantity: 1000 }], 2),
    );
    expect(notes.map(({ lines }) => lines[0]?.total)).toEqual([33_333, 33_334, 33_333]);
    expect(notes.map(({ lines }) => lines[0]?.discounts)).toEqual([[6667], [6666], [6667]]);
    expect(notes.map(({ taxes }) => taxes[0]?.taxPrice)).toEqual([7000, 7000, 7000]);
    expect(notes.map(({ totals }) => totals.subtotal)).toEqual([33_300, 33_400, 33_300]);
    expect(notes.map(({ totals }) => totals.total)).toEqual([40_300, 40_400, 40_300]);
  });

  it('rounds a tax over all lines that bear it, whichever note they come back with', () => {
    const cheap = line({ quantity: 1000, total: 200, taxes: [{ ...vat, taxPrice: 42 }] });
    const first = creditAmounts([{ line: cheap, before: 0, quantity: 1000 }], 2);
    expect(first.taxes).toMatchObject([{ base: 200, taxPrice: 0 }]);
    const second = creditAmounts(
      [
        { line: cheap, before: 1000, quantity: 0 },
        { line: cheap, before: 0, quantity: 1000 },
      ],
      2,
    );
    // 0.0042 each is nothing, 0.0084 together is a cent.
    expect(second.taxes).toMatchObject([{ base: 200, taxPrice: 100 }]);
    expect(second.lines.map(({ total }) => total)).toEqual([0, 200]);
  });

  it('shows the groups of what comes back alone', () => {
    const other = { ...vat, taxKey: 2 };
    const { taxes } = creditAmounts(
      [
        { line: line({ taxes: [other] }), before: 1000, quantity: 0 },
        { line: line({ taxes: [vat] }), before: 0, quantity: 1000 },
      ],
      2,
    );
    expect(taxes.map(({ taxKey }) => taxKey)).toEqual([1]);
  });

  it('never has a base below 0, however little a line is worth and however it is split', () => {
    for (let total = 0; total <= 12; total++) {
      for (let share = 0; share <= total; share++) {
        for (const quantity of [7, 20, 33, 100]) {
          const tiny = line({ quantity, total, share, taxes: [vat] });
          let given = 0;
          for (let before = 0; before < quantity; before++) {
            const note = creditAmounts([{ line: tiny, before, quantity: 1 }], 2);
            const [credited] = note.lines;
            const base = credited?.taxes[0]?.base ?? -1;
            if (base < 0 || (credited?.share ?? -1) < 0) {
              throw new Error(`${total} less ${share} for ${quantity}: ${base} at ${before}`);
            }
            given += base;
          }
          expect(given).toBe(total - share);
        }
      }
    }
  });

  it('refuses to give back more than was bought', () => {
    const given = { line: line({}), before: 2500, quantity: 501 };
    expect(() => creditAmounts([given], 2)).toThrow(RangeError);
  });
});

describe('itemTotals', () => {
  it('rounds each member once; vouchers are given back on top of the subtotal', () => {
    const items = [
      { type: 'SHIPPING' as const, amount: 3_330 },
      { type: 'SHIPPING' as const, amount: 3_330 },
      { type: 'PAYMENT' as const, amount: 3_330 },
      { type: 'VOUCHER' as const, amount: 3_330 },
    ];
    const totals = itemTotals(items, 2);
    expect(totals).toMatchObject({
      subtotal: 10_000,
      totalVouchers: 3_300,
      total: 13_300,
      subtotalShippings: 6_700,
      totalShippings: 6_700,
      subtotalPaymentSystem: 3_300,
      totalPaymentSystem: 3_300,
      totalTaxes: 0,
    });
    expect(itemTotals(items, 0).total).toBe(10_000);
    const doubled = addTotals(totals, totals);
    expect([doubled.subtotal, doubled.total]).toEqual([20_000, 26_600]);
    expect(subtractTotals(doubled, totals)).toEqual(totals);
    const huge = itemTotals([{ type: 'SHIPPING', amount: 999_999_999_990_000 }], 2);
    expect(() => addTotals(huge, totals)).toThrow(AmountOutOfRange);
  });
});
