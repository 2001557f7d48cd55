/** @engine modules/sales/verifactu */
import { AeatStandIn, type MessageConduct } from '../../../support/verifactu/aeat-stand-in';
import { exportService } from '../../../support/export';
import { importLines } from '../../../support/import';
import {
  createInvoice,
  importOffices,
  type IssuedPaper,
  listStoredRecords,
  sendAll,
  setMode,
  skipWaits,
  spanishOrder,
  TAX_NUMBER,
} from '../../../support/verifactu/verifactu-store';
import { createLoadPlan } from '../../../../src/core/load-plan';
import { whereEquals, JournalEntry, DataAccess } from '../../../../src/database';
import { VerifactuChain, VerifactuRecord } from '../../../../src/modules/sales/verifactu';
import { AeatClient } from '../../../../src/modules/sales/verifactu/aeat-client';
import { ChainHighWaterMarks } from '../../../../src/modules/sales/verifactu/chain-high-water-marks';
import { parseMessageResponse } from '../../../../src/modules/sales/verifactu/message-xml';
import { PendingRecordFinder } from '../../../../src/modules/sales/verifactu/pending-records';
import { RecordSender } from '../../../../src/modules/sales/verifactu/record-sender';
import { ChainRecovery } from '../../../../src/modules/sales/verifactu/chain-recovery';
import { VerifactuModeService } from '../../../../src/modules/sales/verifactu/verifactu-mode.service';
import { Service } from '../../../support/service/service';

interface ListedRecord {
  ID: number;
  STATE: string;
  NUMBER: string;
  CORRECTS: number;
  ERROR: string;
  ERRORCODE: number;
  ATTEMPTS: number;
  XML: string;
}

describe('Invoicing records on their way to AEAT', () => {
  let aeat: AeatStandIn;
  let service: Service;

  beforeEach(async () => {
    aeat = await AeatStandIn.start([TAX_NUMBER]);
    service = await Service.start(aeat.environment);
    await importOffices(service);
    await setMode(service, 'test', 'madrid');
  });

  afterEach(async () => {
    await service.stop();
    await aeat.stop();
  });

  async function listRecords(query = ''): Promise<ListedRecord[]> {
    const { body } = await service.get(`/v1/verifactu/records?sort=id.asc${query}`);
    return (body as { RECORDS: ListedRecord[] }).RECORDS;
  }

  const states = async () => (await listRecords()).map(({ STATE }) => STATE);
  const loader = () => service.app.get(DataAccess).loader;

  const sendOnce = async () => {
    const [chainId] = await loader().listIds(VerifactuChain, []);
    return service.app.get(RecordSender).send(chainId as number);
  };

  async function readChain() {
    const plan = createLoadPlan(VerifactuChain, [
      'failures',
      'outageUntil',
      'waitSeconds',
      'nextAt',
      'stopped',
      'lastError',
      'installation',
    ]);
    const [chain] = await loader().listWhere(VerifactuChain, [], plan);
    return chain;
  }

  it('get the states that AEAT answers', async () => {
    const [first, second, third] = [
      await createInvoice(service),
      await createInvoice(service),
      await createInvoice(service),
    ];
    aeat.judge = ({ number }) =>
      number === second.DOCUMENTNUMBER
        ? 'reject'
        : number === third.DOCUMENTNUMBER
          ? 'acceptWithErrors'
          : 'accept';
    await sendAll(service);
    expect(await states()).toEqual(['accepted', 'rejected', 'acceptedWithErrors']);
    expect(await listRecords('&state=rejected')).toEqual([
      expect.objectContaining({ NUMBER: second.DOCUMENTNUMBER, ERRORCODE: 1107 }),
    ]);
    const shown = await service.get(`/v1/invoices/${second.ID}`);
    expect((shown.body as IssuedPaper).VERIFACTU.STATE).toBe('rejected');
    expect(await listRecords(`&document=${first.ID}`)).toHaveLength(1);
    expect(await aeat.listFaults()).toEqual([]);
  });

  it('are corrected once by a new record, which refers to what AEAT has', async () => {
    await createInvoice(service);
    await createInvoice(service);
    aeat.judge = ({ reference }) => (reference === '1' ? 'reject' : 'acceptWithErrors');
    await sendAll(service);
    const [rejected, accepted] = await listRecords();
    // Before the retries: the service may send them by itself where they take long.
    aeat.judge = () => 'accept';
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.post(`/v1/verifactu/records/${rejected?.ID}/retry`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const correction = answers.find(({ status }) => status === 201)?.body as ListedRecord;
    expect(correction.XML).toContain(
      '<sf:Subsanacion>S</sf:Subsanacion><sf:RechazoPrevio>X</sf:RechazoPrevio>',
    );
    const other = await service.post(`/v1/verifactu/records/${accepted?.ID}/retry`);
    expect((other.body as ListedRecord).XML).toContain('<sf:RechazoPrevio>N</sf:RechazoPrevio>');
    await sendAll(service, { skipsWaits: true });
    expect(await states()).toEqual(['corrected', 'corrected', 'accepted', 'accepted']);
    expect(await listRecords()).toEqual(
      expect.arrayContaining([expect.objectContaining({ CORRECTS: rejected?.ID })]),
    );
    const refused = await service.post(`/v1/verifactu/records/${correction.ID}/retry`);
    expect(refused.body).toMatchObject({ code: 'verifactu.notCorrectable' });
    expect(await aeat.listFaults()).toEqual([]);
  });

  it('are sent again after an outage, marked as late, and a duplicate counts as accepted', async () => {
    await createInvoice(service);
    const conducts = ['breakOff', 'fault', 'loseAnswer', 'slow'] as const;
    aeat.conduct = (message) => conducts[message - 1] ?? 'answer';
    await sendAll(service, { skipsWaits: true });
    expect(await states()).toEqual(['accepted']);
    expect(aeat.messages).toHaveLength(4);
    expect(aeat.messages[0]).not.toContain('Incidencia');
    expect(aeat.messages.at(-1)).toContain('<sf:Incidencia>S</sf:Incidencia>');
    expect(aeat.kept).toHaveLength(1);
    expect(await listRecords()).toEqual([
      expect.objectContaining({ ATTEMPTS: 4, ERRORCODE: 3000 }),
    ]);
    expect(await readChain()).toMatchObject({ failures: 0, lastError: null, stopped: null });
    expect(await aeat.listFaults()).toEqual([]);
  });

  describe.each(['refuse', 'badRequest'] as const)('of which one makes AEAT %s', (conduct) => {
    it('arrive without that one, which is rejected and corrected', async () => {
      const papers: IssuedPaper[] = [];
      for (let at = 0; at < 9; at++) papers.push(await createInvoice(service));
      const bad = papers[5] as IssuedPaper;
      const seal = `<sf:Huella>${bad.VERIFACTU.HASH}</sf:Huella></sf:RegistroAlta>`;
      aeat.conduct = (_message, text) => (text.includes(seal) ? conduct : 'answer');
      await sendAll(service, { skipsWaits: true });
      expect(await states()).toEqual(papers.map((one) => (one === bad ? 'rejected' : 'accepted')));
      // All, 5, 3 and 1 of them were refused, and parts without it accepted.
      expect(aeat.messages.length).toBeLessThanOrEqual(9);
      expect(await readChain()).toMatchObject({ outageUntil: null, lastError: null });
      const [rejected] = await listRecords('&state=rejected');
      expect(rejected).toMatchObject(
        conduct === 'refuse'
          ? { ERRORCODE: 4102, ERROR: expect.stringContaining('El XML no cumple') as string }
          : { ERRORCODE: 0, ERROR: 'HTTP 400' },
      );
      const retried = await service.post(`/v1/verifactu/records/${rejected?.ID}/retry`);
      expect((retried.body as ListedRecord).XML).toContain('<sf:RechazoPrevio>X<');
      await sendAll(service, { skipsWaits: true });
      expect((await states()).filter((state) => state !== 'accepted')).toEqual(['corrected']);
      expect(await aeat.listFaults()).toEqual([]);
      expect(aeat.repeated).toEqual([]);
    });
  });

  it('wait for the sender of a message that AEAT refuses for its certificate', async () => {
    await createInvoice(service);
    jest.spyOn(service.app.get(AeatClient), 'send').mockImplementationOnce(() => {
      const reason = 'Codigo[4112].El titular del certificado debe ser Obligado Emisión.';
      const fault = `<Fault><faultcode>env:Client</faultcode><faultstring>${reason}</faultstring></Fault>`;
      return Promise.resolve(
        parseMessageResponse({ status: 200, body: `<Envelope><Body>${fault}</Body></Envelope>` }),
      );
    });
    expect(await sendOnce()).toMatchObject({
      result: 'failed',
      nextAttemptAt: expect.any(Date) as Date,
    });
    expect(await states()).toEqual(['pending']);
    expect(await readChain()).toMatchObject({
      failures: 1,
      lastError: expect.stringContaining('4112') as string,
    });
  });

  it('are sent after errors of the database, however many there were', async () => {
    await createInvoice(service);
    const broken = jest.spyOn(service.app.get(PendingRecordFinder), 'listNextIds');
    broken.mockRejectedValue(new Error('The server has gone away'));
    // The outbox sends a message again at this time, and never gives up.
    expect(await sendOnce()).toMatchObject({
      result: 'failed',
      nextAttemptAt: expect.any(Date) as Date,
    });
    broken.mockRestore();
    await skipWaits(service.app.get(DataAccess), { freesLeases: true });
    await sendAll(service, { skipsWaits: true });
    expect(await states()).toEqual(['accepted']);
  });

  it('that two processes send at once are accepted, and do not stop the chain', async () => {
    await createInvoice(service);
    await createInvoice(service);
    aeat.conduct = async (message): Promise<MessageConduct> => {
      // The first process has lost its lease.
      if (message === 1) await skipWaits(service.app.get(DataAccess), { freesLeases: true });
      if (message === 1) await sendOnce();
      return 'answer';
    };
    await sendOnce();
    expect(aeat.messages).toHaveLength(2);
    expect(aeat.repeated).toHaveLength(2);
    expect(await states()).toEqual(['accepted', 'accepted']);
    expect(await readChain()).toMatchObject({ stopped: null });
  });

  it('wait as long as the last answer demands', async () => {
    aeat.waitSeconds = 120;
    await createInvoice(service);
    await sendAll(service);
    await createInvoice(service);
    const chain = await readChain();
    expect(chain?.waitSeconds).toBe(120);
    expect(chain?.nextAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
    expect(await states()).toEqual(['accepted', 'pending']);
    expect(aeat.messages).toHaveLength(1);
  });

  it('stop when AEAT has a record that the database does not have', async () => {
    const invoice = await createInvoice(service);
    const [record] = await listStoredRecords(service);
    aeat.kept.push({
      ...{ xml: '', operation: 'Alta', taxNumber: TAX_NUMBER, number: record?.number ?? '' },
      ...{ issuedOn: record?.issuedOn ?? '', reference: '9', installation: 'lost', hash: '' },
      ...{ previousHash: '', state: 'Correcta' },
    });
    await sendAll(service);
    expect(await states()).toEqual(['rejected']);
    const { body: order } = await service.post('/v1/orders', { orders: spanishOrder() });
    const refused = await service.post(`/v1/orders/${(order as IssuedPaper).ID}/invoices`);
    expect([refused.status, refused.body]).toEqual([
      503,
      expect.objectContaining({ code: 'verifactu.behind' }),
    ]);
    const [restored] = await service.app.get(ChainRecovery).replaceOpenChains(TAX_NUMBER);
    const next = await service.post(`/v1/orders/${(order as IssuedPaper).ID}/invoices`);
    expect(next.status).toBe(201);
    const last = (await listStoredRecords(service)).at(-1);
    expect(last?.xml).toContain(`<sf:NumeroInstalacion>${restored?.installation}<`);
    expect(last?.xml).toContain('<sf:PrimerRegistro>S</sf:PrimerRegistro>');
    expect(invoice.VERIFACTU.STATE).toBe('pending');
  });

  it('stop when the mark is ahead of the database, until a new installation goes on', async () => {
    const invoice = await createInvoice(service);
    const marks = service.app.get(ChainHighWaterMarks);
    await marks.flush();
    const [mark] = marks.listByTaxNumber(TAX_NUMBER);
    expect(mark).toMatchObject({ sequence: 1, hash: invoice.VERIFACTU.HASH });
    const serial = mark?.series[0]?.last ?? 0;
    // As if five invoices more had been issued before the restored backup.
    marks.advance({
      ...(mark as NonNullable<typeof mark>),
      sequence: 6,
      hash: 'F'.repeat(64),
      series: (mark?.series ?? []).map((one) => ({ ...one, last: serial + 5 })),
    });
    const { body: order } = await service.post('/v1/orders', { orders: spanishOrder() });
    const path = `/v1/orders/${(order as IssuedPaper).ID}/invoices`;
    expect((await service.post(path)).body).toMatchObject({ code: 'verifactu.behind' });
    await service.app.get(ChainRecovery).replaceOpenChains(TAX_NUMBER);
    const { body } = await service.post(path);
    const prefix = invoice.DOCUMENTNUMBER.slice(0, -String(serial).length);
    expect((body as IssuedPaper).DOCUMENTNUMBER).toBe(`${prefix}${serial + 6}`);
  });

  it('are never changed or removed', async () => {
    await createInvoice(service);
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const change = unitOfWork.run(() => writer.update(VerifactuRecord, 1, { hash: '' }));
    await expect(change).rejects.toThrow('never changed or removed');
    const removal = unitOfWork.run(() => writer.remove(VerifactuRecord, 1));
    await expect(removal).rejects.toThrow('never changed or removed');
  });

  it('are recomputed, and a changed one is found', async () => {
    for (let at = 0; at < 3; at++) await createInvoice(service);
    const check = async () => {
      const { body } = await service.get('/v1/verifactu/chain');
      return (body as { CHAINS: { BREAK: object; RECORDS: number }[] }).CHAINS;
    };
    expect(await check()).toEqual([
      expect.objectContaining({ RECORDS: 3, BREAK: { REASON: '', RECORD: 0, SEQUENCE: 0 } }),
    ]);
    const { unitOfWork } = service.app.get(DataAccess);
    const change =
      "UPDATE verifactu_records SET xml = REPLACE(xml, '12.10', '99.10') WHERE sequence = 2";
    await unitOfWork.run((manager) => manager.query(change));
    expect(await check()).toEqual([
      expect.objectContaining({
        RECORDS: 1,
        BREAK: expect.objectContaining({ SEQUENCE: 2 }) as object,
      }),
    ]);
  });

  it('move to another store byte for byte', async () => {
    aeat.waitSeconds = 120;
    await createInvoice(service);
    await createInvoice(service);
    await sendAll(service);
    const pending = await createInvoice(service);
    const { exportedLines } = await exportService(service);
    const lines = exportedLines.map((line) => JSON.parse(line) as object);
    const copy = await Service.start(aeat.environment);
    try {
      const { rejected, errors } = await importLines(copy, lines);
      expect({ rejected, errors }).toEqual({ rejected: 0, errors: [] });
      const kept = (records: Awaited<ReturnType<typeof listStoredRecords>>) =>
        records.map(({ xml, hash, number, sequence }) => ({ xml, hash, number, sequence }));
      expect(kept(await listStoredRecords(copy))).toEqual(kept(await listStoredRecords(service)));
      const again = await importLines(copy, lines);
      expect(again).toMatchObject({ rejected: 0, created: 0, updated: 0 });
      // Records that the first store has not sent are sent by the copy.
      await sendAll(copy);
      expect(aeat.kept.map(({ number }) => number)).toContain(pending.DOCUMENTNUMBER);
      expect(aeat.repeated).toEqual([]);
      // The copy goes on as an installation of its own.
      await createInvoice(copy, spanishOrder({ pId: 'of-copy' }));
      expect((await listStoredRecords(copy)).at(-1)?.xml).toContain('<sf:PrimerRegistro>S');
    } finally {
      await copy.stop();
    }
  });

  it('are only written by the service: an import adds none to its chain, and no answers', async () => {
    const invoice = await createInvoice(service);
    const stored = await listStoredRecords(service);
    const { exportedLines } = await exportService(service);
    const lines = exportedLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const isRecord = (line: Record<string, unknown>) => line['type'] === 'verifactuRecord';
    const own = lines.find((line) => isRecord(line) && line['number'] === invoice.DOCUMENTNUMBER);
    const { sequence, chain } = own as { sequence: number; chain: object };
    const other = { operation: 'annulment', isFirst: undefined };
    const answer = {
      ...{ type: 'verifactuSubmission', record: { ...chain, sequence } },
      ...{ state: 'accepted', isAccepted: true, attempts: 1, firstSentAt: '2026-01-01' },
    };
    const { errors } = await importLines(service, [
      { ...own, ...other, sequence: sequence + 1 },
      { ...own, ...other, sequence: sequence + 100 },
      answer,
      { ...own },
      { ...own, hash: 'A'.repeat(64) },
    ]);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [1, 'verifactu.chainOpen'],
      [2, 'verifactu.chainOpen'],
      [3, 'verifactu.chainOpen'],
      [5, 'stored.differs'],
    ]);
    expect(await listStoredRecords(service)).toEqual(stored);
    await sendAll(service);
    expect(aeat.kept.map(({ number }) => number)).toContain(invoice.DOCUMENTNUMBER);
  });

  it('need a mode that only a key with all scopes sets, and that only the command line leaves', async () => {
    const key = await service.createKey('import:write', 'util:read');
    const line = { type: 'verifactu', headquarter: { pId: 'madrid' }, mode: 'on' };
    const weak = await importLines(service, [line], { key });
    expect(weak.errors[0]?.code).toBe('scope.missing');
    expect(await setMode(service, 'on', 'madrid')).toMatchObject({ updated: 1 });
    expect((await setMode(service, 'off', 'madrid')).errors[0]?.code).toBe('verifactu.modeFixed');
    await service.app.get(VerifactuModeService).changeByPId('madrid', 'off');
    // The headquarter was imported, then set to `test`, `on` and `off`.
    const isChange = [whereEquals('kind', 'headquarter'), whereEquals('action', 'updated')];
    expect(await loader().countWhere(JournalEntry, isChange)).toBe(3);
  });

  it('need valid tax numbers and series that can not have the same numbers', async () => {
    const madrid = {
      ...{ type: 'headquarter', pId: 'madrid', name: 'Tienda', countryCode: 'ES' },
      vat: `ES${TAX_NUMBER}`,
    };
    const moved = await importLines(service, [{ ...madrid, vat: 'ESA58818501' }]);
    expect(moved.errors[0]).toMatchObject({ code: 'verifactu.notReady', pointer: '/vat' });
    const series = [
      { document: 'invoice', prefix: 'A-' },
      { document: 'creditNote', prefix: 'A-' },
    ];
    const mixed = await importLines(service, [{ ...madrid, series }]);
    expect(mixed.errors[0]).toMatchObject({ code: 'verifactu.notReady', pointer: '/series' });
    const bare = { type: 'headquarter', pId: 'bare', name: 'Bare', countryCode: 'ES', vat: '' };
    await importLines(service, [bare]);
    expect((await setMode(service, 'test', 'bare')).errors[0]?.code).toBe('verifactu.notReady');
  });

  it('keep imported invoices outside that are older, and refuse later ones', async () => {
    const { body: order } = await service.post('/v1/orders', { orders: spanishOrder() });
    const { body: other } = await service.post('/v1/orders', { orders: spanishOrder() });
    const line = (of: object, pId: string, date: string) => ({
      ...{ type: 'invoice', pId, documentNumber: pId, date },
      order: { id: (of as IssuedPaper).ID },
    });
    const old = await importLines(service, [
      line(order as object, 'OLD-1', '2026-01-01T10:00:00Z'),
    ]);
    expect(old).toMatchObject({ created: 1 });
    const late = new Date(Date.now() + 3_600_000).toISOString();
    const refused = await importLines(service, [line(other as object, 'NEW-1', late)]);
    expect(refused.errors[0]?.code).toBe('verifactu.importTooLate');
    expect(await listStoredRecords(service)).toEqual([]);
  });

  it('come with a declaration that names the running version', async () => {
    const { body } = await service.get('/v1/verifactu/declaration');
    expect(body).toMatchObject({ ISDRAFT: false, PRODUCER: { TAXID: 'B12345674' } });
    expect((body as { TEXT: string }).TEXT).toContain((body as { BUILD: string }).BUILD);
  });
});
