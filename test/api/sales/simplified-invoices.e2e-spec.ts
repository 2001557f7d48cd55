/** @engine modules/sales/documents/copies */
import { importLines } from '../../support/import';
import { readPdf, toTextLines } from '../../support/documents/pdf-reader';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';

interface Invoice extends Paper {
  KIND: string;
  REASONCODE: string;
  USER: object;
}

const vat21 = [{ tax: { pId: 'vat21' } }];
const known = {
  ...{ countryCode: 'ES', firstName: 'Ada', lastName: 'Núñez', nif: '12345678Z' },
  ...{ address: 'Gran Vía', number: '12', city: 'Madrid', postalCode: '28013' },
};
const { nif: _nif, ...withoutNumber } = known;
const anonymous = { countryCode: 'ES' };

/** Sellers, each in a country of its own. */
const offices = ['ES', 'DE', 'FR', 'SE', 'US'].map((countryCode) => ({
  ...{ type: 'headquarter', pId: countryCode, name: `Office ${countryCode}`, countryCode },
  ...(countryCode === 'ES' && { series: [{ document: 'simplifiedInvoice', prefix: 'T-' }] }),
}));

/** An order of one cup. @param price before 21 % VAT */
const cup = (billingAddress: object, price: number, values: object = {}) =>
  smallOrder({
    headquarter: { pId: 'ES' },
    user: { email: 'ada@example.com', billingAddress },
    rows: [{ name: 'Cup', quantity: 1, price, taxes: vat21 }],
    ...values,
  });

describe('Simplified invoices', () => {
  let service: Service;
  let sales: AfterSales;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    expect(await importLines(service, offices)).toMatchObject({ rejected: 0 });
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const invoice = (orderId: number) => service.post(`/v1/orders/${orderId}/invoices`);
  const exchange = ({ ID }: Paper, billingAddress: object = known) =>
    service.post(`/v1/invoices/${ID}/full`, { invoices: { billingAddress } });
  const credit = ({ ID }: Paper, creditNotes: object = { full: true }) =>
    service.post(`/v1/invoices/${ID}/creditNotes`, { creditNotes });

  async function invoiced(values: object): Promise<Invoice> {
    const { ID } = await sales.order(values);
    return made(await invoice(ID));
  }

  async function page(path: string): Promise<string> {
    const { body } = await service.get(`/v1/${path}/document/pdf`);
    const { content } = body as { content: string };
    return readPdf(Buffer.from(content, 'base64')).pages.flatMap(toTextLines).join('\n');
  }

  it.each([
    ['all details', known, 10, 'full'],
    ['a VAT number only', { ...withoutNumber, vat: 'ESA58818501' }, 10, 'full'],
    ['no tax number', withoutNumber, 10, 'simplified'],
    ['no tax number abroad', { ...withoutNumber, countryCode: 'FR' }, 10, 'full'],
    ['only a country outside of the EU', { countryCode: 'US' }, 10, 'simplified'],
    ['no city', { ...known, city: ' ' }, 10, 'simplified'],
    ['no name', { ...known, firstName: '', lastName: '' }, 10, 'simplified'],
    ['a company', { ...known, firstName: '', lastName: '', company: 'Cups SL' }, 10, 'full'],
    ['only a country', anonymous, 2479.34, 'simplified'],
    ['no tax number above the limit', withoutNumber, 2479.35, 'full'],
  ])('are those of buyers with %s', async (_, address, price, kind) => {
    const { ID, KIND, DOCUMENTNUMBER } = await invoiced(cup(address, price));
    expect(KIND).toBe(kind);
    expect(DOCUMENTNUMBER).toMatch(kind === 'full' ? /^I\d+-\d{4}-\d+$/ : /^T-\d+$/);
    expect(await sales.read(`invoices/${ID}`)).toMatchObject({ KIND: kind });
  });

  it.each([
    ['ES', 3000, 'EUR', 2479.35],
    ['DE', 250, 'EUR', 206.62],
    ['FR', 100, 'EUR', 82.65],
    ['SE', 4000, 'SEK', 3305.79],
  ])('of sellers in %s total at most %d %s', async (pId, limit, currencyCode, price) => {
    const order = (less: number) =>
      cup({ countryCode: pId }, Math.round((price - less) * 100) / 100, {
        headquarter: { pId },
        currencyCode,
      });
    expect(await invoiced(order(0.01))).toMatchObject({ KIND: 'simplified' });
    const { ID } = await sales.order(order(0));
    expect((await invoice(ID)).body).toMatchObject({
      ...{ status: 422, code: 'invoice.buyerUnknown' },
      detail: expect.stringContaining(`up to ${limit} ${currencyCode}.`) as string,
    });
    expect((await service.get(`/v1/orders/${ID}/invoices`)).body).toEqual({ invoices: [] });
  });

  it('are limited in the currency of the seller', async () => {
    const inDollars = { currencyCode: 'USD', sourceCurrencyCode: 'EUR', exchangeRate: 1.25 };
    // 3,750.00 USD are 3,000.00 EUR.
    expect(await invoiced(cup(anonymous, 3099.17, inDollars))).toMatchObject({
      KIND: 'simplified',
    });
    const above = await sales.order(cup(anonymous, 3099.19, inDollars));
    expect((await invoice(above.ID)).body).toMatchObject({
      detail:
        'The billing address lacks: name, street and city, tax number. Simplified invoices are allowed up to 3000 EUR. ' +
        'The order totals 3000.02 EUR.',
    });
    const unknown = await sales.order(cup(anonymous, 1, { currencyCode: 'USD' }));
    expect((await invoice(unknown.ID)).body).toMatchObject({
      code: 'invoice.buyerUnknown',
      detail: expect.stringContaining('no exchange rate to EUR') as string,
    });
  });

  it('are not made under reverse charge', async () => {
    const { ID } = await sales.order(cup({ ...anonymous, reverseChargeVat: true }, 10));
    expect((await invoice(ID)).body).toMatchObject({
      ...{ status: 422, code: 'invoice.buyerUnknown' },
      detail: expect.stringContaining('Under reverse charge') as string,
    });
    const reversed = { ...withoutNumber, reverseChargeVat: true };
    expect(await invoiced(cup(reversed, 10))).toMatchObject({ KIND: 'full' });
  });

  it('are not made of deliveries to another member state', async () => {
    const { ID } = await sales.order(cup({ countryCode: 'FR' }, 10));
    expect((await invoice(ID)).body).toMatchObject({
      ...{ status: 422, code: 'invoice.buyerUnknown' },
      detail: expect.stringContaining('to another member state') as string,
    });
    const shippingAddress = { ...known, countryCode: 'FR' };
    const sent = cup(withoutNumber, 10, {
      user: { email: 'ada@example.com', billingAddress: withoutNumber, shippingAddress },
    });
    expect(await invoiced(sent)).toMatchObject({ KIND: 'full' });
    expect(await invoiced(cup({ ...known, countryCode: 'FR' }, 10))).toMatchObject({
      KIND: 'full',
    });
  });

  it('are made by sellers in countries with limits', async () => {
    const american = cup(anonymous, 9000, { headquarter: { pId: 'US' } });
    expect(await invoiced(american)).toMatchObject({ KIND: 'full' });
  });

  it('have no gaps in their own series', async () => {
    const orders = await Promise.all(
      Array.from({ length: 30 }, (_, at) => sales.order(cup(at % 2 ? known : anonymous, 1))),
    );
    const invoices = (await Promise.all(orders.map(({ ID }) => invoice(ID)))).map(
      ({ body }) => body as Invoice,
    );
    for (const kind of ['full', 'simplified']) {
      const numbers = invoices
        .filter(({ KIND }) => KIND === kind)
        .map(({ DOCUMENTNUMBER }) => Number(/\d+$/.exec(DOCUMENTNUMBER)?.[0]))
        .sort((a, b) => a - b);
      const first = numbers[0] ?? 0;
      expect(numbers).toEqual(Array.from({ length: 15 }, (_, at) => first + at));
    }
  });

  it('have their own title, and the details that are known', async () => {
    const { ID } = await invoiced(cup(withoutNumber, 10, { languageCode: 'es' }));
    const text = await page(`invoices/${ID}`);
    expect(text).toContain('Factura simplificada');
    expect(text).toContain('Gran Vía 12');
    expect(text).toMatch(/IVA 21.*10,00.*2,10/);
  });

  it('are exchanged for full ones, to which credit notes refer', async () => {
    const simplified = await invoiced(cup(anonymous, 10, { languageCode: 'es' }));
    const full = made(await exchange(simplified));
    expect(full).toMatchObject({
      ...{ KIND: 'full', ROWS: [{ NAME: 'Cup', TOTAL: 10 }] },
      USER: { ADDRESSES: [{ FIRSTNAME: 'Ada', ADDRESS: 'Gran Vía', NIF: '12345678Z' }] },
    });
    expect(full.TOTALS).toEqual(simplified.TOTALS);
    expect(full.PARENT).toEqual(simplified.PARENT);
    const text = await page(`invoices/${full.ID}`);
    expect(text).toContain('Sustituye a la factura simplificada');
    expect(text).toContain(simplified.DOCUMENTNUMBER);

    for (const refused of [await exchange(simplified), await credit(simplified)]) {
      expect(refused.body).toMatchObject({ status: 409, code: 'invoice.exchanged' });
    }
    expect((await exchange(full)).body).toMatchObject({ code: 'invoice.notSimplified' });
    expect((await invoice(simplified.PARENT.ID)).body).toMatchObject({
      ...{ code: 'document.exists', existingId: full.ID },
    });
    const [line] = leaves(full.ROWS);
    const back = (await sales.credited(full.PARENT.ID, { [line?.HASH ?? '']: 1 })) as Invoice;
    expect(back).toMatchObject({ KIND: 'corrective', REASONCODE: 'R1', TOTAL: 12.1 });
    expect(back.USER).toMatchObject({ ADDRESSES: [{ NIF: '12345678Z' }] });
    expect(await page(`creditNotes/${back.ID}`)).toContain(full.DOCUMENTNUMBER);
    expect((await credit(full)).body).toMatchObject({ code: 'invoice.credited' });
  });

  it('are exchanged once, also for simultaneous requests', async () => {
    const simplified = await invoiced(cup(anonymous, 10));
    const answers = await Promise.all(Array.from({ length: 30 }, () => exchange(simplified)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)]);
    const { body } = await service.get(`/v1/orders/${simplified.PARENT.ID}/invoices`);
    expect((body as { invoices: Invoice[] }).invoices.map(({ KIND }) => KIND)).toEqual([
      ...['simplified', 'full'],
    ]);
  });

  it('keep their credit notes when they are exchanged', async () => {
    const simplified = await invoiced(cup(anonymous, 10));
    const taxes = [{ tax: { pId: 'vat21' }, base: 4 }];
    const first = made(await credit(simplified, { taxes }));
    expect(first).toMatchObject({ KIND: 'corrective', REASONCODE: 'R5' });
    const full = made(await exchange(simplified));
    expect(
      (await credit(full, { taxes: [{ tax: { pId: 'vat21' }, base: 6.01 }] })).body,
    ).toMatchObject({ status: 422, code: 'credit.tooLarge' });
    expect(made(await credit(full))).toMatchObject({ REASONCODE: 'R1', TOTALS: { SUBTOTAL: 6 } });
    expect((await invoice(full.PARENT.ID)).status).toBe(201);
  });

  it('are credited with the code R5 alone', async () => {
    const simplified = await invoiced(cup(anonymous, 10));
    expect((await credit(simplified, { full: true, reasonCode: 'R1' })).body).toMatchObject({
      ...{ status: 422, code: 'credit.reasonCodeOfSimplified' },
    });
    expect(made(await credit(simplified))).toMatchObject({ REASONCODE: 'R5' });
    expect((await exchange(simplified)).body).toMatchObject({
      ...{ status: 409, code: 'invoice.credited' },
    });
    const [line] = leaves(simplified.ROWS);
    const second = made(await invoice(simplified.PARENT.ID));
    const { ID } = await sales.return(
      (await sales.rma(second.PARENT.ID, { [line?.HASH ?? '']: 1 })).ID,
    );
    expect(await sales.creditNote(ID)).toMatchObject({ REASONCODE: 'R5' });
  });

  it('are exchanged only with all details of the buyer', async () => {
    const simplified = await invoiced(cup(anonymous, 10));
    const pointersOf = async (billingAddress: object) => {
      const { status, body } = await exchange(simplified, billingAddress);
      const { errors } = body as { errors: { pointer: string }[] };
      return [
        status,
        ...errors.map(({ pointer }) => pointer.slice('/invoices/billingAddress/'.length)),
      ];
    };
    expect(await pointersOf(anonymous)).toEqual([422, 'lastName', 'address', 'nif']);
    expect(await pointersOf({ ...known, nif: ' ' })).toEqual([422, 'nif']);
    // The taxes are those of the simplified invoice.
    expect(await pointersOf({ ...known, tax: false })).toEqual([400, 'tax']);
    expect((await exchange({ ...simplified, ID: simplified.PARENT.ID })).status).toBe(404);
    expect(made(await exchange(simplified, { ...withoutNumber, countryCode: 'FR' }))).toMatchObject(
      {
        KIND: 'full',
      },
    );
  });

  it('are imported as such', async () => {
    const { PID, ID } = await sales.order(cup(known, 10));
    const line = {
      ...{ type: 'invoice', pId: 'old-1', order: { pId: PID }, documentNumber: 'TICKET-1' },
      ...{ date: '2026-03-02', kind: 'simplified' },
    };
    expect(await importLines(service, [line])).toMatchObject({ created: 1 });
    expect(await importLines(service, [line])).toMatchObject({ unchanged: 1 });
    const { body } = await service.get(`/v1/orders/${ID}/invoices`);
    expect(body).toMatchObject({ invoices: [{ KIND: 'simplified', DOCUMENTNUMBER: 'TICKET-1' }] });
  });
});

describe('SIMPLIFIED_INVOICE_LIMIT', () => {
  it('replaces the limit of every country', async () => {
    const service = await Service.start({ SIMPLIFIED_INVOICE_LIMIT: '400' });
    try {
      await importMasters(service);
      await importLines(service, offices);
      const sales = new AfterSales(service);
      for (const pId of ['ES', 'US']) {
        const kinds = [];
        for (const price of [330.57, 330.58]) {
          const { ID } = await sales.order(cup(withoutNumber, price, { headquarter: { pId } }));
          const { body } = await service.post(`/v1/orders/${ID}/invoices`);
          kinds.push((body as Invoice).KIND);
        }
        // 399.99 and 400.00 are within the limit of 400.
        expect([pId, kinds]).toEqual([
          pId,
          pId === 'ES' ? ['simplified', 'simplified'] : ['full', 'full'],
        ]);
        const { ID } = await sales.order(cup(anonymous, 330.59, { headquarter: { pId } }));
        const { body } = await service.post(`/v1/orders/${ID}/invoices`);
        expect(body).toMatchObject({ code: 'invoice.buyerUnknown' });
      }
    } finally {
      await service.stop();
    }
  });
});

function made(response: { status: number; text: string; body: unknown }): Invoice {
  if (response.status !== 201) throw new Error(response.text);
  return response.body as Invoice;
}
