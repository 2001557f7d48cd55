export { AfterSalesModule } from './after-sales.module';
export { VoucherRefunds } from './credit-notes/voucher-refunds';
export { RmaAdditionalItems } from './rmas/rma-additional-items';
