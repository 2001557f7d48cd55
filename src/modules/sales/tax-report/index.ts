export { TaxReportModule } from './tax-report.module';
