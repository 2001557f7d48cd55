import { JournalSequencer } from '../../../src/platform/events/journal/journal-sequencer';
import { ErasureWorker } from '../../../src/platform/privacy';
import { exportService, importAsCommand, type ExportWithLines } from '../../support/export';
import { Service } from '../../support/service/service';
import { until } from '../../support/until';
import { createOrder, importMasters } from '../sales/sample-store';
import { done, idOf, orderOf, personLine, taken, TRACES, whereIs } from './somebody';

describe('An erasure, where the store has copies', () => {
  let store: Service;
  let orderId: number;
  let changed: ExportWithLines;
  /** Copies of the store as it was before, and an empty store. */
  let left: Service;
  let erased: Service;
  let empty: Service;
  const services: Service[] = [];

  const started = async (): Promise<Service> => {
    const service = await Service.start();
    services.push(service);
    for (const each of [ErasureWorker, JournalSequencer]) service.app.get(each).start();
    return service;
  };

  const exportLines = async (service: Service, since?: number): Promise<ExportWithLines> => {
    await service.app.get(JournalSequencer).catchUp();
    return exportService(service, since === undefined ? {} : { since });
  };

  const erase = async (service: Service): Promise<void> => {
    const path = `/v1/users/${await idOf(service, 'zebedee')}/erasure`;
    done(await service.post(path));
    await until(async () => done<{ STATE: string }>(await service.get(path)).STATE === 'done');
  };

  const commentOf = async (service: Service): Promise<string> =>
    done<{ COMMENT: string }>(await service.get(`/v1/orders/${orderId}`)).COMMENT;

  const errorsOf = async (service: Service, lines: readonly string[]): Promise<string[]> =>
    (await importAsCommand(service, lines)).errors.map(({ type, code }) => `${type} ${code}`);

  beforeAll(async () => {
    [store, left, erased, empty] = [
      ...[await started(), await started()],
      ...[await started(), await started()],
    ] as [Service, Service, Service, Service];
    await importMasters(store);
    await taken(store, [
      { type: 'userGroup', pId: 'shoppers', name: 'Shoppers' },
      personLine('zebedee'),
      { type: 'product', pId: 'lamp', name: 'Lamp' },
      {
        ...{ type: 'userComment', pId: 'c1', user: { pId: 'zebedee' }, item: { pId: 'lamp' } },
        comment: 'Zebedee likes it',
      },
    ]);
    const shipments = [{ name: 'Parcel', trackingNumber: 'TRACK-QUAGMIRE' }];
    orderId = (await createOrder(store, orderOf('zebedee', { shipments }))).ID;
    const before = await exportLines(store);
    for (const copy of [left, erased])
      expect(await errorsOf(copy, before.exportedLines)).toEqual([]);
    await erase(store);
    changed = await exportLines(store, before.position);
  });

  afterAll(async () => {
    for (const one of services) await one.stop();
  });

  it('is not copied: documents are refused', async () => {
    expect(await errorsOf(left, changed.exportedLines)).toEqual(['document stored.differs']);
    expect((await left.get('/v1/users/getId/zebedee')).status).toBe(200);
    expect(await whereIs(left, TRACES)).not.toEqual([]);
    // The copy takes documents and comments as they are after the erasure: of a person whom it didn't know.
    expect(await commentOf(left)).toBe('');
    expect(await whereIs(left, ['zebedee likes it', 'track-quagmire'])).toEqual([]);
    // It is not too late then.
    await erase(left);
    expect(await whereIs(left, TRACES)).toEqual([]);
  });

  it('leaves nothing in a copy where it is done as well, which goes on refusing', async () => {
    await erase(erased);
    expect(await errorsOf(erased, changed.exportedLines)).toEqual(['document stored.differs']);
    expect(await whereIs(erased, TRACES)).toEqual([]);
    await store.put(`/v1/orders/${orderId}/comments`, { orders: { comment: 'Since then' } });
    const { exportedLines: later } = await exportLines(store, changed.position);
    expect(await errorsOf(erased, later)).toEqual(['document stored.differs']);
    expect(await commentOf(erased)).toBe('Since then');
    expect(await whereIs(erased, TRACES)).toEqual([]);
  });

  it('is in a new copy, which equals the store', async () => {
    const { exportedLines: all, position } = await exportLines(store);
    expect(await errorsOf(empty, all)).toEqual([]);
    expect((await exportLines(empty)).exportedLines).toEqual(all);
    expect(await whereIs(empty, TRACES)).toEqual([]);
    await store.put(`/v1/orders/${orderId}/comments`, { orders: { comment: 'Later still' } });
    expect(await errorsOf(empty, (await exportLines(store, position)).exportedLines)).toEqual([]);
    expect((await exportLines(empty)).exportedLines).toEqual(
      (await exportLines(store)).exportedLines,
    );
  });
});
