import type { Response } from 'supertest';
import { Database } from '../../../src/database';
import { FileStore, parsePath } from '../../../src/platform/media/files';
import { countStatements } from '../../support/service/count-statements';
import { toTextLines, readPdf, type ReadPdf } from '../../support/documents/pdf-reader';
import { Service } from '../../support/service/service';
import { replaceTimerDelays } from '../../support/service/service-global';
import { createOrder, importMasters, richOrder, smallOrder } from './sample-store';

interface Made {
  ID: number;
  id: number;
  DOCUMENTNUMBER: string;
}

/** A PNG of one red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

describe('documents as PDF', () => {
  let service: Service;
  /** Path of the document of each kind. */
  const paths: Record<string, string> = {};
  let orderId: number;

  const download = (path: string, type = 'pdf'): Promise<Response> =>
    service.get(`/v1/${path}/document/${type}`);

  async function bytesOf(path: string): Promise<Buffer> {
    const { status, body, text } = await download(path);
    if (status !== 200) throw new Error(text);
    return Buffer.from((body as { content: string }).content, 'base64');
  }

  const read = async (path: string): Promise<ReadPdf> => readPdf(await bytesOf(path));
  const linesAt = async (path: string): Promise<string[]> =>
    (await read(path)).pages.flatMap(toTextLines);

  async function make(path: string, body: object = {}): Promise<Made> {
    const response = await service.post(`/v1/${path}`, body);
    if (response.status !== 201) throw new Error(response.text);
    return response.body as Made;
  }

  beforeAll(async () => {
    service = await Service.start({ STORE_TIME_ZONE: 'Europe/Madrid' });
    await importMasters(service);
    const order = await createOrder(service, {
      ...richOrder,
      rows: richOrder.rows.map((row) => ({ ...row, noReturn: false })),
    });
    orderId = order.ID;
    const shipment = (order as unknown as { DELIVERY: { SHIPMENTS: { ID: number }[] } }).DELIVERY
      .SHIPMENTS[1] as { ID: number };
    const invoice = await make(`orders/${orderId}/invoices`);
    const note = await make(`shipments/${shipment.ID}/deliveryNotes`);
    const rma = await make(`orders/${orderId}/rmas`, {
      rmas: {
        comment: 'Zu groß',
        items: [{ hash: order.ROWS[0]?.HASH, quantity: 1 }],
        additionalItems: [{ name: 'Freight', type: 'SHIPPING', amount: 2.5 }],
      },
    });
    for (const status of [3, 2, 5]) {
      await service.put(`/v1/rmas/${rma.ID}/changeStatus`, { status });
    }
    const returned = await make(`rmas/${rma.ID}/returns`);
    const credit = await make(`returns/${returned.ID}/creditNotes`);
    Object.assign(paths, {
      order: `orders/${orderId}`,
      invoice: `invoices/${invoice.ID}`,
      rma: `rmas/${rma.ID}`,
      return: `returns/${returned.ID}`,
      creditNote: `creditNotes/${credit.ID}`,
      deliveryNote: `deliveryNotes/${note.id}`,
      shipment: `shipments/${shipment.ID}`,
    });
  });

  afterAll(async () => {
    await service.stop();
  });

  it.each([
    ['order', 'Pedido', 'O1-2026-1'],
    ['invoice', 'Factura', 'I1-'],
    ['rma', 'Solicitud de devolución', 'M1-'],
    ['return', 'Devolución', 'R1-'],
    ['creditNote', 'Factura rectificativa', 'C1-'],
    ['deliveryNote', 'Albarán', 'D1-'],
    ['shipment', 'Lista de contenido', 'O1-2026-1/2'],
  ])('come for every kind: %s', async (kind, title, number) => {
    const { information, language, pages } = await read(paths[kind] as string);
    const text = pages.flatMap(toTextLines).join('\n');
    expect(information['Title']).toMatch(new RegExp(`^${title} ${number}`));
    expect(information).toMatchObject({ Author: 'Head office' });
    expect(language).toBe('es');
    expect(text).toContain('Ada S.L.');
    expect(text).toContain(kind === 'shipment' || kind === 'deliveryNote' ? 'Set' : 'Shirt');
    // Only what is for sale, or comes back, has prices.
    expect(/€/.test(text)).toBe(!['shipment', 'deliveryNote'].includes(kind));
  });

  it('show an order as it was agreed', async () => {
    const text = (await linesAt(paths['order'] as string)).join('\n');
    const has = (...expected: string[]) => expected.forEach((one) => expect(text).toContain(one));
    has('Head office', '28013 Madrid', 'NIF-IVA ESB1');
    // 23:30 of New York is the next day in the store's zone.
    has('Fecha | 1 de marzo de 2026', 'Fecha de entrega | 5 de marzo de 2026');
    has('Referencia | Descripción | Cantidad | Precio unit. | Descuento | Impuesto | Importe');
    has('SKU-1 | Shirt | 2 | 11,50 | -3,00 | 21\u00a0% + 5,2\u00a0% | 20,00');
    has('Colour: red (+1,50)', 'Sale (S3): -3,00', 'Sticker | 1 | 0,00 | 0,00', 'Regalo');
    has('Set | 1 | 20,00', 'Cup | 2 | 5,00 | 21\u00a0% + 5,2\u00a0%');
    has('Ring twice', 'Punto de recogida', 'Vale GIFT-5 | -5,00\u00a0€');
    has('Visa | To the door', 'Pagado el 1 de marzo de 2026 | Bultos: 2');
    const { body } = await service.get(`/v1/orders/${orderId}`);
    const total = new Intl.NumberFormat('es', { minimumFractionDigits: 2 }).format(body.TOTAL);
    has(`Importe pagado | -${total}\u00a0€`, 'Importe a pagar | 0,00\u00a0€');
  });

  it('name the source of a credit note, and what is given back next to the lines', async () => {
    const lines = await linesAt(paths['creditNote'] as string);
    const number = async (kind: string) =>
      (await service.get(`/v1/${paths[kind]}`)).body.DOCUMENTNUMBER as string;
    const text = lines.join('\n');
    expect(text).toContain(`Devolución | ${await number('return')}`);
    expect(text).toContain(`Solicitud de devolución | ${await number('rma')}`);
    expect(text).toContain('Pedido | O1-2026-1');
    expect(text).toContain(`Factura rectificada | ${await number('invoice')}`);
    const { body } = await service.get(`/v1/${paths['invoice']}`);
    const issued = new Date(body.DATE as string);
    const format = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'Europe/Madrid' });
    expect(lines).toContain(format.format(issued));
    // Both parties with their VAT numbers.
    expect(text).toContain('NIF-IVA ESB1');
    expect(text).toContain('NIF-IVA 5');
    expect(text).toContain('Envío: Freight | 1,98');
    expect(text).toContain('Total abonado | ');
    expect(await linesAt(paths['rma'] as string)).toEqual(
      expect.arrayContaining(['Comentario', 'Zu groß', 'Envío: Freight | 1,98']),
    );
  });

  it('hold the logo when it is a file of the store', async () => {
    const path = paths['order'] as string;
    expect((await read(path)).images).toBe(0);
    const files = service.app.get(FileStore);
    async function* content(): AsyncGenerator<Buffer> {
      yield pixel;
    }
    const staged = await files.stage(content());
    const logo = parsePath('logo.png', '/logo');
    await files.publish([{ staged, path: logo }], { replace: false });
    expect((await read(path)).images).toBe(1);
    await files.removeFile(logo);
    expect((await read(path)).images).toBe(0);
  });

  it('are the same to the byte until the document changes', async () => {
    const path = paths['order'] as string;
    const before = await bytesOf(path);
    expect(before.equals(await bytesOf(path))).toBe(true);
    await service.put(`/v1/orders/${orderId}/comments`, { comment: 'Ring three times' });
    const after = await bytesOf(path);
    expect(after.equals(before)).toBe(false);
    expect(readPdf(after).pages.flatMap(toTextLines)).toContain('Ring three times');
    await service.put(`/v1/orders/${orderId}/comments`, { comment: 'Ring twice' });
  });

  it('come to 30 who ask at once', async () => {
    const kinds = Object.keys(paths);
    const alone = new Map<string, string>();
    for (const kind of kinds)
      alone.set(kind, (await bytesOf(paths[kind] as string)).toString('hex'));
    const asked = Array.from({ length: 30 }, (_, at) => kinds[at % kinds.length] as string);
    // On a busy machine the last of them wait longer for their turn than anybody should.
    const timers = replaceTimerDelays([30_000], 120_000);
    const answers = await Promise.all(asked.map((kind) => bytesOf(paths[kind] as string)));
    timers.mockRestore();
    answers.forEach((bytes, at) => {
      expect(bytes.toString('hex') === alone.get(asked[at] as string)).toBe(true);
    });
  });

  it('refuse other forms than pdf, ids that are none and documents of other kinds', async () => {
    for (const path of Object.values(paths)) {
      for (const type of ['xml', 'PDF', 'pdf.exe']) {
        const { status, body } = await download(path, type);
        expect([status, body.errors[0].pointer]).toEqual([400, 'path/type']);
      }
      const [collection = ''] = path.split('/');
      expect((await download(`${collection}/0`)).status).toBe(400);
      const { status, body } = await download(`${collection}/999999`);
      expect([status, body.code]).toEqual([404, 'record.notFound']);
    }
    expect((await download(`invoices/${orderId}`)).status).toBe(404);
    const key = await service.createKey('users:read');
    const refused = await service.get(`/v1/orders/${orderId}/document/pdf`, { key });
    expect(refused.status).toBe(403);
  });

  it('cost as many queries with 4 lines as with 200, of every kind', async () => {
    const database = service.app.get(Database);
    const cost = (path: string) => countStatements(database, () => download(path));
    const counts: number[] = [];
    for (const length of [4, 200]) {
      const rows = Array.from({ length }, (_, at) => ({
        ...richOrder.rows[0],
        name: `Line ${at}`,
      }));
      const { ID } = await createOrder(service, smallOrder({ rows }));
      const invoice = await make(`orders/${ID}/invoices`);
      counts.push(await cost(`orders/${ID}`), await cost(`invoices/${invoice.ID}`));
      counts.push(await cost(`invoices/${invoice.ID}`));
    }
    expect(counts).toEqual([9, 15, 2, 9, 15, 2]);
    const others = ['rma', 'return', 'deliveryNote', 'shipment'];
    const costs = new Map<string, number>();
    for (const kind of others) costs.set(kind, await cost(paths[kind] as string));
    expect(Object.fromEntries(costs)).toEqual({
      ...{ rma: 10, return: 11, deliveryNote: 10, shipment: 11 },
    });
  });
});
