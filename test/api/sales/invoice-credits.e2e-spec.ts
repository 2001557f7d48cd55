/** @engine modules/sales/after-sales */
import { findAllElements, readXml, textAt } from '../../support/documents/xml-reader';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';

const vat21 = [{ tax: { pId: 'vat21' } }];
const vat10 = [{ tax: { pId: 'vat10' } }];

/** 61.00 net and 11.78 tax of the lines, 6.95 net and 1.46 tax of shipping and payment; a voucher pays 20. */
const mixed = {
  rows: [
    {
      ...{ name: 'Shirt', quantity: 3, price: 19.99, taxes: vat21 },
      discounts: [{ name: 'Sale', amount: 4.47 }],
      options: [{ name: 'Print', values: [{ value: 'Cat', price: 1.5 }] }],
    },
    { name: 'Tea', quantity: 1.5, price: 7.333, taxes: vat10 },
  ],
  shipments: [{ price: 5.95, taxes: vat21 }],
  payment: { price: 2, taxes: vat21 },
  discounts: [
    { name: 'Ticket', amount: 10 },
    { name: 'Freight', amount: 1, applyTo: 2 },
  ],
  vouchers: [{ code: 'GIFT', amount: 20 }],
};

interface Problem {
  code: string;
  detail: string;
  existingId?: number;
  errors: { pointer: string; code: string; detail: string }[];
}

/** Shipping and payment with tax are missing: each is rounded by itself, and so is no sum of the notes' amounts. */
const compared = [
  ...['SUBTOTAL', 'SUBTOTALROWS', 'SUBTOTALSHIPPINGS', 'SUBTOTALPAYMENTSYSTEM', 'TOTALTAXES'],
  ...['TOTALROWS', 'TOTALROWSDISCOUNTS', 'TOTALBASKETDISCOUNTS', 'ROUNDING'],
];

describe('Credit notes of invoices', () => {
  let service: Service;
  let sales: AfterSales;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const hashes = ({ ROWS }: Paper): string[] => leaves(ROWS).map(({ HASH }) => HASH);
  const total = (amounts: readonly (number | undefined)[]): number =>
    amounts.reduce<number>((sum, one) => sum + Math.round((one ?? 0) * 10_000), 0) / 10_000;

  async function invoiced(values: object = mixed): Promise<{ order: Paper; invoice: Paper }> {
    const order = await sales.order(smallOrder(values));
    const { status, text, body } = await service.post(`/v1/orders/${order.ID}/invoices`);
    if (status !== 201) throw new Error(text);
    return { order, invoice: body as Paper };
  }

  const credit = (invoice: Paper, creditNotes: object) =>
    service.post(`/v1/invoices/${invoice.ID}/creditNotes`, { creditNotes });

  async function credited(invoice: Paper, creditNotes: object): Promise<Paper> {
    const { status, text, body } = await credit(invoice, creditNotes);
    if (status !== 201) throw new Error(text);
    return body as Paper;
  }

  /** The sums of all credit notes are the invoice's, in every figure, group and line. */
  function expectWhole(invoice: Paper, notes: readonly Paper[]): void {
    for (const name of compared) {
      const sum = total(notes.map(({ TOTALS }) => TOTALS[name]));
      expect([name, sum]).toEqual([name, invoice.TOTALS[name]]);
    }
    expect(total(notes.map(({ TOTAL }) => TOTAL))).toBe(
      total([invoice.TOTALS['TOTAL'], invoice.TOTALS['TOTALVOUCHERS']]),
    );
    const groups = notes.flatMap(({ TAXES }) => TAXES);
    for (const tax of invoice.TAXES) {
      const same = groups.filter(({ TAX }) => TAX.ID === tax.TAX.ID);
      for (const name of ['BASE', 'TAXPRICE', 'REPRICE'] as const) {
        expect([name, total(same.map((one) => one[name]))]).toEqual([name, tax[name]]);
      }
    }
    const lines = notes.flatMap(({ ROWS }) => leaves(ROWS));
    for (const line of leaves(invoice.ROWS)) {
      const own = lines.filter(({ HASH }) => HASH === line.HASH);
      expect(total(own.map(({ TOTAL }) => TOTAL))).toBe(line.TOTAL);
      expect(total(own.map(({ TOTALTAXES }) => TOTALTAXES))).toBe(line.TOTALTAXES);
    }
    for (const { TOTALS } of notes) {
      expect(Math.min(...Object.values(TOTALS))).toBeGreaterThanOrEqual(0);
    }
  }

  it.each([
    ['the given reason', { reason: 'Bankruptcy', reasonCode: 'R2' }, 'Bankruptcy'],
    ['the meaning of the code', { reasonCode: 'R2' }, 'Ley 37/1992, artículo 80.Tres'],
  ])('contain %s in e-invoices', async (_, body, note) => {
    const { invoice } = await invoiced();
    const { ID } = await credited(invoice, { full: true, ...body });
    const cii = readXml(await sales.xml(`creditNotes/${ID}`, 'cii'));
    expect(textAt(cii, 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content')).toBe(note);
  });

  it('have only tax groups with lines or discounts in e-invoices', async () => {
    const { invoice } = await invoiced({
      rows: [{ name: 'Tea', quantity: 10, price: 27.31, taxes: vat10 }],
      payment: { price: -1.5, taxes: vat21 },
    });
    const lines = [{ hash: hashes(invoice)[0], quantity: 0.01 }];
    const note = await credited(invoice, { lines });
    expect(note.TAXES).toMatchObject([{ BASE: 0.27 }, { BASE: 0, TAXPRICE: 0 }]);
    const cii = readXml(await sales.xml(`creditNotes/${note.ID}`, 'cii'));
    const settlement = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
    const groups = findAllElements(cii, `${settlement}/ram:ApplicableTradeTax`);
    expect(groups.map((one) => textAt(one, 'ram:BasisAmount'))).toEqual(['0.27']);
  });

  it('add up where a negative payment price exceeds the lines of its tax', async () => {
    const { invoice } = await invoiced({
      rows: [
        { name: 'Tea', quantity: 1, price: 323, taxes: vat10 },
        { name: 'Shirt', quantity: 10, price: 1000, taxes: vat21 },
      ],
      payment: { price: -333, taxes: vat10 },
    });
    const lines = [{ hash: hashes(invoice)[1], quantity: 2 }];
    const notes = [await credited(invoice, { lines }), await credited(invoice, { full: true })];
    const [first, last] = notes.map(({ TAXES, TOTALS }) => ({
      bases: TAXES.map(({ TAXRATE, BASE, TAXPRICE }) => [TAXRATE, BASE, TAXPRICE]),
      sums: ['SUBTOTALROWS', 'TOTALBASKETDISCOUNTS', 'SUBTOTAL'].map((name) => TOTALS[name]),
    }));
    expect(first).toEqual({
      bases: [
        [10, -64.52, -6.45],
        [21, 2000, 420],
      ],
      sums: [2000, 64.52, 1935.48],
    });
    expect(last).toEqual({
      bases: [
        [10, 54.52, 5.45],
        [21, 8000, 1680],
      ],
      sums: [8323, 268.48, 8054.52],
    });
    for (const { ID } of notes) await sales.xml(`creditNotes/${ID}`, 'cii');
  });

  it('give back all of an invoice, once', async () => {
    const { order, invoice } = await invoiced();
    const note = await credited(invoice, {
      full: true,
      reason: 'Wrong buyer',
      comment: 'By phone',
    });
    expect(note).toMatchObject({
      ...{
        DOCUMENTTYPE: 3,
        STATUS: 4,
        COMMENT: 'By phone',
        REASON: 'Wrong buyer',
        REASONCODE: 'R1',
      },
      PARENT: { DOCUMENTNUMBER: invoice.DOCUMENTNUMBER, DOCUMENTTYPE: 2, ID: invoice.ID },
      TOTALS: { SUBTOTALSHIPPINGS: 4.95, SUBTOTALPAYMENTSYSTEM: 2 },
    });
    expect(note.ROWS.map(({ QUANTITY }) => QUANTITY)).toEqual([3, 1.5]);
    expectWhole(invoice, [note]);
    const again = await credit(invoice, { full: true });
    expect(again.body).toMatchObject({ status: 409, code: 'invoice.credited' });
    const { status, body } = await credit(invoice, {
      lines: [{ hash: hashes(order)[0], quantity: 1 }],
    });
    expect([status, (body as Problem).code]).toEqual([422, 'credit.tooLarge']);
    expect((body as Problem).errors).toMatchObject([
      { pointer: '/creditNotes/lines/0/quantity', detail: 'A quantity of 0 is left.' },
    ]);
    // The goods are still with the customer.
    const returnable = await sales.returnable(order.ID);
    expect(returnable.map(({ QUANTITYRETURNABLE }) => QUANTITYRETURNABLE)).toEqual([3, 1.5]);
  });

  it('give back amounts and quantities of lines, and returns their part of the rest', async () => {
    const { order, invoice } = await invoiced();
    const [shirt = '', tea = ''] = hashes(order);
    const lowered = await credited(invoice, {
      lines: [{ hash: shirt, amount: 6 }],
      reason: 'Stain',
    });
    expect(lowered.TOTALS).toMatchObject({ SUBTOTAL: 6, TOTALTAXES: 1.26, TOTAL: 7.26 });
    expect(lowered.ROWS).toMatchObject([{ HASH: shirt, QUANTITY: 1 }]);
    const back = await sales.credited(order.ID, { [shirt]: 1 });
    // A third of the 45.5492 that are left of the shirts.
    expect(back.TOTALS).toMatchObject({ SUBTOTAL: 15.18, TOTALTAXES: 3.19 });
    const lost = await credited(invoice, {
      lines: [
        { hash: shirt, quantity: 1 },
        { hash: tea, amount: 0.45 },
      ],
    });
    expect(lost.TOTALS).toMatchObject({ SUBTOTAL: 15.63 });
    expect((await sales.returnable(order.ID)).map((one) => one.QUANTITYRETURNABLE)).toEqual([
      1, 1.5,
    ]);
    const rest = await credited(invoice, { full: true });
    expectWhole(invoice, [lowered, back, lost, rest]);
  });

  it('give back amounts of tax groups', async () => {
    const { invoice } = await invoiced();
    const groups = invoice.TAXES.map(({ TAX, BASE }) => ({ tax: { id: TAX.ID }, base: BASE }));
    const bonus = await credited(invoice, { taxes: [{ tax: { pId: 'vat21' }, base: 10 }] });
    expect(bonus.TAXES).toMatchObject([{ BASE: 10, TAXPRICE: 2.1 }]);
    const [first] = groups;
    const more = await credit(invoice, {
      taxes: [{ ...first, base: total([first?.base, -9.99]) }],
    });
    expect(more.body).toMatchObject({
      status: 422,
      code: 'credit.tooLarge',
      errors: [
        {
          pointer: '/creditNotes/taxes/0/base',
          detail: `${total([first?.base, -10])} is left, before tax.`,
        },
      ],
    });
    const rest = await credited(invoice, {
      taxes: [{ ...first, base: total([first?.base, -10]) }, groups[1]],
    });
    expectWhole(invoice, [bonus, rest]);
    expect((await credit(invoice, { full: true })).status).toBe(409);
  });

  it('leave room for another invoice, but never for two open ones', async () => {
    const { order, invoice } = await invoiced();
    const [shirt = ''] = hashes(order);
    const invoices = async () =>
      ((await service.get(`/v1/orders/${order.ID}/invoices`)).body as { invoices: Paper[] })
        .invoices;
    const { ID: returnId } = await sales.return((await sales.rma(order.ID, { [shirt]: 1 })).ID);
    await credited(invoice, { lines: [{ hash: shirt, amount: 1 }] });
    const open = await service.post(`/v1/orders/${order.ID}/invoices`);
    expect(open.body).toMatchObject({ code: 'document.exists', existingId: invoice.ID });
    await credited(invoice, { full: true });
    const refused = await service.post(`/v1/returns/${returnId}/creditNotes`);
    expect(refused.body).toMatchObject({ status: 409, code: 'invoice.missing' });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.post(`/v1/orders/${order.ID}/invoices`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)]);
    const [, second] = await invoices();
    expect((await invoices()).map(({ ID }) => ID)).toEqual([invoice.ID, second?.ID]);
    // The return is credited on the invoice that is open then, with nothing of the first one's credit notes.
    const note = (await service.post(`/v1/returns/${returnId}/creditNotes`)).body as Paper;
    expect(note.TOTALS).toMatchObject({ SUBTOTAL: 17.18, TOTALTAXES: 3.61 });
    expectWhole(second as Paper, [note, await credited(second as Paper, { full: true })]);
  });

  it('close an invoice of which returns give back everything', async () => {
    const { order, invoice } = await invoiced({
      rows: [{ name: 'Cup', quantity: 2, price: 10, taxes: vat21 }],
    });
    const [cup = ''] = hashes(order);
    await sales.credited(order.ID, { [cup]: 1 });
    expect((await service.post(`/v1/orders/${order.ID}/invoices`)).status).toBe(409);
    await sales.credited(order.ID, { [cup]: 1 });
    expect((await credit(invoice, { full: true })).status).toBe(409);
    expect((await service.post(`/v1/orders/${order.ID}/invoices`)).status).toBe(201);
  });

  it('give back what returns hold no more than once', async () => {
    const { order, invoice } = await invoiced({
      rows: [
        { name: 'Cup', quantity: 2, price: 10, taxes: vat21 },
        { name: 'Pot', quantity: 1, price: 30, taxes: vat21 },
      ],
    });
    const [cup = ''] = hashes(order);
    const { ID } = await sales.return((await sales.rma(order.ID, { [cup]: 2 })).ID);
    await credited(invoice, { lines: [{ hash: cup, quantity: 1 }] });
    const note = await sales.creditNote(ID);
    expect(note).toMatchObject({ ROWS: [{ QUANTITY: 1, TOTAL: 10 }], TOTAL: 12.1 });
    const other = await sales.return(
      (
        await sales.rma(
          order.ID,
          {},
          {
            additionalItems: [{ type: 'SHIPPING', name: 'Postage', amount: 0 }],
          },
        )
      ).ID,
    );
    const { body } = await service.post(`/v1/returns/${other.ID}/creditNotes`);
    expect(body).toMatchObject({ status: 409, code: 'invoice.credited' });
  });

  it('never give back more than was invoiced, also for simultaneous requests', async () => {
    const { order, invoice } = await invoiced();
    const [shirt = '', tea = ''] = hashes(order);
    const returns: number[] = [];
    for (const items of [{ [shirt]: 1 }, { [shirt]: 1, [tea]: 0.5 }, { [tea]: 1 }]) {
      returns.push((await sales.return((await sales.rma(order.ID, items)).ID)).ID);
    }
    const wishes = [
      { lines: [{ hash: shirt, amount: 7.77 }] },
      { lines: [{ hash: tea, amount: 3.33 }] },
      { taxes: [{ tax: { pId: 'vat21' }, base: 9.99 }] },
      {
        lines: [
          { hash: shirt, quantity: 1 },
          { hash: tea, amount: 0.01 },
        ],
      },
    ];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        at % 10 === 9
          ? service.post(`/v1/returns/${returns[(at - 9) / 10]}/creditNotes`)
          : credit(invoice, wishes[at % 4] as object),
      ),
    );
    const notes = answers.flatMap(({ status, body }) => (status === 201 ? [body as Paper] : []));
    const outcomes = answers.map(({ status, body }, at) =>
      // Lines may have been credited in full before their return asks.
      status === 409 && at % 10 === 9 ? (body as Problem).code : status,
    );
    const refusals = new Set(outcomes.filter((outcome) => outcome !== 201));
    refusals.delete('invoice.credited');
    expect([...refusals]).toEqual([422]);
    expect(notes).not.toEqual([]);
    const last = await Promise.all(
      Array.from({ length: 30 }, () => credit(invoice, { full: true })),
    );
    expect(last.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)]);
    const full = last.find(({ status }) => status === 201)?.body as Paper;
    expectWhole(invoice, [...notes, full]);
  });

  it('leave vouchers alone that nothing was taken from', async () => {
    const { invoice } = await invoiced();
    const note = await credited(invoice, { full: true });
    // The voucher was not spent, so that nothing can go back to it.
    expect(note).toMatchObject({ REFUND: { MONEY: note.TOTAL, VOUCHERS: [] } });
  });

  it.each([
    [{}, [''], 'credit.notOne'],
    [{ full: true, lines: [{ hash: 'x', quantity: 1 }] }, [''], 'credit.notOne'],
    [{ lines: [{ hash: 'x' }] }, ['/lines/0'], 'credit.notOne'],
    [{ lines: [{ hash: 'x', quantity: 1, amount: 1 }] }, ['/lines/0'], 'credit.notOne'],
  ])('need one thing to credit: %j', async (body, pointers, code) => {
    const { invoice } = await invoiced();
    const { status, body: problem } = await credit(invoice, body);
    expect([status, (problem as Problem).errors]).toMatchObject([
      400,
      pointers.map((pointer) => ({ code, pointer: `/creditNotes${pointer}` })),
    ]);
  });

  it('refuse what the invoice does not have', async () => {
    const { order, invoice } = await invoiced();
    const [shirt = ''] = hashes(order);
    const refusal = async (body: object) => {
      const { status, body: problem } = await credit(invoice, body);
      return [status, (problem as Problem).code, (problem as Problem).errors[0]?.detail];
    };
    expect(await refusal({ lines: [{ hash: 'none', quantity: 1 }] })).toEqual([
      ...[422, 'reference.notFound', 'There is no line of the invoice "none".'],
    ]);
    expect(await refusal({ taxes: [{ tax: { pId: 'none' }, base: 1 }] })).toEqual([
      ...[422, 'reference.notFound', 'There is no tax of the invoice "none".'],
    ]);
    expect(await refusal({ lines: [{ hash: shirt, amount: 51.56 }] })).toEqual([
      ...[422, 'credit.tooLarge', '51.55 is left, before tax.'],
    ]);
    expect(await refusal({ lines: [{ hash: shirt, quantity: 3.001 }] })).toEqual([
      ...[422, 'credit.tooLarge', 'A quantity of 3 is left.'],
    ]);
    expect(await refusal({ lines: [{ hash: shirt, amount: 1.001 }] })).toEqual([
      ...[
        400,
        'request.invalid',
        'The smallest amount of EUR is 0.01; 1.001 is not a multiple of it.',
      ],
    ]);
    expect((await credit({ ...invoice, ID: order.ID }, { full: true })).status).toBe(404);
  });

  describe('by taxes, of lines that bear several of them', () => {
    const row = { name: 'Lamp', quantity: 1, price: 100, taxes: [...vat21, ...vat10] };
    const other = { name: 'Bulb', quantity: 2, price: 25, taxes: vat21 };
    const amountsOf = ({ TAXES, TOTAL }: Paper) => [
      TOTAL,
      ...TAXES.map(({ BASE, TAXPRICE }) => [BASE, TAXPRICE]),
    ];
    const ask = ({ TAXES }: Paper, ...bases: (number | undefined)[]) => ({
      taxes: bases.flatMap((base, at) =>
        base === undefined ? [] : [{ tax: { id: TAXES[at]?.TAX.ID }, base }],
      ),
    });

    it('credit their other groups as well, by their share', async () => {
      const { invoice } = await invoiced({ rows: [row, other] });
      expect(amountsOf(invoice)).toEqual([191.5, [150, 31.5], [100, 10]]);
      const first = await credited(invoice, ask(invoice, 75));
      expect(amountsOf(first)).toEqual([95.75, [75, 15.75], [50, 5]]);
      const second = await credited(invoice, ask(invoice, undefined, 50));
      expect(amountsOf(second)).toEqual([65.5, [50, 10.5], [50, 5]]);
      const { status, body } = await credit(invoice, ask(invoice, 25.01));
      expect([status, (body as Problem).code]).toEqual([422, 'credit.tooLarge']);
      const rest = await credited(invoice, { full: true });
      expectWhole(invoice, [first, second, rest]);
    });

    it('credit one base of groups that have the same lines', async () => {
      const { invoice } = await invoiced({ rows: [row] });
      for (const refused of [ask(invoice, 40, 30), ask(invoice, 40, 40.01)]) {
        const { status, body } = await credit(invoice, refused);
        expect([status, (body as Problem).code]).toEqual([422, 'credit.severalTaxes']);
      }
      const note = await credited(invoice, ask(invoice, 40, 40));
      expect(amountsOf(note)).toEqual([52.4, [40, 8.4], [40, 4]]);
      expectWhole(invoice, [note, await credited(invoice, { full: true })]);
    });

    it('refuse groups that share some lines only', async () => {
      const { invoice } = await invoiced({ rows: [row, other] });
      const { status, body } = await credit(invoice, ask(invoice, 75, 50));
      expect([status, (body as Problem).code]).toEqual([422, 'credit.severalTaxes']);
    });

    it('give back no more than there is, to 30 clients', async () => {
      const { invoice } = await invoiced({ rows: [row, other] });
      const wanted = ask(invoice, undefined, 9);
      const answers = await Promise.all(Array.from({ length: 30 }, () => credit(invoice, wanted)));
      const notes = answers.filter((one) => one.status === 201).map(({ body }) => body as Paper);
      expect(notes).toHaveLength(11);
      expectWhole(invoice, [...notes, await credited(invoice, { full: true })]);
    });
  });
});
