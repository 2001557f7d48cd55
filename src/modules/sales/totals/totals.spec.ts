import { type ComputedTotals, computeTotals, type RowInput, type TotalsInput } from './';

const VAT = { taxKey: 'vat21', rate: 21_000_000, reRate: 5_200_000 };
const REDUCED = { taxKey: 'vat10', rate: 10_000_000, reRate: 1_400_000 };
const ECO = { taxKey: 'eco', rate: 2_500_000, reRate: 0 };

/** Euros as ten-thousandths, so that specs read like an invoice. */
const euro = (amount: number): number => Math.round(amount * 10_000);

function row(quantity: number, price: number, more: Partial<RowInput> = {}): RowInput {
  return {
    rowKey: 'row',
    kind: 'product',
    quantity: quantity * 1000,
    price: euro(price),
    optionsPrice: 0,
    discounts: [],
    taxes: [VAT],
    ...more,
  };
}

function bundle(items: RowInput[]): RowInput {
  return { ...row(1, 0), kind: 'bundle', taxes: [], items };
}

function order(more: Partial<TotalsInput>): TotalsInput {
  return {
    minorDigits: 2,
    isReverseCharge: false,
    hasSurcharge: false,
    isTaxable: true,
    rows: [],
    orderDiscounts: [],
    shipments: [],
    payment: undefined,
    voucherAmounts: [],
    ...more,
  };
}

function computed(more: Partial<TotalsInput>): ComputedTotals {
  const result = computeTotals(order(more));
  if (!result.ok) throw new Error(JSON.stringify(result.violations));
  return result.computed;
}

function violations(more: Partial<TotalsInput>): [string, string][] {
  const result = computeTotals(order(more));
  return result.ok ? [] : result.violations.map(({ code, pointer }) => [code, pointer]);
}

/** The example order of docs/money.md. */
const WORKED_EXAMPLE: Partial<TotalsInput> = {
  rows: [
    row(3, 19.99, { rowKey: 'shirt', optionsPrice: euro(1.5), discounts: [euro(4.47)] }),
    row(1.5, 7.333, { rowKey: 'tea', taxes: [REDUCED] }),
  ],
  orderDiscounts: [
    { amount: euro(10), applyTo: 1 },
    { amount: euro(1), applyTo: 2 },
  ],
  shipments: [{ price: euro(5.95), discounts: [], taxes: [VAT] }],
  payment: { price: euro(2), taxes: [VAT] },
  voucherAmounts: [euro(20)],
};

describe('the worked example', () => {
  const { rows, shipments, payment, taxes, totals } = computed(WORKED_EXAMPLE);

  it('prices the rows, to four decimals', () => {
    // 3 x (19.99 + 1.50) - 4.47 = 60.00; 1.5 x 7.333 = 10.9995
    expect(rows.map((r) => r.total)).toEqual([600000, 109995]);
    expect(rows[0]).toMatchObject({ rowKey: 'shirt', optionsPrice: 15000, discountTotal: 44700 });
  });

  it('shares the discounts', () => {
    // 10 x 60 / 70.9995 = 8.45076..., 10 x 10.9995 / 70.9995 = 1.54923...
    expect(rows.map((r) => r.basketDiscountShare)).toEqual([84508, 15492]);
    expect(shipments).toMatchObject([
      { discountTotal: 0, shippingDiscountShare: 10000, netPrice: 49500, basketDiscountShare: 0 },
    ]);
  });

  it('computes the taxes after discounts', () => {
    // Rows: 51.5492 x 21 % = 10.825332, 9.4503 x 10 % = 0.94503
    expect(rows.map((r) => r.totalTaxes)).toEqual([108253, 9450]);
    expect(shipments[0]?.totalTaxes).toBe(10395);
    expect(payment?.totalTaxes).toBe(4200);
    // Groups: 51.5492 + 4.95 + 2 = 58.4992, x 21 % = 12.284832
    expect(taxes).toEqual([
      {
        taxKey: 'vat21',
        rate: 21_000_000,
        reRate: 0,
        baseWithoutDiscounts: euro(66.95),
        discount: euro(8.45),
        base: euro(58.5),
        taxPrice: 122800,
        rePrice: 0,
        totalPrice: 122800,
      },
      {
        taxKey: 'vat10',
        rate: 10_000_000,
        reRate: 0,
        baseWithoutDiscounts: euro(11),
        discount: euro(1.55),
        base: euro(9.45),
        taxPrice: 9500,
        rePrice: 0,
        totalPrice: 9500,
      },
    ]);
  });

  it('computes the totals', () => {
    expect(totals).toEqual({
      rounding: 0,
      subtotalRows: euro(71), // 70.9995
      subtotalShippings: euro(4.95),
      subtotalPaymentSystem: euro(2),
      totalBasketDiscounts: euro(10),
      totalRowsDiscounts: euro(4.47),
      totalShippingDiscounts: euro(1),
      totalDiscounts: euro(15.47),
      subtotal: euro(67.95), // 67.9495
      totalTaxes: euro(13.23),
      totalRows: euro(82.77), // 70.9995 + 10.8253 + 0.9450
      totalShippings: euro(5.99), // 4.95 + 1.0395
      totalPaymentSystem: euro(2.42),
      totalVouchers: euro(20),
      total: euro(61.18),
    });
  });
});

describe('the members of TOTALS', () => {
  it('are rounded once each, from exact values', () => {
    const thirds = [row(1, 0.005), row(1, 0.005), row(1, 0.005)];
    const { totals } = computed({ rows: thirds.map((r) => ({ ...r, taxes: [] })) });
    expect(totals.subtotalRows).toBe(euro(0.02)); // 0.015, not three times 0.01
    expect(totals.total).toBe(euro(0.02));
  });

  it.each([
    [0, 10_000 * 1000, 10_000 * 80, 10_000 * 1080],
    [2, 9_999_900, 800_000, 10_799_900],
    [3, 9_999_900, 799_990, 10_799_890],
  ])('follow a currency of %i decimals', (minorDigits, subtotal, totalTaxes, total) => {
    const tax = { taxKey: 8, rate: 8_000_000, reRate: 0 };
    const { totals } = computed({ minorDigits, rows: [row(1, 999.99, { taxes: [tax] })] });
    expect(totals).toMatchObject({ subtotal, totalTaxes, total });
  });

  it('are 0 for an order of gifts', () => {
    const { totals } = computed({ rows: [row(2, 0, { kind: 'gift' })] });
    expect(new Set(Object.values(totals))).toEqual(new Set([0]));
  });

  it('never show a total below 0', () => {
    const { totals } = computed({ rows: [row(1, 1)], payment: { price: euro(-5), taxes: [] } });
    expect(totals).toMatchObject({ subtotal: euro(-4), total: 0 });
  });
});

describe('taxes', () => {
  it('of the same row both have its whole base', () => {
    const { rows, taxes, totals } = computed({ rows: [row(1, 100, { taxes: [VAT, ECO] })] });
    expect(taxes.map((t) => [t.base, t.taxPrice])).toEqual([
      [euro(100), euro(21)],
      [euro(100), euro(2.5)],
    ]);
    expect(rows[0]?.taxes.map((t) => t.totalPrice)).toEqual([euro(21), euro(2.5)]);
    expect(totals.total).toBe(euro(123.5));
  });

  it('include the equivalence surcharge only if the customer owes it', () => {
    const owing = computed({ hasSurcharge: true, rows: [row(1, 33.33)] });
    expect(owing.taxes).toMatchObject([
      { reRate: 5_200_000, taxPrice: euro(7), rePrice: euro(1.73), totalPrice: euro(8.73) },
    ]);
    expect(owing.rows[0]?.totalTaxes).toBe(69993 + 17332);
    const others = computed({ rows: [row(1, 33.33)] });
    expect(others.taxes).toMatchObject([{ reRate: 0, rePrice: 0, totalPrice: euro(7) }]);
  });

  it('group by category, rate and surcharge rate, named by the first', () => {
    const free = { ...VAT, reRate: 0 };
    const other = { ...VAT, taxKey: 'other', category: 'S' as const };
    const rows = [VAT, free, other, VAT].map((tax) => row(1, 10, { taxes: [tax] }));
    const groups = (hasSurcharge: boolean) =>
      computed({ hasSurcharge, rows }).taxes.map((t) => [t.taxKey, t.mergedTaxKeys ?? [], t.base]);
    expect(groups(true)).toEqual([
      ['vat21', ['other'], euro(30)],
      ['vat21', [], euro(10)],
    ]);
    expect(groups(false)).toEqual([['vat21', ['other'], euro(40)]]);
    const none = { taxKey: 'none', rate: 0, reRate: 0 };
    const zero = [none, { ...none, category: 'E' as const }, { ...none, category: 'K' as const }];
    expect(computed({ rows: zero.map((tax) => row(1, 1, { taxes: [tax] })) }).taxes).toHaveLength(
      3,
    );
  });

  it('of one rate are rounded once: 5 cents, not 3 for each of two', () => {
    const rows = ['a', 'b'].map((taxKey) => row(1, 0.12, { taxes: [{ ...VAT, taxKey }] }));
    expect(computed({ rows }).totals.totalTaxes).toBe(euro(0.05));
  });

  it('have bases that sum to the subtotal', () => {
    const taxes = [VAT, REDUCED, { taxKey: 'vat4', rate: 4_000_000, reRate: 0 }];
    const rows = [114.7546, 72.4642, 75.4143].map((price, at) =>
      row(1, price, { taxes: taxes.slice(at, at + 1) }),
    );
    const { taxes: groups, totals } = computed({ rows });
    expect(totals.subtotal).toBe(euro(262.63));
    expect(groups.map(({ base }) => base)).toEqual([euro(114.76), euro(72.46), euro(75.41)]);
  });

  it.each([[{ isReverseCharge: true }], [{ isTaxable: false }]])(
    '%j: the groups stay at 0',
    (exempt) => {
      const rows = [row(1, 10), row(1, 10, { taxes: [{ ...VAT, rate: 4_000_000 }] })];
      const { taxes, totals, rows: amounts } = computed({ ...exempt, hasSurcharge: true, rows });
      expect(taxes).toHaveLength(2);
      for (const tax of [...taxes, ...amounts.flatMap((r) => r.taxes)]) {
        expect(tax).toMatchObject({ rate: 0, reRate: 0, base: euro(10), totalPrice: 0 });
      }
      expect(totals).toMatchObject({ totalTaxes: 0, total: euro(20), totalRows: euro(20) });
    },
  );
});

describe('discounts', () => {
  it('assign the remainder to the first of the largest parts', () => {
    const rows = [row(1, 10), row(1, 10), row(1, 10)];
    const { rows: amounts } = computed({
      rows,
      orderDiscounts: [{ amount: euro(10), applyTo: 1 }],
    });
    expect(amounts.map((r) => r.basketDiscountShare)).toEqual([33334, 33333, 33333]);
  });

  it('over rows and shipments go by net prices, after those on shipments', () => {
    const { rows, shipments, totals } = computed({
      rows: [row(1, 80)],
      shipments: [
        { price: euro(30), discounts: [euro(5), euro(1)], taxes: [VAT] },
        { price: euro(8), discounts: [], taxes: [VAT] },
      ],
      orderDiscounts: [
        { amount: euro(12), applyTo: 2 },
        { amount: euro(10), applyTo: 3 },
      ],
    });
    // 12 over 24 and 8: 9 and 3, which leaves 15 and 5; then 10 over 80, 15 and 5.
    expect(
      shipments.map((s) => [s.shippingDiscountShare, s.netPrice, s.basketDiscountShare]),
    ).toEqual([
      [euro(9), euro(15), euro(1.5)],
      [euro(3), euro(5), euro(0.5)],
    ]);
    expect(rows[0]?.basketDiscountShare).toBe(euro(8));
    expect(totals).toMatchObject({
      subtotalShippings: euro(20),
      totalShippingDiscounts: euro(18),
      totalBasketDiscounts: euro(10),
      totalDiscounts: euro(28),
      subtotal: euro(90),
      totalTaxes: euro(18.9),
      totalShippings: euro(23.78), // 20 + 21 % of 13.50 and of 4.50
    });
  });

  it('of one scope are summed, then shared once', () => {
    const rows = [row(1, 10), row(1, 10), row(1, 10)];
    const orderDiscounts = [0.5, 0.5].map((amount) => ({
      amount: euro(amount),
      applyTo: 1 as const,
    }));
    const { rows: amounts } = computed({ rows, orderDiscounts });
    expect(amounts.map((r) => r.basketDiscountShare)).toEqual([3334, 3333, 3333]); // not twice 1668, 1666, 1666
  });

  it('apply to the items of bundles', () => {
    const items = [row(2, 10, { rowKey: 'a' }), row(1, 20, { rowKey: 'b', taxes: [REDUCED] })];
    const { rows, taxes, totals } = computed({
      rows: [bundle(items), row(1, 60)],
      orderDiscounts: [{ amount: euro(10), applyTo: 1 }],
    });
    expect(rows[0]).toMatchObject({
      total: euro(40),
      basketDiscountShare: euro(4),
      taxes: [],
      totalTaxes: euro(18 * 0.21 + 18 * 0.1),
      items: [
        { rowKey: 'a', total: euro(20), basketDiscountShare: euro(2) },
        { rowKey: 'b', total: euro(20), basketDiscountShare: euro(2) },
      ],
    });
    expect(taxes.map((t) => t.base)).toEqual([euro(72), euro(18)]);
    expect(totals.subtotal).toBe(euro(90));
  });

  it('may reduce everything to 0, but never a row below 0', () => {
    const { rows, shipments, totals } = computed({
      rows: [row(1, 10), row(1, 20)],
      shipments: [{ price: euro(6), discounts: [], taxes: [] }],
      orderDiscounts: [
        { amount: euro(30), applyTo: 1 },
        { amount: euro(6), applyTo: 3 },
      ],
    });
    expect(rows.map((r) => r.basketDiscountShare)).toEqual([euro(10), euro(20)]);
    expect(shipments[0]?.basketDiscountShare).toBe(euro(6));
    expect(totals.total).toBe(0);
  });
});

describe('violations', () => {
  const shipments = [{ price: euro(5), discounts: [], taxes: [] }];
  const off = (amount: number, applyTo: 1 | 2 | 3) => ({ amount: euro(amount), applyTo });

  it('limit the tax groups, whose amounts take time for each row', () => {
    const taxed = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        row(1, 5, { taxes: [{ ...VAT, rate: (at + 1) * 10_000 }] }),
      );
    expect(violations({ rows: taxed(100) })).toEqual([]);
    expect(violations({ rows: taxed(101) })).toEqual([['totals.tooManyTaxes', '/rows']]);
    expect(violations({ rows: [bundle(taxed(101))] })).toEqual([['totals.tooManyTaxes', '/rows']]);
  });

  it('name a row whose discounts are larger than it', () => {
    const rows = [row(1, 5), row(2, 5, { discounts: [euro(9), euro(1), euro(0.0001)] })];
    expect(violations({ rows })).toEqual([['totals.rowNegative', '/rows/1/discounts/2/amount']]);
    expect(violations({ rows: [bundle(rows)] })).toEqual([
      ['totals.rowNegative', '/rows/0/items/1/discounts/2/amount'],
    ]);
    expect(violations({ rows: [row(1, 5, { optionsPrice: euro(-6) })] })).toEqual([
      ['totals.rowNegative', '/rows/0/price'],
    ]);
  });

  it('name a shipment whose discounts are larger than its price', () => {
    expect(violations({ shipments: [{ ...shipments[0]!, discounts: [euro(5.01)] }] })).toEqual([
      ['totals.shippingDiscountTooLarge', '/shipments/0/discounts/0/amount'],
    ]);
  });

  it('name the discount that goes beyond what it applies to', () => {
    const rows = [row(1, 10)];
    const broken = (...orderDiscounts: ReturnType<typeof off>[]) =>
      violations({ rows, shipments, orderDiscounts });
    expect(broken(off(10, 1), off(5, 2))).toEqual([]);
    expect(broken(off(15, 3))).toEqual([]);
    expect(broken(off(6, 1), off(1, 2), off(4.01, 1))).toEqual([
      ['totals.basketDiscountTooLarge', '/discounts/2/amount'],
    ]);
    expect(broken(off(5.01, 2), off(10.01, 1))).toEqual([
      ['totals.shippingDiscountTooLarge', '/discounts/0/amount'],
      ['totals.basketDiscountTooLarge', '/discounts/1/amount'],
    ]);
    expect(broken(off(15.01, 3))).toEqual([
      ['totals.basketDiscountTooLarge', '/discounts/0/amount'],
    ]);
    expect(broken(off(2, 2), off(13.01, 3))).toEqual([
      ['totals.basketDiscountTooLarge', '/discounts/1/amount'],
    ]);
    expect(broken(off(10, 1), off(5.01, 3))).toEqual([
      ['totals.basketDiscountTooLarge', '/discounts/1/amount'],
    ]);
  });

  it('name vouchers beyond the total', () => {
    const rows = [row(1, 10)];
    expect(violations({ rows, voucherAmounts: [euro(12.1)] })).toEqual([]);
    expect(violations({ rows, voucherAmounts: [euro(12), euro(0.11)] })).toEqual([
      ['totals.vouchersTooLarge', '/vouchers'],
    ]);
  });

  it('name the own amounts of a bundle', () => {
    const own = { ...bundle([row(1, 5)]), price: 1, discounts: [1], taxes: [VAT] };
    expect(violations({ rows: [own] }).map(([, pointer]) => pointer)).toEqual([
      '/rows/0/price',
      '/rows/0/discounts',
      '/rows/0/taxes',
    ]);
  });

  it('have details with the amounts', () => {
    const sentences = (more: Partial<TotalsInput>): string[] => {
      const result = computeTotals(order(more));
      return result.ok ? [] : result.violations.map(({ detail }) => detail);
    };
    const rows = [row(1, 10)];
    expect(sentences({ rows, voucherAmounts: [euro(20)] })).toEqual([
      'The vouchers (20) are larger than the amount due (12.1).',
    ]);
    expect(sentences({ rows, orderDiscounts: [off(10.5, 1)] })).toEqual([
      'The discounts are larger than the rows (10).',
    ]);
    expect(sentences({ rows: [row(1, 10, { discounts: [euro(11)] }), row(1, -1)] })).toEqual([
      'The discounts are larger than the row (10).',
      'The row has a negative amount.',
    ]);
    expect(sentences({ rows: [{ ...bundle(rows), taxes: [VAT] }] })).toEqual([
      "A bundle can't have taxes; only its items can.",
    ]);
    expect(sentences({ rows: [row(1, 9e10), row(1, 9e10)] })).toEqual([
      'The sum of the amounts of the document is too large.',
    ]);
  });

  it('name amounts that are too large together', () => {
    const rows = [row(90_000_000, 99_999), row(1, 1)];
    expect(violations({ rows })).toEqual([['totals.outOfRange', '']]);
    expect(violations({ rows: [row(1, 9e10), row(1, 9e10)] })).toEqual([['totals.outOfRange', '']]);
  });
});
