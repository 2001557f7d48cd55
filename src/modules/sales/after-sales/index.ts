export { AfterSalesModule } from './after-sales.module';
export { VoucherRefunds } from './credit-notes/voucher-refunds';
export { RmaItems } from './rmas/rma-items';
