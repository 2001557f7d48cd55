import { Module } from '@nestjs/common';
import { AfterSalesModule } from '../after-sales';
import { DocumentsModule } from '../documents';
import { InvoiceAnnulments } from './invoice-annulments';
import { InvoiceImporter } from './invoice-importer';
import { InvoiceGenerator } from './invoice-generator';
import { InvoicesController } from './invoices.controller';
import { InvoiceExchanges } from './simplified/invoice-exchanges';

/** Generated and imported invoices of orders. */
@Module({
  imports: [AfterSalesModule, DocumentsModule],
  controllers: [InvoicesController],
  providers: [InvoiceAnnulments, InvoiceExchanges, InvoiceImporter, InvoiceGenerator],
  exports: [InvoiceGenerator],
})
export class BillingModule {}
