export { AfterSalesModule } from './after-sales.module';
export { RmaItems } from './rmas/rma-items';
export { countImportedCreditNotes } from './credit-notes/counted-credits';
