/** @engine modules/sales/verifactu */
import { Database, whereEquals, DataAccess } from '../../../../src/database';
import { VerifactuChain } from '../../../../src/modules/sales/verifactu';
import { Headquarter } from '../../../../src/platform/catalog';
import { BuiltService } from '../../../support/servers/built-process';
import { CommandServer } from '../../../support/servers/command-server';
import {
  temporaryFolder,
  type TestDatabase,
  testDatabaseUrl,
} from '../../../support/service/database';
import { MASTER_KEY, Service } from '../../../support/service/service';
import {
  createInvoice,
  importOffices,
  setMode,
  spanishOrder,
} from '../../../support/verifactu/verifactu-store';

/** The producer's data, without which no headquarter can have a mode. */
const producer = {
  VERIFACTU_PRODUCER_NAME: 'Productora de Software S.L.',
  VERIFACTU_PRODUCER_TAX_ID: 'B12345674',
  VERIFACTU_SYSTEM_ID: 'OS',
};

describe('The start of a store with invoicing records', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;
  let commands: CommandServer;

  beforeAll(async () => {
    commands = await CommandServer.shared();
    database = await testDatabaseUrl();
    environment = {
      ...producer,
      DATABASE_URL: database.url,
      BOOTSTRAP_API_KEY: MASTER_KEY,
      VERIFACTU_MARKS: temporaryFolder(),
    };
    const service = await Service.start(environment);
    await importOffices(service);
    await setMode(service, 'test', 'madrid', 'sevilla');
    await createInvoice(service, spanishOrder({ headquarter: { pId: 'sevilla' } }));
    const { unitOfWork, writer } = service.app.get(DataAccess);
    // As if an earlier version had accepted it, and the chain had been imported.
    const series = [{ document: 'invoice', prefix: 'A"', suffix: '' }] as const;
    await unitOfWork.run(async () => {
      await writer.update(Headquarter, { pId: 'madrid' }, { series });
      await writer.update(VerifactuChain, { mode: 'test' }, { isScheduled: false });
    });
    await service.stop();
  });

  afterAll(() => database.drop());

  it('is refused with series that break the rules, until the command line corrects them', async () => {
    const refused = await commands.runFailingStart(environment);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('The series of invoices of the headquarter "madrid"');
    expect(refused.stderr).toContain('cli verifactu mode');
    const corrected = await commands.run(environment, 'verifactu', 'mode', 'madrid', 'off');
    expect(corrected).toMatchObject({ code: 0, stdout: 'madrid\toff\n' });
    const service = await BuiltService.start(environment);
    expect((await service.stop()).code).toBe(0);
    // It sends the pending record.
    const opened = await Database.open(database.url);
    const isSending = [whereEquals('isScheduled', true)];
    expect(await DataAccess.forDatabase(opened).loader.countWhere(VerifactuChain, isSending)).toBe(
      1,
    );
    await opened.close();
  });

  it("is refused without the producer's data", async () => {
    const { code, stderr } = await commands.runFailingStart({
      ...environment,
      VERIFACTU_PRODUCER_NAME: '',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('VERIFACTU_PRODUCER_NAME');
  });
});
