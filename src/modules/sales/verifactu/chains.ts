import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { serviceVersion } from '../../../config/service-version';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { increment, is, DataAccess } from '../../../database';
import {
  INITIAL_SENDING_STATE,
  type ActiveVerifactuMode,
  VerifactuChain,
} from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { type ChainHighWaterMark, ChainHighWaterMarks } from './chain-high-water-marks';
import type { PreviousRecord, SoftwareIdentity } from './record-xml';
import { VerifactuDatabaseOutdated, VerifactuNotReady } from './verifactu-errors';

const chainPlan = createLoadPlan(VerifactuChain, [
  'taxNumber',
  'mode',
  'installation',
  'stopped',
  'last',
  'isScheduled',
]);
const previousPlan = createLoadPlan(VerifactuRecord, [
  'taxNumber',
  'number',
  'issuedOn',
  'hash',
  'createdAt',
]);

/** The place of the next record, in a chain that stays locked until the unit of work ends. */
export interface NextRecord {
  readonly chain: Loaded<typeof chainPlan>;
  readonly sequence: number;
  readonly previous: PreviousRecord | undefined;
  readonly software: SoftwareIdentity;
  /** The time now, or that of the previous record if that is later. */
  readonly now: Date;
}

/** The chains of tax numbers and modes. */
@Injectable()
export class Chains {
  /** Hashes of marks whose records the database had otherwise when the process started. */
  private readonly foreignMarks = new Set<string>();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly configuration: Configuration,
    private readonly marks: ChainHighWaterMarks,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the next place of a chain, in the unit of work that adds the record. Other units wait until that ends.
   * @throws VerifactuDatabaseOutdated, VerifactuNotReady
   */
  async reserveNextRecord(taxNumber: string, mode: ActiveVerifactuMode): Promise<NextRecord> {
    const { loader, writer } = this.dataAccess;
    const isOurs = [is('taxNumber', taxNumber), is('mode', mode), is('isOpen', 1)];
    await writer.update(VerifactuChain, isOurs, { last: increment(1) });
    const open = await loader.listWhere(
      VerifactuChain,
      [is('mode', mode), is('isOpen', 1)],
      chainPlan,
    );
    const chain = open.find((one) => one.taxNumber === taxNumber);
    if (!chain) {
      throw new VerifactuNotReady({ reason: `${taxNumber} has no chain for the mode ${mode}.` });
    }
    const ofChain = [is('chainId', chain.id), is('sequence', chain.last - 1)];
    const [previous] = await loader.listWhere(VerifactuRecord, ofChain, previousPlan);
    await this.assertCurrent(chain, previous?.hash ?? '');
    const now = this.clock.now();
    return {
      chain,
      sequence: chain.last,
      previous,
      software: this.toSoftware(chain.installation, open.length > 1),
      now: previous && previous.createdAt > now ? previous.createdAt : now,
    };
  }

  /** Opens the chain of a tax number and mode, if it has none. Needs a unit of work. */
  async ensureOpen(taxNumber: string, mode: ActiveVerifactuMode): Promise<void> {
    const isOurs = [is('taxNumber', taxNumber), is('mode', mode), is('isOpen', 1)];
    if ((await this.dataAccess.loader.listIds(VerifactuChain, isOurs)).length > 0) return;
    await this.dataAccess.writer.insert(VerifactuChain, [this.createChainColumns(taxNumber, mode)]);
  }

  /** Columns of a new chain, with an installation number of its own. */
  createChainColumns(
    taxNumber: string,
    mode: ActiveVerifactuMode,
  ): Omit<VerifactuChain, 'id' | 'lockCount'> {
    const now = this.clock.now();
    return {
      taxNumber,
      mode,
      installation: randomUUID(),
      isOpen: 1,
      createdAt: now,
      nextAt: now,
      ...INITIAL_SENDING_STATE,
    };
  }

  /** When records of a tax number and mode began; undefined without a chain. */
  async findActivationDate(
    taxNumber: string,
    mode: ActiveVerifactuMode,
  ): Promise<Date | undefined> {
    const plan = createLoadPlan(VerifactuChain, ['createdAt']);
    const ofNumber = [is('taxNumber', taxNumber), is('mode', mode)];
    const [first] = await this.dataAccess.loader.listWhere(VerifactuChain, ofNumber, plan);
    return first?.createdAt;
  }

  /**
   * Refuses a chain that lacks records: its mark is ahead, or AEAT has a record of it that the database doesn't have.
   * @param hash that of the latest record; empty without records
   */
  private async assertCurrent(chain: Loaded<typeof chainPlan>, hash: string): Promise<void> {
    const { taxNumber, mode, installation, stopped } = chain;
    if (stopped !== null) {
      const reason = 'AEAT has a record that the database does not have';
      throw new VerifactuDatabaseOutdated({ taxNumber, reason });
    }
    const open = { installation, stored: chain.last - 1, hash };
    for (const mark of this.marks.listByTaxNumber(taxNumber)) {
      if (mark.mode !== mode || !(await this.isAhead(mark, open))) continue;
      const reason = `record ${mark.sequence} of installation ${mark.installation} is missing`;
      throw new VerifactuDatabaseOutdated({ taxNumber, reason });
    }
  }

  /**
   * Whether a mark names a record, or a whole chain, that the database lacks.
   * @param open the open chain: its latest record with that one's hash
   */
  private async isAhead(
    mark: ChainHighWaterMark,
    open: { readonly installation: string; readonly stored: number; readonly hash: string },
  ): Promise<boolean> {
    if (mark.installation !== open.installation) {
      const known = [is('installation', mark.installation)];
      return (
        (await this.dataAccess.loader.listIds(VerifactuChain, known, { limit: 1 })).length === 0
      );
    }
    if (mark.sequence === open.stored) return mark.hash !== open.hash;
    return mark.sequence > open.stored || this.foreignMarks.has(mark.hash);
  }

  /** Reads the marks, and compares them with the stored records. */
  async loadMarks(): Promise<void> {
    await this.marks.load();
    for (const mark of this.marks.list()) {
      const { loader } = this.dataAccess;
      const [chainId] = await loader.listIds(VerifactuChain, [
        is('installation', mark.installation),
      ]);
      if (chainId === undefined) continue;
      const ofMark = [is('chainId', chainId), is('sequence', mark.sequence)];
      const [found] = await loader.listWhere(VerifactuRecord, ofMark, previousPlan);
      if (found?.hash !== mark.hash) this.foreignMarks.add(mark.hash);
    }
  }

  private toSoftware(installation: string, hasSeveralIssuers: boolean): SoftwareIdentity {
    const { verifactuProducerName, verifactuProducerTaxId, verifactuSystemId } = this.configuration;
    if (!verifactuProducerName || !verifactuProducerTaxId || !verifactuSystemId) {
      throw new VerifactuNotReady({ reason: PRODUCER_MISSING_REASON });
    }
    return {
      producerName: verifactuProducerName,
      producerTaxId: verifactuProducerTaxId,
      systemId: verifactuSystemId,
      version: serviceVersion,
      installation,
      hasSeveralIssuers,
    };
  }
}

/** Why records can't be made without the producer's data. */
export const PRODUCER_MISSING_REASON =
  'The service needs VERIFACTU_PRODUCER_NAME, VERIFACTU_PRODUCER_TAX_ID and VERIFACTU_SYSTEM_ID.';
