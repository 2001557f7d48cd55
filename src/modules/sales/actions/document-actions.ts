import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { InvoiceGenerator } from '../billing';
import { type ActionRunState, actionRunStates } from '../documents';
import { OrderPayments } from '../orders';
import { toStateChange, StateReader, StateChangeWriter } from '../states';
import type { ActionTrigger } from './action-triggers';

/** Actions on the order, or on the record whose state has changed. */
@Injectable()
export class DocumentActions {
  constructor(
    private readonly invoices: InvoiceGenerator,
    private readonly orderPayments: OrderPayments,
    private readonly stateReader: StateReader,
    private readonly stateChangeWriter: StateChangeWriter,
    private readonly clock: Clock,
  ) {}

  /** @throws OrderClosed, AlreadyGenerated */
  async createInvoice({ document }: ActionTrigger): Promise<ActionRunState> {
    await this.invoices.generate(document.id);
    return actionRunStates.done;
  }

  /** @throws OrderDeleted */
  async markPaid({ document }: ActionTrigger): Promise<ActionRunState> {
    await this.orderPayments.updatePayment(document.id);
    return actionRunStates.done;
  }

  /** Makes the changed record pending again. */
  async resetIntegration({ stateChange: { kind, id } }: ActionTrigger): Promise<ActionRunState> {
    const lockedState = (await this.stateReader.lockAndCreateLookup(kind, [{ id }]))({ id });
    if (lockedState?.exported === true) {
      const { status, subStatusId } = lockedState;
      const pendingChange = toStateChange(lockedState, { status, subStatusId, exported: false });
      await this.stateChangeWriter.save([pendingChange], this.clock.now());
    }
    return actionRunStates.done;
  }
}
