/** @engine modules/sales/verifactu */
import { AeatStandIn, computeHash } from '../../../support/verifactu/aeat-stand-in';
import {
  createInvoice,
  importOffices,
  type IssuedPaper,
  listStoredRecords,
  sendAll,
  setMode,
  spanishOrder,
  TAX_NUMBER,
} from '../../../support/verifactu/verifactu-store';
import { Service } from '../../../support/service/service';

const element = (xml: string, name: string): string =>
  new RegExp(`<sf:${name}>([\\s\\S]*?)</sf:${name}>`).exec(xml)?.[1] ?? '';

describe('Invoicing records', () => {
  let aeat: AeatStandIn;
  let service: Service;

  beforeAll(async () => {
    aeat = await AeatStandIn.start([TAX_NUMBER]);
    service = await Service.start(aeat.environment);
    await importOffices(service);
  });

  afterAll(async () => {
    await service.stop();
    await aeat.stop();
  });

  it('are not made while the mode is off', async () => {
    const invoice = await createInvoice(service);
    expect(invoice.VERIFACTU).toEqual({ HASH: '', STATE: '', URL: '' });
    expect(await listStoredRecords(service)).toEqual([]);
  });

  it('begin with a first record, and follow each other', async () => {
    expect(await setMode(service, 'test', 'madrid', 'sevilla')).toMatchObject({ rejected: 0 });
    const first = await createInvoice(service);
    const second = await createInvoice(service, spanishOrder({ headquarter: { pId: 'sevilla' } }));
    const [one, other, ...others] = await listStoredRecords(service);
    expect(others).toEqual([]);
    expect(one?.xml).toContain('<sf:PrimerRegistro>S</sf:PrimerRegistro>');
    expect(element(other?.xml ?? '', 'RegistroAnterior')).toContain(one?.hash);
    for (const record of [one, other]) expect(record?.hash).toBe(computeHash(record?.xml ?? ''));
    expect([one?.number, other?.number]).toEqual([first.DOCUMENTNUMBER, second.DOCUMENTNUMBER]);
    expect(first.VERIFACTU).toEqual({
      HASH: one?.hash,
      STATE: 'pending',
      URL: expect.stringMatching(
        new RegExp(
          `^${aeat.url}/wlpl/TIKE-CONT/ValidarQR\\?nif=${TAX_NUMBER}&numserie=.*&importe=12.10$`,
        ),
      ) as string,
    });
    expect(element(one?.xml ?? '', 'DetalleDesglose')).toBe(
      '<sf:Impuesto>01</sf:Impuesto><sf:ClaveRegimen>01</sf:ClaveRegimen>' +
        '<sf:CalificacionOperacion>S1</sf:CalificacionOperacion><sf:TipoImpositivo>21.00</sf:TipoImpositivo>' +
        '<sf:BaseImponibleOimporteNoSujeto>10.00</sf:BaseImponibleOimporteNoSujeto>' +
        '<sf:CuotaRepercutida>2.10</sf:CuotaRepercutida>',
    );
  });

  it('of credit notes have negative amounts, and name the invoice', async () => {
    const invoice = await createInvoice(service);
    const { body } = await service.post(`/v1/invoices/${invoice.ID}/creditNotes`, {
      creditNotes: { full: true, reason: 'Talla equivocada' },
    });
    const note = body as IssuedPaper;
    const record = (await listStoredRecords(service)).at(-1);
    expect(record).toMatchObject({ number: note.DOCUMENTNUMBER, invoiceType: 'R1' });
    expect(element(record?.xml ?? '', 'ImporteTotal')).toBe('-12.10');
    expect(element(record?.xml ?? '', 'CuotaTotal')).toBe('-2.10');
    expect(element(record?.xml ?? '', 'TipoRectificativa')).toBe('I');
    expect(element(record?.xml ?? '', 'IDFacturaRectificada')).toContain(invoice.DOCUMENTNUMBER);
    expect(record?.total).toBe(-121_000);
  });

  it.each(['R2', 'R3', 'R4'])('of credit notes have the type %s for its reason', async (code) => {
    const invoice = await createInvoice(service);
    const { status } = await service.post(`/v1/invoices/${invoice.ID}/creditNotes`, {
      creditNotes: { full: true, reason: 'Concurso de acreedores', reasonCode: code },
    });
    expect(status).toBe(201);
    const record = (await listStoredRecords(service)).at(-1);
    expect(record?.invoiceType).toBe(code);
    expect(element(record?.xml ?? '', 'TipoFactura')).toBe(code);
    expect(element(record?.xml ?? '', 'TipoRectificativa')).toBe('I');
    expect(record?.hash).toBe(computeHash(record?.xml ?? ''));
  });

  const lastXml = async (): Promise<string> => (await listStoredRecords(service)).at(-1)?.xml ?? '';

  const anonymous = {
    user: { email: 'x@example.com', billingAddress: { countryCode: 'ES', firstName: 'Eva' } },
  };

  it('are F2 for simplified invoices, R5 for their credit notes and F3 for what replaces them', async () => {
    const simplified = await createInvoice(service, spanishOrder(anonymous));
    expect(element(await lastXml(), 'TipoFactura')).toBe('F2');
    expect(await lastXml()).not.toMatch(/Destinatarios|Art61d/);
    const { billingAddress } = spanishOrder().user;
    const { status } = await service.post(`/v1/invoices/${simplified.ID}/full`, {
      invoices: { billingAddress: { ...billingAddress } },
    });
    expect(status).toBe(201);
    expect(element(await lastXml(), 'TipoFactura')).toBe('F3');
    expect(element(await lastXml(), 'IDFacturaSustituida')).toContain(simplified.DOCUMENTNUMBER);
    expect(element(await lastXml(), 'IDDestinatario')).toContain('<sf:NIF>12345678Z</sf:NIF>');
    const other = await createInvoice(service, spanishOrder(anonymous));
    await service.post(`/v1/invoices/${other.ID}/creditNotes`, { creditNotes: { full: true } });
    expect(element(await lastXml(), 'TipoFactura')).toBe('R5');
    expect(element(await lastXml(), 'ImporteTotal')).toBe('-12.10');
  });

  it('name buyers of other countries by their numbers, or state that there is none', async () => {
    const buyer = (values: object) => ({
      user: {
        email: 'x@example.com',
        billingAddress: {
          ...{ countryCode: 'FR', firstName: 'Zoé', lastName: 'Martin', address: 'Rue A' },
          ...{ number: '1', city: 'Paris', postalCode: '75001', ...values },
        },
      },
    });
    await createInvoice(service, spanishOrder(buyer({ vat: 'FR40303265045' })));
    expect(element(await lastXml(), 'IDOtro')).toBe(
      '<sf:IDType>02</sf:IDType><sf:ID>FR40303265045</sf:ID>',
    );
    await createInvoice(service, spanishOrder(buyer({})));
    expect(element(await lastXml(), 'TipoFactura')).toBe('F2');
    expect(await lastXml()).toContain('<sf:FacturaSinIdentifDestinatarioArt61d>S<');
  });

  it('have lines by tax, surcharge and exemption', async () => {
    const taxed = (pId: string, price: number) => ({
      ...{ name: `Té & <${pId}>`, quantity: 1, price },
      taxes: [{ tax: { pId } }],
    });
    const rows = [taxed('vat21', 10), taxed('vat10', 20), taxed('exempt', 30)];
    const { user } = spanishOrder();
    const billingAddress = { ...user.billingAddress, re: true };
    await createInvoice(service, spanishOrder({ rows, user: { ...user, billingAddress } }));
    const xml = await lastXml();
    expect(xml.match(/<sf:DetalleDesglose>/g)).toHaveLength(3);
    expect(xml).toContain('<sf:TipoRecargoEquivalencia>5.20</sf:TipoRecargoEquivalencia>');
    expect(xml).toContain('<sf:CuotaRecargoEquivalencia>0.52</sf:CuotaRecargoEquivalencia>');
    expect(xml).toContain('<sf:OperacionExenta>E1</sf:OperacionExenta>');
    expect(element(xml, 'CuotaTotal')).toBe('4.90');
    expect(element(xml, 'ImporteTotal')).toBe('64.90');
  });

  it('have a line for a payment price that lowers the amount without a tax', async () => {
    const { ID } = await createInvoice(service, spanishOrder({ payment: { price: -2 } }));
    const bases = (xml: string) =>
      [...xml.matchAll(/<sf:BaseImponibleOimporteNoSujeto>([^<]*)/g)].map(([, base]) => base);
    expect(bases(await lastXml())).toEqual(['10.00', '-2.00']);
    expect(element(await lastXml(), 'ImporteTotal')).toBe('10.10');
    await service.post(`/v1/invoices/${ID}/creditNotes`, { creditNotes: { full: true } });
    expect(bases(await lastXml())).toEqual(['-10.00', '2.00']);
    expect(element(await lastXml(), 'ImporteTotal')).toBe('-10.10');
  });

  it('of annulments follow in the same chain', async () => {
    const invoice = await createInvoice(service);
    const { body, status } = await service.post(`/v1/invoices/${invoice.ID}/annulment`, {
      annulment: { reason: 'Nunca tuvo lugar' },
    });
    expect(status).toBe(201);
    const record = (await listStoredRecords(service)).at(-1);
    expect(record).toMatchObject({ operation: 'annulment', number: invoice.DOCUMENTNUMBER });
    expect(record?.hash).toBe(computeHash(record?.xml ?? ''));
    expect((body as IssuedPaper).VERIFACTU.HASH).toBe(record?.hash);
    expect(element(record?.xml ?? '', 'RegistroAnterior')).toContain(invoice.VERIFACTU.HASH);
  });

  it('are one chain when 30 clients issue at once', async () => {
    const orders = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const headquarter = { pId: at % 2 === 0 ? 'madrid' : 'sevilla' };
        const created = await service.post('/v1/orders', { orders: spanishOrder({ headquarter }) });
        return created.body as { ID: number };
      }),
    );
    const answers = await Promise.all(
      orders.map(({ ID }) => service.post(`/v1/orders/${ID}/invoices`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const records = await listStoredRecords(service);
    expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, at) => at + 1));
    records.forEach(({ xml, hash }, at) => {
      expect(computeHash(xml)).toBe(hash);
      if (at > 0) expect(element(xml, 'RegistroAnterior')).toContain(records[at - 1]?.hash);
    });
    const registered = records.filter(({ operation }) => operation === 'registration');
    expect(new Set(registered.map(({ number }) => number)).size).toBe(registered.length);
  });

  it('arrive at AEAT as they are stored, and the documents show it', async () => {
    await sendAll(service);
    expect(await aeat.listFaults()).toEqual([]);
    const records = await listStoredRecords(service);
    expect(aeat.kept.map(({ xml }) => xml)).toEqual(records.map(({ xml }) => xml));
    const { body } = await service.get(`/v1/invoices/${records[0]?.documentId}`);
    const pdf = await service.get(`/v1/invoices/${records[0]?.documentId}/document/pdf`);
    expect(pdf.status).toBe(200);
    expect((body as IssuedPaper).VERIFACTU.STATE).toBe('accepted');
  });
});
