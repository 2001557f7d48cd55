import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { Client } from '../../demo/client';
import { fillStore } from '../../demo/fill';
import { testServer } from '../support/database';
import { MASTER_KEY, Service } from '../support/service';
import { SwaggerPage } from './swagger-page';

const program = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Folder that pictures for the README go to (npm run docs:screenshots). */
const pictures = process.env['SCREENSHOTS'];

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Milliseconds for a step: seconds on an idle machine, but browsers suffer most on a busy one. */
const PAGE_TIMEOUT_MS = 120_000;

// It is about the page: what it shows does not depend on the engine, so it runs on SQLite alone.
const canRun = testServer === undefined && existsSync(program);
const name = existsSync(program) ? 'Swagger UI' : `Swagger UI (left out: there is no ${program})`;

(canRun ? describe : describe.skip)(name, () => {
  jest.setTimeout(PAGE_TIMEOUT_MS);

  let service: Service;
  let browser: Browser;
  let swagger: SwaggerPage;
  let faults: string[];

  beforeAll(async () => {
    service = await Service.start();
    await fillStore(new Client(service.url, MASTER_KEY), {
      ...{ seed: 1, customers: 5, orders: 0, today: '2026-03-01' },
    });
    browser = await chromium.launch({ executablePath: program, args: flags });
    const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    faults = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    swagger = new SwaggerPage(page);
    await swagger.open(service.url);
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

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
    await picture('headings', 'h3.opblock-tag[data-tag="Locations"]');
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
  ])('runs an operation of %s as it stands', async (heading, operationId, status) => {
    const operation = await swagger.show(heading, operationId);
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

  it('downloads a PDF', async () => {
    const operation = await swagger.show('Documents as PDF', 'getInvoiceDocument');
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
    expect(faults).toEqual([]);
  });
});
