import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { Invoices } from '../billing';
import { type ActionRunState, actionRunStates } from '../documents';
import { OrderPayments } from '../orders';
import { toStateChange, StateReader, StateChangeWriter } from '../states';
import type { ActionTrigger } from './action-triggers';

/** Actions on the order, or on the record whose state has changed. */
@Injectable()
export class DocumentActions {
  constructor(
    private readonly invoices: Invoices,
    private readonly paidOrders: OrderPayments,
    private readonly reader: StateReader,
    private readonly changes: StateChangeWriter,
    private readonly clock: Clock,
  ) {}

  /** @throws OrderClosed, AlreadyGenerated */
  async createInvoice({ document }: ActionTrigger): Promise<ActionRunState> {
    await this.invoices.generate(document.id);
    return actionRunStates.done;
  }

  /** @throws OrderDeleted */
  async markPaid({ document }: ActionTrigger): Promise<ActionRunState> {
    await this.paidOrders.markPaid(document.id);
    return actionRunStates.done;
  }

  /** Makes the changed record pending again. */
  async resetIntegration({ transition: { kind, id } }: ActionTrigger): Promise<ActionRunState> {
    const locked = (await this.reader.lockAndRead(kind, [{ id }]))({ id });
    if (locked?.exported === true) {
      const { status, subStatusId } = locked;
      const pending = toStateChange(locked, { status, subStatusId, exported: false });
      await this.changes.save([pending], this.clock.now());
    }
    return actionRunStates.done;
  }
}
