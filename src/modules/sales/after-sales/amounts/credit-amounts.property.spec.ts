import fc from 'fast-check';
import { cases } from '../../../../../test/support/random/cases';
import { moneyToNumber } from '../../../../core/money';
import type { DocumentTax } from '../../documents/entities/document-tax.entity';
import type { SalesDocument } from '../../documents/entities/document.entity';
import {
  type ComputedTotals,
  computeTotals,
  applyGivenTotals,
  type RowInput,
  type TotalsInput,
  computeTrustedTotals,
} from '../../totals';
import { sumGross } from './charges';
import {
  type CreditAmounts,
  calculateCreditAmounts,
  NO_REFUND,
  type RefundedAmounts,
} from './credit-amounts';
import type { CreditedNote } from './credited-note';
import { creditOf, type RefundContent, calculateRefund } from './refund';
import {
  type CreditExcess,
  creditRemainder,
  type InvoiceCredit,
  creditLines,
  findSeparateGroups,
  creditTaxGroups,
} from './invoice-credit';
import { type InvoicedAmounts, toInvoicedAmounts } from './invoiced-amounts';
import { toRemainingInvoice, sumTaxGroups } from './remaining-invoice';

// Orders are invoiced and given back in random parts until nothing is left.

const currencies: Record<number, string> = { 0: 'JPY', 2: 'EUR', 3: 'KWD' };

const total = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

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
    return { ...rest, key: 'k', kind: 'product' as const, discounts: off === 0 ? [] : [off] };
  });

const order: fc.Arbitrary<TotalsInput> = fc
  .record({
    minorDigits: fc.constantFrom(0, 2, 2, 3),
    reverseCharge: fc.constantFrom(false, false, false, true),
    surcharge: fc.boolean(),
    taxable: fc.constant(true),
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
    const plain: TotalsInput = { ...rest, orderDiscounts: [], vouchers: [] };
    const { rows } = computedOf(plain);
    const worth = total(rows.map((one) => one.total));
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

function computedOf(input: TotalsInput): ComputedTotals {
  const result = computeTotals(input);
  if (!result.ok) throw new Error(JSON.stringify(result.violations));
  return result.computed;
}

/** How the totals of an order were given. */
const given = fc.record({
  mode: fc.constantFrom('computed', 'total', 'all', 'trusted', 'asGiven'),
  units: fc.integer({ min: -2, max: 2 }),
  permille: fc.integer({ min: 500, max: 1500 }),
});

function withGiven(
  input: TotalsInput,
  { mode, units, permille }: { mode: string; units: number; permille: number },
): ComputedTotals {
  const computed = computedOf(input);
  const { minorDigits: digits } = input;
  const unit = 10 ** (4 - digits);
  const { subtotal, totalTaxes, total: due } = computed.totals;
  if (due < 10 * unit) return computed;
  if (mode === 'total') return applyGivenTotals(computed, { total: due + units * unit }, digits);
  if (mode === 'all') {
    const all = { subtotal, totalTaxes: totalTaxes + units * unit, total: due + units * unit };
    return applyGivenTotals(computed, all, digits);
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
function documentOf(
  input: TotalsInput,
  { rows, shipments, payment, taxes: groups, totals }: ComputedTotals,
): SalesDocument {
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
      ...{ total: one.total, share: one.share, taxes: one.taxes.map(taxOf) },
      discounts: (input.rows[at]?.discounts ?? []).map((amount) => ({ amount })),
    })),
    shipments: shipments.map((one) => ({ ...one, taxes: partTaxes(one) })),
    payment: payment ? { price: payment.price, taxes: partTaxes(payment) } : null,
    taxes: groups.map(taxOf),
  } as unknown as SalesDocument;
}

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
  const shown = [invoiced.shown.shipping, invoiced.shown.payment];
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
    const items = total(after.slice(rows)) - total(before.slice(rows));
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
          total(notes.map(({ amounts }) => amounts.totals[name]));
        for (const [group, tax] of groups.entries()) {
          const own = notes.flatMap(({ amounts }) =>
            amounts.taxes.filter((one) => one.group === group),
          );
          for (const name of names) {
            expect([name, total(own.map(({ amounts }) => amounts[name]))]).toEqual([
              name,
              tax[name],
            ]);
          }
        }
        for (const name of ['subtotal', 'totalTaxes', 'rounding'] as const) {
          expect([name, moneyToNumber(sumOf(name))]).toEqual([name, moneyToNumber(totals[name])]);
        }
        expect(sumOf('total')).toBe(
          invoiced.asGiven?.total ?? totals.subtotal + totals.totalTaxes + totals.rounding,
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
          if (invoiced.asGiven) continue;
          expect(totals.total).toBe(totals.subtotal + totals.totalTaxes + totals.rounding);
          expect(totals.totalTaxes).toBe(total(groups.map((one) => one.amounts.totalPrice)));
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
        const { shown, shipping, payment } = invoiced;
        const given = { quantities: [], shipping: shown.shipping, payment: shown.payment };
        const { totals } = calculateCreditAmounts(invoiced, NO_REFUND, given);
        if (shown.shipping < sumGross(shipping)) differing += 1;
        // Prices below the minor unit are shown as 0, and come back with full credits only.
        expect([totals.totalShippings, totals.totalPaymentSystem]).toEqual([
          shown.shipping === 0 ? 0 : sumGross(shipping),
          shown.payment === 0 ? 0 : sumGross(payment),
        ]);
      },
      cases(300, 3000),
    );
    expect(differing).toBeGreaterThan(0);
  });

  it('refuses to give back more than was bought', () => {
    const plain = {
      ...{ minorDigits: 2, reverseCharge: false, surcharge: false, taxable: true },
      rows: [
        {
          ...{ key: 1, kind: 'product' as const, quantity: 3000, price: 100_000 },
          ...{ optionsPrice: 0, discounts: [], taxes: [] },
        },
      ],
      ...{ orderDiscounts: [], shipments: [], payment: undefined, vouchers: [] },
    };
    const invoiced = toInvoicedAmounts(documentOf(plain, computedOf(plain)));
    const givenAt = (quantity: number) => ({ quantities: [quantity], shipping: 0, payment: 0 });
    expect(() => calculateCreditAmounts(invoiced, givenAt(2500), givenAt(3001))).toThrow(
      RangeError,
    );
  });
});

/** A credit note: what it credits, and how much of it in permille. */
const step = fc.record({
  kind: fc.constantFrom(
    'return' as const,
    'quantities' as const,
    'amounts' as const,
    'taxes' as const,
  ),
  permilles: fc.array(fc.constantFrom(0, 0, 1, 333, 500, 1000), { minLength: 7, maxLength: 7 }),
});

/** Quantities and items that were returned before any other credit. */
interface ReturnedBefore {
  readonly quantities: Map<string, number>;
  readonly items: { type: 'SHIPPING' | 'PAYMENT'; amount: number }[];
}

/** The next credit note of an order with these; undefined where there is nothing to credit in this way. */
function nextNote(
  source: SalesDocument,
  notes: readonly CreditedNote[],
  { kind, permilles }: { kind: string; permilles: readonly number[] },
  before?: ReturnedBefore,
): CreditedNote | undefined {
  const invoiced = toInvoicedAmounts(source);
  const left = toRemainingInvoice(source, invoiced, notes);
  const unit = 10 ** (4 - left.digits);
  const { rows } = source;
  const part = (whole: number, at: number, step: number): number =>
    Math.floor((Math.max(0, whole) * (permilles[at] ?? 0)) / 1000 / step) * step;
  if (kind === 'return') {
    const quantities = new Map(
      rows.flatMap(({ hash }, at): [string, number][] => {
        const quantity = part(left.lines[at]?.quantity ?? 0, at, 1);
        return quantity > 0 ? [[hash, quantity]] : [];
      }),
    );
    const items = (['SHIPPING', 'PAYMENT'] as const).map((type, at) => ({
      ...{ type, name: '' },
      amount: part(sumGross(at === 0 ? left.shipping : left.payment), 5 + at, unit),
    }));
    const nothing = { quantities: new Map<string, number>(), items: [] };
    const of = { order: source, source, quantities, items };
    // Returns are rounded together until something else is credited.
    const note = before
      ? noteOf(calculateRefund({ ...of, before }))
      : noteOf(calculateRefund({ ...of, before: nothing, invoiced: left }));
    for (const [hash, quantity] of quantities) {
      before?.quantities.set(hash, (before.quantities.get(hash) ?? 0) + quantity);
    }
    before?.items.push(...items);
    return note;
  }
  const credit = creditOfStep(left, rows.length, kind, part, unit);
  if (!credit) return undefined;
  expect(credit).not.toBeInstanceOf(Array);
  const { credited, parts: lines } = credit as InvoiceCredit;
  return noteOf(
    creditOf({
      ...{ order: source, source, credited, items: [] },
      parts: new Map([...lines].map(([at, one]) => [rows[at]?.hash ?? '', one])),
    }),
  );
}

function creditOfStep(
  left: InvoicedAmounts,
  count: number,
  kind: string,
  part: (whole: number, at: number, step: number) => number,
  unit: number,
): InvoiceCredit | CreditExcess[] | undefined {
  if (kind === 'full') return creditRemainder(left, count);
  const lines = left.lines.slice(0, count);
  if (kind === 'quantities') {
    const wanted = lines.flatMap(({ quantity }, line) => {
      const own = part(quantity, line, 1);
      return own > 0 ? [{ line, quantity: own }] : [];
    });
    return wanted.length === 0 ? undefined : creditLines(left, count, wanted);
  }
  if (kind === 'amounts') {
    const wanted = lines.flatMap((_, line) => {
      const all = left.lines.filter((__, at) => at % count === line);
      const net = total(all.map((one) => one.total - one.share));
      const amount = part(Math.floor((net + unit / 2) / unit) * unit, line, unit);
      return amount > 0 ? [{ line, amount }] : [];
    });
    return wanted.length === 0 ? undefined : creditLines(left, count, wanted);
  }
  const all = sumTaxGroups(left).flatMap(({ base }, group) => {
    const own = part(base, group, unit);
    return own > 0 ? [{ group, base: own }] : [];
  });
  // As many of them as can be credited together.
  const wanted = all.reduce<typeof all>(
    (some, one) => findSeparateGroups(left, [...some, one]) ?? some,
    [],
  );
  if (wanted.length === 0) return undefined;
  const credit = creditTaxGroups(left, count, wanted);
  for (const { group, base } of wanted) {
    const { credited } = credit as InvoiceCredit;
    const made = credited.taxes.find((one) => one.group === group)?.amounts.base ?? 0;
    // Never more than was asked for; less by what lines and group are rounded apart, as given totals are.
    expect(made).toBeLessThanOrEqual(base);
  }
  return credit;
}

/** A credit note as it is stored. */
function noteOf({ rows, amounts, charges }: RefundContent): CreditedNote {
  return {
    ...amounts.totals,
    rows: rows.map(({ row, quantity, amounts: own }) => ({ ...row, quantity, ...own })),
    taxes: amounts.taxes,
    shippings: charges.shippings.length === 0 ? null : charges.shippings,
    payment: charges.payment,
  } as unknown as CreditedNote;
}

describe('toInvoicedAmounts', () => {
  it('leaves the rounding of a tax with the goods where a price is rounded to nothing', () => {
    const goods = {
      key: 1,
      kind: 'product' as const,
      quantity: 1000,
      optionsPrice: 0,
      discounts: [],
    };
    const [reduced, standard, other] = [10, 21, 20].map((percent, at) => [
      { taxKey: at, rate: percent * 1_000_000, reRate: 0 },
    ]);
    const input: TotalsInput = {
      ...{ minorDigits: 3, reverseCharge: false, surcharge: false, taxable: true },
      rows: [
        { ...goods, price: 1_274_238, taxes: reduced ?? [] },
        { ...goods, price: 155, taxes: standard ?? [] },
      ],
      shipments: [{ price: 59_105, discounts: [], taxes: other ?? [] }],
      payment: { price: 12, taxes: reduced ?? [] },
      ...{ orderDiscounts: [], vouchers: [] },
    };
    const computed = computedOf(input);
    expect(computed.taxes[0]).toMatchObject({ base: 1_274_240, taxPrice: 127_430 });
    const invoiced = toInvoicedAmounts(documentOf(input, computed));
    expect(sumGross(invoiced.payment)).toBe(0);
    expect(invoiced.goods.groups[0]).toMatchObject({ base: 1_274_240, taxPrice: 127_430 });
  });
});

describe('toRemainingInvoice', () => {
  it('leaves exactly what credit notes of any kind have not given back', () => {
    fc.assert(
      fc.property(order, given, fc.array(step, { maxLength: 6 }), (input, totals, steps) => {
        const computed = withGiven(input, totals);
        const source = documentOf(input, computed);
        const notes: CreditedNote[] = [];
        let before: ReturnedBefore | undefined = { quantities: new Map(), items: [] };
        for (const one of [...steps, { kind: 'full', permilles: [] }]) {
          if (one.kind !== 'return') before = undefined;
          const note = nextNote(source, notes, one, before);
          if (note) notes.push(note);
        }
        const sumOf = (read: (note: CreditedNote) => number): number => total(notes.map(read));
        for (const [at, tax] of source.taxes.entries()) {
          const own = notes.flatMap((note) =>
            note.taxes.filter((one) => one.taxId === tax.taxId && one.taxRate === tax.taxRate),
          );
          for (const name of names) {
            expect([at, name, total(own.map((one) => (one as DocumentTax)[name]))]).toEqual([
              at,
              name,
              tax[name],
            ]);
          }
        }
        for (const [at, line] of source.rows.entries()) {
          const own = notes.flatMap(({ rows }) => rows.filter(({ hash }) => hash === line.hash));
          expect([at, total(own.map((one) => one.total))]).toEqual([at, line.total]);
          const back = own.filter(({ byAmount }) => !byAmount);
          expect(total(back.map((one) => one.quantity))).toBeLessThanOrEqual(line.quantity);
          for (const one of own) expect(one.total).toBeGreaterThanOrEqual(0);
        }
        for (const name of ['subtotal', 'totalTaxes', 'rounding'] as const) {
          expect([name, sumOf((note) => note[name] ?? 0)]).toEqual([name, source[name]]);
        }
        expect(sumOf((note) => note.total)).toBe(
          toInvoicedAmounts(source).asGiven?.total ??
            source.subtotal + source.totalTaxes + (source.rounding ?? 0),
        );
        if (source.payment && source.payment.price < 0) return;
        for (const { taxes: groups, subtotal } of notes) {
          for (const { base, taxPrice } of groups) {
            expect(Math.min(base, taxPrice)).toBeGreaterThanOrEqual(0);
          }
          expect(subtotal).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: cases(150, 3000) },
    );
  });
});
