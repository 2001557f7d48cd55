import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { is, DataAccess } from '../../../database';
import { Outbox } from '../../../platform/events/outbox';
import { type ActiveVerifactuMode, VerifactuChain } from './entities/verifactu-chain.entity';
import { PendingRecords } from './pending-records';
import { VerifactuHosts } from './verifactu-hosts';

/** Name of the sender of records, and of its listener, in the outbox. */
export const VERIFACTU_SENDER = 'verifactu';

const scheduledPlan = createLoadPlan(VerifactuChain, ['mode', 'isScheduled', 'settled']);

/** Puts messages of records into the outbox: at most one for each chain, which is sent until no record is left. */
@Injectable()
export class MessageScheduler {
  constructor(
    private readonly dataAccess: DataAccess,
    private readonly outbox: Outbox,
    private readonly hosts: VerifactuHosts,
    private readonly pending: PendingRecords,
  ) {}

  /** Adds the messages of chains that have pending records and no message, as those of an imported store. */
  async resume(taxNumber: string, mode: ActiveVerifactuMode): Promise<void> {
    const { loader, unitOfWork } = this.dataAccess;
    const isIdle = [is('taxNumber', taxNumber), is('mode', mode), is('isScheduled', false)];
    for (const chain of await loader.listWhere(VerifactuChain, isIdle, scheduledPlan)) {
      const [pending] = await this.pending.listNext(chain, 1);
      if (pending !== undefined) await unitOfWork.run(() => this.scheduleLocked(chain.id));
    }
  }

  private async scheduleLocked(id: number): Promise<void> {
    const { loader, writer } = this.dataAccess;
    await writer.lock(VerifactuChain, [id]);
    const chain = await loader.findById(VerifactuChain, id, scheduledPlan);
    if (chain) await this.schedule(chain);
  }

  /** Adds the message of a chain that has none. Needs a unit of work that has locked the chain. */
  async schedule({
    id,
    mode,
    isScheduled,
  }: Pick<VerifactuChain, 'id' | 'mode' | 'isScheduled'>): Promise<void> {
    if (isScheduled) return;
    const { host } = this.hosts.getMessageUrl(mode, { hasSeal: false });
    const reference = { chainId: id };
    await this.outbox.add(
      { kind: 'own', sender: VERIFACTU_SENDER, host, reference: id },
      { listener: VERIFACTU_SENDER, reference },
    );
    await this.dataAccess.writer.update(VerifactuChain, id, { isScheduled: true });
  }
}
