export { AfterSalesModule } from './after-sales.module';
export { RmaItems } from './rmas/rma-items';
export { countImportedCreditNotes } from './credit-notes/count-imported-credit-notes';
