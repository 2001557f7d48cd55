export { AfterSalesModule } from './after-sales.module';
export { RmaItems } from './rmas/rma-items';
export { countCredited } from './credit-notes/counted-credits';
