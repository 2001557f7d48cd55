/** @engine */
import fc from 'fast-check';
import { toPdfModel } from '../../../src/modules/sales/pdf/pdf-content';
import { PdfSources } from '../../../src/modules/sales/pdf/pdf-sources';
import { cases } from '../../support/random/cases';
import { importLines } from '../../support/import';
import {
  invoiceMasters,
  invoiceOrder,
  peppolAddress,
} from '../../support/documents/invoice-orders';
import { Service } from '../../support/service/service';
import { checkUblSums } from '../../support/documents/ubl-sums';
import { findAllElements, readXml, textAt } from '../../support/documents/xml-reader';
import { AfterSales, leaves, type Paper } from './rmas-life';

interface Refusal {
  code: string;
  detail: string;
}

const company = {
  ...{ countryCode: 'ES', company: 'Ada S.L.', vat: 'ESB87654323', city: 'Sevilla' },
  ...peppolAddress,
};
/** Decimals of currencies that don't have two. */
const digitsOf: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

interface ReportRow {
  CURRENCY: string;
  TAX: number;
  SURCHARGE: number;
}

describe('The money of documents of every kind', () => {
  let service: Service;
  let sales: AfterSales;
  let made = 0;
  /** Ids of annulled credit notes, and of full invoices that replace simplified ones. */
  const uncounted = new Set<number>();

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    const { rejected, errors } = await importLines(service, invoiceMasters);
    expect([rejected, errors]).toEqual([0, []]);
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const orderOf = (values: object) => ({
    ...{ pId: `money-${++made}`, date: '2026-03-01T23:30:00Z', currencyCode: 'EUR' },
    ...{ headquarter: { pId: 'es' } },
    user: { email: 'ada@example.com', billingAddress: company },
    ...values,
  });

  async function xmlOf(path: string, form: string): Promise<string> {
    const { status, body, text } = await service.get(`/v1/${path}/document/${form}`);
    if (status !== 200) throw new Error(text);
    return Buffer.from((body as { content: string }).content, 'base64').toString();
  }

  const groupsOfUbl = (xml: string) =>
    findAllElements(readXml(xml), 'cac:TaxTotal/cac:TaxSubtotal').map((one) =>
      ['cac:TaxCategory/cbc:Percent', 'cbc:TaxableAmount', 'cbc:TaxAmount'].map((path) =>
        Number(textAt(one, path)),
      ),
    );

  async function pageOf(kind: 'invoice' | 'creditNote', id: number) {
    const source = await service.app.get(PdfSources).loadDocument(kind, id);
    return toPdfModel(source, { zone: 'Europe/Madrid' });
  }

  /** An amount on a page in English. */
  const numberOf = (text: string): number => Number(text.replace(/[^\d.-]/g, ''));

  it('is the same in record, page, UBL and CII, and what is given back in parts is all of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        invoiceOrder.filter((one) => one.currencyCode !== 'USD'),
        fc.array(fc.constantFrom(0, 333, 1000), { minLength: 8, maxLength: 8 }),
        async (values, permilles) => {
          const order = await sales.order({
            ...orderOf({}),
            ...values,
            ...{
              languageCode: 'en',
              payment: { ...values.payment, paymentSystem: { pId: 'cash' } },
            },
          });
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
            (most) => Math.floor((most * 100 * (permilles[6] ?? 0)) / 1000) / 100,
          );
          const notes: Paper[] = [];
          for (const [taken, items] of [
            [first, part],
            [second, wanted.map((most, at) => Math.round((most - (part[at] ?? 0)) * 100) / 100)],
          ] as const) {
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
      { numRuns: cases(6, 150) },
    );
  });

  it('is the same where returns, credits, exchanges and annulments take turns, and the credits total the invoice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .tuple(
            invoiceOrder.filter((one) => one.currencyCode !== 'USD'),
            fc.constantFrom('JPY', 'KWD', undefined, undefined),
          )
          .map(([one, currencyCode = one.currencyCode]) => ({ ...one, currencyCode })),
        fc.array(
          fc.record({
            kind: fc.constantFrom('return', 'quantity', 'amount', 'tax', 'exchange', 'annulment'),
            at: fc.nat(5),
            permille: fc.constantFrom(1, 333, 500),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        async (values, steps) => {
          const order = await sales.order({ ...orderOf({}), ...values, languageCode: 'en' });
          const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
          let invoice = body as Paper;
          const notes: Paper[] = [];
          for (const step of [...steps, undefined]) {
            if (step?.kind === 'exchange') {
              invoice = await exchanged(invoice);
              continue;
            }
            if (step?.kind === 'annulment') {
              await annul(notes.splice(step.at % Math.max(1, notes.length), 1));
              continue;
            }
            const note = await creditedBy(order, invoice, values.currencyCode, step);
            if (!note) continue;
            if (note.ROWS.length > 0) await agree('creditNote', note);
            notes.push(note);
          }
          const sumOf = (read: (paper: Paper) => number): number =>
            Math.round(notes.reduce((sum, note) => sum + read(note) * 1000, 0)) / 1000;
          for (const name of ['SUBTOTAL', 'SUBTOTALROWS', 'TOTALTAXES', 'ROUNDING']) {
            expect([name, sumOf(({ TOTALS }) => TOTALS[name] ?? 0)]).toEqual([
              ...[name, invoice.TOTALS[name]],
            ]);
          }
          // Of an exempt customer's taxes nobody knows the rates any more: they are one group.
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
          const path = `/v1/invoices/${invoice.ID}/creditNotes`;
          const beyond = await Promise.all(
            Array.from({ length: 30 }, () => service.post(path, { creditNotes: { full: true } })),
          );
          expect(beyond.map(({ body: refusal }) => (refusal as Refusal).code)).toEqual(
            Array(30).fill('invoice.credited'),
          );
          const again = await service.post(`/v1/orders/${order.ID}/invoices`);
          expect([again.status, (again.body as Paper).TOTALS]).toEqual([201, invoice.TOTALS]);
        },
      ),
      { numRuns: cases(6, 150) },
    );
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
    await agree('invoice', full);
    return full;
  }

  async function annul(notes: readonly Paper[]): Promise<void> {
    for (const { ID } of notes) {
      const annulment = { reason: 'Never sent' };
      const { status, text } = await service.post(`/v1/creditNotes/${ID}/annulment`, { annulment });
      if (status !== 201) throw new Error(text);
      uncounted.add(ID);
    }
  }

  /** Credits a part of an invoice, everything that is left without a step; undefined where less is left than that. */
  async function creditedBy(
    order: Paper,
    invoice: Paper,
    currencyCode: string,
    step?: { kind: string; at: number; permille: number },
  ): Promise<Paper | undefined> {
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
      return sales.creditNote((await sales.return((body as Paper).ID)).ID);
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
    if (status === 201) return body as Paper;
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

  async function agree(kind: 'invoice' | 'creditNote', paper: Paper): Promise<void> {
    const path = `${kind}s/${paper.ID}`;
    const { status, body } = await service.get(`/v1/${path}/document/ubl`);
    if (status !== 200) {
      // Not every order can be a structured invoice, but none for its totals.
      expect((body as Refusal).code).toBe('document.notExpressible');
      return;
    }
    const ubl = await xmlOf(path, 'ubl');
    expect([path, checkUblSums(ubl).broken]).toEqual([path, []]);
    const settlement =
      'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax';
    const cii = findAllElements(readXml(await xmlOf(path, 'cii')), settlement).map((one) =>
      ['ram:RateApplicablePercent', 'ram:BasisAmount', 'ram:CalculatedAmount'].map((name) =>
        Number(textAt(one, name)),
      ),
    );
    const byRate = (groups: readonly (readonly number[])[]) => {
      const sums = new Map<number, number[]>();
      for (const [rate = 0, base = 0, tax = 0] of groups) {
        const [bases = 0, taxes = 0] = sums.get(rate) ?? [];
        sums.set(rate, [bases + Math.round(base * 1000), taxes + Math.round(tax * 1000)]);
      }
      return [...sums]
        .filter(([rate, [base, tax]]) => rate > 0 && (base !== 0 || tax !== 0))
        .sort();
    };
    const record = byRate(paper.TAXES.map((one) => [one.TAXRATE, one.BASE, one.TAXPRICE]));
    expect(byRate(groupsOfUbl(ubl))).toEqual(record);
    expect(byRate(cii)).toEqual(record);
    const { taxes, rows, totals } = await pageOf(kind, paper.ID);
    const page = (taxes?.rows ?? []).map(({ cells }) => [
      ...[numberOf(cells[2] ?? ''), numberOf(cells[1] ?? ''), numberOf(cells[3] ?? '')],
    ]);
    expect(byRate(page)).toEqual(record);
    const lines = rows.rows.filter(({ isNested }) => isNested !== true);
    const printed = lines.reduce(
      (sum, { cells }) => sum + Math.round(numberOf(cells.at(-1) ?? '') * 1000),
      0,
    );
    const { SUBTOTALROWS = 0, SUBTOTALSHIPPINGS = 0, SUBTOTALPAYMENTSYSTEM = 0 } = paper.TOTALS;
    const parts = SUBTOTALROWS + SUBTOTALSHIPPINGS + SUBTOTALPAYMENTSYSTEM;
    expect(printed).toBe(Math.round(parts * 1000));
    const final = totals.find(({ isFinal }) => isFinal);
    expect(numberOf(final?.text ?? '')).toBe(paper.TOTAL);
  }
});
