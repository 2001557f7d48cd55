import { Module } from '@nestjs/common';
import { OutboxModule } from '../../../platform/events/outbox';
import { UsersModule } from '../../users';
import { BillingModule } from '../billing';
import { DocumentsModule } from '../documents';
import { OrdersModule } from '../orders';
import { ShippingModule } from '../shipping';
import { StatesModule } from '../states';
import { ActionDispatcher } from './action-dispatcher';
import { ActionOutcomeRecorder } from './action-outcome-recorder';
import { ActionTriggerLoader } from './action-triggers';
import { ConfiguredActionsService } from './configured-actions.service';
import { ConfiguredActionsController } from './configured-actions.controller';
import { CustomerActions } from './customer-actions';
import { DocumentActions } from './document-actions';
import { MessageActions } from './message-actions';
import { ShipmentActions } from './shipment-actions';
import { StatusActionImporter } from './status-action.importer';
import { StatusActionRunner } from './status-action-runner';

/** Actions that state changes start: invoices, delivery notes, further state changes, mails and webhooks. */
@Module({
  imports: [
    BillingModule,
    DocumentsModule,
    OrdersModule,
    OutboxModule,
    ShippingModule,
    StatesModule,
    UsersModule,
  ],
  controllers: [ConfiguredActionsController],
  providers: [
    ActionDispatcher,
    ActionOutcomeRecorder,
    ActionTriggerLoader,
    ConfiguredActionsService,
    CustomerActions,
    DocumentActions,
    MessageActions,
    ShipmentActions,
    StatusActionImporter,
    StatusActionRunner,
  ],
})
export class ActionsModule {}
