import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { serviceVersion } from '../../../config/service-version';
import { Clock } from '../../../core/clock';
import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { increment, whereEquals, DataAccess } from '../../../database';
import {
  INITIAL_SENDING_STATE,
  type RecordingVerifactuMode,
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
const previousRecordPlan = createLoadPlan(VerifactuRecord, [
  'taxNumber',
  'number',
  'issuedOn',
  'hash',
  'createdAt',
]);

/** The place of the next record, in a chain that stays locked until the unit of work ends. */
export interface RecordReservation {
  readonly chain: Loaded<typeof chainPlan>;
  readonly sequence: number;
  readonly previous: PreviousRecord | undefined;
  readonly software: SoftwareIdentity;
  /** The time now, or that of the previous record if that is later. */
  readonly now: Date;
}

/** The chains of tax numbers and modes. */
@Injectable()
export class VerifactuChainsService {
  /** Hashes of the marks that differed from the stored records when the process started. */
  private readonly mismatchedMarkHashes = new Set<string>();

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
  async reserveNextRecord(
    taxNumber: string,
    mode: RecordingVerifactuMode,
  ): Promise<RecordReservation> {
    const { loader, writer } = this.dataAccess;
    const openChainConditions = [
      whereEquals('taxNumber', taxNumber),
      whereEquals('mode', mode),
      whereEquals('isOpen', 1),
    ];
    await writer.update(VerifactuChain, openChainConditions, { last: increment(1) });
    const openChains = await loader.listWhere(
      VerifactuChain,
      [whereEquals('mode', mode), whereEquals('isOpen', 1)],
      chainPlan,
    );
    const chain = openChains.find((one) => one.taxNumber === taxNumber);
    if (!chain) {
      throw new VerifactuNotReady({ reason: `${taxNumber} has no chain for the mode ${mode}.` });
    }
    const previousRecordConditions = [
      whereEquals('chainId', chain.id),
      whereEquals('sequence', chain.last - 1),
    ];
    const [previous] = await loader.listWhere(
      VerifactuRecord,
      previousRecordConditions,
      previousRecordPlan,
    );
    await this.assertCurrent(chain, previous?.hash ?? '');
    const now = this.clock.now();
    return {
      chain,
      sequence: chain.last,
      previous,
      software: this.getSoftwareIdentity(chain.installation, openChains.length > 1),
      now: previous && previous.createdAt > now ? previous.createdAt : now,
    };
  }

  /** Opens the chain of a tax number and mode, if it has none. Needs a unit of work. */
  async ensureOpen(taxNumber: string, mode: RecordingVerifactuMode): Promise<void> {
    const openChainConditions = [
      whereEquals('taxNumber', taxNumber),
      whereEquals('mode', mode),
      whereEquals('isOpen', 1),
    ];
    if ((await this.dataAccess.loader.listIds(VerifactuChain, openChainConditions)).length > 0)
      return;
    await this.dataAccess.writer.insert(VerifactuChain, [this.createChainColumns(taxNumber, mode)]);
  }

  /** Columns of a new chain, with an installation number of its own. */
  createChainColumns(
    taxNumber: string,
    mode: RecordingVerifactuMode,
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
    mode: RecordingVerifactuMode,
  ): Promise<Date | undefined> {
    const plan = createLoadPlan(VerifactuChain, ['createdAt']);
    const chainConditions = [whereEquals('taxNumber', taxNumber), whereEquals('mode', mode)];
    const [first] = await this.dataAccess.loader.listWhere(VerifactuChain, chainConditions, plan);
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
    const openChain = { installation, lastSequence: chain.last - 1, hash };
    for (const mark of this.marks.listByTaxNumber(taxNumber)) {
      if (mark.mode !== mode || !(await this.isAhead(mark, openChain))) continue;
      const reason = `record ${mark.sequence} of installation ${mark.installation} is missing`;
      throw new VerifactuDatabaseOutdated({ taxNumber, reason });
    }
  }

  /**
   * Whether a mark names a record, or a whole chain, that the database lacks.
   * @param open installation of the open chain, with sequence and hash of its latest record
   */
  private async isAhead(
    mark: ChainHighWaterMark,
    open: { readonly installation: string; readonly lastSequence: number; readonly hash: string },
  ): Promise<boolean> {
    if (mark.installation !== open.installation) {
      const installationConditions = [whereEquals('installation', mark.installation)];
      return (
        (await this.dataAccess.loader.listIds(VerifactuChain, installationConditions, { limit: 1 }))
          .length === 0
      );
    }
    if (mark.sequence === open.lastSequence) return mark.hash !== open.hash;
    return mark.sequence > open.lastSequence || this.mismatchedMarkHashes.has(mark.hash);
  }

  /** Reads the marks, and compares them with the stored records. */
  async loadMarks(): Promise<void> {
    await this.marks.load();
    for (const mark of this.marks.list()) {
      const { loader } = this.dataAccess;
      const [chainId] = await loader.listIds(VerifactuChain, [
        whereEquals('installation', mark.installation),
      ]);
      if (chainId === undefined) continue;
      const markedRecordConditions = [
        whereEquals('chainId', chainId),
        whereEquals('sequence', mark.sequence),
      ];
      const [found] = await loader.listWhere(
        VerifactuRecord,
        markedRecordConditions,
        previousRecordPlan,
      );
      if (found?.hash !== mark.hash) this.mismatchedMarkHashes.add(mark.hash);
    }
  }

  private getSoftwareIdentity(installation: string, hasSeveralIssuers: boolean): SoftwareIdentity {
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
