import { importLines } from '../../support/import';
import { measureProcessorTime } from '../../support/service/processor-time';
import { Service } from '../../support/service/service';
import { importMasters, smallOrder } from './sample-store';

describe('a credit note of very many lines', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
  });

  afterAll(() => service.stop());

  /** Processor time of a credit note of the whole invoice, in milliseconds. */
  async function measureCredit(count: number): Promise<number> {
    const rows = Array.from({ length: count }, (_, at) => ({
      ...{ name: `Line ${at}`, quantity: 1, price: 1 },
    }));
    const pId = `wide-${count}`;
    const order = { type: 'order', ...smallOrder({ rows }), pId };
    expect(await importLines(service, [order])).toMatchObject({ created: 1 });
    const { body } = await service.get(`/v1/orders/getId/${pId}`);
    const { body: invoice } = await service.post(
      `/v1/orders/${(body as { ID: number }).ID}/invoices`,
    );
    const { ID } = invoice as { ID: number };
    return measureProcessorTime(async () => {
      const credit = { creditNotes: { full: true } };
      const { status } = await service.post(`/v1/invoices/${ID}/creditNotes`, credit);
      expect(status).toBe(201);
    });
  }

  it('takes time in proportion to its lines', async () => {
    await measureCredit(100);
    const few = await measureCredit(500);
    // Twenty times the lines. Searching each line among all others takes 100 times as long.
    expect(await measureCredit(10_000)).toBeLessThan(few * 40);
  });
});
