import { Module } from '@nestjs/common';
import { ActionsModule } from './actions';
import { AfterSalesModule } from './after-sales';
import { BillingModule } from './billing';
import { DocumentsModule } from './documents';
import { OrdersModule } from './orders';
import { PdfModule } from './pdf';
import { ShippingModule } from './shipping';
import { StatesModule } from './states';
import { TaxReportModule } from './tax-report';
import { VerifactuModule } from './verifactu';

/** Orders, RMAs, invoices and all other sales documents (specification, Sales documents). */
@Module({
  imports: [
    DocumentsModule,
    StatesModule,
    OrdersModule,
    ShippingModule,
    BillingModule,
    AfterSalesModule,
    PdfModule,
    ActionsModule,
    TaxReportModule,
    VerifactuModule,
  ],
  exports: [DocumentsModule, PdfModule, StatesModule],
})
export class SalesModule {}
