/** @engine modules/sales/verifactu */
import { whereEquals, DataAccess } from '../../../../src/database';
import { VerifactuChain, VerifactuRecord } from '../../../../src/modules/sales/verifactu';
import { encodeAnnulment } from '../../../../src/modules/sales/verifactu/record-xml';
import { cases } from '../../../support/random/cases';
import { Service } from '../../../support/service/service';
import { AeatStandIn } from '../../../support/verifactu/aeat-stand-in';
import {
  createInvoice,
  importOffices,
  listStoredRecords,
  setMode,
  TAX_NUMBER,
} from '../../../support/verifactu/verifactu-store';

const RECORDS = cases(1_050, 50_000);
const MAX_RECORDS_PER_READ = 100;

interface ShownChain {
  readonly RECORDS: number;
  readonly BREAK: { readonly SEQUENCE: number; readonly REASON: string };
}

describe(`A chain of ${RECORDS} records`, () => {
  let aeat: AeatStandIn;
  let service: Service;

  beforeAll(
    async () => {
      aeat = await AeatStandIn.start([TAX_NUMBER]);
      service = await Service.start(aeat.environment);
      await importOffices(service);
      await setMode(service, 'test', 'madrid');
      await createInvoice(service);
      await lengthen();
    },
    60_000 + RECORDS * 10,
  );

  afterAll(async () => {
    await service.stop();
    await aeat.stop();
  });

  /** Adds records behind the first one, as if its document had been annulled again and again. */
  async function lengthen(): Promise<void> {
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const [first] = await listStoredRecords(service);
    if (!first) throw new Error('There is no record');
    const { chainId, documentId, taxNumber, mode, number, issuedOn } = first;
    const identity = { taxNumber, number, issuedOn };
    const generatedAt = '2026-11-27T10:00:00+01:00';
    const software = {
      ...{ producerName: 'P', producerTaxId: TAX_NUMBER, systemId: 'OS', version: '1' },
      ...{ installation: 'one', hasSeveralIssuers: false },
    };
    let { hash } = first;
    for (let from = 2; from <= RECORDS; from += 500) {
      const length = Math.min(500, RECORDS - from + 1);
      const added = Array.from({ length }, (_, at) => {
        const sequence = from + at;
        const previousRecord = { ...identity, hash };
        const sealed = encodeAnnulment({
          identity,
          sequence,
          previousRecord,
          software,
          generatedAt,
        });
        ({ hash } = sealed);
        return {
          ...{ chainId, documentId, mode, sequence, ...identity, generatedAt, ...sealed },
          ...{ operation: 'annulment' as const, invoiceType: null, isFirst: null },
          ...{ correctsId: null, taxTotal: null, total: null, createdAt: new Date() },
        };
      });
      await unitOfWork.run(() => writer.insert(VerifactuRecord, added));
    }
    await unitOfWork.run(() => writer.update(VerifactuChain, chainId, { last: RECORDS }));
  }

  async function check(): Promise<{ chain: ShownChain | undefined; reads: number[] }> {
    const reads: number[] = [];
    const { loader } = service.app.get(DataAccess);
    const list = loader.listWhere.bind(loader);
    const spy = jest
      .spyOn(loader, 'listWhere')
      .mockImplementation(async (...given: Parameters<typeof list>) => {
        const found = await list(...given);
        if (given[0] === (VerifactuRecord as unknown)) reads.push(found.length);
        return found;
      });
    const { body } = await service.get('/v1/verifactu/chain');
    spy.mockRestore();
    const [chain] = (body as { CHAINS: ShownChain[] }).CHAINS;
    return { chain, reads };
  }

  it('is read some records at a time', async () => {
    const { chain, reads } = await check();
    expect(chain).toMatchObject({ RECORDS, BREAK: { SEQUENCE: 0, REASON: '' } });
    expect(Math.max(...reads)).toBe(MAX_RECORDS_PER_READ);
    expect(reads).toHaveLength(Math.ceil(RECORDS / MAX_RECORDS_PER_READ));
  });

  it('is read as far as its first break', async () => {
    const { unitOfWork, loader } = service.app.get(DataAccess);
    const change = "UPDATE verifactu_records SET hash = '0' WHERE sequence IN (350, 800)";
    await unitOfWork.run((manager) => manager.query(change));
    const { chain, reads } = await check();
    const [id] = await loader.listIds(VerifactuRecord, [whereEquals('sequence', 350)]);
    expect(chain).toMatchObject({ RECORDS: 349, BREAK: { SEQUENCE: 350, RECORD: id } });
    expect(reads).toHaveLength(4);
  });
});
