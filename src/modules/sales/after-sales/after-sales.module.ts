import { Module } from '@nestjs/common';
import { LocationsModule } from '../../locations';
import { UsersModule } from '../../users';
import { DocumentsModule } from '../documents';
import { StatesModule } from '../states';
import { CreditNotes } from './credit-notes/credit-notes';
import { CreditNoteAnnulments } from './credit-notes/credit-note-annulments';
import { Corrections } from './credit-notes/corrections';
import { CreditNotesController } from './credit-notes/credit-notes.controller';
import { InvoiceCreditNotesController } from './credit-notes/invoice-credit-notes.controller';
import { InvoiceCredits } from './credit-notes/invoice-credits';
import { ReturnCreditNotesController } from './credit-notes/return-credit-notes.controller';
import { VoucherRefunds } from './credit-notes/voucher-refunds';
import { OrderReturnsController } from './returns/order-returns.controller';
import { Returns } from './returns/returns';
import { ReturnsController } from './returns/returns.controller';
import { RmaReturnsController } from './returns/rma-returns.controller';
import { ItemLimits } from './rmas/item-limits';
import { OrderRmasController } from './rmas/order-rmas.controller';
import { ReturnedQuantities } from './rmas/returned-quantities';
import { RmaCommentsController } from './rmas/rma-comments.controller';
import { RmaDeliveries } from './rmas/rma-deliveries';
import { RmaItems } from './rmas/rma-items';
import { RmaItemsController } from './rmas/rma-items.controller';
import { RmaRequests } from './rmas/rma-requests';
import { RmasController } from './rmas/rmas.controller';

/** RMAs, returns and credit notes. */
@Module({
  imports: [DocumentsModule, LocationsModule, StatesModule, UsersModule],
  controllers: [
    CreditNotesController,
    ReturnCreditNotesController,
    InvoiceCreditNotesController,
    ReturnsController,
    OrderReturnsController,
    RmaReturnsController,
    RmasController,
    OrderRmasController,
    RmaCommentsController,
    RmaItemsController,
  ],
  providers: [
    Corrections,
    CreditNoteAnnulments,
    CreditNotes,
    InvoiceCredits,
    ItemLimits,
    ReturnedQuantities,
    Returns,
    RmaDeliveries,
    RmaItems,
    RmaRequests,
    VoucherRefunds,
  ],
  exports: [RmaItems, VoucherRefunds],
})
export class AfterSalesModule {}
