import { Module, type OnModuleInit } from '@nestjs/common';
import { Stores } from '../../database';
import { CustomTagsModule } from '../custom-tags';
import { LineTypes } from '../intake';
import { LocationsModule } from '../locations';
import { OutboxModule } from '../outbox';
import { UsersModule } from '../users';
import { ActionHandlers } from './actions/action-handlers';
import { ActionOutcomes } from './actions/action-outcomes';
import { ActionSubjects } from './actions/action-subjects';
import { CustomerActions } from './actions/customer-actions';
import { DocumentActions } from './actions/document-actions';
import { MessageActions } from './actions/message-actions';
import { ShipmentActions } from './actions/shipment-actions';
import { StatusActionLines } from './actions/status-action-lines';
import { StatusActions } from './actions/status-actions';
import { CreditNotes } from './credit-notes/credit-notes';
import { ReturnCreditNotesController } from './credit-notes/return-credit-notes.controller';
import { DeliveryNotes } from './delivery-notes/delivery-notes';
import { DeliveryNotesController } from './delivery-notes/delivery-notes.controller';
import { ShipmentDeliveryNotesController } from './delivery-notes/shipment-delivery-notes.controller';
import { OrderTagsController } from './document-tags/order-tags.controller';
import { OrderTagsService } from './document-tags/order-tags.service';
import { DocumentCopies } from './documents/document-copies';
import { DocumentWriter } from './documents/document-writer';
import { Documents } from './documents/documents';
import { StatusChanges } from './documents/status-changes';
import { ExportsService } from './exports/exports.service';
import { CreditNotesController } from './invoices/credit-notes.controller';
import { InvoiceLines } from './invoices/invoice-lines';
import { Invoices } from './invoices/invoices';
import { InvoicesController } from './invoices/invoices.controller';
import { OrderInvoicesController } from './invoices/order-invoices.controller';
import { ReturnsController } from './invoices/returns.controller';
import { InvoicedOrders } from './moves/invoiced-orders';
import { MoveGuards } from './moves/move-guards';
import { Moves } from './moves/moves';
import { StateReader } from './moves/state-reader';
import { DocumentNumbers } from './numbers/document-numbers';
import { DocumentChanges } from './order-parts/document-changes';
import { DocumentComments } from './order-parts/document-comments';
import { OrderAttachmentsController } from './order-parts/order-attachments.controller';
import { OrderAttachmentsService } from './order-parts/order-attachments.service';
import { OrderContentController } from './order-parts/order-content.controller';
import { OrderItemsController } from './order-parts/order-items.controller';
import { OrderItemsService } from './order-parts/order-items.service';
import { OrderPartsController } from './order-parts/order-parts.controller';
import { PaidOrders } from './order-parts/paid-orders';
import { RmaCommentsController } from './order-parts/rma-comments.controller';
import { OrderLines } from './orders/order-lines';
import { OrderReferences } from './orders/order-lookups';
import { OrdersController } from './orders/orders.controller';
import { OrdersService } from './orders/orders.service';
import { DocumentPdfController } from './pdf/document-pdf.controller';
import { DocumentPdfs } from './pdf/document-pdfs.service';
import { Logos } from './pdf/logos';
import { PdfSources } from './pdf/pdf-sources';
import { PdfWorkers } from './pdf/pdf-workers';
import { OrderReturnsController } from './returns/order-returns.controller';
import { Returns } from './returns/returns';
import { RmaReturnsController } from './returns/rma-returns.controller';
import { OrderRmasController } from './rmas/order-rmas.controller';
import { ReturnedQuantities } from './rmas/returned-quantities';
import { RmaDeliveries } from './rmas/rma-deliveries';
import { RmaItems } from './rmas/rma-items';
import { RmaItemsController } from './rmas/rma-items.controller';
import { RmaRequests } from './rmas/rma-requests';
import { RmasController } from './rmas/rmas.controller';
import { RmasService } from './rmas/rmas.service';
import { ShipmentsController } from './shipments/shipments.controller';
import { ShipmentsService } from './shipments/shipments.service';
import { TrackingNumbersService } from './shipments/tracking-numbers.service';
import { StatusTrees } from './statuses/status-trees';
import { SubStatusLines } from './statuses/sub-status-lines';
import { SubStatuses } from './statuses/sub-statuses';

/** Sales documents (specification, Sales documents). */
@Module({
  imports: [CustomTagsModule, LocationsModule, OutboxModule, UsersModule],
  controllers: [
    CreditNotesController,
    DeliveryNotesController,
    DocumentPdfController,
    InvoicesController,
    OrderInvoicesController,
    ReturnsController,
    ShipmentDeliveryNotesController,
    OrdersController,
    OrderItemsController,
    OrderPartsController,
    OrderTagsController,
    OrderContentController,
    OrderAttachmentsController,
    OrderReturnsController,
    OrderRmasController,
    ReturnCreditNotesController,
    RmaItemsController,
    RmaReturnsController,
    RmasController,
    RmaCommentsController,
    ShipmentsController,
  ],
  providers: [
    ActionHandlers,
    ActionOutcomes,
    ActionSubjects,
    CustomerActions,
    DocumentActions,
    MessageActions,
    ShipmentActions,
    StatusActionLines,
    StatusActions,
    Documents,
    DocumentNumbers,
    DeliveryNotes,
    DocumentCopies,
    InvoiceLines,
    Invoices,
    DocumentWriter,
    ExportsService,
    InvoicedOrders,
    MoveGuards,
    Moves,
    CreditNotes,
    ReturnedQuantities,
    Returns,
    RmaDeliveries,
    RmaItems,
    RmaRequests,
    RmasService,
    ShipmentsService,
    StateReader,
    DocumentChanges,
    DocumentComments,
    DocumentPdfs,
    Logos,
    PdfSources,
    PdfWorkers,
    OrderItemsService,
    OrderAttachmentsService,
    OrderTagsService,
    PaidOrders,
    OrderLines,
    OrderReferences,
    OrdersService,
    StatusChanges,
    StatusTrees,
    SubStatuses,
    TrackingNumbersService,
  ],
  exports: [StatusTrees],
})
export class SalesModule implements OnModuleInit {
  constructor(
    private readonly stores: Stores,
    private readonly orderLines: OrderLines,
    private readonly invoiceLines: InvoiceLines,
    private readonly lineTypes: LineTypes,
    private readonly moveGuards: MoveGuards,
    private readonly invoicedOrders: InvoicedOrders,
  ) {}

  onModuleInit(): void {
    this.lineTypes.register(new SubStatusLines(this.stores));
    this.lineTypes.register(this.orderLines);
    this.lineTypes.register(this.invoiceLines);
    this.moveGuards.register('order', (moves) => this.invoicedOrders.refused(moves));
  }
}
