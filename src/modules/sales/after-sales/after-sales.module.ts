import { Module } from '@nestjs/common';
import { LocationsModule } from '../../locations';
import { UsersModule } from '../../users';
import { DocumentsModule } from '../documents';
import { StatesModule } from '../states';
import { ReturnCreditNotes } from './credit-notes/return-credit-notes';
import { CreditNoteAnnulments } from './credit-notes/credit-note-annulments';
import { CreditNoteWriter } from './credit-notes/credit-note-writer';
import { CreditNotesController } from './credit-notes/credit-notes.controller';
import { InvoiceCreditNotes } from './credit-notes/invoice-credit-notes';
import { VoucherRefunds } from './credit-notes/voucher-refunds';
import { Returns } from './returns/returns';
import { ReturnsController } from './returns/returns.controller';
import { AdditionalItemLimits } from './rmas/additional-item-limits';
import { ReturnedQuantities } from './rmas/returned-quantities';
import { RmaDeliveries } from './rmas/rma-deliveries';
import { RmaAdditionalItems } from './rmas/rma-additional-items';
import { RmaRequests } from './rmas/rma-requests';
import { RmasController } from './rmas/rmas.controller';

/** RMAs, returns and credit notes. */
@Module({
  imports: [DocumentsModule, LocationsModule, StatesModule, UsersModule],
  controllers: [CreditNotesController, ReturnsController, RmasController],
  providers: [
    CreditNoteWriter,
    CreditNoteAnnulments,
    ReturnCreditNotes,
    InvoiceCreditNotes,
    AdditionalItemLimits,
    ReturnedQuantities,
    Returns,
    RmaDeliveries,
    RmaAdditionalItems,
    RmaRequests,
    VoucherRefunds,
  ],
  exports: [RmaAdditionalItems, VoucherRefunds],
})
export class AfterSalesModule {}
