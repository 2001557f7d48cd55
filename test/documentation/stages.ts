import { rmSync } from 'node:fs';
import { Configuration } from '../../src/config/configuration';
import { OutboxDispatcher } from '../../src/platform/events/outbox';
import { ErasureWorker } from '../../src/platform/privacy';
import { BuiltService, pause } from '../support/servers/built-process';
import { emptyDatabaseUrl, temporaryFolder } from '../support/service/database';
import { importLines } from '../support/import';
import { picture } from '../support/pictures/pictures';
import { MASTER_KEY, Service } from '../support/service/service';
import { neededScopes } from './pages';

/** The service that a page's commands are sent to: a fresh one, as the page supposes it. */
export interface Stage {
  readonly url: string;
  /** With exactly the scopes that the page names as needed by its examples. */
  readonly key: string;
  /** Settings of the service that commands run alongside it need, too. */
  readonly settings: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Files that a page's reader is supposed to have, by their names. */
export const filesOf: Readonly<Record<string, () => Promise<Readonly<Record<string, Buffer>>>>> = {
  'docs/files.md': async () => {
    const png = await picture().png().toBuffer();
    return { 'front.png': png, 'back.png': png };
  },
  'docs/orders.md': () => Promise.resolve({ 'scan.pdf': Buffer.from('%PDF-1.4\n') }),
  'docs/images.md': async () => ({ 'mug.jpg': await picture().jpeg().toBuffer() }),
};

/** Preparations without which a page's commands make no sense. */
const beforehand: Readonly<Record<string, (service: Service) => Promise<void>>> = {
  'docs/privacy.md': (service) => {
    service.app.get(ErasureWorker).start();
    return Promise.resolve();
  },
  'docs/webhooks.md': giveUpAMessage,
};

export function stageFor(page: string): Promise<Stage> {
  return page === 'README.md' ? quickStart() : freshService(page);
}

/** The service as `npm start` starts it, with the key that it prints. */
async function quickStart(): Promise<Stage> {
  const database = await emptyDatabaseUrl();
  const files = temporaryFolder();
  const settings = { DATABASE_URL: database.url, FILES_URL: `file:${files}` };
  const service = await BuiltService.start(settings);
  return {
    ...{ url: service.url, key: service.firstKey ?? 'none was printed', settings },
    end: async () => {
      await service.stop();
      await database.drop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}

async function freshService(page: string): Promise<Stage> {
  const service = await Service.start({
    WEBHOOK_SECRETS: 'erp=a secret of 16 characters',
    WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 'page').toString('base64'),
  });
  await beforehand[page]?.(service);
  const scopes = neededScopes(page);
  const key = scopes.length === 0 ? MASTER_KEY : await service.createKey(...scopes);
  const { databaseUrl, filesUrl } = service.app.get(Configuration);
  const settings = { DATABASE_URL: databaseUrl, FILES_URL: filesUrl };
  return { url: service.url, key, settings, end: () => service.stop() };
}

/** A webhook to an address that webhooks may not go to. */
async function giveUpAMessage(service: Service): Promise<void> {
  const parameters = { url: 'http://127.0.0.1/orders', secretName: 'erp' };
  const address = { countryCode: 'ES', firstName: 'Ada' };
  await importLines(service, [
    { type: 'channel', pId: 'web', name: 'Web shop' },
    { type: 'headquarter', pId: 'main', name: 'Main office' },
    {
      ...{ type: 'statusAction', pId: 'tell', document: 'order', status: 2 },
      ...{ action: 'NOTIFICATION', parameters },
    },
    {
      ...{ type: 'order', pId: 'web-1', date: '2026-03-01', currencyCode: 'EUR' },
      user: { email: 'ada@example.com', billingAddress: address },
      rows: [{ name: 'Shirt', quantity: 1, price: 10 }],
    },
  ]);
  const { ID: id } = (await service.get('/v1/orders/getId/web-1')).body;
  await service.put(`/v1/orders/${id}/changeStatus`, { status: 2 });
  service.app.get(OutboxDispatcher).start();
  const isGivenUp = async () => {
    const { STATUSES } = (await service.get(`/v1/orders/${id}/statuses`)).body;
    return STATUSES[0].ACTIONS[0].HISTORYACTIONSTATUS === 2;
  };
  for (let waited = 0; waited < 200 && !(await isGivenUp()); waited++) await pause(50);
}
