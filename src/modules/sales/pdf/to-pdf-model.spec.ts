import type { DocumentRow } from '../documents/entities/document-row.entity';
import type { SalesDocument } from '../documents/entities/document.entity';
import type { Shipment } from '../documents/entities/shipment.entity';
import {
  address,
  billing,
  row,
  shipping,
  source,
  totals,
  zone as timeZone,
} from '../../../../test/support/documents/pdf-source';
import type { PdfDocument, PdfShipment, PdfSource } from './model/pdf-source';
import { toPdfModel } from './to-pdf-model';
import type { PdfModel } from './pdf-model';

const cells = async (of: PdfSource): Promise<string[][]> =>
  (await toPdfModel(of, { timeZone })).rows.rows.map((one) =>
    one.cells.map((cell) => cell.trimEnd()),
  );
const columns = async (of: PdfSource): Promise<string[]> =>
  (await toPdfModel(of, { timeZone })).rows.columns.map(({ label }) => label);
const taxed = [{ taxRate: 21_000_000, reRate: 0 }] as DocumentRow['taxes'];

const rich = source('order', {
  deliveryDate: new Date('2026-03-05T00:00:00Z'),
  userPId: 'C-7',
  comment: 'Ring\r\ntwice ',
  paid: true,
  paymentDate: new Date('2026-03-01T09:00:00Z'),
  transactionId: 'TX',
  addresses: [address({ ...billing, vat: 'ES1', nif: 'ES1' }), shipping],
  rows: [
    row({
      sku: 'S-1',
      optionsPrice: 15_000,
      total: 219_000,
      taxes: taxed,
      discounts: [{ name: 'Sale', code: 'S3', amount: 11_000 }] as DocumentRow['discounts'],
      options: [
        { name: 'Colour', prompt: '', values: [{ value: 'red', price: 15_000 }] },
        {
          name: '',
          prompt: 'Size',
          values: [
            { value: 'L', price: 0 },
            { value: 'tall', price: 0 },
          ],
        },
      ] as DocumentRow['options'],
    }),
    row({ type: 2, name: 'Sticker', quantity: 1000, price: 0, total: 0 }),
    row({
      type: 3,
      name: 'Set',
      quantity: 1000,
      price: 0,
      total: 200_000,
      items: [
        row({ name: 'Cup', taxes: [{ taxRate: 10_000_000, reRate: 1_400_000 }] as never }),
        row({ name: 'Plate', quantity: 500, price: 1_234, total: 617 }),
      ],
    }),
  ],
  shipments: [
    {
      id: 5,
      pId: 'ship-1',
      name: 'To the door',
      shippingTypeName: 'Parcel',
      packages: 2,
      price: 60_000,
      netPrice: 40_000,
      trackingNumber: 'T-1',
      taxes: [{ rate: 21_000_000, reRate: 0 }],
      discounts: [{ name: 'Club', code: '', amount: 10_000 }],
    },
    { id: 6, pId: null, name: '', shippingTypeName: 'Bike', price: 0, netPrice: 0, packages: 0 },
  ] as unknown as Shipment[],
  payment: { price: 10_000, taxes: [] },
  paymentName: 'Visa',
  discounts: [
    { name: 'Ticket', code: 'T4', amount: 40_000, applyTo: 1 },
    { name: 'Freight', code: '', amount: 10_000, applyTo: 2 },
  ] as SalesDocument['discounts'],
  vouchers: [{ code: 'GIFT', amount: 50_000 }] as SalesDocument['vouchers'],
  taxes: [
    { name: 'IVA', taxRate: 21_000_000, reRate: 0, base: 1, taxPrice: 2, rePrice: 0 },
    {
      name: 'IVA reducido',
      taxRate: 10_000_000,
      reRate: 1_400_000,
      base: 200_000,
      taxPrice: 20_000,
      rePrice: 2_800,
    },
  ] as SalesDocument['taxes'],
  subtotalRows: 419_000,
  subtotalShippings: 40_000,
  subtotalPaymentSystem: 10_000,
  subtotal: 429_000,
  totalBasketDiscounts: 40_000,
  totalTaxes: 22_802,
  total: 401_802,
});

describe('the PDF of an order', () => {
  let model: PdfModel;

  beforeAll(async () => {
    model = await toPdfModel(rich, { timeZone });
  });

  it('has its parties, facts and lines', async () => {
    expect(model).toMatchObject({
      title: 'Order',
      number: 'O1-2026-1',
      author: 'Cycles Ltd',
      language: 'en',
      changedAt: Date.UTC(2026, 2, 2),
      seller: [
        ...['Cycles Ltd', 'High Street 1', 'London, N1 9GU', 'United Kingdom'],
        ...['VAT no. GB123', 'Phone +44 20', 'shop@example.com'],
      ],
      facts: [
        { label: 'Number', text: 'O1-2026-1' },
        { label: 'Date', text: '1 March 2026' },
        { label: 'Delivery date', text: '5 March 2026' },
        { label: 'Customer no.', text: 'C-7' },
        { label: 'Currency', text: 'EUR' },
      ],
      parties: [
        {
          heading: 'Billing address',
          lines: [
            ...['Ada S.L.', 'Ada Núñez', 'Calle Luna 7', '41001 Sevilla', 'Spain', 'VAT no. ES1'],
            'ada@example.com',
          ],
        },
        {
          heading: 'Delivery address',
          lines: ['Eva', 'Calle Luna 7', '41001 Sevilla', 'Portugal', 'Phone 555'],
        },
      ],
      footer: 'Cycles Ltd · VAT no. GB123 · shop@example.com',
    });
    expect(await columns(rich)).toEqual([
      ...['Article no.', 'Description', 'Quantity', 'Unit price', 'Discount', 'Tax', 'Amount'],
    ]);
    expect(await cells(rich)).toEqual([
      ['S-1', 'Shirt', '2', '11.50', '-1.10', '21%', '21.90'],
      ['', 'Sticker', '1', '0.00', '', '', '0.00'],
      ['', 'Set', '1', '', '', '', '20.00'],
      ['', 'Cup', '2', '10.00', '', '10% + 1.4%', ''],
      ['', 'Plate', '0.5', '0.1234', '', '', ''],
      ['', 'Shipping: To the door', '', '6.00', '-2.00', '21%', '4.00'],
      ['', 'Payment fee: Visa', '', '1.00', '', '', '1.00'],
    ]);
    expect(model.rows.rows.map(({ notes }) => notes)).toEqual([
      ['Colour: red (+1.50)', 'Size: L, tall', 'Sale (S3): -1.10'],
      ['Gift'],
      ...[[], [], []],
      ['Club: -1.00', 'Freight'],
      [],
    ]);
    expect(model.rows.rows.map(({ isNested = false }) => isNested)).toEqual([
      ...[false, false, false, true, true, false, false],
    ]);
  });

  it('has its sums and taxes, payment, delivery and comment', async () => {
    expect(await totals(rich)).toEqual([
      ...['Items €41.90', 'Shipping €4.00', 'Payment fee €1.00', 'Ticket (T4) -€4.00'],
      ...['Subtotal without tax €42.90', 'Tax €2.28', 'Total with tax €45.18'],
      ...['Voucher GIFT -€5.00', 'Amount paid -€40.18', 'Amount due €0.00'],
    ]);
    expect(model.totals.filter(({ isFinal }) => isFinal)).toHaveLength(1);
    expect(model.taxes?.columns.map(({ label }) => label)).toEqual([
      ...['Tax', 'Base', 'Rate', 'Amount', 'Surcharge rate', 'Surcharge'],
    ]);
    expect(model.taxes?.rows.map((one) => one.cells)).toEqual([
      ['IVA', '0.00', '21%', '0.00', '0%', '0.00'],
      ['IVA reducido', '20.00', '10%', '2.00', '1.4%', '0.28'],
      ['0%', '22.90', '0%', '0.00', '0%', '0.00'],
    ]);
    expect(model.notes).toEqual([
      { heading: 'Payment', lines: ['Visa', 'Paid on 1 March 2026', 'Transaction: TX'] },
      { heading: 'Delivery', lines: ['To the door', 'Packages: 2', 'Tracking no.: T-1', 'Bike'] },
    ]);
    expect(model.remarks).toEqual([{ heading: 'Comment', lines: ['Ring', 'twice'] }]);
    expect(model.signature).toBeUndefined();
  });

  it('is plain data, and the same every time', async () => {
    expect(structuredClone(model)).toEqual(model);
    expect(await toPdfModel(rich, { timeZone })).toEqual(model);
  });

  it('lets other requests be handled between many lines', async () => {
    let isDone = false;
    let turns = 0;
    const countTurn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await toPdfModel(source('order', { rows: Array.from({ length: 2000 }, () => row()) }), {
      timeZone,
    });
    isDone = true;
    expect(turns).toBeGreaterThan(2);
  });

  it('omits missing data', async () => {
    const bare = source('order', { headquarter: null, addresses: [] });
    const { seller, footer, author, parties, taxes, notes } = await toPdfModel(bare, { timeZone });
    expect({ seller, footer, author, taxes }).toEqual({ seller: [], footer: '', author: '' });
    expect(parties).toEqual([
      { heading: 'Billing address', lines: ['Ada Núñez', 'ada@example.com'] },
    ]);
    expect(await columns(bare)).toEqual(['Description', 'Quantity', 'Unit price', 'Amount']);
    expect(await totals(bare)).toEqual(['Total €20.00']);
    expect(notes).toEqual([{ heading: 'Payment', lines: ['Not paid yet'] }]);
  });

  it('has one address if goods go to the buyer, and the location where they are picked up', async () => {
    const same = source('order', { addresses: [billing, { ...billing, type: 2, phone: '1' }] });
    expect((await toPdfModel(same, { timeZone })).parties).toHaveLength(1);
    const location = { name: 'Shop', address: 'Calle Betis 1', city: 'Sevilla', state: 'X' };
    const delivery = { type: 1, countryId: 724, location: { ...location, postalCode: '41010' } };
    const collected = source('order', {
      addresses: [billing, shipping],
      delivery: { ...delivery, location: { ...delivery.location, countryId: 724 } } as never,
    });
    expect((await toPdfModel(collected, { timeZone })).parties.slice(1)).toEqual([
      {
        heading: 'Collection point',
        lines: ['Shop', 'Calle Betis 1', '41010 Sevilla', 'X', 'Spain'],
      },
    ]);
  });
});

describe('the PDF of other documents', () => {
  it('has the corrected invoice of a credit note, with its date', async () => {
    const credit = {
      ...source('creditNote', { languageCode: 'de', reverseChargeVat: true }),
      references: [
        { kind: 'return' as const, number: 'R1' },
        { kind: 'invoice' as const, number: 'I7', date: new Date('2026-01-31T12:00:00Z') },
      ],
    };
    const { facts, remarks } = await toPdfModel(credit, { timeZone });
    expect(facts).toEqual(
      expect.arrayContaining([
        { label: 'Retoure', text: 'R1' },
        { label: 'Berichtigte Rechnung', text: 'I7' },
        { label: '', text: '31. Januar 2026' },
      ]),
    );
    expect(remarks[0]?.lines).toEqual([
      'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
    ]);
  });

  it('has the statement of reverse charge in the language of the document', async () => {
    const remark = async (languageCode: string) =>
      (await toPdfModel(source('invoice', { languageCode, reverseChargeVat: true }), { timeZone }))
        .remarks[0]?.lines;
    expect(await remark('pl')).toEqual(['Odwrotne obciążenie: podatek VAT rozlicza nabywca.']);
    expect(await remark('fa')).toEqual(['Reverse charge: the recipient is liable for the VAT.']);
  });

  it('keeps numbers left-to-right in right-to-left text', async () => {
    const { isRightToLeft, seller } = await toPdfModel(source('invoice', { languageCode: 'he' }), {
      timeZone,
    });
    expect(isRightToLeft).toBe(true);
    expect(seller).toEqual(expect.arrayContaining(['מספר מע״מ \u200eGB123', 'טלפון \u200e+44 20']));
    expect(await toPdfModel(source('invoice'), { timeZone })).not.toHaveProperty('isRightToLeft');
  });

  it('is in the document’s language, or in English for an unknown language', async () => {
    const title = async (languageCode: string) =>
      (await toPdfModel(source('creditNote', { languageCode }), { timeZone })).title;
    const languages = ['en', 'es', 'ca', 'fr', 'de', 'it', 'pt', 'pl', 'ja', 'fa'];
    expect(await Promise.all(languages.map(title))).toEqual([
      ...[
        'Credit note',
        'Factura rectificativa',
        'Factura rectificativa',
        'Avoir',
        'Rechnungskorrektur',
      ],
      ...['Nota di credito', 'Nota de crédito', 'Credit note', '返金明細書', 'Credit note'],
    ]);
  });

  it('never shows an invoice as unpaid, nor the buyer’s comment', async () => {
    const invoice = source('invoice', { comment: 'Ring twice' });
    expect(await toPdfModel(invoice, { timeZone })).toMatchObject({
      title: 'Invoice',
      notes: [],
      remarks: [],
    });
    const paid = await toPdfModel(source('invoice', { paid: true }), { timeZone });
    expect(paid.notes).toEqual([{ heading: 'Payment', lines: ['Paid'] }]);
  });

  it('has nothing left to pay on a paid invoice', async () => {
    const values = { paid: true, totalTaxes: 42_000, total: 242_000 };
    expect((await totals(source('invoice', values))).slice(-3)).toEqual([
      ...['Total with tax €24.20', 'Amount paid -€24.20', 'Amount due €0.00'],
    ]);
    expect(await totals(source('invoice', { paid: true }))).toEqual([
      ...['Total €20.00', 'Amount paid -€20.00', 'Amount due €0.00'],
    ]);
    expect((await totals(source('creditNote', values))).at(-1)).toBe('Total credit €24.20');
  });

  it('credits an amount as a reduction of the price, without quantity and unit price', async () => {
    const options = [{ name: 'Size', prompt: '', values: [{ value: 'L', price: 100 }] }] as never;
    const reduced = (values: Partial<DocumentRow>) =>
      row({ byAmount: true, quantity: 1000, taxes: taxed, options, ...values });
    const note = source('creditNote', {
      rounding: 0,
      rows: [
        reduced({ sku: 'S-1', price: 61_234, total: 60_000 }),
        reduced({ name: 'Pin', price: 3, total: 3 }),
        row({
          type: 3,
          name: 'Set',
          items: [reduced({ name: 'Cup', total: 50_000 }), row({ name: 'Plate', total: 70_000 })],
        }),
        row({ type: 3, name: 'Box', items: [reduced({ name: 'Tea', total: 20_000 })] }),
      ],
      subtotalRows: 200_000,
    });
    expect(await columns(note)).toEqual([
      ...['Article no.', 'Description', 'Quantity', 'Unit price', 'Tax', 'Amount'],
    ]);
    expect(await cells(note)).toEqual([
      ['S-1', 'Price reduction: Shirt', '', '', '21%', '6.00'],
      ['', 'Set', '', '', '', '7.00'],
      ['', 'Plate', '2', '10.00', '', ''],
      ['', 'Price reduction: Set, Cup', '', '', '21%', '5.00'],
      ['', 'Price reduction: Box, Tea', '', '', '21%', '2.00'],
    ]);
    const spanish = { ...note, document: { ...note.document, languageCode: 'es' } };
    expect((await cells(spanish))[0]?.[1]).toBe('Reducción del precio: Shirt');
    const only = source('creditNote', { rounding: 0, rows: [reduced({})] });
    expect(await columns(only)).toEqual(['Description', 'Tax', 'Amount']);
  });

  it('charges the snapshots of the order’s shipments', async () => {
    const snapshot = { name: '', shippingTypeName: 'Parcel', price: 60_000, netPrice: 60_000 };
    const invoice = source('invoice', {
      shippings: [{ ...snapshot, taxes: [], discounts: [], packages: 1 }] as never,
    });
    expect((await cells(invoice))[1]).toEqual(['Shipping: Parcel', '', '6.00', '6.00']);
    expect((await toPdfModel(invoice, { timeZone })).notes).toEqual([
      { heading: 'Delivery', lines: ['Parcel', 'Packages: 1'] },
    ]);
  });

  it.each([
    [{ reverseChargeVat: true }, 1],
    [{ addresses: [{ ...billing, reverseChargeVat: true }] }, 1],
    [{ addresses: [billing, { ...shipping, reverseChargeVat: true }] }, 0],
  ])('remarks the reverse charge: %#', async (values, remarks) => {
    const model = await toPdfModel(source('invoice', values), { timeZone });
    expect(model.remarks.map(({ lines }) => lines)).toEqual(
      Array(remarks).fill(['Reverse charge: the recipient is liable for the VAT.']),
    );
    expect((await toPdfModel(source('deliveryNote', values), { timeZone })).remarks).toEqual([]);
  });

  it('has the source documents and additional refunds of a credit note', async () => {
    const note: PdfSource = {
      ...source('creditNote', {
        rows: [
          row({
            type: 3,
            name: 'Set',
            quantity: 1000,
            total: 100_000,
            items: [row({ name: 'Cup', quantity: 1000, total: 100_000 })],
          }),
        ],
        subtotalRows: 100_000,
        subtotalShippings: 30_000,
        totalBasketDiscounts: 10_000,
        subtotal: 120_000,
        totalVouchers: 50_000,
        total: 170_000,
        delivery: { type: 1 } as never,
        addresses: [billing, shipping],
      }),
      references: [
        { kind: 'return', number: 'R1' },
        { kind: 'rma', number: 'M1' },
        { kind: 'order', number: 'O1' },
        { kind: 'invoice', number: 'I1' },
      ],
      additionalItems: [
        { type: 'SHIPPING', name: 'Freight', amount: 30_000 },
        { type: 'VOUCHER', name: '', amount: 50_000 },
      ],
    };
    const model = await toPdfModel(note, { timeZone });
    expect(model.facts.slice(2, 6).map(({ label, text }) => `${label} ${text}`)).toEqual([
      ...['Return R1', 'Return request M1', 'Order O1', 'Invoice I1'],
    ]);
    // The bundle is only a heading for its returned items, for any number of bundles.
    expect(await cells(note)).toEqual([
      ['Set', '', '', '10.00'],
      ['Cup', '1', '10.00', ''],
      ['Shipping: Freight', '', '', '3.00'],
      ['Voucher', '', '', '5.00'],
    ]);
    expect(await totals(note)).toEqual([
      ...['Items €10.00', 'Shipping €3.00', 'Discount -€1.00', 'Subtotal without tax €12.00'],
      ...['Total €12.00', 'Voucher €5.00', 'Total credit €17.00'],
    ]);
    expect(model.parties).toHaveLength(1);
  });

  it('has the return shipping of an RMA', async () => {
    const shippings = [{ name: 'Parcel', price: 49_000, packages: 0 }] as never;
    const sent = await toPdfModel(source('rma', { shippings, comment: 'Too large' }), { timeZone });
    expect(sent.notes).toEqual([{ heading: 'Return by', lines: ['Parcel: €4.90'] }]);
    expect(sent.remarks).toEqual([{ heading: 'Comment', lines: ['Too large'] }]);
    const delivery = {
      type: 1,
      location: { name: 'Shop', address: '', city: 'Sevilla', state: '', postalCode: '' },
    } as never;
    // The shippings of a credit note are refunded prices, which are among its lines.
    const refunded = [{ name: 'Parcel', price: 49_000, netPrice: 49_000, packages: 0 }] as never;
    const values = { shippings: refunded, rounding: 0, subtotalShippings: 49_000 };
    expect((await toPdfModel(source('creditNote', values), { timeZone })).notes).toEqual([]);
    const brought = await toPdfModel(source('rma', { shippings, delivery }), { timeZone });
    expect(brought.notes).toEqual([]);
    expect(brought.parties[1]).toEqual({ heading: 'Return point', lines: ['Shop', 'Sevilla'] });
  });

  it('has no prices on documents that accompany the goods', async () => {
    const { document } = rich;
    const note: PdfSource = {
      ...rich,
      kind: 'deliveryNote',
      document: { ...document, shipments: [] },
      deliveryNoteShipping: { id: 6, name: '', shippingTypeName: 'Parcel', packages: 2 },
    };
    const model = await toPdfModel(note, { timeZone });
    expect(await columns(note)).toEqual(['Article no.', 'Description', 'Quantity']);
    expect(model.rows.rows[0]?.notes).toEqual(['Colour: red', 'Size: L, tall']);
    expect(model).toMatchObject({ totals: [], notes: [{ lines: ['Parcel', 'Packages: 2'] }] });
    expect(JSON.stringify(model)).not.toMatch(/€|EUR|Sale|21%|-1\.10/);
    expect(model.parties.map(({ heading }) => heading)).toEqual([
      ...['Delivery address', 'Billing address'],
    ]);
    expect(model.signature).toBeDefined();
    const toBuyer = source('deliveryNote');
    expect((await toPdfModel(toBuyer, { timeZone })).parties.map(({ heading }) => heading)).toEqual(
      ['Delivery address'],
    );
  });

  it('lists the rows of a shipment, with a part of a bundle', async () => {
    const { document } = source('shipment', {
      rows: [
        row({ id: 1, name: 'Stays' }),
        row({ id: 2, name: 'Part', quantity: 3000 }),
        row({
          id: 3,
          type: 3,
          name: 'Set',
          quantity: 3000,
          items: [row({ id: 4, name: 'Cup', quantity: 6000 })],
        }),
      ],
    });
    const shipment = {
      id: 8,
      pId: null,
      name: 'Door',
      shippingTypeName: '',
      packages: 0,
      trackingNumber: 'T',
      incomingDate: new Date('2026-04-01T12:00:00Z'),
      rows: [
        { rowId: 3, quantity: 1000 },
        { rowId: 2, quantity: 1500 },
      ],
    } as unknown as PdfShipment;
    const slip: PdfSource = {
      kind: 'shipment',
      references: [],
      additionalItems: [],
      shipment,
      document: { ...document, shipments: [{ id: 7 }, shipment] as PdfDocument['shipments'] },
    };
    const model = await toPdfModel(slip, { timeZone });
    expect(model).toMatchObject({ title: 'Packing slip', number: 'O1-2026-1/2' });
    expect(model.facts[1]).toEqual({ label: 'Date', text: '1 April 2026' });
    expect(await cells(slip)).toEqual([
      ['Part', '1.5'],
      ['Set', '1'],
      ['Cup', '2'],
    ]);
    expect(model.notes).toEqual([{ heading: 'Delivery', lines: ['Door', 'Tracking no.: T'] }]);
    const named = { ...slip, shipment: { ...shipment, pId: 'SH-1' } };
    expect((await toPdfModel(named, { timeZone })).number).toBe('SH-1');
  });
});
