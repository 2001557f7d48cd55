import { Injectable } from '@nestjs/common';
import { Stores } from '../../../database';
import { Outbox } from '../../../platform/events/outbox';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuHosts } from './verifactu-hosts';

/** Name of the sender of records, and of its listener, in the outbox. */
export const VERIFACTU_SENDER = 'verifactu';

/** Puts messages of records into the outbox: at most one for each chain, which is sent until no record is left. */
@Injectable()
export class MessageScheduling {
  constructor(
    private readonly stores: Stores,
    private readonly outbox: Outbox,
    private readonly hosts: VerifactuHosts,
  ) {}

  /** Adds the message of a chain that has none. Needs a unit of work that has locked the chain. */
  async schedule({
    id,
    mode,
    isScheduled,
  }: Pick<VerifactuChain, 'id' | 'mode' | 'isScheduled'>): Promise<void> {
    if (isScheduled) return;
    const { host } = this.hosts.getMessageUrl(mode, false);
    const reference = { chainId: id };
    await this.outbox.add(
      { kind: 'own', sender: VERIFACTU_SENDER, host, reference: id },
      { listener: VERIFACTU_SENDER, reference },
    );
    await this.stores.writer.update(VerifactuChain, id, { isScheduled: true });
  }
}
