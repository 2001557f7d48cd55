export { BillingModule } from './billing.module';
export { InvoiceGenerator } from './invoice-generator';
