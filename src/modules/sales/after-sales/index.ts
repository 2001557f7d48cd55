export { AfterSalesModule } from './after-sales.module';
export { RmaItems } from './rmas/rma-items';
