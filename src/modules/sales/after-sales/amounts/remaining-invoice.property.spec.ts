import fc from 'fast-check';
import { cases } from '../../../../../test/support/random/cases';
import {
  computedOf,
  documentOf,
  given,
  order,
  withGiven,
} from '../../../../../test/support/random/random-orders';
import { sumAmounts } from '../../../../core/money';
import type { DocumentTax } from '../../documents/entities/document-tax.entity';
import type { CopySource } from '../../documents/copies/copy-source';
import type { TotalsInput } from '../../totals';
import { sumGross } from './charges';
import type { CreditNoteAmounts } from './credit-note-amounts';
import {
  type CreditExcess,
  creditRemainder,
  type InvoiceCredit,
  creditLines,
  findSeparateGroups,
  creditTaxGroups,
} from './invoice-credit';
import { type InvoicedAmounts, toInvoicedAmounts } from './invoiced-amounts';
import { toRefundContent, type RefundContent, calculateRefund } from './refund';
import { toRemainingInvoice, sumTaxGroups } from './remaining-invoice';

// Orders are invoiced and credited in all ways until nothing is left.

const names = ['base', 'taxPrice', 'rePrice', 'totalPrice'] as const;

/** A credit note, with what it credits and how much of it in permille, or the annulment of one. */
const step = fc.record({
  kind: fc.constantFrom(
    'return' as const,
    'quantities' as const,
    'amounts' as const,
    'taxes' as const,
    'annulment' as const,
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
  source: CopySource,
  notes: readonly CreditNoteAmounts[],
  { kind, permilles }: { kind: string; permilles: readonly number[] },
  earlierRefunds?: ReturnedBefore,
): CreditNoteAmounts | undefined {
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
    const note = earlierRefunds
      ? noteOf(calculateRefund({ ...of, earlierRefunds }))
      : noteOf(calculateRefund({ ...of, earlierRefunds: nothing, invoiced: left }));
    for (const [hash, quantity] of quantities) {
      earlierRefunds?.quantities.set(hash, (earlierRefunds.quantities.get(hash) ?? 0) + quantity);
    }
    earlierRefunds?.items.push(...items);
    return note;
  }
  const credit = creditOfStep(left, rows.length, kind, part, unit);
  if (!credit) return undefined;
  expect(credit).not.toBeInstanceOf(Array);
  const { credited, lineCredits: lines } = credit as InvoiceCredit;
  return noteOf(
    toRefundContent({
      ...{ order: source, source, credited, items: [] },
      lineCredits: new Map([...lines].map(([at, one]) => [rows[at]?.hash ?? '', one])),
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
      return own > 0 ? [{ lineIndex: line, quantity: own }] : [];
    });
    return wanted.length === 0 ? undefined : creditLines(left, count, wanted);
  }
  if (kind === 'amounts') {
    const wanted = lines.flatMap((_, line) => {
      const all = left.lines.filter((__, at) => at % count === line);
      const net = sumAmounts(all.map((one) => one.total - one.allocatedDiscount));
      const amount = part(Math.floor((net + unit / 2) / unit) * unit, line, unit);
      return amount > 0 ? [{ lineIndex: line, amount }] : [];
    });
    return wanted.length === 0 ? undefined : creditLines(left, count, wanted);
  }
  const all = sumTaxGroups(left).flatMap(({ base }, group) => {
    const own = part(base, group, unit);
    return own > 0 ? [{ groupIndex: group, base: own }] : [];
  });
  // As many of them as can be credited together.
  const wanted = all.reduce<typeof all>(
    (some, one) => findSeparateGroups(left, [...some, one]) ?? some,
    [],
  );
  if (wanted.length === 0) return undefined;
  const credit = creditTaxGroups(left, count, wanted);
  for (const { groupIndex: group, base } of wanted) {
    const { credited } = credit as InvoiceCredit;
    const made = credited.taxes.find((one) => one.group === group)?.amounts.base ?? 0;
    // Never more than was asked for; less by what lines and group are rounded apart, as given totals are.
    expect(made).toBeLessThanOrEqual(base);
  }
  return credit;
}

/**
 * All valid credit notes of an order: one for each step, as far as there is anything to credit, and one of the rest.
 */
function creditInSteps(
  source: CopySource,
  steps: readonly { kind: string; permilles: readonly number[] }[],
): CreditNoteAmounts[] {
  const notes: CreditNoteAmounts[] = [];
  let before: ReturnedBefore | undefined = { quantities: new Map(), items: [] };
  for (const one of [...steps, { kind: 'full', permilles: [] }]) {
    if (one.kind !== 'return') before = undefined;
    if (one.kind === 'annulment') {
      notes.splice((one.permilles[0] ?? 0) % Math.max(1, notes.length), 1);
      continue;
    }
    const note = nextNote(source, notes, one, before);
    if (note) notes.push(note);
  }
  return notes;
}

/** A credit note as it is stored. */
function noteOf({ rows, amounts, charges }: RefundContent): CreditNoteAmounts {
  return {
    ...amounts.totals,
    rows: rows.map(({ row, quantity, amounts: own }) => ({ ...row, quantity, ...own })),
    taxes: amounts.taxes,
    shippings: charges.shippings.length === 0 ? null : charges.shippings,
    payment: charges.payment,
  } as unknown as CreditNoteAmounts;
}

describe('toRemainingInvoice', () => {
  it('leaves exactly what credit notes of any kind have not given back', () => {
    fc.assert(
      fc.property(order, given, fc.array(step, { maxLength: 6 }), (input, totals, steps) => {
        const computed = withGiven(input, totals);
        const source = documentOf(input, computed);
        const notes = creditInSteps(source, steps);
        // After an annulment, a line whose quantity has all been returned may keep an amount below the minor unit.
        const isAnnulled = steps.some(({ kind }) => kind === 'annulment');
        const worthless = isAnnulled ? 10 ** (4 - input.minorDigits) - 1 : 0;
        const sumOf = (read: (note: CreditNoteAmounts) => number): number =>
          sumAmounts(notes.map(read));
        for (const [at, tax] of source.taxes.entries()) {
          const own = notes.flatMap((note) =>
            note.taxes.filter((one) => one.taxId === tax.taxId && one.taxRate === tax.taxRate),
          );
          for (const name of names) {
            expect([at, name, sumAmounts(own.map((one) => (one as DocumentTax)[name]))]).toEqual([
              at,
              name,
              tax[name],
            ]);
          }
        }
        for (const [at, line] of source.rows.entries()) {
          const own = notes.flatMap(({ rows }) => rows.filter(({ hash }) => hash === line.hash));
          const rest = line.total - sumAmounts(own.map((one) => one.total));
          expect([at, rest >= 0 && rest <= worthless]).toEqual([at, true]);
          const back = own.filter(({ byAmount }) => !byAmount);
          expect(sumAmounts(back.map((one) => one.quantity))).toBeLessThanOrEqual(line.quantity);
          for (const one of own) expect(one.total).toBeGreaterThanOrEqual(0);
        }
        for (const name of ['subtotal', 'totalTaxes', 'rounding', 'subtotalRows'] as const) {
          expect([name, sumOf((note) => note[name] ?? 0)]).toEqual([name, source[name]]);
        }
        expect(sumOf((note) => note.total)).toBe(
          toInvoicedAmounts(source).suppliedTotals?.total ??
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

  it('leaves no tax of a payment discount whose last value is below a cent', () => {
    const goods = { rowKey: 1, kind: 'product' as const, optionsPrice: 0 };
    const surcharged = [{ taxKey: 1, rate: 21_000_000, reRate: 5_200_000 }];
    const other = [{ taxKey: 2, rate: 20_000_000, reRate: 0 }];
    const input: TotalsInput = {
      ...{ minorDigits: 2, isReverseCharge: false, hasSurcharge: true, isTaxable: true },
      rows: [
        { ...goods, quantity: 4408, price: 367, discounts: [], taxes: surcharged },
        { ...goods, quantity: 3000, price: 484_378, discounts: [199_079], taxes: other },
      ],
      payment: { price: -3920, taxes: surcharged },
      ...{ orderDiscounts: [], shipments: [], voucherAmounts: [] },
    };
    const source = documentOf(input, computedOf(input));
    expect(source.taxes[0]).toMatchObject({ base: -2300, taxPrice: -500, rePrice: -100 });
    const notes = creditInSteps(source, [
      { kind: 'amounts', permilles: [1000, 333] },
      { kind: 'quantities', permilles: [333, 500] },
      { kind: 'quantities', permilles: [333, 1000] },
    ]);
    const groups = notes.map(({ taxes: [group] }) => group);
    expect(groups).toMatchObject([
      { base: 300, taxPrice: 100, rePrice: 0 },
      { base: -1300, taxPrice: -300, rePrice: -100 },
      { base: -1300, taxPrice: -300, rePrice: 0 },
      { base: 0, taxPrice: 0, rePrice: 0 },
    ]);
  });

  it('gives back the tax of a payment whose net amount is back', () => {
    const taxed = [{ taxKey: 1, rate: 20_000_000, reRate: 0 }];
    const goods = { rowKey: 1, kind: 'product' as const, quantity: 1000, optionsPrice: 0 };
    const input: TotalsInput = {
      ...{ minorDigits: 3, isReverseCharge: false, hasSurcharge: false, isTaxable: true },
      rows: [{ ...goods, price: 326_218, discounts: [], taxes: taxed }],
      payment: { price: 14, taxes: taxed },
      ...{ orderDiscounts: [], shipments: [], voucherAmounts: [] },
    };
    const source = documentOf(input, computedOf(input));
    const { payment } = toInvoicedAmounts(source);
    expect(payment).toMatchObject([{ net: 10, taxes: [{ taxPrice: 10 }] }]);
    const notes = creditInSteps(source, [
      { kind: 'return', permilles: [1000, 0, 0, 0, 0, 0, 500] },
    ]);
    expect(notes.map(({ taxes: [group] }) => group)).toMatchObject([
      { base: 326_230, taxPrice: 65_240 },
      { base: 0, taxPrice: 10 },
    ]);
  });
});
