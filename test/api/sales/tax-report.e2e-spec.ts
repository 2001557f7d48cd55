/** @engine */
import { Clock } from '../../../src/core/clock';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { buyer, importMasters, smallOrder } from './sample-store';

interface Row {
  BASE: number;
  BASESELLER: number;
  CATEGORY: string;
  CORRECTEDPERIOD: string;
  COUNTRY: string;
  CURRENCY: string;
  CURRENCYSELLER: string;
  DOCUMENTS: number;
  KIND: string;
  RATE: number;
  SURCHARGE: number;
  SURCHARGERATE: number;
  SURCHARGESELLER: number;
  TAX: number;
  TAXSELLER: number;
}

const vat21 = [{ tax: { pId: 'vat21' } }];
const vat10 = [{ tax: { pId: 'vat10' } }];
const { nif: _nif, ...withoutNumber } = buyer;
const person = (billingAddress: object) => ({ email: 'a@example.com', billingAddress });
const cents = (amounts: readonly number[]): number =>
  amounts.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100;

describe('The tax report', () => {
  let service: Service;
  let sales: AfterSales;
  let now = new Date('2026-03-10T12:00:00Z');

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    jest.spyOn(service.app.get(Clock), 'now').mockImplementation(() => new Date(now));
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const made = (response: { status: number; text: string; body: unknown }): Paper => {
    if (response.status !== 201) throw new Error(response.text);
    return response.body as Paper;
  };

  async function invoiced(values: object): Promise<Paper> {
    const { ID } = await sales.order(smallOrder({ headquarter: { pId: 'hq' }, ...values }));
    return made(await service.post(`/v1/orders/${ID}/invoices`));
  }

  const credit = async ({ ID }: Paper, creditNotes: object = { full: true }) =>
    made(await service.post(`/v1/invoices/${ID}/creditNotes`, { creditNotes }));
  const annul = async (list: string, { ID }: Paper) =>
    made(await service.post(`/v1/${list}/${ID}/annulment`, { annulment: { reason: 'Test' } }));

  async function report(from: string, to: string, more = ''): Promise<Row[]> {
    const { status, body, text } = await service.get(
      `/v1/taxReport?from=${from}&to=${to}&headquarter=hq${more}`,
    );
    if (status !== 200) throw new Error(text);
    return (body as { ROWS: Row[] }).ROWS;
  }

  const cup = { rows: [{ name: 'Cup', quantity: 3, price: 9.99, taxes: vat21 }] };

  /** The report's sums are those of the documents: invoices less credit notes. */
  function expectSums(rows: readonly Row[], plus: readonly Paper[], minus: readonly Paper[]): void {
    const of = (papers: readonly Paper[], name: string, sign: number) =>
      papers.map(({ TOTALS }) => sign * (TOTALS[name] ?? 0));
    const both = (name: string) => cents([...of(plus, name, 1), ...of(minus, name, -1)]);
    expect(cents(rows.map(({ BASE }) => BASE))).toBe(both('SUBTOTAL'));
    expect(cents(rows.flatMap(({ TAX, SURCHARGE }) => [TAX, SURCHARGE]))).toBe(both('TOTALTAXES'));
  }

  it('has sums by country, rate, category and kind, which are those of the documents', async () => {
    now = new Date('2026-03-10T12:00:00Z');
    const surcharged = { ...buyer, re: true };
    const rows = [
      { name: 'Cup', quantity: 1.5, price: 7.333, taxes: vat21 },
      { name: 'Tea', quantity: 7, price: 1.117, taxes: vat10 },
      { name: 'Book', quantity: 1, price: 5 },
    ];
    const papers = [
      await invoiced(cup),
      await invoiced({ ...cup, user: person(withoutNumber) }),
      await invoiced({ rows, user: person(surcharged), discounts: [{ name: 'Sale', amount: 2 }] }),
      await invoiced({ ...cup, user: person({ ...buyer, countryCode: 'US', tax: false }) }),
      await invoiced({
        ...cup,
        user: { ...person(buyer), shippingAddress: { countryCode: 'PT', firstName: 'Eva' } },
      }),
    ];
    const found = await report('2026-03-01', '2026-03-31');
    expectSums(found, papers, []);
    expect(found).toMatchObject([
      { COUNTRY: 'ES', KIND: 'full', CATEGORY: 'S', RATE: 10, SURCHARGERATE: 1.4, DOCUMENTS: 1 },
      { COUNTRY: 'ES', KIND: 'full', CATEGORY: 'S', RATE: 21, SURCHARGERATE: 0, BASE: 29.97 },
      { COUNTRY: 'ES', KIND: 'full', CATEGORY: 'S', RATE: 21, SURCHARGERATE: 5.2, DOCUMENTS: 1 },
      { COUNTRY: 'ES', KIND: 'full', CATEGORY: 'Z', RATE: 0, TAX: 0, DOCUMENTS: 1 },
      { COUNTRY: 'ES', KIND: 'simplified', CATEGORY: 'S', RATE: 21, BASE: 29.97, TAX: 6.29 },
      { COUNTRY: 'PT', KIND: 'full', CATEGORY: 'S', RATE: 21, BASE: 29.97, TAX: 6.29 },
      { COUNTRY: 'US', KIND: 'full', CATEGORY: 'G', RATE: 0, BASE: 29.97, TAX: 0 },
    ]);
    for (const { BASE, BASESELLER, TAX, TAXSELLER, CURRENCYSELLER } of found) {
      expect([BASESELLER, TAXSELLER, CURRENCYSELLER]).toEqual([BASE, TAX, 'EUR']);
    }
    expect(await report('2026-03-10', '2026-03-10')).toEqual(found);
    expect(await report('2026-03-11', '2026-03-31')).toEqual([]);
  });

  it('subtracts credit notes, which name the corrected period', async () => {
    now = new Date('2026-04-20T12:00:00Z');
    const invoice = await invoiced(cup);
    const [line] = leaves(invoice.ROWS);
    now = new Date('2026-05-02T12:00:00Z');
    const back = await sales.credited(invoice.PARENT.ID, { [line?.HASH ?? '']: 1 });
    const bonus = await credit(invoice, { taxes: [{ tax: { pId: 'vat21' }, base: 3.33 }] });
    const rows = await report('2026-05-01', '2026-05-31');
    expectSums(rows, [], [back, bonus]);
    expect(rows).toMatchObject([
      { KIND: 'corrective', CORRECTEDPERIOD: '2026-04', DOCUMENTS: 2, BASE: -13.32, RATE: 21 },
    ]);
    const april = await report('2026-04-01', '2026-04-30');
    expect(april).toMatchObject([{ KIND: 'full', CORRECTEDPERIOD: '', BASE: 29.97 }]);
    expectSums(await report('2026-04-01', '2026-05-31'), [invoice], [back, bonus]);
    await annul('creditNotes', bonus);
    expectSums(await report('2026-05-01', '2026-05-31'), [], [back]);
  });

  it('subtracts a payment discount that has no tax', async () => {
    now = new Date('2025-07-02T12:00:00Z');
    const payment = { paymentSystem: { pId: 'cash' }, price: -10 };
    const invoice = await invoiced({ ...cup, payment });
    const [line] = leaves(invoice.ROWS);
    expectSums(await report('2025-07-01', '2025-07-31'), [invoice], []);
    const back = await sales.credited(invoice.PARENT.ID, { [line?.HASH ?? '']: 1 });
    expect(back.TOTALS).toMatchObject({ SUBTOTAL: 6.66, TOTALTAXES: 2.1 });
    const rest = await credit(invoice, { full: true });
    expectSums(await report('2025-07-01', '2025-07-31'), [invoice], [back, rest]);
  });

  it('leaves annulled documents out, and counts exchanged pairs once', async () => {
    now = new Date('2026-06-10T12:00:00Z');
    await annul('invoices', await invoiced(cup));
    expect(await report('2026-06-01', '2026-06-30')).toEqual([]);
    const simplified = await invoiced({ ...cup, user: person(withoutNumber) });
    now = new Date('2026-07-10T12:00:00Z');
    const full = made(
      await service.post(`/v1/invoices/${simplified.ID}/full`, {
        invoices: { billingAddress: buyer },
      }),
    );
    expect(await report('2026-06-01', '2026-06-30')).toMatchObject([
      { KIND: 'simplified', DOCUMENTS: 1, BASE: 29.97, TAX: 6.29 },
    ]);
    expect(await report('2026-07-01', '2026-07-31')).toEqual([]);
    const note = await credit(full);
    const rows = await report('2026-07-01', '2026-07-31');
    expectSums(rows, [], [note]);
    expect(rows).toMatchObject([{ KIND: 'corrective', CORRECTEDPERIOD: '2026-06' }]);
  });

  it('assigns documents by their date of supply', async () => {
    now = new Date('2026-08-10T12:00:00Z');
    await invoiced({ ...cup, deliveryDate: '2026-09-03' });
    await invoiced({ ...cup, shipments: [{ price: 1, incomingDate: '2026-10-05' }] });
    await invoiced(cup);
    const months = ['08', '09', '10'];
    const bases = async (by: string) =>
      Promise.all(
        months.map(async (month) =>
          cents((await report(`2026-${month}-01`, `2026-${month}-28`, by)).map(({ BASE }) => BASE)),
        ),
      );
    expect(await bases('')).toEqual([90.91, 0, 0]);
    expect(await bases('&by=supply')).toEqual([29.97, 29.97, 30.97]);
  });

  it("has amounts in the seller's currency", async () => {
    now = new Date('2026-11-10T12:00:00Z');
    const inDollars = { currencyCode: 'USD', sourceCurrencyCode: 'EUR', exchangeRate: 1.0907 };
    const rows = [...cup.rows, { name: 'Tea', quantity: 7, price: 1.117, taxes: vat10 }];
    const invoice = await invoiced({ rows, ...inDollars });
    await invoiced({ ...cup, currencyCode: 'USD' });
    const found = await report('2026-11-01', '2026-11-30');
    const known = found.filter(({ CURRENCYSELLER }) => CURRENCYSELLER === 'EUR');
    expectSums(known, [invoice], []);
    const inEuros = Math.round(((invoice.TOTALS['TOTALTAXES'] ?? 0) / 1.0907) * 100) / 100;
    expect(cents(known.map(({ TAXSELLER }) => TAXSELLER))).toBe(inEuros);
    expect(found.filter(({ CURRENCYSELLER }) => CURRENCYSELLER === '')).toMatchObject([
      { CURRENCY: 'USD', BASE: 29.97, BASESELLER: 0, TAXSELLER: 0 },
    ]);
  });

  it('counts every document once, however many have the same date', async () => {
    const headquarter = { pId: 'many' };
    const orders = Array.from({ length: 600 }, (_, at) => `many-${at}`);
    const dates = ['2026-12-01T10:00:00Z', '2026-12-02T10:00:00Z', '2026-12-03T10:00:00Z'];
    const { errors } = await importLines(service, [
      { type: 'headquarter', pId: 'many', name: 'Many', countryCode: 'ES' },
      ...orders.map((pId) => ({ ...smallOrder({ headquarter, ...cup }), type: 'order', pId })),
      ...orders.map((pId, at) => ({
        ...{ type: 'invoice', pId, order: { pId }, documentNumber: pId },
        // Chunks end within and between dates, and ids aren't in the order of dates.
        date: dates[at % 150 === 0 ? 2 : at < 300 ? 1 : 0],
      })),
    ]);
    expect(errors).toEqual([]);
    for (const by of ['issue', 'supply']) {
      const { body } = await service.get(
        `/v1/taxReport?from=2026-12-01&to=2026-12-03&headquarter=many&by=${by}`,
      );
      expect((body as { ROWS: Row[] }).ROWS).toMatchObject([{ DOCUMENTS: 600, BASE: 17_982 }]);
    }
  });

  it('comes as a table, and of one headquarter', async () => {
    const path = '/v1/taxReport?from=2026-03-01&to=2026-03-31';
    const { text } = await service.get(`${path}&headquarter=hq`, {
      headers: { Accept: 'text/csv' },
    });
    const [header = '', ...lines] = text.trimEnd().split('\r\n');
    expect(header.replace('\uFEFF', '').split(',')).toEqual([
      ...['BASE', 'BASESELLER', 'CATEGORY', 'CORRECTEDPERIOD', 'COUNTRY', 'CURRENCY'],
      ...['CURRENCYSELLER', 'DOCUMENTS', 'KIND', 'RATE', 'SURCHARGE', 'SURCHARGERATE'],
      ...['SURCHARGESELLER', 'TAX', 'TAXSELLER'],
    ]);
    expect(lines).toHaveLength(7);
    expect((await service.get(`${path}&headquarter=hq2`)).body).toEqual({ ROWS: [] });
    expect((await service.get('/v1/taxReport?from=2026-03-01')).status).toBe(400);
  });
});
