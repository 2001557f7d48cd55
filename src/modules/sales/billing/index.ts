export { BillingModule } from './billing.module';
export { Invoices } from './invoices';
