import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { TaxReportController } from './tax-report.controller';
import { TaxReportService } from './tax-report.service';

/** Sums of the taxes of invoices and credit notes. */
@Module({
  imports: [DocumentsModule],
  controllers: [TaxReportController],
  providers: [TaxReportService],
})
export class TaxReportModule {}
