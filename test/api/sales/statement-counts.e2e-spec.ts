import { Database } from '../../../src/database';
import { Service } from '../../support/service/service';
import { countStatements } from '../../support/service/count-statements';
import { AfterSales, type Paper } from './rmas-life';
import { createOrder, importMasters, richOrder, smallOrder } from './sample-store';

/** Orders with their invoices, and what came after the sale. */
const CHAINS = 7;

/** No statement for each line or document: what those specs hold that stand with each kind, for the rest. */
describe('the number of statements', () => {
  let service: Service;
  let database: Database;
  let sales: AfterSales;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    database = service.app.get(Database);
    sales = new AfterSales(service);
    for (let chain = 0; chain < CHAINS; chain++) {
      const order = await sales.order(smallOrder({ rows: linesOf(3) }));
      const { status } = await service.post(`/v1/orders/${order.ID}/invoices`);
      expect(status).toBe(201);
      await sales.credited(order.ID, { [order.ROWS[0]?.HASH ?? '']: 1 });
    }
  });

  afterAll(async () => {
    await service.stop();
  });

  const linesOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ ...richOrder.rows[0], noReturn: false },
      name: `Line ${at}`,
    }));

  it.each(['orders', 'shipments'])(
    'of a change of state of %s is the same with 4 lines as with 100',
    async (kind) => {
      const cost = async (count: number): Promise<number> => {
        const rows = linesOf(count);
        const shipments = [{ price: 5, rows: rows.map((_, row) => ({ row, quantity: 1 })) }];
        const order = await createOrder(service, smallOrder({ rows, shipments }));
        const { DELIVERY } = order as unknown as { DELIVERY: { SHIPMENTS: { ID: number }[] } };
        const id = kind === 'orders' ? order.ID : (DELIVERY.SHIPMENTS[0]?.ID ?? 0);
        return countStatements(database, async () => {
          const { status } = await service.put(`/v1/${kind}/${id}/changeStatus`, { status: 2 });
          expect(status).toBe(200);
        });
      };
      const few = await cost(4);
      expect(await cost(100)).toBe(few);
      expect(few).toBeLessThanOrEqual(8);
    },
  );

  it.each(['orders', 'invoices', 'rmas', 'returns', 'creditNotes'])(
    'of a list of %s is the same for 2 as for 6, as items and as documents',
    async (kind) => {
      const cost = (query: string, expected: number): Promise<number> =>
        countStatements(database, async () => {
          const { body } = await service.get(`/v1/${kind}?${query}&perPage=${expected}`);
          expect((body as Record<string, Paper[]>)[kind]).toHaveLength(expected);
        });
      // The page and its count.
      expect(await cost('page=1', 2)).toBe(2);
      expect(await cost('page=1', 6)).toBe(2);
      // The oldest first: those of hundreds of lines are read in pieces.
      const documents = await cost('expand=document&sort=id.asc', 2);
      expect(await cost('expand=document&sort=id.asc', 6)).toBe(documents);
      // In addition, one for each kind of parts, and one for their number.
      expect(documents).toBeLessThanOrEqual(16);
    },
  );
});
