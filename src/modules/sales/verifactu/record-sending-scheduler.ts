import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { whereEquals, DataAccess } from '../../../database';
import { Outbox } from '../../../platform/events/outbox';
import { type RecordingVerifactuMode, VerifactuChain } from './entities/verifactu-chain.entity';
import { PendingRecordFinder } from './pending-records';
import { AeatUrlBuilder } from './aeat-url-builder';

/** Name of the sender of records, and of its listener, in the outbox. */
export const VERIFACTU_SENDER_NAME = 'verifactu';

const schedulingPlan = createLoadPlan(VerifactuChain, ['mode', 'isScheduled', 'settled']);

/** Schedules the sending of records: at most one outbox message for each chain, repeated until all are answered. */
@Injectable()
export class RecordSendingScheduler {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly outbox: Outbox,
    private readonly aeatUrlBuilder: AeatUrlBuilder,
    private readonly pendingRecordFinder: PendingRecordFinder,
  ) {}

  /** Schedules chains that have pending records but no outbox message, such as those of an imported store. */
  async scheduleIdleChains(taxNumber: string, mode: RecordingVerifactuMode): Promise<void> {
    const { loader, unitOfWork } = this.dataAccess;
    const idleChainConditions = [
      whereEquals('taxNumber', taxNumber),
      whereEquals('mode', mode),
      whereEquals('isScheduled', false),
    ];
    for (const chain of await loader.listWhere(
      VerifactuChain,
      idleChainConditions,
      schedulingPlan,
    )) {
      const [pendingRecordId] = await this.pendingRecordFinder.listNextIds(chain, 1);
      if (pendingRecordId !== undefined) await unitOfWork.run(() => this.scheduleLocked(chain.id));
    }
  }

  private async scheduleLocked(id: number): Promise<void> {
    const { loader, writer } = this.dataAccess;
    await writer.lock(VerifactuChain, [id]);
    const chain = await loader.findById(VerifactuChain, id, schedulingPlan);
    if (chain) await this.schedule(chain);
  }

  /** Adds the outbox message of a chain that has none. Needs a unit of work that has locked the chain. */
  async schedule({
    id,
    mode,
    isScheduled,
  }: Pick<VerifactuChain, 'id' | 'mode' | 'isScheduled'>): Promise<void> {
    if (isScheduled) return;
    const { host } = this.aeatUrlBuilder.getMessageUrl(mode, { isSealCertificate: false });
    const reference = { chainId: id };
    await this.outbox.add(
      { kind: 'own', sender: VERIFACTU_SENDER_NAME, host, reference: id },
      { listener: VERIFACTU_SENDER_NAME, reference },
    );
    await this.dataAccess.writer.update(VerifactuChain, id, { isScheduled: true });
  }
}
