/** @engine */
import fc from 'fast-check';
import { toPdfModel } from '../../../src/modules/sales/pdf/to-pdf-model';
import { PdfSourceLoader } from '../../../src/modules/sales/pdf/pdf-source-loader';
import { cases } from '../../support/random/cases';
import { importLines } from '../../support/import';
import { invoiceMasters } from '../../support/documents/invoice-orders';
import { Service } from '../../support/service/service';
import { checkUblSums } from '../../support/documents/ubl-sums';
import { findAllElements, readXml, textAt } from '../../support/documents/xml-reader';
import { actionLine } from './configured-actions';
import { company, currencyIds, digitsOf, type Sale, sale } from './drawn-sales';
import { AfterSales, leaves, type Paper } from './rmas-life';

interface Refusal {
  code: string;
  detail: string;
}

/** A failed case is not made smaller, which takes hours: its seed and path repeat it. */
const runs = (few: number, many: number) => ({ numRuns: cases(few, many), endOnFailure: true });

interface Refunded extends Paper {
  REFUND: { MONEY: number; VOUCHERS: { AMOUNT: number }[] };
}

const thousandths = (amount: number): number => Math.round(amount * 1000);

/** An amount on a page in English. */
const numberOf = (text: string): number => Number(text.replace(/[^\d.-]/g, ''));

/** Rate, base and tax of each group of an e-invoice. */
type Groups = readonly (readonly number[])[];

const readGroups = (xml: string, groups: string, members: readonly string[]): Groups =>
  findAllElements(readXml(xml), groups).map((one) =>
    members.map((path) => Number(textAt(one, path))),
  );
const groupsOfUbl = (xml: string): Groups =>
  readGroups(xml, 'cac:TaxTotal/cac:TaxSubtotal', [
    ...['cac:TaxCategory/cbc:Percent', 'cbc:TaxableAmount', 'cbc:TaxAmount'],
  ]);
/** The paths of what is paid and what is left to pay (BT-113, BT-115). */
const paymentPaths = {
  ubl: ['cac:LegalMonetaryTotal/cbc:PrepaidAmount', 'cac:LegalMonetaryTotal/cbc:PayableAmount'],
  cii: ['ram:TotalPrepaidAmount', 'ram:DuePayableAmount'].map(
    (name) =>
      'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/' +
      `ram:SpecifiedTradeSettlementHeaderMonetarySummation/${name}`,
  ),
} as const;
const groupsOfCii = (xml: string): Groups =>
  readGroups(
    xml,
    'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax',
    ['ram:RateApplicablePercent', 'ram:BasisAmount', 'ram:CalculatedAmount'],
  );

/** The groups with a rate, which records have as well, in thousandths. */
function taxedGroups(groups: Groups): [number, number[]][] {
  const sums = new Map<number, number[]>();
  for (const [rate = 0, base = 0, tax = 0] of groups) {
    const [bases = 0, taxes = 0] = sums.get(rate) ?? [];
    sums.set(rate, [bases + thousandths(base), taxes + thousandths(tax)]);
  }
  return [...sums]
    .filter(([rate, [base, tax]]) => rate > 0 && (base !== 0 || tax !== 0))
    .sort(([one], [other]) => one - other);
}

/**
 * Groups of base, rate, tax, surcharge rate and surcharge, in thousandths. Those of rate 0 are totalled: records have
 * several, pages one for each category.
 */
function comparable(groups: readonly number[][]): number[][] {
  const exact = groups.map((group) => [0, 1, 2, 3, 4].map((at) => thousandths(group[at] ?? 0)));
  const untaxed = exact.filter(([, rate]) => rate === 0);
  const sum = [0, 1, 2, 3, 4].map((at) =>
    untaxed.reduce((all, group) => all + (group[at] ?? 0), 0),
  );
  return [...exact.filter(([, rate]) => rate !== 0).sort(), sum];
}

interface ReportRow {
  CURRENCY: string;
  TAX: number;
  SURCHARGE: number;
}

describe('The money of documents of every kind', () => {
  let service: Service;
  let sales: AfterSales;
  let adaId: number;
  let made = 0;
  /** Whether the totals of the order contradict its taxes. */
  let isAsGiven = false;
  /** Cases that were drawn or compared at least once. */
  const compared = new Set<string>();
  /** Ids of annulled documents, and of full invoices that replace simplified ones. */
  const uncounted = new Set<number>();

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    const { rejected, errors } = await importLines(service, invoiceMasters);
    expect([rejected, errors]).toEqual([0, []]);
    sales = new AfterSales(service);
    await importLines(service, [
      { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
      {
        ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
        group: { pId: 'shoppers' },
        addressBook: [{ pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' }],
      },
      actionLine('SPEND_VOUCHERS', 2),
    ]);
    adaId = ((await service.get('/v1/users/getId/ada')).body as { ID: number }).ID;
  });

  afterAll(() => service.stop());

  const orderOf = (values: object) => ({
    ...{ pId: `money-${++made}`, date: '2026-03-01T23:30:00Z', currencyCode: 'EUR' },
    ...{ headquarter: { pId: 'es' } },
    user: { email: 'ada@example.com', billingAddress: company },
    ...values,
  });

  async function pageOf(kind: 'invoice' | 'creditNote', id: number) {
    const source = await service.app.get(PdfSourceLoader).loadDocument(kind, id);
    return toPdfModel(source, { timeZone: 'Europe/Madrid' });
  }

  it('is the same in record, page, UBL and CII, and what is given back in parts is all of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        sale,
        fc.array(fc.constantFrom(0, 333, 1000), { minLength: 8, maxLength: 8 }),
        async (values, permilles) => {
          const { order } = await sold(values);
          const digits = digitsOf[values.order.currencyCode] ?? 2;
          const unit = 10 ** digits;
          const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
          const invoice = body as Paper;
          await agree('invoice', invoice);
          const rows = leaves(order.ROWS);
          const quantities = rows.map(({ QUANTITY }) => QUANTITY);
          const first = quantities.map(
            (most, at) => Math.floor(most * (permilles[at % 6] ?? 0)) / 1000,
          );
          const second = quantities.map(
            (most, at) => Math.round((most - (first[at] ?? 0)) * 1000) / 1000,
          );
          const wanted = await limitsOf(order);
          const part = wanted.map(
            (most) => Math.floor((most * unit * (permilles[6] ?? 0)) / 1000) / unit,
          );
          const notes: Paper[] = [];
          for (const [taken, itemsOf] of [
            [first, () => part],
            // Items of the shown amount have taken the rounding as well, so the rest is asked for.
            [second, () => limitsOf(order)],
          ] as const) {
            const items = await itemsOf();
            const returned = Object.fromEntries(
              rows.flatMap(({ HASH }, at) => ((taken[at] ?? 0) > 0 ? [[HASH, taken[at]]] : [])),
            ) as Record<string, number>;
            const additionalItems = ['SHIPPING', 'PAYMENT'].flatMap((type, at) =>
              (items[at] ?? 0) > 0 ? [{ type, name: type, amount: items[at] }] : [],
            );
            if (Object.keys(returned).length + additionalItems.length === 0) continue;
            const note = await sales.credited(order.ID, returned, { additionalItems });
            if (note.ROWS.length > 0) await agree('creditNote', note);
            notes.push(note);
          }
          const sumOf = (read: (paper: Paper) => number): number =>
            Math.round(notes.reduce((sum, note) => sum + read(note) * 1000, 0)) / 1000;
          for (const name of ['SUBTOTAL', 'TOTALTAXES', 'ROUNDING']) {
            expect([name, sumOf(({ TOTALS }) => TOTALS[name] ?? 0)]).toEqual([
              ...[name, invoice.TOTALS[name]],
            ]);
          }
          expect(await limitsOf(order)).toEqual([0, 0]);
        },
      ),
      runs(8, 50),
    );
  });

  it('is the same where returns, credits, exchanges and annulments take turns, and the credits total the invoice', async () => {
    await fc.assert(
      fc.asyncProperty(
        sale,
        fc.array(
          fc.record({
            kind: fc.constantFrom('return', 'quantity', 'amount', 'tax', 'exchange', 'annulment'),
            at: fc.nat(5),
            permille: fc.constantFrom(1, 333, 500),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (values, steps) => {
          const { order, voucherId } = await sold(values);
          compared.add(values.order.currencyCode);
          const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
          let invoice = body as Paper;
          const notes: Refunded[] = [];
          for (const step of [...steps, undefined]) {
            if (step?.kind === 'exchange') {
              invoice = await exchanged(invoice);
              continue;
            }
            if (step?.kind === 'annulment') {
              for (const { ID } of notes.splice(step.at % Math.max(1, notes.length), 1)) {
                await annul('creditNotes', ID);
                compared.add('annulment');
              }
              continue;
            }
            const note = await creditedBy(order, invoice, values.order.currencyCode, step);
            if (!note) continue;
            if (note.ROWS.length > 0) await agree('creditNote', note);
            notes.push(note);
          }
          const sumOf = (read: (paper: Refunded) => number): number =>
            Math.round(notes.reduce((sum, note) => sum + read(note) * 1000, 0)) / 1000;
          for (const name of ['SUBTOTAL', 'SUBTOTALROWS', 'TOTALTAXES', 'ROUNDING']) {
            expect([name, sumOf(({ TOTALS }) => TOTALS[name] ?? 0)]).toEqual([
              ...[name, invoice.TOTALS[name]],
            ]);
          }
          // The taxes of an exempt customer have lost their rates: they are one group.
          const groupsOf = (papers: readonly Paper[]) => {
            const groups = new Map<number, number[]>();
            for (const one of papers.flatMap(({ TAXES }) => TAXES)) {
              const known = groups.get(one.TAXRATE) ?? [0, 0, 0];
              const added = [one.BASE, one.TAXPRICE, one.REPRICE].map(
                (amount, place) => (known[place] ?? 0) + Math.round(amount * 1000),
              );
              groups.set(one.TAXRATE, added);
            }
            return [...groups].filter(([, amounts]) => amounts.some((one) => one !== 0)).sort();
          };
          expect(groupsOf(notes)).toEqual(groupsOf([invoice]));
          const { TOTAL = 0, TOTALVOUCHERS = 0 } = invoice.TOTALS;
          expect(sumOf((note) => note.TOTAL)).toBe(
            Math.round((TOTAL + TOTALVOUCHERS) * 1000) / 1000,
          );
          const inVouchers = sumOf(({ REFUND }) =>
            REFUND.VOUCHERS.reduce((sum, { AMOUNT }) => sum + AMOUNT, 0),
          );
          expect(inVouchers + sumOf(({ REFUND }) => REFUND.MONEY)).toBeCloseTo(
            TOTAL + TOTALVOUCHERS,
          );
          expect(inVouchers).toBeLessThanOrEqual(values.voucher);
          if (voucherId !== undefined) {
            expect(await balanceOf(voucherId)).toBe(100 - values.voucher + inVouchers);
          }
          const path = `/v1/invoices/${invoice.ID}/creditNotes`;
          const beyond = await Promise.all(
            Array.from({ length: 30 }, () => service.post(path, { creditNotes: { full: true } })),
          );
          expect(beyond.map(({ body: refusal }) => (refusal as Refusal).code)).toEqual(
            Array(30).fill('invoice.credited'),
          );
          const again = await service.post(`/v1/orders/${order.ID}/invoices`);
          expect([again.status, (again.body as Paper).TOTALS]).toEqual([201, invoice.TOTALS]);
          const annulledId = (again.body as Paper).ID;
          await annul('invoices', annulledId);
          const third = await service.post(`/v1/orders/${order.ID}/invoices`);
          expect([third.status, (third.body as Paper).TOTALS]).toEqual([201, invoice.TOTALS]);
        },
      ),
      runs(12, 50),
    );
  });

  it('was drawn and compared in every way', () => {
    const wanted =
      'EUR JPY KWD annulment asGiven cii exchange paid return rounding surcharge trusted ubl voucher';
    expect(wanted.split(' ').filter((one) => !compared.has(one))).toEqual([]);
  });

  it('is the same in the tax report', async () => {
    const taxes = new Map<string, number>();
    const add = (currency: string, amount: number) =>
      taxes.set(currency, (taxes.get(currency) ?? 0) + Math.round(amount * 1000));
    type Listed = Paper & { CURRENCIES: { DESTINATION: { ISO4217: { CODE: string } } } };
    for (const [list, sign] of [
      ['invoices', -1],
      ['creditNotes', 1],
    ] as const) {
      const { body } = await service.get(`/v1/${list}?expand=document&perPage=500`);
      const papers = (body as Record<string, Listed[]>)[list] ?? [];
      expect(papers.length).toBeGreaterThan(0);
      for (const { CURRENCIES, TOTALS } of papers.filter((one) => !uncounted.has(one.ID))) {
        add(CURRENCIES.DESTINATION.ISO4217.CODE, sign * (TOTALS['TOTALTAXES'] ?? 0));
      }
    }
    const { body } = await service.get('/v1/taxReport?from=2000-01-01&to=2100-01-01');
    for (const { CURRENCY, TAX, SURCHARGE } of (body as { ROWS: ReportRow[] }).ROWS) {
      add(CURRENCY, TAX);
      add(CURRENCY, SURCHARGE);
    }
    expect([...taxes].filter(([, difference]) => difference !== 0)).toEqual([]);
  });

  /** Exchanges an invoice, if it is simplified. @returns the open invoice */
  async function exchanged(invoice: Paper): Promise<Paper> {
    const { status, body, text } = await service.post(`/v1/invoices/${invoice.ID}/full`, {
      invoices: { billingAddress: { ...company, address: 'Calle Luna 7' } },
    });
    if (status !== 201) {
      if ((body as Refusal).code !== 'invoice.notSimplified') throw new Error(text);
      return invoice;
    }
    const full = body as Paper;
    expect(full.TOTALS).toEqual(invoice.TOTALS);
    uncounted.add(full.ID);
    compared.add('exchange');
    await agree('invoice', full);
    return full;
  }

  async function annul(list: 'invoices' | 'creditNotes', id: number): Promise<void> {
    const annulment = { reason: 'Never sent' };
    const { status, text } = await service.post(`/v1/${list}/${id}/annulment`, { annulment });
    if (status !== 201) throw new Error(text);
    uncounted.add(id);
  }

  /** Brings an order in, with the drawn total, and spends its voucher. */
  async function sold({ order, units, given, voucher }: Sale): Promise<{
    order: Paper;
    voucherId?: number;
  }> {
    const unit = 10 ** (digitsOf[order.currencyCode] ?? 2);
    const code = `GIFT-${++made}`;
    const values = () => ({
      ...{ ...orderOf({}), ...order },
      payment: { ...order.payment, paymentSystem: { pId: 'cash' } },
      ...(voucher === 0 ? {} : { vouchers: [{ code, amount: voucher }] }),
    });
    let sale = await sales.order(values());
    isAsGiven = false;
    const { SUBTOTAL = 0, TOTALTAXES = 0 } = sale.TOTALS;
    const rounded = (amount: number): number => Math.round(amount * unit) / unit;
    const total = rounded(sale.TOTAL + units / unit);
    const totals = {
      total: { total },
      all: {
        total,
        subtotal: SUBTOTAL,
        totalTaxes: Math.max(0, rounded(TOTALTAXES + units / unit)),
      },
      trusted: { total: rounded(total * 1.1) },
      asGiven: { total: rounded(total * 1.1) },
    }[given];
    const trustTotals = { trusted: true, asGiven: 'asGiven' }[given as string];
    // Given totals are not negative.
    if (units !== 0 && TOTALTAXES >= 0) {
      const orders = { ...values(), totals, ...(trustTotals && { trustTotals }) };
      const { status, body, text } = await service.post('/v1/orders', { orders });
      if (status === 201) {
        expect((body as Paper).TOTAL).toBe(totals.total);
        sale = body as Paper;
        isAsGiven = given === 'asGiven';
        compared.add(given);
        // Taxes of a few minor units can't follow a total.
      } else if (!text.includes('totals.notTrusted')) throw new Error(text);
    }
    if (voucher === 0) return { order: sale };
    const vouchers = { code, availableBalance: 100, currencyId: currencyIds[order.currencyCode] };
    const { body } = await service.post(`/v1/users/${adaId}/vouchers`, { vouchers });
    const { ID: voucherId } = body as { ID: number };
    const { status, text } = await service.put(`/v1/orders/${sale.ID}/changeStatus`, { status: 2 });
    if (status !== 200) throw new Error(text);
    expect(await balanceOf(voucherId)).toBe(100 - voucher);
    compared.add('voucher');
    return { order: sale, voucherId };
  }

  async function balanceOf(voucherId: number): Promise<number> {
    const { body } = await service.get(`/v1/users/vouchers/${voucherId}`);
    return (body as { AVAILABLEBALANCE: number }).AVAILABLEBALANCE;
  }

  /** Credits a part of an invoice, everything that is left without a step; undefined where less is left than that. */
  async function creditedBy(
    order: Paper,
    invoice: Paper,
    currencyCode: string,
    step?: { kind: string; at: number; permille: number },
  ): Promise<Refunded | undefined> {
    const rows = leaves(order.ROWS);
    const digits = digitsOf[currencyCode] ?? 2;
    const { kind = 'full', at = 0, permille = 1000 } = step ?? {};
    const part = (whole: number, decimals: number): number =>
      Math.ceil((whole * permille * 10 ** decimals) / 1000) / 10 ** decimals;
    const line = rows[at % rows.length];
    if (!line) throw new Error('no line');
    const { HASH: hash, QUANTITY, TOTAL } = line;
    if (kind === 'return') {
      const asked = { items: [{ hash, quantity: part(QUANTITY, 3) }] };
      const { status, body } = await sales.request(order.ID, asked);
      if (status !== 201) return undefined;
      compared.add('return');
      const { ID } = await sales.return((body as Paper).ID);
      return (await sales.creditNote(ID)) as Refunded;
    }
    const group = invoice.TAXES[at % Math.max(1, invoice.TAXES.length)];
    const creditNotes = {
      full: { full: true },
      quantity: { lines: [{ hash, quantity: part(QUANTITY, 3) }] },
      amount: { lines: [{ hash, amount: part(TOTAL, digits) }] },
      tax: { taxes: [{ tax: { id: group?.TAX.ID }, base: part(group?.BASE ?? 0, digits) }] },
    }[kind];
    const { status, body, text } = await service.post(`/v1/invoices/${invoice.ID}/creditNotes`, {
      creditNotes: { ...creditNotes, reason: kind },
    });
    if (status === 201) return body as Refunded;
    if (kind === 'full' || (status !== 422 && status !== 400)) throw new Error(text);
    return undefined;
  }

  /** The shipping and payment prices that can still be refunded, read from refusals. */
  async function limitsOf(order: Paper): Promise<number[]> {
    const left: number[] = [];
    for (const type of ['SHIPPING', 'PAYMENT']) {
      const item = { type, name: type, amount: 9_999_999 };
      const { body } = await sales.request(order.ID, { additionalItems: [item] });
      left.push(Number(/At most ([\d.]+) of/.exec((body as Refusal).detail)?.[1]));
    }
    return left;
  }

  /** A document has the same groups and sums in its record, on its page and in both syntaxes. */
  async function agree(kind: 'invoice' | 'creditNote', paper: Paper): Promise<void> {
    const payments = await agreeOnPage(kind, paper);
    const path = `${kind}s/${paper.ID}`;
    const record = taxedGroups(paper.TAXES.map((one) => [one.TAXRATE, one.BASE, one.TAXPRICE]));
    for (const [form, groupsOf] of [
      ['ubl', groupsOfUbl],
      ['cii', groupsOfCii],
    ] as const) {
      const { status, body } = await service.get(`/v1/${path}/document/${form}`);
      if (status !== 200) {
        // Not every order can be a structured invoice, but none for its totals, unless these were stored as given.
        const { code } = body as Refusal;
        if (code !== 'totals.asGiven' || !isAsGiven) expect(code).toBe('document.notExpressible');
        continue;
      }
      const { content } = body as { content: string };
      const xml = Buffer.from(content, 'base64').toString();
      const groups = groupsOf(xml);
      expect([path, form, taxedGroups(groups)]).toEqual([path, form, record]);
      const sums = [1, 2].map((at) => groups.reduce((sum, one) => sum + (one[at] ?? 0), 0));
      const { SUBTOTAL = 0, TOTALTAXES = 0 } = paper.TOTALS;
      expect([path, form, ...sums.map(thousandths)]).toEqual([
        ...[path, form, thousandths(SUBTOTAL), thousandths(TOTALTAXES)],
      ]);
      const root = readXml(xml);
      expect([path, form, ...paymentPaths[form].map((at) => Number(textAt(root, at)))]).toEqual([
        ...[path, form, ...payments],
      ]);
      if (form === 'ubl') expect([path, checkUblSums(xml).broken]).toEqual([path, []]);
      compared.add(form);
    }
  }

  /** @returns what the page shows as paid, and as left to pay or to refund */
  async function agreeOnPage(kind: 'invoice' | 'creditNote', paper: Paper): Promise<number[]> {
    const { taxes, rows, totals } = await pageOf(kind, paper.ID);
    const page = (taxes?.rows ?? []).map(({ cells }) => cells.slice(1).map(numberOf));
    const hasSurcharge = paper.TAXES.some(({ RERATE }) => RERATE !== 0);
    const record = paper.TAXES.map(({ BASE, TAXRATE, TAXPRICE, RERATE, REPRICE }) => [
      ...[BASE, TAXRATE, TAXPRICE],
      ...(hasSurcharge ? [RERATE, REPRICE] : []),
    ]);
    // Amounts without any tax are in no group of the record.
    const untaxed = record.reduce((rest, [base = 0]) => rest - base, paper.TOTALS['SUBTOTAL'] ?? 0);
    const groups = record.length === 0 ? [] : [...record, [untaxed, 0, 0]];
    const compare = (amounts: readonly number[][]) =>
      isAsGiven ? comparable(amounts).slice(0, -1) : comparable(amounts);
    expect(compare(page)).toEqual(compare(groups));
    if (hasSurcharge) compared.add('surcharge');
    const lines = rows.rows.filter(({ isNested }) => isNested !== true);
    const printed = lines.reduce((sum, { cells }) => sum + numberOf(cells.at(-1) ?? ''), 0);
    const { SUBTOTALROWS = 0, SUBTOTALSHIPPINGS = 0, SUBTOTALPAYMENTSYSTEM = 0 } = paper.TOTALS;
    const parts = SUBTOTALROWS + SUBTOTALSHIPPINGS + SUBTOTALPAYMENTSYSTEM;
    expect(thousandths(printed)).toBe(thousandths(parts));
    const amountOf = (wanted: string): number =>
      numberOf(totals.find(({ label }) => label === wanted)?.text ?? '');
    const { SUBTOTAL, TOTALTAXES, ROUNDING = 0 } = paper.TOTALS;
    const isTaxed = paper.TAXES.length > 0;
    if (isTaxed) expect(amountOf('Subtotal without tax')).toBe(SUBTOTAL);
    if (isTaxed) expect(amountOf('Tax')).toBe(TOTALTAXES);
    if (ROUNDING !== 0) compared.add('rounding');
    const final = totals.findIndex(({ isFinal }) => isFinal);
    const isPaid = kind === 'invoice' && paper.PAID;
    if (isPaid) compared.add('paid');
    const due = isPaid ? 0 : paper.TOTAL;
    expect(numberOf(totals[final]?.text ?? '')).toBe(due);
    const paid = totals
      .slice(0, final)
      .filter(({ label }) => label === 'Amount paid' || label.startsWith('Voucher'))
      .reduce((sum, { text }) => sum - thousandths(numberOf(text)), 0);
    // From the total with tax on, all lines add up to the final one.
    const withTax = totals.findIndex(({ label }) => /^Total( with tax)?$/.test(label));
    if (withTax === -1) return [paid / 1000, due];
    const summed = totals.slice(withTax, Math.max(final, withTax + 1));
    const sum = summed.reduce((all, { text }) => all + thousandths(numberOf(text)), 0);
    if (!isAsGiven) expect(sum).toBe(thousandths(due));
    return [paid / 1000, due];
  }
});
