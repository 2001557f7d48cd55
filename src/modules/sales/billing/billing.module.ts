import { Module, type OnModuleInit } from '@nestjs/common';
import { ImportRecordTypes } from '../../../platform/data-transfer/imports';
import { DocumentsModule } from '../documents';
import { InvoiceAnnulments } from './invoice-annulments';
import { InvoiceImporter } from './invoice-importer';
import { Invoices } from './invoices';
import { InvoicesController } from './invoices.controller';
import { InvoiceExchanges } from './simplified/invoice-exchanges';
import { OrderInvoicesController } from './order-invoices.controller';

/** Generated and imported invoices of orders. */
@Module({
  imports: [DocumentsModule],
  controllers: [InvoicesController, OrderInvoicesController],
  providers: [InvoiceAnnulments, InvoiceExchanges, InvoiceImporter, Invoices],
  exports: [Invoices],
})
export class BillingModule implements OnModuleInit {
  constructor(
    private readonly invoiceImporter: InvoiceImporter,
    private readonly importRecordTypes: ImportRecordTypes,
  ) {}

  onModuleInit(): void {
    this.importRecordTypes.register(this.invoiceImporter);
  }
}
