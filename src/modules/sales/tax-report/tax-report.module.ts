import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { TaxReportController } from './tax-report.controller';
import { TaxReports } from './tax-reports';

/** Sums of the taxes of invoices and credit notes. */
@Module({
  imports: [DocumentsModule],
  controllers: [TaxReportController],
  providers: [TaxReports],
})
export class TaxReportModule {}
