/** @engine modules/sales/pdf/issued-files.ts */
import { hash } from 'node:crypto';
import fc from 'fast-check';
import type { Response } from 'supertest';
import { Database } from '../../../src/database';
import { JournalSequencer } from '../../../src/platform/events/journal';
import { countStatements } from '../../support/service/count-statements';
import { exportService } from '../../support/export';
import { importLines } from '../../support/import';
import {
  invoiceMasters,
  invoiceOrder,
  peppolAddress,
} from '../../support/documents/invoice-orders';
import { toTextLines, readPdf } from '../../support/documents/pdf-reader';
import { Service } from '../../support/service/service';
import { checkUblSums } from '../../support/documents/ubl-sums';
import { until } from '../../support/until';
import { findAllElements, readXml, textAt } from '../../support/documents/xml-reader';
import { AfterSales, leaves, type Paper } from './rmas-life';

interface Problem {
  code: string;
  errors: { pointer: string; code: string; detail: string }[];
}

const vat21 = [{ tax: { pId: 't21' } }];
const company = {
  ...{ countryCode: 'ES', company: 'Ada S.L.', vat: 'ESB87654323', city: 'Sevilla' },
  address: 'Calle Luna 7',
  ...peppolAddress,
};

describe('Structured invoices', () => {
  let service: Service;
  let sales: AfterSales;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    const { rejected, errors } = await importLines(service, invoiceMasters);
    expect([rejected, errors]).toEqual([0, []]);
    sales = new AfterSales(service);
  });

  afterAll(() => service.stop());

  const orderOf = (values: object): object => ({
    ...{ pId: `order-${++made}`, date: '2026-03-01T23:30:00Z', currencyCode: 'EUR' },
    ...{ headquarter: { pId: 'es' } },
    user: { email: 'ada@example.com', billingAddress: company },
    rows: [{ name: 'Mug', quantity: 1, price: 10, taxes: vat21 }],
    ...values,
  });

  async function invoiced(values: object = {}): Promise<Paper> {
    const order = await sales.order(orderOf(values));
    const { status, body, text } = await service.post(`/v1/orders/${order.ID}/invoices`);
    if (status !== 201) throw new Error(text);
    return body as Paper;
  }

  const ask = (id: number, form: string, of = 'invoices'): Promise<Response> =>
    service.get(`/v1/${of}/${id}/document/${form}`);

  async function xmlOf(id: number, form = 'ubl', of = 'invoices'): Promise<string> {
    const { status, body, text } = await ask(id, form, of);
    if (status !== 200) throw new Error(text);
    return Buffer.from((body as { content: string }).content, 'base64').toString();
  }

  const refusal = async (id: number, form = 'ubl'): Promise<[string, string][]> => {
    const { status, body } = await ask(id, form);
    const { code, errors } = body as Problem;
    expect([status, code]).toEqual([422, 'document.notExpressible']);
    return errors.map((one) => [one.code, one.pointer]);
  };

  it('come as JSON, as bytes of their own type, and the same every time', async () => {
    const { ID, DOCUMENTNUMBER } = await invoiced();
    for (const [form, type, file] of [
      ['ubl', 'application/xml', 'xml'],
      ['cii', 'application/xml', 'xml'],
      ['facturx', 'application/pdf', 'pdf'],
    ] as const) {
      const path = `/v1/invoices/${ID}/document/${form}`;
      const first = await ask(ID, form);
      const again = await ask(ID, form);
      expect(again.text).toBe(first.text);
      const raw = await service.get(path, { headers: { Accept: type } });
      expect(raw.headers['content-type']).toBe(type);
      expect(raw.headers['content-disposition']).toContain(`invoice-${DOCUMENTNUMBER}.${file}`);
      const known = Buffer.from((first.body as { content: string }).content, 'base64');
      if (file === 'xml') expect(raw.text).toBe(known.toString());
      else expect(known.equals(raw.body as Buffer)).toBe(true);
      const other = await service.get(path, { headers: { Accept: 'image/png' } });
      expect(other.headers['content-type']).toContain('application/json');
    }
    expect((await ask(ID, 'UBL')).status).toBe(400);
    expect((await ask(ID, 'cii', 'orders')).status).toBe(400);
    expect((await ask(999_999, 'cii')).status).toBe(404);
  });

  it('name seller, buyer, delivery, payment and references', async () => {
    const { ID, DOCUMENTNUMBER, PARENT } = await invoiced({
      ...{ buyerReference: 'R-1', purchaseOrder: 'PO-1', deliveryDate: '2026-03-05' },
      payment: { paymentSystem: { pId: 'transfer' } },
      user: {
        email: 'ada@example.com',
        billingAddress: { ...company, registrationNumber: '5560', registrationScheme: '0007' },
        shippingAddress: { countryCode: 'PT', firstName: 'Eva', city: 'Lisboa' },
      },
    });
    const root = readXml(await xmlOf(ID));
    const has = (path: string, text: string): void => {
      expect([path, textAt(root, path)]).toEqual([path, text]);
    };
    has('cbc:ID', DOCUMENTNUMBER);
    has('cbc:InvoiceTypeCode', '380');
    has('cbc:BuyerReference', 'R-1');
    has('cac:OrderReference/cbc:ID', 'PO-1');
    has('cac:OrderReference/cbc:SalesOrderID', PARENT.DOCUMENTNUMBER);
    const seller = 'cac:AccountingSupplierParty/cac:Party';
    has(`${seller}/cbc:EndpointID`, '7300010000001');
    has(`${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, 'Tienda, S.L.');
    has(`${seller}/cac:PartyLegalEntity/cbc:CompanyID`, 'M-123456');
    has(`${seller}/cac:PartyName/cbc:Name`, 'Tienda & Co');
    has(`${seller}/cac:PartyTaxScheme/cbc:CompanyID`, 'ESB12345674');
    const buyer = 'cac:AccountingCustomerParty/cac:Party';
    has(`${buyer}/cbc:EndpointID`, '7300010000001');
    has(`${buyer}/cac:PartyLegalEntity/cbc:CompanyID`, '5560');
    has('cac:Delivery/cbc:ActualDeliveryDate', '2026-03-05');
    has('cac:Delivery/cac:DeliveryLocation/cac:Address/cbc:CityName', 'Lisboa');
    has('cac:PaymentMeans/cbc:PaymentMeansCode', '58');
    has('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'ES9121000418450200051332');
    has('cac:PaymentTerms/cbc:Note', 'Within 30 days');
    const [endpoint] = findAllElements(root, `${buyer}/cbc:EndpointID`);
    expect(endpoint?.attributes['schemeID']).toBe('0088');
  });

  it('have the totals of the worked example, to the cent', async () => {
    const vat10 = [{ tax: { pId: 't10' } }];
    const { ID } = await invoiced({
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
    });
    const xml = await xmlOf(ID);
    expect(checkUblSums(xml)).toEqual({
      broken: [],
      totals: { exclusive: 6795, tax: 1323, prepaid: 2000, payable: 6118 },
    });
    const root = readXml(xml);
    const adjustments = findAllElements(root, 'cac:AllowanceCharge').map((one) => [
      textAt(one, 'cbc:ChargeIndicator'),
      textAt(one, 'cbc:AllowanceChargeReason'),
      textAt(one, 'cbc:Amount'),
      textAt(one, 'cac:TaxCategory/cbc:Percent'),
    ]);
    expect(adjustments).toEqual([
      ['false', 'Freight', '1.00', '21'],
      ['false', 'Ticket', '8.45', '21'],
      ['false', 'Ticket', '1.55', '10'],
      ['true', 'Shipping', '5.95', '21'],
      ['true', 'Payment', '2.00', '21'],
    ]);
    const [shirt] = findAllElements(root, 'cac:InvoiceLine');
    expect(textAt(shirt!, 'cac:Price/cbc:PriceAmount')).toBe('21.49');
    expect(textAt(shirt!, 'cac:AllowanceCharge/cbc:Amount')).toBe('4.47');
    expect(textAt(shirt!, 'cac:Item/cac:AdditionalItemProperty/cbc:Value')).toBe('Cat');
  });

  it('have lines that come to the subtotal, whatever each is rounded to', async () => {
    const row = { name: 'Bead', quantity: 1, price: 0.0033, taxes: vat21 };
    const { ID, TOTALS } = await invoiced({ rows: [row, row, row, { ...row, price: 1 }] });
    const xml = await xmlOf(ID);
    expect(TOTALS['SUBTOTAL']).toBe(1.01);
    expect(checkUblSums(xml)).toMatchObject({ broken: [], totals: { exclusive: 101, tax: 21 } });
    const adjustments = findAllElements(readXml(xml), 'cac:AllowanceCharge');
    expect(adjustments).toEqual([]);
  });

  it('have the items of bundles as lines', async () => {
    const items = ['Cup', 'Plate'].map((name) => ({ name, quantity: 1, price: 5, taxes: vat21 }));
    const { ID } = await invoiced({ rows: [{ type: 'bundle', name: 'Set', quantity: 1, items }] });
    const lines = findAllElements(readXml(await xmlOf(ID)), 'cac:InvoiceLine');
    expect(
      lines.map((line) => [textAt(line, 'cac:Item/cbc:Name'), textAt(line, 'cbc:Note')]),
    ).toEqual([
      ['Cup', 'Part of Set'],
      ['Plate', 'Part of Set'],
    ]);
  });

  it.each([
    ['S', {}, vat21, {}, ''],
    ['AE', { reverseChargeVat: true }, vat21, {}, 'VATEX-EU-AE'],
    ['K', { tax: false, countryCode: 'FR', vat: 'FR83404833048' }, vat21, {}, 'VATEX-EU-IC'],
    ['G', { tax: false, countryCode: 'US' }, vat21, {}, 'VATEX-EU-G'],
    ['E', { tax: false }, vat21, {}, ''],
    ['E', {}, [{ tax: { pId: 'exempt' } }], {}, 'VATEX-EU-132-1I'],
    ['Z', {}, [{ tax: { pId: 'zero' } }], {}, ''],
    ['Z', { countryCode: 'FR', vat: 'FR83404833048' }, [{ tax: { pId: 'books' } }], {}, ''],
    ['AE', {}, vat21, { reverseChargeVat: true }, 'VATEX-EU-AE'],
  ])('are of category %s for %j and taxes %j', async (category, address, taxes, values, reason) => {
    const { ID } = await invoiced({
      ...{ deliveryDate: '2026-03-02', ...values },
      user: { email: 'a@example.com', billingAddress: { ...company, ...address } },
      rows: [{ name: 'Mug', quantity: 1, price: 10, taxes }],
    });
    const root = readXml(await xmlOf(ID));
    const found = findAllElements(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory');
    expect(found.map((one) => textAt(one, 'cbc:ID'))).toEqual([category]);
    expect(textAt(found[0]!, 'cbc:TaxExemptionReasonCode')).toBe(reason);
    const hasReason = textAt(found[0]!, 'cbc:TaxExemptionReason') !== '';
    expect(hasReason).toBe(!['S', 'Z'].includes(category));
  });

  it('are PDF/A-3 with the CII in them', async () => {
    const { ID, DOCUMENTNUMBER } = await invoiced({
      user: {
        email: 'ada@example.com',
        billingAddress: { ...company, company: 'Käufer <& Söhne> 杯子' },
      },
    });
    const { body } = await ask(ID, 'facturx');
    const { content } = body as { content: string };
    const { archive, fonts, pages } = readPdf(Buffer.from(content, 'base64'));
    expect(fonts.length).toBeGreaterThan(0);
    expect(pages.flatMap(toTextLines).join()).toContain(DOCUMENTNUMBER);
    const { version, outputIntents, files, metadata } = archive!;
    expect(version).toBe('1.7');
    const [intent] = outputIntents;
    expect(intent?.kind).toBe('GTS_PDFA1');
    // An ICC profile contains its length and the colour space that it describes.
    expect(intent!.profile.readUInt32BE(0)).toBe(intent!.profile.length);
    expect([intent!.profile.toString('latin1', 16, 20), intent!.components]).toEqual(['RGB ', 3]);
    expect(files).toEqual([
      {
        name: 'factur-x.xml',
        relationship: 'Alternative',
        mediaType: 'text#2Fxml',
        content: Buffer.from(await xmlOf(ID, 'cii')),
      },
    ]);
    const descriptions = findAllElements(
      readXml(metadata.replace('\ufeff', '').trim()),
      'rdf:RDF/rdf:Description',
    );
    const found = new Map(
      descriptions.flatMap(({ children }) => children.map((one) => [one.name, one] as const)),
    );
    const text = (name: string): string | undefined => found.get(name)?.text;
    expect([text('pdfaid:part'), text('pdfaid:conformance')]).toEqual(['3', 'B']);
    expect(text('fx:DocumentFileName')).toBe('factur-x.xml');
    expect(text('fx:ConformanceLevel')).toBe('EN 16931');
    // A property may be there once only.
    expect(metadata.match(/<pdfaExtension:schemas>/g)).toHaveLength(1);
    expect(metadata).toContain('<pdfaSchema:schema>Factur-X PDFA Extension Schema<');
    expect(textAt(found.get('dc:title')!, 'rdf:Alt/rdf:li')).toContain(DOCUMENTNUMBER);
    expect(textAt(found.get('dc:description')!, 'rdf:Alt/rdf:li')).toContain('Käufer <& Söhne>');
  });

  it('are refused with the rule and the field, all reasons at once', async () => {
    await importLines(service, [{ type: 'headquarter', pId: 'bare', name: 'Bare' }]);
    const bare = await invoiced({
      ...{ headquarter: { pId: 'bare' }, reverseChargeVat: true },
      user: {
        email: 'a@example.com',
        billingAddress: { countryCode: 'ES', electronicAddress: '123' },
      },
    });
    expect(await refusal(bare.ID)).toEqual([
      ['BR-AE-02', '/headquarter/vat'],
      ['PEPPOL-EN16931-R020', '/headquarter/electronicAddress'],
      ['BR-09', '/headquarter/countryCode'],
      ['BR-07', '/user/billingAddress/company'],
      ['BR-AE-02', '/user/billingAddress/vat'],
      ['BR-63', '/user/billingAddress/electronicAddressScheme'],
    ]);
    // The PDF can be had anyway.
    expect((await ask(bare.ID, 'pdf')).status).toBe(200);
  });

  it.each(['not a vat!', 'DE', 'ESB87654321'])(
    'are refused with the VAT number %s',
    async (vat) => {
      const { ID } = await invoiced({
        user: { email: 'a@example.com', billingAddress: { ...company, vat } },
      });
      expect(await refusal(ID)).toEqual([['vat.invalid', '/user/billingAddress/vat']]);
      expect((await ask(ID, 'pdf')).status).toBe(200);
    },
  );

  it('are refused for Peppol where it does not deliver to the address', async () => {
    const { electronicAddress: _, electronicAddressScheme: __, ...known } = company;
    const { ID } = await invoiced({ user: { email: 'a@example.com', billingAddress: known } });
    const pointer = '/user/billingAddress/electronicAddressScheme';
    expect(await refusal(ID)).toEqual([['PEPPOL-EN16931-CL008', pointer]]);
    expect((await ask(ID, 'cii')).status).toBe(200);
  });

  it('have no VAT numbers where nothing is subject to VAT, and nothing else', async () => {
    await importLines(service, [
      { type: 'tax', pId: 'outside', name: 'Outside', rate: 0, category: 'O' },
    ]);
    const outside = [{ tax: { pId: 'outside' } }];
    const deposit = { name: 'Deposit', quantity: 1, price: 10, taxes: outside };
    const { ID } = await invoiced({ rows: [deposit] });
    const root = readXml(await xmlOf(ID));
    const category = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory';
    expect(findAllElements(root, `${category}/cbc:ID`).map(({ text }) => text)).toEqual(['O']);
    expect(findAllElements(root, `${category}/cbc:Percent`)).toEqual([]);
    const parties = ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'];
    const numbers = parties.flatMap((one) =>
      findAllElements(root, `${one}/cac:Party/cac:PartyTaxScheme`),
    );
    expect(numbers).toEqual([]);
    const mixed = await invoiced({
      rows: [deposit, { name: 'Mug', quantity: 1, price: 5, taxes: vat21 }],
    });
    for (const form of ['ubl', 'cii', 'facturx']) {
      const { status, body } = await ask(mixed.ID, form);
      expect([status, (body as Problem).code]).toEqual([422, 'vat.notSubjectMixed']);
    }
    expect((await ask(mixed.ID, 'pdf')).status).toBe(200);
  });

  it('have the address that their headquarter got later', async () => {
    const seller = { type: 'headquarter', pId: 'late', name: 'Late', countryCode: 'ES' };
    const late = { ...seller, vat: 'ESB12345674' };
    await importLines(service, [late]);
    const { ID } = await invoiced({ headquarter: { pId: 'late' } });
    expect(await refusal(ID)).toEqual([['PEPPOL-EN16931-R020', '/headquarter/electronicAddress']]);
    await importLines(service, [{ ...late, ...peppolAddress }]);
    const root = readXml(await xmlOf(ID));
    const endpoint = 'cac:AccountingSupplierParty/cac:Party/cbc:EndpointID';
    expect(textAt(root, endpoint)).toBe('7300010000001');
  });

  it.each([
    [
      'BR-CO-17',
      '/user/billingAddress/re',
      { user: { email: 'a@example.com', billingAddress: { ...company, re: true } } },
    ],
    [
      'BR-CO-04',
      '/rows/0/taxes',
      {
        rows: [
          ...[{ name: 'Two', quantity: 1, price: 10, taxes: [...vat21, { tax: { pId: 't10' } }] }],
        ],
      },
    ],
    ['BR-53', '/exchangeRate', { currencyCode: 'USD' }],
    [
      'BR-DEC-12',
      '/currencyCode',
      {
        ...{ currencyCode: 'KWD', headquarter: { pId: 'us' } },
        rows: [{ name: 'A', quantity: 1, price: 1.001 }],
      },
    ],
    [
      'BR-DEC-12',
      '/currencyCode',
      {
        ...{ currencyCode: 'KWD', shipments: [{ price: 1.005 }] },
        rows: [{ name: 'A', quantity: 1, price: 1.005, taxes: [{ tax: { pId: 'exempt' } }] }],
      },
    ],
    ['BR-CL-04', '/currencyCode', { currencyCode: 'STN', headquarter: { pId: 'us' } }],
    [
      'BR-IC-11',
      '/deliveryDate',
      {
        user: {
          email: 'a@example.com',
          billingAddress: { ...company, countryCode: 'FR', vat: 'FR83404833048', tax: false },
        },
      },
    ],
  ])('are refused by %s at %s', async (rule, pointer, values) => {
    const { ID } = await invoiced(values);
    for (const form of ['ubl', 'cii', 'facturx']) {
      expect(await refusal(ID, form)).toContainEqual([rule, pointer]);
    }
  });

  it('contain the tax in the currency of the seller, too', async () => {
    const { ID } = await invoiced({
      ...{ headquarter: { pId: 'se' }, sourceCurrencyCode: 'SEK', exchangeRate: 0.1 },
    });
    const root = readXml(await xmlOf(ID));
    expect(textAt(root, 'cbc:TaxCurrencyCode')).toBe('SEK');
    expect(
      findAllElements(root, 'cac:TaxTotal').map((one) => textAt(one, 'cbc:TaxAmount')),
    ).toEqual(['2.10', '21.00']);
  });

  it('of credit notes name the invoice, and give vouchers and freight back', async () => {
    const order = await sales.order(
      orderOf({
        rows: [{ name: 'Mug', quantity: 3, price: 3.3333, taxes: vat21 }],
        shipments: [{ price: 5 }],
        vouchers: [{ code: 'TICKET', amount: 7 }],
      }),
    );
    const { body } = await service.post(`/v1/orders/${order.ID}/invoices`);
    const [mug] = leaves(order.ROWS);
    const note = await sales.credited(
      order.ID,
      { [mug!.HASH]: 2 },
      {
        additionalItems: [
          { name: 'Freight', type: 'SHIPPING', amount: 5 },
          { name: 'Ticket', type: 'VOUCHER', amount: 7 },
        ],
      },
    );
    const xml = await xmlOf(note.ID, 'ubl', 'creditNotes');
    const root = readXml(xml);
    expect(root.name).toBe('CreditNote');
    expect(textAt(root, 'cbc:CreditNoteTypeCode')).toBe('381');
    const reference = 'cac:BillingReference/cac:InvoiceDocumentReference';
    expect(textAt(root, `${reference}/cbc:ID`)).toBe((body as Paper).DOCUMENTNUMBER);
    const { broken, totals } = checkUblSums(xml);
    expect(broken).toEqual([]);
    expect(totals).toEqual({
      exclusive: Math.round(note.TOTALS['SUBTOTAL']! * 100),
      tax: Math.round(note.TOTALS['TOTALTAXES']! * 100),
      prepaid: 0,
      payable: Math.round(note.TOTAL * 100),
    });
    const cii = readXml(await xmlOf(note.ID, 'cii', 'creditNotes'));
    expect(textAt(cii, 'rsm:ExchangedDocument/ram:TypeCode')).toBe('381');
  });

  it('of credited amounts note the reduction of the price', async () => {
    const { ID, ROWS } = await invoiced({
      rows: [{ name: 'Mug', quantity: 3, price: 3.3333, taxes: vat21 }],
    });
    const lines = [{ hash: leaves(ROWS)[0]?.HASH, amount: 1.2 }];
    const { body } = await service.post(`/v1/invoices/${ID}/creditNotes`, {
      creditNotes: { lines, reason: 'Stain' },
    });
    const root = readXml(await xmlOf((body as Paper).ID, 'ubl', 'creditNotes'));
    const [line] = findAllElements(root, 'cac:CreditNoteLine');
    expect(
      ['cbc:Note', 'cac:Item/cbc:Name', 'cbc:LineExtensionAmount'].map((at) => textAt(line!, at)),
    ).toEqual(['Price reduction', 'Mug', '1.20']);
  });

  it('come to what their invoices come to, whatever these are made of', async () => {
    const orders = fc.sample(invoiceOrder, { numRuns: 25, seed: 22 });
    let expressed = 0;
    for (const values of orders) {
      const { ID, TOTALS, TOTAL, PAID } = await invoiced(values);
      const answer = await ask(ID, 'ubl');
      if (answer.status === 422) continue;
      expressed += 1;
      const xml = Buffer.from((answer.body as { content: string }).content, 'base64').toString();
      expect(checkUblSums(xml)).toEqual({
        broken: [],
        totals: {
          exclusive: Math.round(TOTALS['SUBTOTAL']! * 100),
          tax: Math.round(TOTALS['TOTALTAXES']! * 100),
          prepaid: Math.round((TOTALS['TOTALVOUCHERS']! + (PAID ? TOTAL : 0)) * 100),
          payable: PAID ? 0 : Math.round(TOTAL * 100),
        },
      });
    }
    expect(expressed).toBeGreaterThan(12);
  });

  it('cost as many queries with 2 lines as with 100', async () => {
    const database = service.app.get(Database);
    const counts: number[] = [];
    for (const length of [2, 100]) {
      const rows = Array.from({ length }, () => ({
        ...{ name: 'Mug', quantity: 1, price: 10, taxes: vat21 },
      }));
      const { ID } = await invoiced({ rows });
      counts.push(await countStatements(database, () => ask(ID, 'cii')));
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('come to 30 who ask at once as to one', async () => {
    const { ID } = await invoiced();
    const forms = ['ubl', 'cii', 'facturx'];
    const alone = new Map<string, string>();
    for (const form of forms) alone.set(form, (await ask(ID, form)).text);
    const asked = Array.from({ length: 30 }, (_, at) => forms[at % forms.length]!);
    const answers = await Promise.all(asked.map((form) => ask(ID, form)));
    answers.forEach(({ text }, at) => {
      expect(text === alone.get(asked[at]!)).toBe(true);
    });
  });

  it('are named in exports by the hash of what was handed out first, however many ask at once', async () => {
    const { ID } = await invoiced();
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(ID, 'cii')));
    const { content } = answers[0]!.body as { content: string };
    const sha256 = hash('sha256', Buffer.from(content, 'base64'));
    const file = { form: 'cii', sha256, path: `issued/${sha256.slice(0, 2)}/${sha256}` };
    const { exportedLines } = await exportService(service);
    expect(exportedLines.filter((line) => line.includes(sha256))).toEqual([
      expect.stringContaining(`"eDocuments":[${JSON.stringify(file)}]`),
    ]);
    service.app.get(JournalSequencer).start();
    const changes = async (): Promise<string[]> => {
      const { body } = await service.get(`/v1/changes?kind=invoice&id=${ID}`);
      return (body as { CHANGES: { ACTION: string }[] }).CHANGES.map(({ ACTION }) => ACTION);
    };
    await until(async () => (await changes()).length >= 2);
    expect((await changes()).sort()).toEqual(['created', 'generated']);
  });
});
