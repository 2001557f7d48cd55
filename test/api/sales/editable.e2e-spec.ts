import { Service } from '../../support/service/service';
import { AfterSales, type Paper } from './rmas-life';
import { importMasters, smallOrder } from './sample-store';
import { storeRmas } from './stated-records';

type Delivered = Paper & { DELIVERY: { MULTISHIPMENT: boolean; SPLITBYDATES: boolean } };

/** Members of documents that are computed, without a column of their own. */
describe('documents', () => {
  let service: Service;
  let afterSales: AfterSales;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    afterSales = new AfterSales(service);
  });

  afterAll(async () => {
    await service.stop();
  });

  const isEditable = async (path: string): Promise<boolean> => {
    const { body } = await service.get(`/v1/${path}?fields=DOCUMENTINFORMATION`);
    return (body as { DOCUMENTINFORMATION: { EDITABLE: boolean } }).DOCUMENTINFORMATION.EDITABLE;
  };

  it('can be changed while they are orders that are not in -11', async () => {
    const { ID } = await afterSales.order(smallOrder());
    expect(await isEditable(`orders/${ID}`)).toBe(true);
    for (const status of [2, 4, 6, -1, -11, 0]) {
      await service.put(`/v1/orders/${ID}/changeStatus`, { status });
      expect([status, await isEditable(`orders/${ID}`)]).toEqual([status, status !== -11]);
    }
  });

  it('can be changed while they are RMAs that states can follow', async () => {
    const states = [1, 3, -3, 2, 5, -1, 4, 0, 6];
    const ids = await storeRmas(service, states);
    for (const [at, id] of ids.entries()) {
      const isLast = [4, 6].includes(states[at]!);
      expect([states[at], await isEditable(`rmas/${id}`)]).toEqual([states[at], !isLast]);
    }
    const { body } = await service.get('/v1/rmas?expand=document&perPage=500');
    const shown = (body as { rmas: { DOCUMENTINFORMATION: { EDITABLE: boolean } }[] }).rmas;
    expect(shown.filter(({ DOCUMENTINFORMATION: { EDITABLE } }) => !EDITABLE)).toHaveLength(2);
  });

  it('can never be changed once they were issued', async () => {
    const { ID, ROWS } = await afterSales.order(smallOrder());
    const invoice = await service.post(`/v1/orders/${ID}/invoices`);
    expect(await isEditable(`invoices/${(invoice.body as Paper).ID}`)).toBe(false);
    const rma = await afterSales.rma(ID, { [ROWS[0]!.HASH]: 1 });
    const returned = await afterSales.return(rma.ID);
    expect(await isEditable(`returns/${returned.ID}`)).toBe(false);
    const note = await afterSales.creditNote(returned.ID);
    expect(await isEditable(`creditNotes/${note.ID}`)).toBe(false);
    expect(await isEditable(`rmas/${rma.ID}`)).toBe(false);
    expect(await isEditable(`orders/${ID}`)).toBe(true);
  });

  it('are split by dates when their shipments come in at several', async () => {
    const delivery = async (...shipments: object[]) => {
      const order = smallOrder({ shipments: shipments.map((one) => ({ rows: [], ...one })) });
      const { DELIVERY } = (await afterSales.order(order)) as Delivered;
      return [DELIVERY.MULTISHIPMENT, DELIVERY.SPLITBYDATES];
    };
    const incomingDate = '2026-04-01T10:00:00Z';
    expect(await delivery()).toEqual([false, false]);
    expect(await delivery({ incomingDate })).toEqual([false, false]);
    expect(await delivery({}, {})).toEqual([true, false]);
    expect(await delivery({ incomingDate }, { incomingDate })).toEqual([true, false]);
    expect(await delivery({ incomingDate }, {})).toEqual([true, true]);
  });
});
