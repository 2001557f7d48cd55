import { Module } from '@nestjs/common';
import { AfterSalesModule } from '../after-sales';
import { DocumentsModule } from '../documents';
import { InvoiceAnnulments } from './invoice-annulments';
import { InvoiceImporter } from './invoice-importer';
import { Invoices } from './invoices';
import { InvoicesController } from './invoices.controller';
import { InvoiceExchanges } from './simplified/invoice-exchanges';
import { OrderInvoicesController } from './order-invoices.controller';

/** Generated and imported invoices of orders. */
@Module({
  imports: [AfterSalesModule, DocumentsModule],
  controllers: [InvoicesController, OrderInvoicesController],
  providers: [InvoiceAnnulments, InvoiceExchanges, InvoiceImporter, Invoices],
  exports: [Invoices],
})
export class BillingModule {}
