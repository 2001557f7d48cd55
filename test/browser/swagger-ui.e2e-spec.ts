import { join } from 'node:path';
import { readPdf } from '../support/documents/pdf-reader';
import { picture as drawn, readQuarterColours } from '../support/pictures/pictures';
import { MASTER_KEY, type Service } from '../support/service/service';
import { describeInBrowser, type OpenedStore, openStore } from './opened-store';
import type { SwaggerPage } from './swagger-page';

/** Folder that pictures for the README go to (npm run docs:screenshots). */
const pictures = process.env['SCREENSHOTS'];

describeInBrowser('Swagger UI', () => {
  let store: OpenedStore;
  let service: Service;
  let swagger: SwaggerPage;

  beforeAll(async () => {
    store = await openStore();
    ({ service, swagger } = store);
  });

  afterAll(() => store.close());

  async function picture(of: string, selector: string): Promise<void> {
    if (pictures !== undefined) await swagger.picture(selector, join(pictures, `${of}.png`));
  }

  it('shows every heading with its introduction', async () => {
    const shown = swagger.page.locator('h3.opblock-tag');
    const { body } = await service.get('/openapi.json');
    const headings = (body as { tags: { name: string; description: string }[] }).tags;
    expect(await shown.count()).toBe(headings.length);
    for (const { name: heading, description } of headings) {
      const tag = swagger.page.locator(`h3.opblock-tag[data-tag="${heading}"]`);
      expect(await tag.innerText()).toContain(description.slice(0, 20).replaceAll('*', ''));
    }
    await picture('headings', 'h3.opblock-tag[data-tag="Orders"]');
  });

  it('links the guide for integrators', async () => {
    const link = swagger.page.locator('.info a', { hasText: 'guide for integrators' });
    expect(await link.getAttribute('href')).toBe(`${service.url}/docs/guide`);
  });

  it('is let in by a key', async () => {
    await swagger.authorize(MASTER_KEY);
    const operation = await swagger.show('Orders', 'getOrder');
    expect(await swagger.execute(operation)).toBe(200);
    await picture('order', '.opblock.is-open .request-url');
  });

  it.each([
    ['Tags', 'getCustomTag', 200],
    ['News', 'createActivityLimit', 201],
    ['Locations', 'getPhysicalLocation', 200],
    ['Customization templates', 'updateDefinition', 200],
    ['Channels', 'listChannelPhysicalLocations', 200],
    ['Users', 'createAddress', 201],
    ['Status lists', 'listShipmentStatus', 200],
    ['Import', 'importLines', 200],
    ['API keys', 'createApiKey', 201],
  ])('runs an operation of %s with its example', async (heading, operationId, status) => {
    const operation = await swagger.show(heading, operationId);
    const id = operation.locator('tr[data-param-name="id"] input');
    if ((await id.count()) > 0) await id.fill('1');
    expect(await swagger.execute(operation)).toBe(status);
  });

  it('uploads a file', async () => {
    const operation = await swagger.show('File manager', 'uploadFiles');
    const content = { name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') };
    await operation.locator('input[type=file]').setInputFiles(content);
    expect(await swagger.execute(operation)).toBe(201);
    const stored = await fetch(`${service.url}/static/products/hello.txt`);
    expect(await stored.text()).toBe('Hello');
  });

  it('uploads an image', async () => {
    const operation = await swagger.show('Images', 'uploadImage');
    expect(await swagger.execute(operation)).toBe(201);
    const stored = await fetch(`${service.url}/static/products/tiles_small.png`);
    expect(stored.headers.get('content-type')).toBe('image/png');
  });

  it('uploads a picture from the disk, with the options of a variant', async () => {
    const operation = await swagger.show('Images', 'uploadImage');
    await swagger.sendAs(operation, 'multipart/form-data');
    const content = await drawn(640, 480).png().toBuffer();
    const file = { name: 'mug.png', mimeType: 'image/png', buffer: content };
    await operation.locator('input[type=file]').setInputFiles(file);
    await swagger.fill(operation, 'name', 'from-disk.png');
    await swagger.fill(operation, 'destination.destination', 'products');
    await swagger.fill(operation, 'params.largeImage.width', '64');
    expect(await swagger.execute(operation)).toBe(201);
    const stored = await fetch(`${service.url}/static/products/from-disk_large.png`);
    const { width } = await readQuarterColours(Buffer.from(await stored.arrayBuffer()));
    expect(width).toBe(64);
  });

  it('saves a PDF', async () => {
    const operation = await swagger.show('Documents as PDF', 'getInvoiceDocument');
    await swagger.askFor(operation, 'application/pdf');
    expect(await swagger.execute(operation)).toBe(200);
    const { name: saved, bytes } = await swagger.save(operation);
    expect(saved).toMatch(/^invoice-[IS][\w-]+\.pdf$/);
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(readPdf(bytes).pages.length).toBeGreaterThan(0);
  });

  it('downloads a PDF in JSON', async () => {
    const operation = await swagger.show('Documents as PDF', 'getInvoiceDocument');
    await swagger.askFor(operation, 'application/json');
    expect(await swagger.execute(operation)).toBe(200);
    const { content } = (await swagger.download(operation)) as { content: string };
    expect(Buffer.from(content, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('is let in by the token of a login', async () => {
    await swagger.logOut();
    const { body } = await service.post('/v1/auth/login', {
      auth: { email: 'admin@example.com', password: 'correct horse battery staple' },
    });
    await swagger.authorize(body.token, 1);
    expect(await swagger.execute(await swagger.show('Users', 'countUsers'))).toBe(200);
    expect(store.faults).toEqual([]);
  });
});
