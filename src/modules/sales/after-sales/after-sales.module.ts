import { Module } from '@nestjs/common';
import { LocationsModule } from '../../locations';
import { UsersModule } from '../../users';
import { DocumentsModule } from '../documents';
import { StatesModule } from '../states';
import { CreditNotes } from './credit-notes/credit-notes';
import { CreditNoteAnnulments } from './credit-notes/credit-note-annulments';
import { Corrections } from './credit-notes/corrections';
import { CreditNotesController } from './credit-notes/credit-notes.controller';
import { InvoiceCredits } from './credit-notes/invoice-credits';
import { VoucherRefunds } from './credit-notes/voucher-refunds';
import { Returns } from './returns/returns';
import { ReturnsController } from './returns/returns.controller';
import { ItemLimits } from './rmas/item-limits';
import { ReturnedQuantities } from './rmas/returned-quantities';
import { RmaDeliveries } from './rmas/rma-deliveries';
import { RmaItems } from './rmas/rma-items';
import { RmaRequests } from './rmas/rma-requests';
import { RmasController } from './rmas/rmas.controller';

/** RMAs, returns and credit notes. */
@Module({
  imports: [DocumentsModule, LocationsModule, StatesModule, UsersModule],
  controllers: [CreditNotesController, ReturnsController, RmasController],
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
