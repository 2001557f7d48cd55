import { Injectable } from '@nestjs/common';
import type { ActionHandler } from './action-handler';
import type { ActionName } from './action-types';
import { CustomerActions } from './customer-actions';
import { DocumentActions } from './document-actions';
import { MessageActions } from './message-actions';
import { ShipmentActions } from './shipment-actions';

/** Dispatches actions to their handlers. */
@Injectable()
export class ActionDispatcher {
  constructor(
    private readonly documents: DocumentActions,
    private readonly shipments: ShipmentActions,
    private readonly customers: CustomerActions,
    private readonly messages: MessageActions,
  ) {}

  dispatch(
    action: ActionName,
    ...handlerArguments: Parameters<ActionHandler>
  ): ReturnType<ActionHandler> {
    const [trigger, parameters, run] = handlerArguments;
    switch (action) {
      case 'CREATE_INVOICE':
        return this.documents.createInvoice(trigger);
      case 'MARK_PAID':
        return this.documents.markPaid(trigger);
      case 'CHANGE_SHIPMENT_STATUS':
        return this.shipments.changeStatus(trigger, parameters);
      case 'CREATE_DELIVERY_NOTES':
        return this.shipments.createDeliveryNotes(trigger);
      case 'RESET_INTEGRATION':
        return this.documents.resetIntegration(trigger);
      case 'SPEND_VOUCHERS':
        return this.customers.spendVouchers(trigger);
      case 'RELEASE_VOUCHERS':
        return this.customers.releaseVouchers(trigger);
      case 'CHANGE_GROUP':
        return this.customers.changeGroup(trigger, parameters);
      case 'NOTIFICATION':
        return this.messages.sendWebhook(trigger, parameters, run);
      case 'SEND_MAIL':
        return this.messages.sendMail(trigger, parameters, run);
    }
  }
}
