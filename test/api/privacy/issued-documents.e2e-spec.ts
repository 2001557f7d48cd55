/** @engine platform/privacy */
import { Clock } from '../../../src/core/clock';
import { DataAccess } from '../../../src/database';
import { FileStoreFull, ServiceFileStore } from '../../../src/platform/media/files';
import { ErasuresService } from '../../../src/platform/privacy';
import { ErasureSteps } from '../../../src/platform/privacy/erasure-steps';
import { InvoiceRetention } from '../../../src/platform/privacy/invoice-retention';
import { IssuedFiles } from '../../../src/modules/sales';
import { Documents } from '../../../src/modules/sales/documents';
import { IssuedFile } from '../../../src/modules/sales/documents/entities/issued-file.entity';
import { RetainedCustomer } from '../../../src/modules/sales/documents/entities/retained-customer.entity';
import { DocumentRenderer } from '../../../src/modules/sales/pdf/document-renderer';
import { peppolAddress } from '../../support/documents/invoice-orders';
import { readPdf, toTextLines } from '../../support/documents/pdf-reader';
import { exportService, importAsCommand } from '../../support/export';
import { Service } from '../../support/service/service';
import { AfterSales, leaves, type Paper } from '../sales/rmas-life';
import { importMasters } from '../sales/sample-store';
import { done, idOf, orderOf, personLine, taken, TRACES, whereIs } from './somebody';

const FORMS = ['pdf', 'ubl', 'cii', 'facturx'] as const;
const RETAINED_YEARS = 10;
const everything = { scopes: new Set(['*']) };

describe('The issued documents of an erased person', () => {
  let service: Service;
  let sales: AfterSales;
  let persons = 0;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    await taken(service, [
      { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
      { type: 'tax', pId: 't21', name: 'General', rate: 21 },
      {
        ...{ type: 'headquarter', pId: 'seller', name: 'Shop', countryCode: 'ES', city: 'Madrid' },
        ...{ vat: 'ESB12345674', email: 'shop@example.com', ...peppolAddress },
      },
    ]);
    sales = new AfterSales(service);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  interface Buyer {
    readonly id: number;
    readonly order: Paper;
    readonly invoice: Paper;
  }

  /** A person with an order and its invoice. */
  async function buyer(quantity = 3): Promise<Buyer> {
    const pId = `buyer-${++persons}`;
    await taken(service, [personLine(pId)]);
    const values = orderOf(pId);
    const { billingAddress } = values.user;
    const valid = { ...billingAddress, nif: 'X9988776Z', vat: 'ESB87654323', ...peppolAddress };
    const order = await sales.order({
      ...{ ...values, status: 2, headquarter: { pId: 'seller' } },
      user: { ...values.user, billingAddress: valid, shippingAddress: valid },
      rows: [{ name: 'Mug', quantity, price: 10, taxes: [{ tax: { pId: 't21' } }] }],
    });
    const invoice = done<Paper>(await service.post(`/v1/orders/${order.ID}/invoices`));
    return { id: await idOf(service, pId), order, invoice };
  }

  const ask = (kind: string, id: number, form: string) =>
    service.get(`/v1/${kind}/${id}/document/${form}`);

  async function formsOf(kind: string, id: number): Promise<Buffer[]> {
    const forms: Buffer[] = [];
    for (const form of FORMS) {
      const { content } = done<{ content: string }>(await ask(kind, id, form));
      forms.push(Buffer.from(content, 'base64'));
    }
    return forms;
  }

  const erase = (id: number) => {
    const erasures = service.app.get(ErasuresService);
    return erasures.start(id, everything).then(() => erasures.finish(id));
  };

  const rowsOf = async (documentId: number) => {
    const { loader } = service.app.get(DataAccess);
    const rows = await loader.listWhere(IssuedFile, [], loader.createFullPlan(IssuedFile));
    return rows.filter((one) => one.documentId === documentId);
  };

  /** Whether page and XML name the person as the invoice did. */
  async function expectBuyer(kind: string, id: number): Promise<void> {
    const [pdf, ...others] = await formsOf(kind, id);
    const [ubl, cii] = others.map(String);
    for (const text of [pdfText(pdf as Buffer), ubl, cii]) {
      expect(text).toContain('Quackenbush S.L.');
      expect(text).toContain('Quagmire Lane');
      expect(text).toContain('ESB87654323');
      expect(text).toMatch(/buyer-\d+@quackenbush/);
      expect(text).not.toContain('erased');
    }
    expect(ubl).toContain('+34600777123');
  }

  it('are the same bytes in every form, however they were handed out before', async () => {
    const { id, invoice } = await buyer();
    const before = await formsOf('invoices', invoice.ID);
    expect(await erase(id)).toMatchObject({ state: 'done', documents: 2 });
    expect(await formsOf('invoices', invoice.ID)).toEqual(before);
    await expectBuyer('invoices', invoice.ID);
  });

  it('are stored in every form before the erasure takes effect', async () => {
    const { id, order, invoice } = await buyer();
    const note = await sales.credited(order.ID, { [leaves(order.ROWS)[0]?.HASH ?? '']: 1 });
    expect(await rowsOf(invoice.ID)).toEqual([]);
    await erase(id);
    for (const { ID } of [invoice, note])
      expect((await rowsOf(ID)).map(({ form }) => form).sort()).toEqual([...FORMS].sort());
    const rendering = jest.spyOn(service.app.get(DocumentRenderer), 'renderPdf');
    await expectBuyer('invoices', invoice.ID);
    await expectBuyer('creditNotes', note.ID);
    expect(rendering).not.toHaveBeenCalled();
  });

  it('name the person even if their bytes are lost', async () => {
    const { id, invoice } = await buyer();
    const before = await formsOf('invoices', invoice.ID);
    await erase(id);
    const files = service.app.get(ServiceFileStore);
    for (const { path } of await rowsOf(invoice.ID))
      await files.remove('issued', path?.slice('issued/'.length) ?? '');
    expect(await formsOf('invoices', invoice.ID)).toEqual(before);
  });

  it('are unlike their records, which keep what the law wants and no more', async () => {
    const { id, invoice } = await buyer();
    await erase(id);
    const text = JSON.stringify(done(await service.get(`/v1/invoices/${invoice.ID}`)));
    for (const kept of ['Quackenbush S.L.', 'Quagmire Lane', 'ESB87654323'])
      expect(text).toContain(kept);
    for (const gone of ['600777123', '@quackenbush', 'buyer-']) expect(text).not.toContain(gone);
  });

  it.each(['the return', 'the invoice'])('are followed by credit notes of %s', async (source) => {
    const { id, order, invoice } = await buyer();
    const [line] = leaves(order.ROWS);
    const rma = await sales.rma(order.ID, { [line?.HASH ?? '']: 1 });
    const { ID: returnId } = await sales.return(rma.ID);
    await erase(id);
    const note = done<Paper>(
      source === 'the return'
        ? await service.post(`/v1/returns/${returnId}/creditNotes`)
        : await service.post(`/v1/invoices/${invoice.ID}/creditNotes`, {
            creditNotes: { full: true, reason: 'Broken' },
          }),
    );
    await expectBuyer('creditNotes', note.ID);
    const shown = JSON.stringify(done(await service.get(`/v1/creditNotes/${note.ID}`)));
    expect(shown).toContain('Quackenbush S.L.');
    expect(shown).not.toMatch(/600777123|@quackenbush|buyer-/);
  });

  it('name their buyer in a credit note that is made while the person is erased', async () => {
    const { id, order } = await buyer(100);
    const [line] = leaves(order.ROWS);
    const returns: number[] = [];
    for (let at = 0; at < 6; at++) {
      const rma = await sales.rma(order.ID, { [line?.HASH ?? '']: 1 });
      returns.push((await sales.return(rma.ID)).ID);
    }
    const erasing = erase(id);
    const notes = await Promise.all(
      returns.map(async (one) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
        return done<Paper>(await service.post(`/v1/returns/${one}/creditNotes`));
      }),
    );
    await erasing;
    await erase(id);
    for (const { ID } of notes) await expectBuyer('creditNotes', ID);
    const shown = await Promise.all(
      notes.map(async ({ ID }) => JSON.stringify(done(await service.get(`/v1/creditNotes/${ID}`)))),
    );
    expect(shown.join()).not.toMatch(/600777123|@quackenbush|buyer-/);
  });

  it('are not erased before their bytes are stored', async () => {
    const { id, invoice } = await buyer();
    const erasures = service.app.get(ErasuresService);
    await erasures.start(id, everything);
    const stage = jest.spyOn(service.app.get(ServiceFileStore), 'stage');
    stage.mockRejectedValue(new FileStoreFull());
    const steps = service.app.get(ErasureSteps);
    await expect(steps.runNextPart(id)).rejects.toThrow(FileStoreFull);
    expect(await erasures.get(id)).toMatchObject({ step: 'documents', documents: 0 });
    expect(JSON.stringify(done(await service.get(`/v1/invoices/${invoice.ID}`)))).toContain(
      '600777123',
    );
    stage.mockRestore();
    expect(await erasures.finish(id)).toMatchObject({ state: 'done', documents: 2 });
    await expectBuyer('invoices', invoice.ID);
  });

  it('are erased in parts when they are many, all of them stored before', async () => {
    const { id, order } = await buyer(40);
    const invoices: number[] = [];
    for (let at = 0; at < 12; at++) {
      const values = { ...orderOf(`buyer-${persons}`), status: 2 };
      const more = await sales.order({ ...values, headquarter: { pId: 'seller' } });
      invoices.push(done<Paper>(await service.post(`/v1/orders/${more.ID}/invoices`)).ID);
    }
    const erasure = await erase(id);
    expect(erasure).toMatchObject({ state: 'done', documents: 26 });
    for (const one of invoices) expect((await rowsOf(one)).length).toBeGreaterThan(0);
    expect(JSON.stringify(done(await service.get(`/v1/orders/${order.ID}`)))).not.toMatch(
      /quackenbush/i,
    );
  });

  it('are the same in a copy of the store', async () => {
    const { id, invoice } = await buyer();
    await erase(id);
    const { exportedLines } = await exportService(service);
    const copy = await Service.start();
    try {
      const { rejected } = await importAsCommand(copy, exportedLines);
      expect(rejected).toBe(0);
      expect((await exportService(copy)).exportedLines).toEqual(exportedLines);
      const older = exportedLines.map((line) => {
        const {
          eDocuments: _,
          retainedParties,
          ...record
        } = JSON.parse(line) as Record<string, unknown>;
        return retainedParties ? JSON.stringify(record) : '';
      });
      const states = older.filter((line) => line !== '');
      expect(states.length).toBeGreaterThan(0);
      expect(await importAsCommand(copy, states)).toMatchObject({ unchanged: states.length });
      expect((await exportService(copy)).exportedLines).toEqual(exportedLines);
      const { PID } = done<{ PID: string }>(await service.get(`/v1/invoices/${invoice.ID}`));
      const imported = await copy.app.get(Documents).getIdByPid('invoice', PID);
      const { content } = done<{ content: string }>(
        await copy.get(`/v1/invoices/${imported.id}/document/ubl`),
      );
      const [, ubl] = await formsOf('invoices', invoice.ID);
      expect(Buffer.from(content, 'base64').equals(ubl as Buffer)).toBe(true);
    } finally {
      await copy.stop();
    }
  });

  it('are kept until their retention ends, and then nothing of the person is', async () => {
    const files = service.app.get(ServiceFileStore);
    const { loader } = service.app.get(DataAccess);
    const rows = await loader.listWhere(IssuedFile, [], loader.createFullPlan(IssuedFile));
    const paths = rows.flatMap(({ path }) => path ?? []);
    expect(paths.length).toBeGreaterThan(FORMS.length);
    expect(await whereIs(service, TRACES)).not.toEqual([]);
    const year = new Date().getUTCFullYear() + RETAINED_YEARS + 1;
    jest.spyOn(service.app.get(Clock), 'now').mockReturnValue(new Date(Date.UTC(year, 0, 2)));
    await service.app.get(InvoiceRetention).sweep();
    await service.app.get(IssuedFiles).sweep();
    expect(await whereIs(service, TRACES)).toEqual([]);
    expect(await loader.listIds(RetainedCustomer, [])).toEqual([]);
    expect((await Promise.all(paths.map((path) => files.has(path)))).includes(true)).toBe(false);
  });
});

function pdfText(bytes: Buffer): string {
  return readPdf(bytes).pages.flatMap(toTextLines).join('\n');
}
