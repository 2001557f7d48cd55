import { importLines } from '../../support/import';
import { dinarOrder, invoiceMasters, peppolAddress } from '../../support/documents/invoice-orders';
import { Service } from '../../support/service/service';
import { checkUblSums, listUblTaxGroups } from '../../support/documents/ubl-sums';
import { findAllElements, readXml } from '../../support/documents/xml-reader';
import { AfterSales, leaves, type Paper } from './rmas-life';

const vat = (pId: string) => [{ tax: { pId } }];
const company = {
  ...{ countryCode: 'ES', company: 'Ada S.L.', vat: 'ESB87654323' },
  ...{ address: 'Calle Sierpes 1', city: 'Sevilla', postalCode: '41004' },
  ...peppolAddress,
};
const goods = { name: 'Mug', quantity: 1, price: 100, taxes: vat('t21') };

describe('Credits of a part of an invoice', () => {
  let service: Service;
  let sales: AfterSales;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    expect(await importLines(service, invoiceMasters)).toMatchObject({ rejected: 0 });
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const invoiced = (values: object) =>
    sales.invoiced({
      ...{ pId: `part-${++made}`, date: '2026-03-01T23:30:00Z', currencyCode: 'EUR' },
      ...{ headquarter: { pId: 'es' } },
      user: { email: 'ada@example.com', billingAddress: company },
      ...values,
    });

  it.each([
    ['without a tax', [], 0, 10, [21, 33.33, 7, 0, -2.38, 0]],
    ['of another rate', vat('t10'), 10, 0.2, [21, 33.33, 7, 10, -0.05, 0]],
  ])('are less by a payment discount %s', async (_, taxes, rate, discount, groups) => {
    const { order, invoice } = await invoiced({
      rows: [
        { ...goods, quantity: 3, price: 33.33 },
        { ...goods, sku: 'T', quantity: 2, price: 20 },
      ],
      payment: { price: -discount, taxes },
    });
    const [hash = ''] = leaves(order.ROWS).map(({ HASH }) => HASH);
    const path = `/v1/invoices/${invoice.ID}/creditNotes`;
    const notes = [await sales.credited(order.ID, { [hash]: 1 })];
    for (const creditNotes of [{ lines: [{ hash, amount: 5 }] }, { full: true }]) {
      notes.push((await service.post(path, { creditNotes })).body as Paper);
    }
    const bases: number[] = [];
    for (const { ID } of notes) {
      const xml = await sales.xml(`creditNotes/${ID}`, 'ubl');
      await sales.xml(`creditNotes/${ID}`, 'cii');
      expect(checkUblSums(xml).broken).toEqual([]);
      bases.push(
        ...listUblTaxGroups(xml).map(([percent, base = 0]) => (percent === rate ? base : 0)),
      );
      if (ID === notes[0]?.ID) expect(listUblTaxGroups(xml).flat()).toEqual(groups);
    }
    expect(bases.reduce((sum, base) => sum + base, 0)).toBeCloseTo(-discount);
  });

  it('round parts with three decimals to two, as their invoice does', async () => {
    const { invoice } = await invoiced(dinarOrder);
    const xml = await sales.xml(`invoices/${invoice.ID}`, 'ubl');
    expect(checkUblSums(xml)).toMatchObject({ broken: [], totals: { exclusive: 3240, tax: 390 } });
    const root = readXml(xml);
    const amounts = ['cac:InvoiceLine/cbc:LineExtensionAmount', 'cac:AllowanceCharge/cbc:Amount'];
    expect(amounts.map((path) => findAllElements(root, path).map(({ text }) => text))).toEqual([
      ['26.49'],
      ['0.09', '0.01', '4.95', '1.06'],
    ]);
    const path = `/v1/invoices/${invoice.ID}/creditNotes`;
    for (const [creditNotes, exclusive] of [
      [{ lines: [{ hash: leaves(invoice.ROWS)[0]?.HASH, quantity: 1 }] }, 880],
      [{ full: true }, 2360],
    ] as const) {
      const { body } = await service.post(path, { creditNotes });
      const note = await sales.xml(`creditNotes/${(body as Paper).ID}`, 'ubl');
      expect(checkUblSums(note)).toMatchObject({ broken: [], totals: { exclusive } });
    }
  });

  it('add up where the given totals of the invoice do', async () => {
    const totals = { subtotal: 140, totalTaxes: 20, total: 160 };
    const rows = [goods, { ...goods, sku: 'T', price: 50, taxes: vat('t10') }];
    const { invoice } = await invoiced({ rows, totals, trustTotals: 'asGiven' });
    const { ID, TAXES } = invoice;
    for (const form of ['ubl', 'cii']) {
      const answer = await service.get(`/v1/invoices/${ID}/document/${form}`);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([
        422,
        'totals.asGiven',
      ]);
    }
    const path = `/v1/invoices/${ID}/creditNotes`;
    const taxes = [{ tax: { id: TAXES[0]!.TAX.ID }, base: 11.11 }];
    const notes: Paper[] = [];
    for (const creditNotes of [{ taxes }, { full: true }]) {
      notes.push((await service.post(path, { creditNotes })).body as Paper);
    }
    for (const { TOTALS } of notes) {
      const { SUBTOTAL = 0, TOTALTAXES = 0, TOTAL = 0 } = TOTALS;
      expect(SUBTOTAL + TOTALTAXES).toBeCloseTo(TOTAL);
    }
  });

  it('give back given taxes of lines that have none', async () => {
    const totals = { subtotal: 100, totalTaxes: 20, total: 120 };
    const rows = [{ ...goods, quantity: 2, price: 50, taxes: [] }];
    const { order, invoice } = await invoiced({ rows, totals, trustTotals: 'asGiven' });
    const [hash = ''] = leaves(order.ROWS).map(({ HASH }) => HASH);
    const notes = [await sales.credited(order.ID, { [hash]: 1 })];
    const path = `/v1/invoices/${invoice.ID}/creditNotes`;
    notes.push((await service.post(path, { creditNotes: { full: true } })).body as Paper);
    expect(notes.map(({ TOTALS }) => [TOTALS.SUBTOTAL, TOTALS.TOTALTAXES, TOTALS.TOTAL])).toEqual([
      [50, 10, 60],
      [50, 10, 60],
    ]);
    const again = await service.post(`/v1/orders/${order.ID}/invoices`);
    expect(again.status).toBe(201);
  });

  it('total the invoice when one of them was annulled', async () => {
    const { order, invoice } = await invoiced({
      rows: [{ ...goods, quantity: 3, price: 0.333 }],
      discounts: [{ name: 'Sale', amount: 0.1, applyTo: 1 }],
      shipments: [{ price: 5, taxes: [{ tax: { pId: 't10' } }] }],
    });
    const [hash = ''] = leaves(order.ROWS).map(({ HASH }) => HASH);
    const first = await sales.credited(order.ID, { [hash]: 1 });
    const second = await sales.credited(order.ID, { [hash]: 1 });
    const path = `/v1/creditNotes/${first.ID}/annulment`;
    expect((await service.post(path, { annulment: { reason: 'Never sent' } })).status).toBe(201);
    const credit = async (creditNotes: object): Promise<Paper> =>
      (await service.post(`/v1/invoices/${invoice.ID}/creditNotes`, { creditNotes })).body as Paper;
    const freight = await credit({ taxes: [{ tax: { pId: 't10' }, base: 2 }] });
    expect(freight.TOTALS).toMatchObject({ SUBTOTALROWS: 0, TOTALROWS: 0, SUBTOTAL: 2 });
    const third = await sales.credited(order.ID, { [hash]: 1 });
    const notes = [second, freight, third, await credit({ full: true })];
    const sumOf = (read: (note: Paper) => number | undefined): number =>
      notes.reduce((all, note) => all + (read(note) ?? 0), 0);
    for (const name of [
      ...['SUBTOTALROWS', 'TOTALBASKETDISCOUNTS', 'SUBTOTAL', 'TOTALTAXES', 'TOTAL'],
    ] as const) {
      const sum = sumOf(({ TOTALS }) => TOTALS[name]);
      expect([name, sum]).toEqual([name, expect.closeTo(invoice.TOTALS[name] ?? 0)]);
    }
    for (const { TAXRATE, DISCOUNT } of invoice.TAXES) {
      const sum = sumOf(({ TAXES }) => TAXES.find((one) => one.TAXRATE === TAXRATE)?.DISCOUNT);
      expect([TAXRATE, sum]).toEqual([TAXRATE, expect.closeTo(DISCOUNT)]);
    }
    expect((await service.post(`/v1/orders/${order.ID}/invoices`)).status).toBe(201);
  });
});
