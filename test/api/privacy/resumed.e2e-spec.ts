import { Configuration } from '../../../src/config/configuration';
import { DataAccess } from '../../../src/database';
import { ErasuresService } from '../../../src/platform/privacy';
import { ErasureSteps } from '../../../src/platform/privacy/erasure-steps';
import { DocumentWriter } from '../../../src/modules/sales/documents/writing/document-writer';
import { BuiltCommand, buildService } from '../../support/servers/built-process';
import { cases } from '../../support/random/cases';
import { CommandServer } from '../../support/servers/command-server';
import { Service } from '../../support/service/service';
import { importMasters } from '../sales/sample-store';
import { idOf, orderOf, personLine, taken, TRACES, whereIs } from './somebody';

const ORDERS_OF_IMPORT = 500;
const IMPORTS = cases(2, 6);
const ORDERS = IMPORTS * ORDERS_OF_IMPORT;

const everything = { scopes: new Set(['*']) };

describe('An erasure', () => {
  let service: Service;
  let erasures: ErasuresService;

  beforeAll(async () => {
    await buildService();
    service = await Service.start();
    await importMasters(service);
    await taken(service, [{ type: 'userGroup', pId: 'shoppers', name: 'Shoppers' }]);
    erasures = service.app.get(ErasuresService);
  });

  afterAll(() => service.stop());

  it('is gone on with where a process was killed in the middle', async () => {
    await taken(service, [personLine('zebedee')]);
    const id = await idOf(service, 'zebedee');
    for (let times = 0; times < IMPORTS; times++)
      await taken(
        service,
        Array.from({ length: ORDERS_OF_IMPORT }, () => ({ type: 'order', ...orderOf('zebedee') })),
      );
    const { databaseUrl, filesUrl } = service.app.get(Configuration);
    const environment = { DATABASE_URL: databaseUrl, FILES_URL: filesUrl };
    const command = BuiltCommand.start(environment, 'users', 'erase', String(id));
    let documents = 0;
    while (documents === 0) {
      documents = await erasures.get(id).then(
        (erasure) => erasure.documents,
        () => 0,
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await command.kill();
    const left = await erasures.get(id);
    expect(left).toMatchObject({ state: 'running' });
    expect(left.documents).toBeLessThan(ORDERS);
    expect(await whereIs(service, TRACES)).not.toEqual([]);

    const commands = await CommandServer.shared();
    const { code, stdout } = await commands.run(environment, 'users', 'erase', String(id));
    expect([code, stdout]).toEqual([0, `${id}\t${left.pId}\t${ORDERS} documents\n`]);
    const done = { state: 'done', documents: ORDERS, marks: null };
    expect(await erasures.get(id)).toMatchObject(done);
    expect(await whereIs(service, TRACES)).toEqual([]);
  });

  it('repeats an interrupted chunk', async () => {
    await taken(service, [personLine('large')]);
    const id = await idOf(service, 'large');
    const lines = Array.from({ length: 230 }, () => ({ type: 'order', ...orderOf('large') }));
    await taken(service, lines);
    await erasures.start(id, everything);
    expect(await erasures.get(id)).toMatchObject({ state: 'running', documents: 0 });
    // One piece, and a second one that breaks off half-way.
    const steps = service.app.get(ErasureSteps);
    await steps.runNextPart(id);
    expect(await erasures.get(id)).toMatchObject({ state: 'running', documents: 100 });
    const { writer } = service.app.get(DataAccess);
    const update = jest.spyOn(writer, 'update').mockRejectedValueOnce(new Error('killed'));
    await expect(steps.runNextPart(id)).rejects.toThrow('killed');
    update.mockRestore();
    expect(await erasures.get(id)).toMatchObject({ documents: 100 });
    expect(await erasures.finish(id)).toMatchObject({ state: 'done', documents: 230, marks: null });
    expect(await whereIs(service, TRACES)).toEqual([]);
  });

  it('waits for an order of the person that is being stored, and takes it along', async () => {
    await taken(service, [personLine('late')]);
    const id = await idOf(service, 'late');
    const writer = service.app.get(DocumentWriter);
    const insert = writer.insert.bind(writer);
    let release = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      jest.spyOn(writer, 'insert').mockImplementation(async (drafts) => {
        const ids = await insert(drafts);
        resolve();
        await new Promise<void>((go) => (release = go));
        return ids;
      });
    });
    const ordering = service.post('/v1/orders', { orders: orderOf('late') });
    const ordered = ordering.then(({ status }) => status);
    await stored;
    const erasing = erasures.start(id, everything).then(() => erasures.finish(id));
    await new Promise((resolve) => setTimeout(resolve, 300));
    release();
    expect(await ordered).toBe(201);
    expect(await erasing).toMatchObject({ state: 'done', documents: 1 });
    jest.restoreAllMocks();
    expect(await whereIs(service, TRACES)).toEqual([]);
    const late = await service.post('/v1/orders', { orders: orderOf('late') });
    expect(late.status).toBe(422);
  });
});
