import { Injectable } from '@nestjs/common';
import type { ActionHandler } from './action-handler';
import type { ActionName } from './action-types';
import { CustomerActions } from './customer-actions';
import { DocumentActions } from './document-actions';
import { MessageActions } from './message-actions';
import { ShipmentActions } from './shipment-actions';

/** Dispatches actions to their handlers. */
@Injectable()
export class ActionHandlers {
  constructor(
    private readonly documents: DocumentActions,
    private readonly shipments: ShipmentActions,
    private readonly customers: CustomerActions,
    private readonly messages: MessageActions,
  ) {}

  handle(action: ActionName, ...context: Parameters<ActionHandler>): ReturnType<ActionHandler> {
    const [subject, parameters, run] = context;
    switch (action) {
      case 'CREATE_INVOICE':
        return this.documents.createInvoice(subject);
      case 'MARK_PAID':
        return this.documents.markPaid(subject);
      case 'CHANGE_SHIPMENT_STATUS':
        return this.shipments.changeStatus(subject, parameters);
      case 'CREATE_DELIVERY_NOTES':
        return this.shipments.createDeliveryNotes(subject);
      case 'RESET_INTEGRATION':
        return this.documents.resetIntegration(subject);
      case 'SPEND_VOUCHERS':
        return this.customers.spendVouchers(subject);
      case 'RELEASE_VOUCHERS':
        return this.customers.releaseVouchers(subject);
      case 'CHANGE_GROUP':
        return this.customers.changeGroup(subject, parameters);
      case 'NOTIFICATION':
        return this.messages.sendWebhook(subject, parameters, run);
      case 'SEND_MAIL':
        return this.messages.sendMail(subject, parameters, run);
    }
  }
}
