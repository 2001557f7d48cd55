/** @engine modules/sales/after-sales/credit-notes */
import { readPdf, toTextLines } from '../../support/documents/pdf-reader';
import { importLines } from '../../support/import';
import { Service } from '../../support/service/service';
import { actionLine, ConfiguredActions } from './configured-actions';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';

interface Document extends Paper {
  ANNULLED: boolean;
  ANNULMENTREASON: string;
  KIND: string;
  PREFIX: string;
  VERSION: string;
}

const vat21 = [{ tax: { pId: 'vat21' } }];
const cups = { rows: [{ name: 'Cup', quantity: 2, price: 10, taxes: vat21 }] };
const { nif: _nif, ...withoutNumber } = smallOrder().user.billingAddress;

describe('Annulments', () => {
  let service: Service;
  let sales: AfterSales;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const made = (response: { status: number; text: string; body: unknown }): Document => {
    if (response.status !== 201) throw new Error(response.text);
    return response.body as Document;
  };
  const invoice = (orderId: number) => service.post(`/v1/orders/${orderId}/invoices`);
  const credit = ({ ID }: Paper, creditNotes: object = { full: true }) =>
    service.post(`/v1/invoices/${ID}/creditNotes`, { creditNotes });
  const annul = (list: 'invoices' | 'creditNotes', { ID }: Paper, reason = 'Never sold') =>
    service.post(`/v1/${list}/${ID}/annulment`, { annulment: { reason } });

  async function invoiced(values: object = cups): Promise<Document> {
    const { ID } = await sales.order(smallOrder({ headquarter: { pId: 'hq' }, ...values }));
    return made(await invoice(ID));
  }

  it('of an invoice keep its number, and leave its order to be invoiced again', async () => {
    const first = await invoiced();
    const annulled = made(await annul('invoices', first));
    expect(annulled).toEqual({
      ...first,
      ...{ ANNULLED: true, ANNULMENTREASON: 'Never sold' },
      ...{ UPDATEDAT: expect.anything() as string, VERSION: '2' },
    });
    for (const refused of [await annul('invoices', first), await credit(first)]) {
      expect(refused.body).toMatchObject({ status: 409, code: 'document.annulled' });
    }
    const [line] = leaves(first.ROWS);
    const rma = await sales.rma(first.PARENT.ID, { [line?.HASH ?? '']: 1 });
    const { ID } = await sales.return(rma.ID);
    const missing = await service.post(`/v1/returns/${ID}/creditNotes`);
    expect(missing.body).toMatchObject({ status: 409, code: 'invoice.missing' });
    const second = made(await invoice(first.PARENT.ID));
    expect(second).toMatchObject({ ANNULLED: false, ANNULMENTREASON: '' });
    expect(second.DOCUMENTNUMBER).not.toBe(first.DOCUMENTNUMBER);
    expect(made(await service.post(`/v1/returns/${ID}/creditNotes`)).TOTAL).toBe(12.1);
  });

  it('keep files that were handed out, and mark pages that were not', async () => {
    const inEnglish = { ...cups, languageCode: 'en' };
    const [handedOut, other] = [await invoiced(inEnglish), await invoiced(inEnglish)];
    const file = async ({ ID }: Paper, form = 'pdf') => {
      const { status, body } = await service.get(`/v1/invoices/${ID}/document/${form}`);
      const { content = '', code = '' } = body as { content?: string; code?: string };
      return { status, code, bytes: Buffer.from(content, 'base64') };
    };
    const before = await file(handedOut);
    for (const one of [handedOut, other]) made(await annul('invoices', one));
    expect((await file(handedOut)).bytes.equals(before.bytes)).toBe(true);
    const { bytes } = await file(other);
    expect(readPdf(bytes).pages.flatMap(toTextLines).join()).toContain('Invoice (annulled)');
    expect((await file(other)).bytes.equals(bytes)).toBe(true);
    for (const form of ['ubl', 'cii', 'facturx']) {
      expect(await file(other, form)).toMatchObject({ status: 409, code: 'document.annulled' });
    }
  });

  it('are refused where a credit note refers to the invoice', async () => {
    const document = await invoiced();
    const note = made(await credit(document, { taxes: [{ tax: { pId: 'vat21' }, base: 1 }] }));
    expect((await annul('invoices', document)).body).toMatchObject({
      ...{ status: 409, code: 'invoice.corrected' },
      detail: `The invoice is corrected by ${note.DOCUMENTNUMBER}.`,
    });
    expect(made(await annul('creditNotes', note))).toMatchObject({
      ...{ ANNULLED: true, DOCUMENTNUMBER: note.DOCUMENTNUMBER, TOTAL: note.TOTAL },
    });
    expect((await annul('creditNotes', note)).body).toMatchObject({ code: 'document.annulled' });
    expect(made(await annul('invoices', document))).toMatchObject({ ANNULLED: true });
  });

  it('of a credit note leave what it gave back, and its return', async () => {
    const document = await invoiced();
    const [line] = leaves(document.ROWS);
    const items = { [line?.HASH ?? '']: 1 };
    const { ID } = await sales.return((await sales.rma(document.PARENT.ID, items)).ID);
    const back = made(await service.post(`/v1/returns/${ID}/creditNotes`));
    const rest = made(await credit(document));
    expect([back.TOTAL, rest.TOTAL]).toEqual([12.1, 12.1]);

    const second = made(await invoice(document.PARENT.ID));
    expect((await annul('creditNotes', rest)).body).toMatchObject({
      ...{ status: 409, code: 'creditNote.invoicedAgain', existingId: second.ID },
    });
    made(await annul('invoices', second));
    made(await annul('creditNotes', back));
    made(await annul('creditNotes', rest));
    expect((await invoice(document.PARENT.ID)).body).toMatchObject({
      ...{ code: 'document.exists', existingId: document.ID },
    });
    expect(made(await service.post(`/v1/returns/${ID}/creditNotes`)).TOTAL).toBe(12.1);
    expect(made(await credit(document)).TOTAL).toBe(12.1);
    expect((await credit(document)).body).toMatchObject({ code: 'invoice.credited' });
  });

  it('of a credit note of lines let these be returned', async () => {
    const document = await invoiced();
    const [line] = leaves(document.ROWS);
    const lines = [{ hash: line?.HASH, quantity: 2 }];
    const returnable = async () =>
      (await sales.returnable(document.PARENT.ID)).map((one) => one.QUANTITYRETURNABLE);
    const note = made(await credit(document, { lines }));
    expect(await returnable()).toEqual([0]);
    made(await annul('creditNotes', note));
    expect(await returnable()).toEqual([2]);
    // The annulment of the rest leaves what another note has credited.
    const part = made(await credit(document, { lines: [{ ...lines[0], quantity: 1 }] }));
    const rest = made(await credit(document));
    made(await annul('creditNotes', rest));
    expect(await returnable()).toEqual([1]);
    made(await annul('creditNotes', part));
    expect(await returnable()).toEqual([2]);
    // Quantities that an RMA holds stay with it.
    const held = made(await credit(document, { lines: [{ ...lines[0], quantity: 1 }] }));
    await sales.rma(document.PARENT.ID, { [line?.HASH ?? '']: 1 });
    expect(await returnable()).toEqual([0]);
    made(await annul('creditNotes', held));
    expect(await returnable()).toEqual([1]);
  });

  it('of a full invoice include the simplified one that it replaces', async () => {
    const user = { email: 'ada@example.com', billingAddress: withoutNumber };
    const simplified = await invoiced({ ...cups, user });
    expect(simplified.KIND).toBe('simplified');
    const billingAddress = { ...withoutNumber, nif: '12345678Z' };
    const full = made(
      await service.post(`/v1/invoices/${simplified.ID}/full`, { invoices: { billingAddress } }),
    );
    expect((await annul('invoices', simplified)).body).toMatchObject({ code: 'invoice.exchanged' });
    made(await annul('invoices', full));
    expect(await sales.read(`invoices/${simplified.ID}`)).toMatchObject({ ANNULLED: true });
    expect((await invoice(full.PARENT.ID)).status).toBe(201);
  });

  it('are made once, and never while the invoice is credited, also for simultaneous requests', async () => {
    const document = await invoiced();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 2 ? annul('invoices', document) : credit(document),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([201, 409]);
    // Either of the two leaves room for exactly one more invoice.
    const again = await Promise.all(Array.from({ length: 30 }, () => invoice(document.PARENT.ID)));
    expect(again.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)]);
  });

  it('of one credit note and a new invoice of its order exclude each other', async () => {
    const document = await invoiced();
    const note = made(await credit(document));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 2 ? annul('creditNotes', note) : invoice(document.PARENT.ID),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('take back what vouchers got', async () => {
    const actions = new ConfiguredActions(service);
    await actions.configure(actionLine('SPEND_VOUCHERS', 2));
    const home = { pId: 'home', alias: 'Home', type: 1, countryCode: 'ES', firstName: 'Ada' };
    const user = {
      ...{ type: 'user', pId: 'ada', email: 'ada@example.com', languageCode: 'en' },
      ...{ group: { pId: 'shoppers' }, addressBook: [home] },
      vouchers: [{ code: 'CARD', availableBalance: 100, currencyId: 978 }],
    };
    const group = { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' };
    const { errors } = await importLines(service, [group, user]);
    expect(errors).toEqual([]);
    const userId = ((await service.get('/v1/users/getId/ada')).body as { ID: number }).ID;
    const balance = async () => {
      const { body } = await service.get(`/v1/users/${userId}/vouchers`);
      return (body as { VOUCHERS: { AVAILABLEBALANCE: number }[] }).VOUCHERS[0]?.AVAILABLEBALANCE;
    };
    const document = await invoiced({ ...cups, vouchers: [{ code: 'CARD', amount: 20 }] });
    await actions.moved(document.PARENT.ID, 2);
    expect(await balance()).toBe(80);
    const note = made(await credit(document));
    expect(note).toMatchObject({ REFUND: { MONEY: 4.2, VOUCHERS: [{ AMOUNT: 20 }] } });
    expect(await balance()).toBe(100);
    made(await annul('creditNotes', note));
    expect(await balance()).toBe(80);
    expect(made(await credit(document))).toMatchObject({ REFUND: note['REFUND' as never] });
    expect(await balance()).toBe(100);

    // Another invoice spends the voucher again, once: not when the first one is open again.
    const second = made(await invoice(document.PARENT.ID));
    expect([second.TOTAL, await balance()]).toEqual([4.2, 80]);
    const again = made(await credit(second));
    expect(again).toMatchObject({ REFUND: note['REFUND' as never] });
    expect(await balance()).toBe(100);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => invoice(document.PARENT.ID)),
    );
    const thirds = answers.filter(({ status }) => status === 201);
    expect([thirds.length, await balance()]).toEqual([1, 80]);
    made(await annul('invoices', thirds[0]?.body as Document));
    made(await annul('creditNotes', again));
    expect(await balance()).toBe(80);
    made(await credit(second));
    expect(await balance()).toBe(100);

    // An amount that is spent by then can't be taken back.
    const other = await invoiced({ ...cups, vouchers: [{ code: 'CARD', amount: 20 }] });
    await actions.moved(other.PARENT.ID, 2);
    const refunded = made(await credit(other));
    const third = await sales.order(
      smallOrder({
        ...cups,
        rows: [{ ...cups.rows[0], price: 50 }],
        vouchers: [{ code: 'CARD', amount: 95 }],
      }),
    );
    await actions.moved(third.ID, 2);
    const refused = await annul('creditNotes', refunded);
    expect([refused.status, await balance()]).toEqual([409, 5]);
    expect(await sales.read(`creditNotes/${refunded.ID}`)).toMatchObject({ ANNULLED: false });
    const unpaid = await invoice(other.PARENT.ID);
    expect(unpaid.body).toMatchObject({ status: 409, code: 'voucher.spent' });
    expect(await balance()).toBe(5);

    // Neither can the amount of a voucher that was no longer valid at the date of the order.
    const { body } = await service.get(`/v1/users/${userId}/vouchers`);
    const [{ ID: voucherId }] = (body as { VOUCHERS: [{ ID: number }] }).VOUCHERS;
    const vouchers = {
      availableBalance: 100,
      currencyId: 978,
      currencyCode: 'EUR',
      expirationDate: '2026-02-28T23:59:59+01:00',
    };
    const changed = await service.put(`/v1/users/vouchers/${voucherId}`, { vouchers });
    expect(changed.status).toBe(200);
    const expired = await invoice(other.PARENT.ID);
    expect(expired.body).toMatchObject({ status: 409, code: 'voucher.expired' });
  });

  it('need a reason', async () => {
    const document = await invoiced();
    expect((await annul('invoices', document, '')).status).toBe(400);
    expect((await annul('creditNotes', document)).status).toBe(404);
  });
});
