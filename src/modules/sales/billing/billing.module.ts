import { Module, type OnModuleInit } from '@nestjs/common';
import { ImportRecordTypes } from '../../../platform/data-transfer/imports';
import { DocumentsModule } from '../documents';
import { InvoiceLines } from './invoice-lines';
import { Invoices } from './invoices';
import { InvoicesController } from './invoices.controller';
import { OrderInvoicesController } from './order-invoices.controller';

/** Invoices of orders: those that the service makes, and those that are imported. */
@Module({
  imports: [DocumentsModule],
  controllers: [InvoicesController, OrderInvoicesController],
  providers: [InvoiceLines, Invoices],
  exports: [Invoices],
})
export class BillingModule implements OnModuleInit {
  constructor(
    private readonly invoiceLines: InvoiceLines,
    private readonly lineTypes: ImportRecordTypes,
  ) {}

  onModuleInit(): void {
    this.lineTypes.register(this.invoiceLines);
  }
}
