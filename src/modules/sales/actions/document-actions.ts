import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { Invoices } from '../billing';
import { type RunState, runStates } from '../documents';
import { PaidOrders } from '../orders';
import { toStateChange, StateReader, StatusChanges } from '../states';
import type { ActionSubject } from './action-subjects';

/** Actions on the order, or on the record whose state has changed. */
@Injectable()
export class DocumentActions {
  constructor(
    private readonly invoices: Invoices,
    private readonly paidOrders: PaidOrders,
    private readonly reader: StateReader,
    private readonly changes: StatusChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws OrderClosed, AlreadyGenerated */
  async createInvoice({ document }: ActionSubject): Promise<RunState> {
    await this.invoices.generate(document.id);
    return runStates.done;
  }

  /** @throws OrderDeleted */
  async markPaid({ document }: ActionSubject): Promise<RunState> {
    await this.paidOrders.markPaid(document.id);
    return runStates.done;
  }

  /** Makes the changed record pending again. */
  async resetIntegration({ move: { kind, id } }: ActionSubject): Promise<RunState> {
    const locked = (await this.reader.lock(kind, [{ id }]))({ id });
    if (locked?.exported === true) {
      const { status, subStatusId } = locked;
      const pending = toStateChange(locked, { status, subStatusId, exported: false });
      await this.changes.save([pending], this.clock.now());
    }
    return runStates.done;
  }
}
