import fc from 'fast-check';
import { type ComputedTotals, computeTotals, type RowInput, type TotalsInput } from '../../totals';
import { cases } from '../../../../../test/support/cases';
import { creditAmounts, type CreditAmounts, type InvoicedLine } from './credit-amounts';
import { addTotals, itemTotals } from './item-totals';

/*
 * What notes give back, once more as exact fractions of the order's own figures: nothing here is shared with
 * the source but the order's amounts.
 */

const total = (amounts: readonly (number | bigint)[]): bigint =>
  amounts.reduce<bigint>((a, b) => a + BigInt(b), 0n);

/** n / d to a multiple of the unit, half away from zero; neither is negative. */
const rounded = (n: bigint, d: bigint, unit = 1n): bigint =>
  ((2n * n + d * unit) / (2n * d * unit)) * unit;

type Note = CreditAmounts;
type NoteLine = Note['lines'][number];
type NoteTax = Note['taxes'][number];
type Named = Pick<NoteTax, 'taxKey' | 'rate' | 'reRate'>;

const keyOf = ({ taxKey, rate, reRate }: Named): string => `${taxKey} ${rate} ${reRate}`;

/** Lines as an order has them, from its computed amounts: bundles by their items. */
function linesOf(order: TotalsInput, { rows }: ComputedTotals): InvoicedLine[] {
  return order.rows.flatMap((row, at) => {
    const amounts = rows[at];
    const inputs = row.kind === 'bundle' ? (row.items ?? []) : [row];
    const leaves = row.kind === 'bundle' ? (amounts?.items ?? []) : amounts ? [amounts] : [];
    return leaves.map(({ total: net, share, taxes }, index) => ({
      quantity: inputs[index]?.quantity ?? 0,
      total: net,
      share,
      taxes,
      discounts: inputs[index]?.discounts ?? [],
    }));
  });
}

/** Taxes of the lines together: each tax once, rounded once, from what all the lines that bear it come to. */
function groupsOf(lines: readonly InvoicedLine[], unit: bigint) {
  const bearing = lines.flatMap((line) => line.taxes.map((tax) => ({ line, tax })));
  return [...new Set(bearing.map(({ tax }) => keyOf(tax)))].map((key) => {
    const members = bearing.filter(({ tax }) => keyOf(tax) === key);
    const [{ tax } = { tax: { rate: 0, reRate: 0 } }] = members;
    const base = total(members.map(({ line }) => line.total - line.share));
    const of = (percent: number) => rounded(base * BigInt(percent), 100_000_000n, unit);
    return { key, base, taxPrice: of(tax.rate), rePrice: of(tax.reRate) };
  });
}

const tax = fc.constantFrom(
  { taxKey: 1, rate: 21_000_000, reRate: 5_200_000 },
  { taxKey: 2, rate: 10_000_000, reRate: 1_400_000 },
  { taxKey: 2, rate: 4_000_000, reRate: 500_000 },
  { taxKey: 3, rate: 9_333_333, reRate: 1_234_567 },
);
const taxes = fc.uniqueArray(tax, { maxLength: 2, selector: (one) => JSON.stringify(one) });

/** Everyday prices, and prices of a fraction of a cent with quantities of a thousandth. */
const price = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 900_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_000_000_000, max: 90_000_000_000 }) },
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
    permille: fc.nat(1000),
    taxes,
  })
  .map(({ permille, ...rest }) => {
    const gross = Number((BigInt(rest.quantity) * BigInt(rest.price + rest.optionsPrice)) / 1000n);
    const off = permille > 400 ? 0 : Math.floor((gross * permille) / 1000);
    const first = Math.floor(off / 3);
    const discounts = off === 0 ? [] : [first, off - first];
    return { ...rest, key: 'k', kind: 'product' as const, discounts };
  });
const bundle = fc.array(row, { minLength: 1, maxLength: 3 }).map((items): RowInput => ({
  key: 'b',
  kind: 'bundle',
  quantity: 1000,
  price: 0,
  optionsPrice: 0,
  discounts: [],
  taxes: [],
  items,
}));

const bare = fc.record({
  minorDigits: fc.constantFrom(0, 2, 3),
  reverseCharge: fc.constantFrom(false, false, false, true),
  surcharge: fc.boolean(),
  taxable: fc.constantFrom(true, true, true, false),
  rows: fc.array(fc.oneof({ weight: 3, arbitrary: row }, { weight: 1, arbitrary: bundle }), {
    minLength: 1,
    maxLength: 5,
  }),
  shipments: fc.array(
    fc.record({ price: fc.integer({ min: 0, max: 200_000 }), discounts: fc.constant([]), taxes }),
    { maxLength: 2 },
  ),
  payment: fc.option(fc.record({ price: fc.nat(50_000), taxes }), { nil: undefined }),
});

/** Orders with basket discounts of up to all that the lines are worth. */
const order: fc.Arbitrary<TotalsInput> = fc
  .tuple(bare, fc.constantFrom(0, 0, 137, 500, 999, 1000), fc.constantFrom(0, 0, 50, 333))
  .map(([rest, ofRows, ofBoth]) => {
    const plain: TotalsInput = { ...rest, orderDiscounts: [], vouchers: [] };
    const result = computeTotals(plain);
    if (!result.ok) throw new Error(JSON.stringify(result.violations));
    const worth = total(result.computed.rows.map((one) => one.total));
    const first = Number((worth * BigInt(ofRows)) / 1000n);
    const second = Number(((worth - BigInt(first)) * BigInt(ofBoth)) / 1000n);
    return {
      ...plain,
      orderDiscounts: [
        { amount: first, applyTo: 1 as const },
        { amount: second, applyTo: 3 as const },
      ],
    };
  });

/** How the lines come back: for each note and line how much of what is left, in permille. */
const returnedPermilles = fc.array(fc.constantFrom(0, 0, 1, 333, 500, 1000), {
  minLength: 20,
  maxLength: 20,
});
const returns = fc.array(returnedPermilles, { maxLength: 4 });

interface Case {
  computed: ComputedTotals;
  lines: InvoicedLine[];
  /** Of each note, by line. */
  parts: number[][];
  digits: number;
}

/** Splits all lines into notes; the last one takes what the others leave. */
function split(input: TotalsInput, shares: readonly number[][]): Case {
  const result = computeTotals(input);
  if (!result.ok) throw new Error(JSON.stringify(result.violations));
  const lines = linesOf(input, result.computed);
  const left = lines.map((line) => line.quantity);
  const parts = shares.map((permilles) =>
    left.map((most, at) => {
      const taken = Math.ceil((most * (permilles[at] ?? 0)) / 1000);
      left[at] = most - taken;
      return taken;
    }),
  );
  return {
    computed: result.computed,
    lines,
    parts: [...parts, [...left]],
    digits: input.minorDigits,
  };
}

/** Makes the notes one after the other. */
function notesOf({ lines, parts, digits }: Case): CreditAmounts[] {
  const before = lines.map(() => 0);
  return parts.map((part) => {
    const given = lines.map((line, at) => ({
      line,
      before: before[at] ?? 0,
      quantity: part[at] ?? 0,
    }));
    // Lines that nothing was given back of need not come in.
    const note = creditAmounts(
      given.filter((one) => one.before + one.quantity > 0),
      digits,
    );
    let next = 0;
    const all = given.map((one) =>
      one.before + one.quantity > 0 ? note.lines[next++] : undefined,
    );
    part.forEach((amount, at) => (before[at] = (before[at] ?? 0) + amount));
    return { ...note, lines: all.map((line, at) => line ?? zero(lines[at] as InvoicedLine)) };
  });
}

function zero(line: InvoicedLine): CreditAmounts['lines'][number] {
  const none = {
    baseWithoutDiscounts: 0,
    discount: 0,
    base: 0,
    taxPrice: 0,
    rePrice: 0,
    totalPrice: 0,
  };
  const discounts = line.discounts.map(() => 0);
  return {
    total: 0,
    share: 0,
    discounts,
    taxes: line.taxes.map((one) => ({ ...one, ...none })),
    totalTaxes: 0,
  };
}

const property = (check: (input: Case) => void, numRuns: number): void => {
  fc.assert(
    fc.property(order, returns, (input, shares) => check(split(input, shares))),
    { numRuns },
  );
};

const ofLine = (notes: readonly Note[], at: number, read: (line: NoteLine) => number): bigint =>
  total(notes.map(({ lines }) => read(lines[at] as NoteLine)));

describe('creditAmounts', () => {
  it('gives back exactly what the lines were invoiced at, however they are split into notes', () => {
    property(
      (one) => {
        const { lines, digits, computed } = one;
        const notes = notesOf(one);
        lines.forEach((line, at) => {
          const of = (read: (line: NoteLine) => number): number => Number(ofLine(notes, at, read));
          expect(of((note) => note.total)).toBe(line.total);
          expect(of((note) => note.share)).toBe(line.share);
          line.discounts.forEach((amount, index) =>
            expect(of((note) => note.discounts[index] ?? 0)).toBe(amount),
          );
          line.taxes.forEach(({ taxPrice, rePrice }, index) => {
            expect(of((note) => note.taxes[index]?.taxPrice ?? 0)).toBe(taxPrice);
            expect(of((note) => note.taxes[index]?.rePrice ?? 0)).toBe(rePrice);
            expect(of((note) => note.taxes[index]?.base ?? 0)).toBe(line.total - line.share);
          });
        });
        const unit = 10n ** BigInt(4 - digits);
        const groups = groupsOf(lines, unit);
        for (const { key, base, taxPrice, rePrice } of groups) {
          const taxes = notes.flatMap((note) => note.taxes).filter((tax) => keyOf(tax) === key);
          expect(total(taxes.map((tax) => tax.base))).toBe(base);
          expect(total(taxes.map((tax) => tax.taxPrice))).toBe(taxPrice);
          expect(total(taxes.map((tax) => tax.rePrice))).toBe(rePrice);
        }
        const sumOf = (name: keyof Note['totals']): bigint =>
          total(notes.map(({ totals }) => totals[name]));
        const net = rounded(total(lines.map((line) => line.total - line.share)), 1n, unit);
        const tax = total(groups.flatMap(({ taxPrice, rePrice }) => [taxPrice, rePrice]));
        expect([sumOf('subtotal'), sumOf('totalTaxes'), sumOf('total')]).toEqual([
          net,
          tax,
          net + tax,
        ]);
        const { totals } = computed;
        for (const name of ['subtotalRows', 'totalRows', 'totalRowsDiscounts'] as const) {
          expect(sumOf(name)).toBe(BigInt(totals[name]));
        }
        expect(sumOf('total')).toBeLessThanOrEqual(total([totals.subtotal, totals.totalTaxes]));
      },
      cases(60, 300),
    );
  });

  it('gives back all that was paid where lines are all that there is', () => {
    fc.assert(
      fc.property(order, returns, (input, shares) => {
        const [ofRows] = input.orderDiscounts;
        const orderDiscounts = ofRows ? [ofRows] : [];
        const one = split({ ...input, shipments: [], payment: undefined, orderDiscounts }, shares);
        const notes = notesOf(one);
        const { taxes: groups, totals } = one.computed;
        expect(total(notes.map((note) => note.totals.total))).toBe(
          total([totals.subtotal, totals.totalTaxes]),
        );
        for (const name of ['subtotal', 'totalTaxes', 'totalRows', 'totalDiscounts'] as const) {
          expect(total(notes.map((note) => note.totals[name]))).toBe(BigInt(totals[name]));
        }
        const given = notes.flatMap((note) => note.taxes);
        for (const name of ['base', 'discount', 'taxPrice', 'rePrice'] as const) {
          expect(total(given.map((tax) => tax[name]))).toBe(total(groups.map((tax) => tax[name])));
        }
      }),
      { numRuns: cases(30, 150) },
    );
  });

  it('is at every note the proportion of all that was returned so far, to the last decimal', () => {
    property(
      (one) => {
        const notes = notesOf(one);
        const { lines, parts, digits } = one;
        const unit = 10n ** BigInt(4 - digits);
        const returned = lines.map(() => 0);
        parts.forEach((quantities, last) => {
          quantities.forEach((amount, at) => (returned[at] = (returned[at] ?? 0) + amount));
          const soFar = notes.slice(0, last + 1);
          lines.forEach((line, at) => {
            const of = (read: (line: NoteLine) => number): bigint => ofLine(soFar, at, read);
            const part = (amount: number): bigint =>
              rounded(BigInt(amount) * BigInt(returned[at] ?? 0), BigInt(line.quantity));
            expect(of((note) => note.total)).toBe(part(line.total));
            const share = of((note) => note.share);
            const exact = part(line.share);
            // Only where a thousandth is worth less than a ten-thousandth may it be off, by one of these.
            if (line.total - line.share >= line.quantity) expect(share).toBe(exact);
            else expect([exact - 1n, exact, exact + 1n]).toContain(share);
            line.taxes.forEach((tax, index) => {
              expect(of((note) => note.taxes[index]?.taxPrice ?? 0)).toBe(part(tax.taxPrice));
              expect(of((note) => note.taxes[index]?.rePrice ?? 0)).toBe(part(tax.rePrice));
            });
            line.discounts.forEach((amount, index) =>
              expect(of((note) => note.discounts[index] ?? 0)).toBe(part(amount)),
            );
          });
          const net = total(
            soFar.flatMap((note) => note.lines.map((line) => line.total - line.share)),
          );
          expect(total(soFar.map((note) => note.totals.subtotal))).toBe(rounded(net, 1n, unit));
        });
      },
      cases(40, 200),
    );
  });

  it('has no amount below 0, and figures in every note that add up', () => {
    property(
      (one) => {
        const unit = 10 ** (4 - one.digits);
        for (const { lines, taxes: groups, totals } of notesOf(one)) {
          const ofLines = lines.flatMap((line) => line.taxes);
          const amounts = [
            ...lines.flatMap((line) => [
              line.total,
              line.share,
              line.totalTaxes,
              ...line.discounts,
            ]),
            ...[...groups, ...ofLines].flatMap((tax) => [tax.base, tax.taxPrice, tax.rePrice]),
            ...(Object.values(totals) as number[]),
          ];
          expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
          for (const tax of [...groups, ...ofLines]) {
            expect(tax.base).toBe(tax.baseWithoutDiscounts - tax.discount);
            expect(tax.totalPrice).toBe(tax.taxPrice + tax.rePrice);
          }
          for (const line of lines) {
            expect(line.totalTaxes).toBe(Number(total(line.taxes.map((tax) => tax.totalPrice))));
          }
          for (const group of groups) {
            const members = ofLines.filter((tax) => keyOf(tax) === keyOf(group));
            expect(group.base).toBe(Number(total(members.map((tax) => tax.base))));
            const exact = (group.base * group.rate) / 1e8;
            expect(Math.abs(group.taxPrice - exact)).toBeLessThanOrEqual(unit + 1);
            expect(group.taxPrice % unit).toBe(0);
          }
          expect(totals.total).toBe(totals.subtotal + totals.totalTaxes);
          expect(totals.totalTaxes).toBe(Number(total(groups.map((tax) => tax.totalPrice))));
          const net = Number(total(lines.map((line) => line.total - line.share)));
          expect(Math.abs(totals.subtotal - net)).toBeLessThanOrEqual(unit);
        }
      },
      cases(40, 200),
    );
  });
});

describe('itemTotals', () => {
  const item = fc.record({
    type: fc.constantFrom('SHIPPING' as const, 'PAYMENT' as const, 'VOUCHER' as const),
    amount: fc.oneof(
      fc.nat(99_999),
      fc.nat(9_000_000).map((cents) => cents * 100),
    ),
  });

  it('adds up with what the lines give back, in every document', () => {
    const items = fc.array(fc.array(item, { maxLength: 6 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(order, returns, items, (input, shares, itemsOf) => {
        const one = split(input, shares);
        const unit = 10n ** BigInt(4 - one.digits);
        let rows = 0n;
        let basket = 0n;
        notesOf(one).forEach(({ lines, totals: ofLines }, at) => {
          const added = itemsOf[at] ?? [];
          const totals = addTotals(ofLines, itemTotals(added, one.digits));
          const of = (...types: string[]): bigint => {
            const amounts = added.filter(({ type }) => types.includes(type));
            return rounded(total(amounts.map(({ amount }) => amount)), 1n, unit);
          };
          const [before, beforeBasket] = [rows, basket];
          rows += total(lines.map((line) => line.total));
          basket += total(lines.map((line) => line.share));
          const gained = (now: bigint, then: bigint): number =>
            Number(rounded(now, 1n, unit) - rounded(then, 1n, unit));
          expect(totals.subtotalRows).toBe(gained(rows, before));
          expect(totals.totalBasketDiscounts).toBe(gained(basket, beforeBasket));
          for (const name of ['subtotalShippings', 'totalShippings'] as const)
            expect(totals[name]).toBe(Number(of('SHIPPING')));
          for (const name of ['subtotalPaymentSystem', 'totalPaymentSystem'] as const)
            expect(totals[name]).toBe(Number(of('PAYMENT')));
          expect(totals.totalVouchers).toBe(Number(of('VOUCHER')));
          // The three parts less the basket discounts, rounded once and not part by part.
          expect(totals.subtotal).toBe(
            gained(rows - basket, before - beforeBasket) + Number(of('SHIPPING', 'PAYMENT')),
          );
          expect(totals.total).toBe(totals.subtotal + totals.totalTaxes + totals.totalVouchers);
        });
      }),
      { numRuns: cases(30, 200) },
    );
  });

  it('leaves nothing to rounding where all amounts are of whole cents', () => {
    const cents = item.map(({ type, amount }) => ({ type, amount: amount * 100 }));
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 9 }), fc.nat(1_000_000), (items, price) => {
        const line = { quantity: 1000, total: price * 100, share: 0, discounts: [], taxes: [] };
        const note = creditAmounts([{ line, before: 0, quantity: 1000 }], 2);
        const totals = addTotals(note.totals, itemTotals(items, 2));
        const { subtotalRows, subtotalShippings, subtotalPaymentSystem } = totals;
        expect(totals.subtotal).toBe(subtotalRows + subtotalShippings + subtotalPaymentSystem);
        expect(totals.total).toBe(price * 100 + Number(total(items.map(({ amount }) => amount))));
      }),
    );
  });
});
