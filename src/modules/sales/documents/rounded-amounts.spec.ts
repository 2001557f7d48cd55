import { documentTypes } from './document-kinds';
import { calculateUntaxedAmount } from './rounded-amounts';

const of = (values: object) =>
  ({
    ...{ type: documentTypes.creditNote, currencyCode: 'EUR', payment: null },
    ...{ totalBasketDiscounts: 0, taxes: [] },
    ...values,
  }) as never;

describe('the untaxed amount of a document', () => {
  it('is the subtotal without the tax groups, also where a discount is rounded with them', () => {
    const taxes = [
      { base: 183_100, discount: 7_000 },
      { base: 232_300, discount: 8_800 },
    ];
    const note = of({ subtotal: 396_400, totalBasketDiscounts: 34_700, taxes });
    expect(calculateUntaxedAmount(note, taxes)).toBe(-19_000);
    expect(calculateUntaxedAmount(of({ subtotal: 915_400, taxes }), taxes)).toBe(500_000);
  });

  it('is the negative price of the payment where lines have several taxes', () => {
    const groups = [{ base: 1_000_000 }, { base: 1_000_000 }];
    const payment = { price: -100_000, taxes: [] };
    const invoice = { type: documentTypes.invoice, subtotal: 900_000 };
    expect(calculateUntaxedAmount(of({ ...invoice, payment }), groups)).toBe(-100_000);
    expect(calculateUntaxedAmount(of({ ...invoice, subtotal: 1_000_000 }), groups)).toBe(0);
  });
});
