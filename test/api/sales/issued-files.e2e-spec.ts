/** @engine modules/sales/pdf/issued-files.ts */
import { hash } from 'node:crypto';
import type { Response } from 'supertest';
import { Clock } from '../../../src/core/clock';
import { DataAccess } from '../../../src/database';
import {
  FileStore,
  FileStoreFull,
  parsePath,
  ServiceFileStore,
} from '../../../src/platform/media/files';
import { IssuedFiles } from '../../../src/modules/sales';
import { Documents } from '../../../src/modules/sales/documents';
import { IssuedFile } from '../../../src/modules/sales/documents/entities/issued-file.entity';
import { DocumentRenderer } from '../../../src/modules/sales/pdf/document-renderer';
import { copyFiles, exportService, importAsCommand } from '../../support/export';
import { importLines } from '../../support/import';
import { invoiceMasters, peppolAddress } from '../../support/documents/invoice-orders';
import { picture } from '../../support/pictures/pictures';
import { Service } from '../../support/service/service';
import { createOrder } from './sample-store';

const FORMS = ['pdf', 'ubl', 'cii', 'facturx'] as const;
const RETAINED_YEARS = 10;

describe('The files of issued documents', () => {
  let service: Service;
  let made = 0;

  beforeAll(async () => {
    service = await Service.start();
    await takeMasters(service);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  async function takeMasters(one: Service): Promise<void> {
    const { errors } = await importLines(one, invoiceMasters);
    expect(errors).toEqual([]);
  }

  async function invoiced(values: object = {}): Promise<{ ID: number; DOCUMENTNUMBER: string }> {
    const company = { company: 'Ada S.L.', vat: 'ESB87654323', city: 'Sevilla', countryCode: 'ES' };
    const order = await createOrder(service, {
      ...{ pId: `order-${++made}`, date: '2026-03-01T10:00:00Z', currencyCode: 'EUR' },
      ...{ headquarter: { pId: 'es' } },
      user: { email: 'ada@example.com', billingAddress: { ...company, ...peppolAddress } },
      rows: [{ name: 'Mug', quantity: 1, price: 10, taxes: [{ tax: { pId: 't21' } }] }],
      ...values,
    });
    const { status, body, text } = await service.post(`/v1/orders/${order.ID}/invoices`);
    if (status !== 201) throw new Error(text);
    return body as { ID: number; DOCUMENTNUMBER: string };
  }

  const ask = (id: number, form: string, of = service): Promise<Response> =>
    of.get(`/v1/invoices/${id}/document/${form}`);

  async function bytesOf(id: number, form: string, of = service): Promise<Buffer> {
    const { status, body, text } = await ask(id, form, of);
    if (status !== 200) throw new Error(text);
    return Buffer.from((body as { content: string }).content, 'base64');
  }

  async function rowsOf(id: number, of = service) {
    const { loader } = of.app.get(DataAccess);
    const rows = await loader.listWhere(IssuedFile, [], loader.createFullPlan(IssuedFile));
    return rows.filter(({ documentId }) => documentId === id);
  }

  /** Makes every rendering another one, as templates that are changed all the time would. */
  function alwaysRenderAnother(): jest.SpyInstance {
    let rendered = 0;
    const next = (): Promise<Buffer> => Promise.resolve(Buffer.from(`rendering ${++rendered}`));
    jest.spyOn(service.app.get(DocumentRenderer), 'renderXml').mockImplementation(next);
    return jest.spyOn(service.app.get(DocumentRenderer), 'renderPdf').mockImplementation(next);
  }

  it.each(FORMS)('are stored as %s by their hash, and come back as they were', async (form) => {
    const { ID } = await invoiced();
    const first = await bytesOf(ID, form);
    const sha256 = hash('sha256', first);
    const path = `issued/${sha256.slice(0, 2)}/${sha256}`;
    expect(await rowsOf(ID)).toMatchObject([{ form, sha256, path }]);
    expect(await service.app.get(ServiceFileStore).has(path)).toBe(true);
    const rendering = alwaysRenderAnother();
    expect((await bytesOf(ID, form)).equals(first)).toBe(true);
    expect(rendering).not.toHaveBeenCalled();
  });

  it('stay when the logo changes, which later invoices have', async () => {
    const files = service.app.get(FileStore);
    const setLogo = async (width: number): Promise<void> => {
      const content = await picture(width, 40).png().toBuffer();
      const staged = await files.stage(once(content));
      await files.publish([{ staged, path: parsePath('logo.png', '') }], { replace: true });
    };
    await setLogo(40);
    const [seller] = invoiceMasters.filter((one) => 'legalName' in one);
    await importLines(service, [{ ...seller, pId: 'logo', logo: 'logo.png' }]);
    const headquarter = { pId: 'logo' };
    const before = await invoiced({ headquarter });
    const first = await bytesOf(before.ID, 'pdf');
    await setLogo(200);
    expect((await bytesOf(before.ID, 'pdf')).equals(first)).toBe(true);
    const images = (bytes: Buffer): string[] =>
      bytes.toString('latin1').match(/\/Width \d+/g) ?? [];
    const later = await bytesOf((await invoiced({ headquarter })).ID, 'pdf');
    expect(images(first)).not.toEqual(images(later));
  });

  it.each(FORMS)('are the same as %s for 30 who ask first, and at once', async (form) => {
    const { ID } = await invoiced();
    alwaysRenderAnother();
    const answers = await Promise.all(Array.from({ length: 30 }, () => bytesOf(ID, form)));
    expect(new Set(answers.map(String)).size).toBe(1);
    const [row, ...others] = await rowsOf(ID);
    expect([row?.sha256, others]).toEqual([hash('sha256', answers[0] as Buffer), []]);
  });

  it('are not handed out when the disk is full, and leave nothing', async () => {
    const { ID } = await invoiced();
    jest
      .spyOn(service.app.get(ServiceFileStore), 'stage')
      .mockRejectedValueOnce(new FileStoreFull());
    const { status, body } = await ask(ID, 'cii');
    expect([status, (body as { code: string }).code]).toEqual([507, 'fileStore.full']);
    expect(await rowsOf(ID)).toEqual([]);
    expect((await ask(ID, 'cii')).status).toBe(200);
  });

  it('are handed out without being stored while the database is read-only', async () => {
    const { ID } = await invoiced();
    const { writer } = service.app.get(DataAccess);
    const refusal = { code: 'SQLITE_READONLY', errno: 1290 };
    const insert = jest.spyOn(writer, 'insert');
    insert.mockRejectedValueOnce(Object.assign(new Error('read-only'), refusal));
    const first = await bytesOf(ID, 'cii');
    expect(insert).toHaveBeenCalledTimes(1);
    expect(await rowsOf(ID)).toEqual([]);
    expect((await bytesOf(ID, 'cii')).equals(first)).toBe(true);
    expect(await rowsOf(ID)).toMatchObject([{ form: 'cii', sha256: hash('sha256', first) }]);
  });

  it('have no row when a process dies before it, and get it with the next request', async () => {
    const { ID } = await invoiced();
    const files = service.app.get(ServiceFileStore);
    const publish = jest.spyOn(files, 'publish');
    const { writer } = service.app.get(DataAccess);
    jest.spyOn(writer, 'insert').mockRejectedValueOnce(new Error('killed'));
    expect((await ask(ID, 'ubl')).status).toBe(500);
    expect(publish).not.toHaveBeenCalled();
    expect(await rowsOf(ID)).toEqual([]);
    await bytesOf(ID, 'ubl');
    expect(await rowsOf(ID)).toHaveLength(1);
  });

  it('are stored by the next request when a process dies after the row', async () => {
    const { ID } = await invoiced();
    const files = service.app.get(ServiceFileStore);
    jest.spyOn(files, 'publish').mockRejectedValueOnce(new FileStoreFull());
    expect((await ask(ID, 'ubl')).status).toBe(507);
    const [row] = await rowsOf(ID);
    expect(await files.has(row?.path ?? '')).toBe(false);
    expect(hash('sha256', await bytesOf(ID, 'ubl'))).toBe(row?.sha256);
    expect(await files.has(row?.path ?? '')).toBe(true);
  });

  it('are rendered again when they are lost or damaged, and stored if they are the same', async () => {
    const { ID } = await invoiced();
    const first = await bytesOf(ID, 'cii');
    const [row] = await rowsOf(ID);
    const files = service.app.get(ServiceFileStore);
    const name = row?.path?.slice('issued/'.length) ?? '';
    await files.write('issued', name, once(Buffer.from('damaged')));
    alwaysRenderAnother();
    expect(String(await bytesOf(ID, 'cii'))).toMatch(/^rendering/);
    expect(await rowsOf(ID)).toEqual([row]);
    jest.restoreAllMocks();
    expect((await bytesOf(ID, 'cii')).equals(first)).toBe(true);
    await files.remove('issued', name);
    expect((await bytesOf(ID, 'cii')).equals(first)).toBe(true);
    expect(await files.has(row?.path ?? '')).toBe(true);
  });

  it('are removed when their retention ends, and not stored again', async () => {
    const { ID } = await invoiced();
    for (const form of FORMS) await bytesOf(ID, form);
    const paths = (await rowsOf(ID)).map(({ path }) => path ?? '');
    expect(paths).toHaveLength(FORMS.length);
    const issued = service.app.get(IssuedFiles);
    const files = service.app.get(ServiceFileStore);
    const year = new Date().getUTCFullYear() + RETAINED_YEARS;
    const now = jest.spyOn(service.app.get(Clock), 'now');
    now.mockReturnValue(new Date(Date.UTC(year, 11, 31, 20)));
    expect(await issued.sweep()).toBe(0);
    now.mockReturnValue(new Date(Date.UTC(year + 1, 0, 1, 20)));
    const all = (await allRows()).length;
    // One file is gone already, as after a sweep that broke off.
    await files.remove('issued', paths[0]?.slice('issued/'.length) ?? '');
    expect(await issued.sweep()).toBe(all);
    expect(await Promise.all(paths.map((path) => files.has(path)))).toEqual(paths.map(() => false));
    expect(await allRows()).toEqual([]);
    await bytesOf(ID, 'pdf');
    expect(await allRows()).toEqual([]);
  });

  const allRows = (): Promise<number[]> =>
    service.app.get(DataAccess).loader.listIds(IssuedFile, []);

  describe('in a copy of the store', () => {
    let copy: Service;
    let lines: readonly string[];
    let invoice: { ID: number };
    let first: Buffer;

    beforeAll(async () => {
      invoice = await invoiced();
      first = await bytesOf(invoice.ID, 'cii');
      lines = (await exportService(service)).exportedLines;
    });

    beforeEach(async () => {
      copy = await Service.start();
      await copyFiles(service, copy);
    });

    afterEach(() => copy.stop());

    const ofCopy = async (): Promise<number> => {
      const { body } = await service.get(`/v1/invoices/${invoice.ID}`);
      const found = await copy.app
        .get(Documents)
        .getIdByPid('invoice', (body as { PID: string }).PID);
      return found.id;
    };

    it('are warned about without bytes, and stored again if they are the same', async () => {
      const { rejected, warnings } = await importAsCommand(copy, lines);
      expect(rejected).toBe(0);
      expect(warnings).toContainEqual(
        expect.objectContaining({
          ...{ type: 'documentState', code: 'file.missing', pointer: '/eDocuments/0/path' },
          detail: expect.stringContaining(hash('sha256', first)) as string,
        }),
      );
      expect((await exportService(copy)).exportedLines).toEqual(lines);
      expect((await bytesOf(await ofCopy(), 'cii', copy)).equals(first)).toBe(true);
      const again = await importAsCommand(copy, lines);
      expect(again.warnings.filter(({ detail }) => detail.includes(hash('sha256', first)))).toEqual(
        [],
      );
    });

    it('come with the file store, whatever the copy would render', async () => {
      await copyServiceFiles(service, copy, await paths());
      const { warnings } = await importAsCommand(copy, lines);
      expect(warnings.filter(({ code }) => code === 'file.missing')).toEqual([]);
      const other = (): Promise<Buffer> => Promise.resolve(Buffer.from('other'));
      jest.spyOn(copy.app.get(DocumentRenderer), 'renderXml').mockImplementation(other);
      expect((await bytesOf(await ofCopy(), 'cii', copy)).equals(first)).toBe(true);
    });

    it('stay when an older record lacks them or has others', async () => {
      await importAsCommand(copy, lines);
      const id = await ofCopy();
      const ubl = await bytesOf(id, 'ubl', copy);
      const rows = await rowsOf(id, copy);
      expect(rows.map(({ form }) => form).sort()).toEqual(['cii', 'ubl']);
      type State = { type: string; eDocuments?: { form: string }[] };
      const states = lines
        .map((line) => JSON.parse(line) as State)
        .filter(({ type, eDocuments }) => type === 'documentState' && eDocuments);
      expect(states.length).toBeGreaterThan(0);
      const other = { form: 'ubl', sha256: 'f'.repeat(64), path: `issued/ff/${'f'.repeat(64)}` };
      const { eDocuments: _, ...without } = states[0] as State;
      for (const record of [...states, without, { ...states[0], eDocuments: [other] }]) {
        expect((await importAsCommand(copy, [JSON.stringify(record)])).rejected).toBe(0);
        expect(await rowsOf(id, copy)).toEqual(rows);
      }
      expect((await bytesOf(id, 'ubl', copy)).equals(ubl)).toBe(true);
    });

    const paths = async (): Promise<string[]> => {
      const { loader } = service.app.get(DataAccess);
      const rows = await loader.listWhere(IssuedFile, [], loader.createFullPlan(IssuedFile));
      return rows.flatMap(({ path }) => path ?? []);
    };
  });
});

async function copyServiceFiles(from: Service, to: Service, paths: readonly string[]) {
  for (const path of paths) {
    const name = path.slice('issued/'.length);
    const { content } = await from.app.get(ServiceFileStore).read('issued', name);
    await to.app.get(ServiceFileStore).write('issued', name, content);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
