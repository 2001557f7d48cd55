import { importLines } from '../../../support/import';
import { readPdf } from '../../../support/documents/pdf-reader';
import { Service } from '../../../support/service/service';
import { WebhookReceiver } from '../../../support/servers/webhook-receiver';
import { createOrder, importMasters, smallOrder } from '../../sales/sample-store';
import { UsersClient } from '../../users/users-client';

describe('addresses in what is stored', () => {
  let service: Service;
  let trap: WebhookReceiver;
  let users: UsersClient;

  beforeAll(async () => {
    [service, trap] = [await Service.start(), await WebhookReceiver.start()];
    await importMasters(service);
    users = await UsersClient.of(service);
  });

  afterAll(async () => {
    await service.stop();
    await trap.stop();
  });

  it.each([
    ['of another server', (url: string) => `${url}/logo.png`],
    ['without a scheme', (url: string) => url.replace('http:', '')],
    ['of a file', () => 'file:///etc/hostname'],
    ['with the picture in it', () => `data:image/png;base64,${'A'.repeat(40)}`],
  ])('are text: one %s is kept, and fetched by nobody', async (_name, addressOf) => {
    const address = addressOf(trap.url);
    const headquarter = { pId: 'hq', name: 'Head office', logo: address };
    const elements = [
      { type: 'headquarter', ...headquarter },
      { type: 'product', pId: `product-${address.length}`, name: 'Mug', image: address },
    ];
    expect(await importLines(service, elements)).toMatchObject({ rejected: 0 });
    const order = await createOrder(service, smallOrder({ headquarter: { pId: 'hq' } }));
    const { body } = await service.get(`/v1/orders/${order.ID}/document/pdf`);
    const pdf = readPdf(Buffer.from((body as { content: string }).content, 'base64'));
    expect(pdf.images).toBe(0);

    const { ID, IMAGE } = await users.create({ image: address, supplier: { logo: address } });
    expect(IMAGE).toBe(address);
    expect((await service.get(`/v1/users/${ID}`)).body).toMatchObject({
      SUPPLIER: { LOGO: address },
    });
    const data = { main: true, name: 'mug.jpg', image: address };
    const destination = { destination: 'images' };
    const upload = await service.post('/v1/util/uploadImage', { data: { ...data, destination } });
    expect(upload.status).toBeGreaterThanOrEqual(400);
    expect(upload.status).toBeLessThan(500);
    expect(trap.received).toEqual([]);
  });
});
