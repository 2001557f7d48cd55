/** @engine modules/sales/after-sales/rmas modules/users/vouchers */
import { toPdfModel } from '../../../src/modules/sales/pdf/to-pdf-model';
import { PdfSourceLoader } from '../../../src/modules/sales/pdf/pdf-source-loader';
import { importLines } from '../../support/import';
import { invoiceMasters, peppolAddress } from '../../support/documents/invoice-orders';
import { Service } from '../../support/service/service';
import { checkUblSums, listUblTaxGroups } from '../../support/documents/ubl-sums';
import { findAllElements, readXml, textAt } from '../../support/documents/xml-reader';
import { actionLine, ConfiguredActions } from './configured-actions';
import { AfterSales, leaves, type Paper } from './rmas-life';

interface Refusal {
  code: string;
  detail: string;
  errors: { code: string; pointer: string; detail: string }[];
}

interface Refunded extends Paper {
  REFUND: { MONEY: number; VOUCHERS: { AMOUNT: number; CODE: string }[] };
}

const vat = (pId: string) => [{ tax: { pId } }];
const company = {
  ...{ countryCode: 'ES', company: 'Ada S.L.', vat: 'ESB87654323' },
  ...{ address: 'Calle Sierpes 1', city: 'Sevilla', postalCode: '41004' },
  ...peppolAddress,
};
const goods = { name: 'Mug', quantity: 1, price: 100, taxes: vat('t21') };
const freight = (amount: number) => ({ type: 'SHIPPING', name: 'Freight', amount });

describe('The money of documents', () => {
  let service: Service;
  let sales: AfterSales;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    const more = [
      { type: 'tax', pId: 't20', name: 'Twenty', rate: 20 },
      { type: 'tax', pId: 't21b', name: 'General again', rate: 21 },
    ];
    const { rejected, errors } = await importLines(service, [...invoiceMasters, ...more]);
    expect([rejected, errors]).toEqual([0, []]);
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const orderOf = (values: object) => ({
    ...{ pId: `money-${++made}`, date: '2026-03-01T23:30:00Z', currencyCode: 'EUR' },
    ...{ headquarter: { pId: 'es' } },
    user: { email: 'ada@example.com', billingAddress: company },
    rows: [goods],
    ...values,
  });

  const invoiced = (values: object) => sales.invoiced(orderOf(values));

  const allOf = ({ ROWS }: Paper) =>
    Object.fromEntries(leaves(ROWS).map(({ HASH, QUANTITY }) => [HASH, QUANTITY]));

  const sumsOf = ({ TOTALS }: Paper) => {
    const { SUBTOTAL, TOTALTAXES, ROUNDING, TOTAL } = TOTALS;
    return { SUBTOTAL, TOTALTAXES, ROUNDING, TOTAL };
  };

  describe('that is given back', () => {
    it('has the taxes of shipping: 110 and 23.10 of 110 and 23.10', async () => {
      const { order, invoice } = await invoiced({ shipments: [{ price: 10, taxes: vat('t21') }] });
      expect(sumsOf(invoice)).toEqual({
        SUBTOTAL: 110,
        TOTALTAXES: 23.1,
        ROUNDING: 0,
        TOTAL: 133.1,
      });
      const note = await sales.credited(order.ID, allOf(order), {
        additionalItems: [freight(12.1)],
      });
      expect(sumsOf(note)).toEqual(sumsOf(invoice));
      expect(note.TAXES).toMatchObject([{ BASE: 110, TAXPRICE: 23.1 }]);
      expect(note.TOTALS).toMatchObject({ SUBTOTALSHIPPINGS: 10, TOTALSHIPPINGS: 12.1 });
      expect(listUblTaxGroups(await sales.xml(`creditNotes/${note.ID}`, 'ubl'))).toEqual([
        [21, 110, 23.1],
      ]);
    });

    it('is that of the items, also where net and tax are half a cent: 9.99 at 20 %', async () => {
      const { order } = await invoiced({ shipments: [{ price: 83.25, taxes: vat('t20') }] });
      const note = await sales.credited(order.ID, {}, { additionalItems: [freight(9.99)] });
      expect(note.TOTAL).toBe(9.99);
      expect(note.TAXES).toMatchObject([{ BASE: 8.33, TAXPRICE: 1.66 }]);
    });

    it('is at most what was invoiced of its kind: 16.50 of 27.50, then 11.00', async () => {
      const { order } = await invoiced({
        rows: [{ ...goods, price: 10, taxes: [] }],
        shipments: [{ price: 27.5 }],
      });
      await sales.credited(order.ID, {}, { additionalItems: [freight(16.5)] });
      for (const amount of [16.5, 500, 11.01]) {
        const { status, body } = await sales.request(order.ID, {
          additionalItems: [freight(amount)],
        });
        const { code, errors } = body as Refusal;
        expect([status, code, errors[0]?.pointer]).toEqual([
          ...[422, 'item.tooLarge', '/rmas/additionalItems/0/amount'],
        ]);
        expect(errors[0]?.detail).toContain('At most 11 of SHIPPING');
      }
      const rma = await sales.rma(order.ID, {}, { additionalItems: [freight(10)] });
      const added = (amount: number) =>
        service.post(`/v1/rmas/${rma.ID}/additionalItems`, { additionalItems: [freight(amount)] });
      expect((await added(1.01)).status).toBe(422);
      expect((await added(1)).status).toBe(201);
      expect(await sales.read(`rmas/${rma.ID}`)).toMatchObject({ TOTAL: 11 });
      expect((await sales.creditNote((await sales.return(rma.ID)).ID)).TOTAL).toBe(11);
      for (const type of ['PAYMENT', 'VOUCHER']) {
        const item = { type, name: type, amount: 1 };
        expect((await sales.request(order.ID, { additionalItems: [item] })).status).toBe(422);
      }
    });

    it('is limited for an RMA that comes back, too', async () => {
      const { order } = await invoiced({ shipments: [{ price: 10, taxes: vat('t21') }] });
      const denied = await sales.rma(order.ID, {}, { additionalItems: [freight(12.1)] });
      expect((await sales.move(denied.ID, -3)).status).toBe(200);
      await sales.rma(order.ID, {}, { additionalItems: [freight(0.01)] });
      const { status, body } = await sales.move(denied.ID, 1);
      expect([status, (body as Refusal).code]).toEqual([422, 'item.tooLarge']);
    });

    it('goes to one of 30 who ask for all of the shipping', async () => {
      const { order } = await invoiced({ shipments: [{ price: 10, taxes: vat('t21') }] });
      const asked = await Promise.all(
        Array.from({ length: 30 }, () =>
          sales.request(order.ID, { additionalItems: [freight(12.1)] }),
        ),
      );
      const answers = asked.map(({ status }) => status).sort((a, b) => a - b);
      expect(answers).toEqual([201, ...Array.from({ length: 29 }, () => 422)]);
    });

    it('is less by a payment discount: 108.90 of 108.90', async () => {
      const { order, invoice } = await invoiced({ payment: { price: -10, taxes: vat('t21') } });
      expect(invoice.TOTAL).toBe(108.9);
      const note = await sales.credited(order.ID, allOf(order));
      expect(sumsOf(note)).toEqual({ SUBTOTAL: 90, TOTALTAXES: 18.9, ROUNDING: 0, TOTAL: 108.9 });
      expect(note.TOTALS).toMatchObject({ SUBTOTALROWS: 100, TOTALBASKETDISCOUNTS: 10 });
      const xml = await sales.xml(`creditNotes/${note.ID}`, 'ubl');
      expect([checkUblSums(xml).broken, listUblTaxGroups(xml)]).toEqual([[], [[21, 90, 18.9]]]);
    });

    it('is less by a payment discount of another rate, in its own group', async () => {
      const { order, invoice } = await invoiced({
        rows: [{ ...goods, taxes: vat('t10') }],
        payment: { price: -10, taxes: vat('t21') },
      });
      const note = await sales.credited(order.ID, allOf(order));
      expect(sumsOf(note)).toEqual(sumsOf(invoice));
      const ubl = async (path: string) => listUblTaxGroups(await sales.xml(path, 'ubl'));
      expect(await ubl(`creditNotes/${note.ID}`)).toEqual(await ubl(`invoices/${invoice.ID}`));
    });

    it.each([
      ['of lines with and without a tax', [{ ...goods, taxes: [] }], vat('t21')],
      ['in groups of several rates', [goods, { ...goods, taxes: vat('t10') }], vat('t10b')],
    ])('is all of it where the buyer owes the tax, %s', async (_, rows, taxes) => {
      const { order, invoice } = await invoiced({
        ...{ reverseChargeVat: true, rows, shipments: [{ price: 5.0001, taxes }] },
        ...{ payment: { price: -1.5, taxes: vat('t21') } },
        discounts: [{ name: 'All', amount: 4.1111, applyTo: 3 }],
      });
      const { SUBTOTALSHIPPINGS = 0, TOTALBASKETDISCOUNTS = 0 } = invoice.TOTALS;
      expect([SUBTOTALSHIPPINGS, TOTALBASKETDISCOUNTS]).toEqual([5, 4.11]);
      const limit = await sales.request(order.ID, { additionalItems: [freight(1000)] });
      const most = Number(/At most ([\d.]+)/.exec((limit.body as { detail: string }).detail)?.[1]);
      const note = await sales.credited(order.ID, allOf(order), {
        additionalItems: [freight(most)],
      });
      expect(sumsOf(note)).toEqual(sumsOf(invoice));
      const xml = await sales.xml(`creditNotes/${note.ID}`, 'ubl');
      expect(checkUblSums(xml).broken).toEqual([]);
      expect(listUblTaxGroups(xml)).toEqual(
        listUblTaxGroups(await sales.xml(`invoices/${invoice.ID}`, 'ubl')),
      );
    });
  });

  describe('of gift cards', () => {
    let actions: ConfiguredActions;
    let userId: number;

    beforeAll(async () => {
      const address = { pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' };
      const lines = [
        { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
        {
          ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
          ...{ group: { pId: 'shoppers' }, addressBook: [address] },
        },
      ];
      expect(await importLines(service, lines)).toMatchObject({ rejected: 0 });
      userId = ((await service.get('/v1/users/getId/ada')).body as { ID: number }).ID;
      actions = new ConfiguredActions(service);
      await actions.configure(actionLine('SPEND_VOUCHERS', 2), actionLine('RELEASE_VOUCHERS', 4));
    });

    afterAll(() => actions.clear());

    const cards = async (...codes: string[]) =>
      Promise.all(
        codes.map(async (code) => {
          const vouchers = { code, availableBalance: 100, currencyId: 978 };
          const { body } = await service.post(`/v1/users/${userId}/vouchers`, { vouchers });
          return (body as { ID: number }).ID;
        }),
      );
    const balances = (ids: readonly number[]) =>
      Promise.all(
        ids.map(async (id) => {
          const { body } = await service.get(`/v1/users/vouchers/${id}`);
          return (body as { AVAILABLEBALANCE: number }).AVAILABLEBALANCE;
        }),
      );
    const voucher = (amount: number) => ({ type: 'VOUCHER', name: 'Card', amount });

    it('has 100 go back to the card and 21 in money, of 121', async () => {
      const ids = await cards('ALL');
      const { order } = await invoiced({ vouchers: [{ code: 'ALL', amount: 100 }] });
      await actions.moved(order.ID, 2);
      expect(await balances(ids)).toEqual([0]);
      const more = { additionalItems: [voucher(100)] };
      const note = (await sales.credited(order.ID, allOf(order), more)) as Refunded;
      expect(sumsOf(note)).toMatchObject({ SUBTOTAL: 100, TOTALTAXES: 21, TOTAL: 121 });
      expect(note.REFUND).toEqual({ MONEY: 21, VOUCHERS: [{ AMOUNT: 100, CODE: 'ALL' }] });
      expect(await balances(ids)).toEqual([100]);
      // Nothing of it is given once more.
      await actions.moved(order.ID, 4);
      expect(await balances(ids)).toEqual([100]);
      expect(checkUblSums(await sales.xml(`creditNotes/${note.ID}`, 'ubl'))).toMatchObject({
        broken: [],
        totals: { prepaid: 0, payable: 12_100 },
      });
    });

    it('has the card go first that was used last, and no more than was taken', async () => {
      const ids = await cards('FIRST', 'SECOND');
      const { order } = await invoiced({
        rows: [{ ...goods, quantity: 2, price: 50 }],
        vouchers: [
          { code: 'FIRST', amount: 60 },
          { code: 'SECOND', amount: 30 },
        ],
      });
      const [hash = ''] = Object.keys(allOf(order));
      const refunded = async (amount: number) => {
        const more = { additionalItems: [voucher(amount)] };
        return ((await sales.credited(order.ID, { [hash]: 1 }, more)) as Refunded).REFUND;
      };
      // Nothing was taken from them yet.
      expect(await refunded(10)).toEqual({ MONEY: 60.5, VOUCHERS: [] });
      await actions.moved(order.ID, 2);
      expect(await balances(ids)).toEqual([40, 70]);
      expect(await refunded(50)).toEqual({
        MONEY: 10.5,
        VOUCHERS: [
          { AMOUNT: 30, CODE: 'SECOND' },
          { AMOUNT: 20, CODE: 'FIRST' },
        ],
      });
      expect(await balances(ids)).toEqual([60, 100]);
      // The rest was refunded in money.
      await actions.moved(order.ID, 4);
      expect(await balances(ids)).toEqual([60, 100]);
    });

    it('goes back in money first where an invoice is credited, then to the card', async () => {
      const ids = await cards('CREDITED');
      const { order, invoice } = await invoiced({ vouchers: [{ code: 'CREDITED', amount: 100 }] });
      await actions.moved(order.ID, 2);
      const path = `/v1/invoices/${invoice.ID}/creditNotes`;
      const { body } = await service.post(path, { creditNotes: { full: true } });
      // 21 of the 121 were paid in money.
      const refund = { MONEY: 21, VOUCHERS: [{ AMOUNT: 100, CODE: 'CREDITED' }] };
      expect([(body as Refunded).REFUND, await balances(ids)]).toEqual([refund, [100]]);
    });

    it('comes to 121 with what a state has released before, and after', async () => {
      const ids = await cards('BEFORE', 'AFTER');
      const paid = (code: string) =>
        invoiced({
          rows: [{ ...goods, quantity: 2, price: 50 }],
          vouchers: [{ code, amount: 40 }],
        });
      const { order: released } = await paid('BEFORE');
      const { order: credited } = await paid('AFTER');
      for (const { ID } of [released, credited]) await actions.moved(ID, 2);
      expect(await balances(ids)).toEqual([60, 60]);
      const refund = async ({ ID }: Paper, hash: string, quantity: number) =>
        ((await sales.credited(ID, { [hash]: quantity })) as Refunded).REFUND;
      // The card first, then both credit notes.
      await actions.moved(released.ID, 4);
      expect(await balances(ids)).toEqual([100, 60]);
      const [first = ''] = Object.keys(allOf(released));
      expect(await refund(released, first, 1)).toEqual({
        ...{ MONEY: 20.5, VOUCHERS: [{ AMOUNT: 40, CODE: 'BEFORE' }] },
      });
      expect(await refund(released, first, 1)).toEqual({ MONEY: 60.5, VOUCHERS: [] });
      // A credit note first, then the card: 60.50 of 121 are left for it.
      const [second = ''] = Object.keys(allOf(credited));
      expect(await refund(credited, second, 1)).toEqual({ MONEY: 60.5, VOUCHERS: [] });
      await actions.moved(credited.ID, 4);
      expect(await refund(credited, second, 1)).toEqual({
        ...{ MONEY: 20.5, VOUCHERS: [{ AMOUNT: 40, CODE: 'AFTER' }] },
      });
      expect(await balances(ids)).toEqual([100, 100]);
    });

    it('comes to 121 however a state and two credit notes come at the same moment', async () => {
      for (const code of ['RACE-1', 'RACE-2', 'RACE-3', 'RACE-4']) {
        const ids = await cards(code);
        const { order } = await invoiced({
          rows: [{ ...goods, quantity: 2, price: 50 }],
          vouchers: [{ code, amount: 40 }],
        });
        await actions.moved(order.ID, 2);
        const [hash = ''] = Object.keys(allOf(order));
        const returned: number[] = [];
        for (const quantity of [1, 1]) {
          const { ID } = await sales.rma(order.ID, { [hash]: quantity });
          returned.push((await sales.return(ID)).ID);
        }
        const [moved, ...notes] = await Promise.all([
          service.put(`/v1/orders/${order.ID}/changeStatus`, { status: 4 }),
          ...returned.map((id) => service.post(`/v1/returns/${id}/creditNotes`)),
        ]);
        expect([moved.status, ...notes.map(({ status }) => status)]).toEqual([200, 201, 201]);
        const refunds = notes.map(({ body }) => (body as Refunded).REFUND.MONEY);
        const money = refunds.reduce((sum, one) => sum + one, 0);
        const [balance = 0] = await balances(ids);
        // All of it: 81 and the card, or 121 in money and none to the card, or parts of both.
        expect([code, money + balance - 60]).toEqual([code, 121]);
      }
    });

    it('is refunded in money alone, and then not released once more', async () => {
      const ids = await cards('MONEY');
      const { order } = await invoiced({ vouchers: [{ code: 'MONEY', amount: 40 }] });
      await actions.moved(order.ID, 2);
      const note = (await sales.credited(order.ID, allOf(order))) as Refunded;
      expect(note.REFUND).toEqual({ MONEY: 121, VOUCHERS: [] });
      await actions.moved(order.ID, 4);
      expect(await balances(ids)).toEqual([60]);
    });

    it('is refused in fractions of the minor unit', async () => {
      const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
        const { status, body } = await answer;
        return [status, (body as Refusal).errors[0]?.code];
      };
      const fraction = [400, 'amount.belowMinorUnit'];
      const orders = orderOf({ vouchers: [{ code: 'TINY', amount: 0.005 }] });
      expect(await refused(service.post('/v1/orders', { orders }))).toEqual(fraction);
      const vouchers = { code: 'TINY', availableBalance: 0.005, currencyId: 978 };
      const path = `/v1/users/${userId}/vouchers`;
      expect(await refused(service.post(path, { vouchers }))).toEqual(fraction);
      const yen = { code: 'YEN', availableBalance: 1.5, currencyId: 392 };
      expect(await refused(service.post(path, { vouchers: yen }))).toEqual(fraction);
      const { order } = await invoiced({ vouchers: [{ code: 'ANY', amount: 5 }] });
      const request = sales.request(order.ID, { additionalItems: [voucher(0.005)] });
      expect(await refused(request)).toEqual(fraction);
    });
  });

  describe('with given totals', () => {
    const import1 = async (values: object) => {
      const line = { type: 'order', ...orderOf(values) };
      const summary = await importLines(service, [line]);
      const { body } = await service.get(`/v1/orders/getId/${line.pId}`);
      const { ID } = body as { ID: number };
      return {
        summary: summary as typeof summary & { roundings: number },
        order: ID ? await sales.read(`orders/${ID}`) : undefined,
      };
    };
    const small = { rows: [{ name: 'Pen', quantity: 1, price: 8.325, taxes: vat('t20') }] };

    it('keeps a total of 9.99 that the line does not come to', async () => {
      const { summary, order } = await import1({ ...small, totals: { total: 9.99 } });
      expect(summary).toMatchObject({ created: 1, roundings: 1 });
      expect(sumsOf(order!)).toEqual({
        SUBTOTAL: 8.33,
        TOTALTAXES: 1.67,
        ROUNDING: -0.01,
        TOTAL: 9.99,
      });
      const { body } = await service.post(`/v1/orders/${order!.ID}/invoices`);
      const root = readXml(await sales.xml(`invoices/${(body as Paper).ID}`, 'ubl'));
      const monetary = (name: string) => textAt(root, `cac:LegalMonetaryTotal/cbc:${name}`);
      expect(['PayableRoundingAmount', 'PayableAmount'].map(monetary)).toEqual(['-0.01', '9.99']);
      const note = await sales.credited(order!.ID, allOf(order!));
      expect(sumsOf(note)).toEqual(sumsOf(order!));
    });

    it('puts a difference of taxes on the largest group', async () => {
      const totals = { total: 9.99, subtotal: 8.33, totalTaxes: 1.66 };
      const { summary, order } = await import1({ ...small, totals });
      expect(summary.roundings).toBe(0);
      expect(sumsOf(order!)).toEqual({
        SUBTOTAL: 8.33,
        TOTALTAXES: 1.66,
        ROUNDING: 0,
        TOTAL: 9.99,
      });
      expect(order!.TAXES).toMatchObject([{ BASE: 8.33, TAXPRICE: 1.66 }]);
      const kept = { total: 9.99, subtotal: 8.32, totalTaxes: 1.67 };
      const other = await import1({ ...small, totals: kept });
      expect(sumsOf(other.order!)).toEqual({
        SUBTOTAL: 8.32,
        TOTALTAXES: 1.67,
        ROUNDING: 0,
        TOTAL: 9.99,
      });
    });

    it('keeps one cent for each of 50 lines, and no more than 1 % of the total', async () => {
      const fifty = Array.from({ length: 50 }, (_, at) => ({ ...goods, sku: `${at}`, price: 10 }));
      const { order } = await import1({ rows: fifty, totals: { total: 605.5 } });
      expect(sumsOf(order!)).toEqual({
        SUBTOTAL: 500,
        TOTALTAXES: 105,
        ROUNDING: 0.5,
        TOTAL: 605.5,
      });
      const hundred = Array.from({ length: 100 }, (_, at) => ({
        ...goods,
        sku: `${at}`,
        price: 0.05,
      }));
      const refused = await import1({ rows: hundred, totals: { total: 7.05 } });
      expect(refused.summary.errors).toMatchObject([
        { code: 'totals.differ', pointer: '/totals/total' },
      ]);
    });

    it('are trusted down to the tax groups: 90, 18.90 and 108.90', async () => {
      const totals = { subtotal: 90, totalTaxes: 18.9, total: 108.9 };
      const { order } = await import1({ totals, trustTotals: true });
      expect(sumsOf(order!)).toEqual({ SUBTOTAL: 90, TOTALTAXES: 18.9, ROUNDING: 0, TOTAL: 108.9 });
      expect(order!.TAXES).toMatchObject([{ BASE: 90, TAXPRICE: 18.9 }]);
      const { body } = await service.post(`/v1/orders/${order!.ID}/invoices`);
      const xml = await sales.xml(`invoices/${(body as Paper).ID}`, 'ubl');
      expect([checkUblSums(xml).broken, listUblTaxGroups(xml)]).toEqual([[], [[21, 90, 18.9]]]);
      expect(sumsOf(await sales.credited(order!.ID, allOf(order!)))).toEqual(sumsOf(order!));
      for (const contradictory of [
        { totalTaxes: 18.9 },
        { subtotal: 100, totalTaxes: 18.9, total: 118.9 },
        { subtotal: 90, totalTaxes: 18.9, total: 121 },
      ]) {
        const { summary } = await import1({ totals: contradictory, trustTotals: true });
        expect(summary.errors).toMatchObject([{ code: 'totals.notTrusted' }]);
      }
    });

    it('are stored as given with trustTotals, and are no structured invoice then', async () => {
      const totals = { totalTaxes: 18.9, total: 108.9 };
      const { order } = await import1({ totals, trustTotals: 'asGiven' });
      expect(sumsOf(order!)).toMatchObject({ SUBTOTAL: 100, TOTALTAXES: 18.9, TOTAL: 108.9 });
      expect(order!.TAXES).toMatchObject([{ BASE: 100, TAXPRICE: 21 }]);
      const { body } = await service.post(`/v1/orders/${order!.ID}/invoices`);
      const note = await sales.credited(order!.ID, allOf(order!));
      expect(sumsOf(note)).toMatchObject({ SUBTOTAL: 100, TOTALTAXES: 18.9, TOTAL: 108.9 });
      for (const form of ['ubl', 'cii', 'facturx']) {
        const answer = await service.get(`/v1/invoices/${(body as Paper).ID}/document/${form}`);
        expect([answer.status, (answer.body as Refusal).code]).toEqual([422, 'totals.asGiven']);
      }
    });
  });

  describe('on paper and in XML', () => {
    it('is rounded once: bases of 114.76, 72.46 and 75.41 come to 262.63', async () => {
      const rows = [
        ['t21', 114.7546],
        ['t10', 72.4642],
        ['t20', 75.4143],
      ].map(([tax, price]) => ({
        name: 'Mug',
        quantity: 1,
        price,
        taxes: [{ tax: { pId: tax } }],
      }));
      const { invoice } = await invoiced({ rows });
      expect(invoice.TOTALS).toMatchObject({ SUBTOTAL: 262.63 });
      const bases = [114.76, 72.46, 75.41];
      expect(invoice.TAXES.map(({ BASE }) => BASE)).toEqual(bases);
      const ubl = listUblTaxGroups(await sales.xml(`invoices/${invoice.ID}`, 'ubl'));
      expect(ubl.map(([, base]) => base)).toEqual(bases);
      const { taxes } = await pageOf('invoice', invoice.ID);
      expect(taxes?.rows.map(({ cells }) => cells[1])).toEqual(['114.76', '72.46', '75.41']);
    });

    it('has one group for two taxes of one rate: 5 cents', async () => {
      const rows = ['t21', 't21b'].map((pId) => ({
        ...{ name: 'Pin', quantity: 1, price: 0.12, taxes: [{ tax: { pId } }] },
      }));
      const { invoice } = await invoiced({ rows });
      expect(invoice.TAXES).toMatchObject([{ BASE: 0.24, TAXPRICE: 0.05 }]);
    });

    it('has prices and quantities that come to lines in yen', async () => {
      const rows = [
        { name: 'Pen', quantity: 3, price: 333.3333, taxes: [{ tax: { pId: 't10' } }] },
      ];
      const values = { currencyCode: 'JPY', headquarter: { pId: 'us' }, rows };
      const { invoice } = await invoiced(values);
      const one = { ...rows[0], quantity: 1 };
      const { invoice: other } = await invoiced({ ...values, rows: [one] });
      for (const { ID } of [invoice, other]) {
        const xml = await sales.xml(`invoices/${ID}`, 'ubl');
        expect(checkUblSums(xml).broken).toEqual([]);
      }
      const [line] = findAllElements(
        readXml(await sales.xml(`invoices/${other.ID}`, 'ubl')),
        'cac:InvoiceLine',
      );
      expect(textAt(line!, 'cac:Price/cbc:PriceAmount')).toBe('333.00');
      expect(textAt(line!, 'cac:Price/cbc:BaseQuantity')).toBe('1');
    });
  });

  async function pageOf(kind: 'invoice' | 'creditNote', id: number) {
    const source = await service.app.get(PdfSourceLoader).loadDocument(kind, id);
    return toPdfModel(source, { timeZone: 'Europe/Madrid' });
  }
});
