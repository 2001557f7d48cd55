export {
  givenTotalNames,
  findTotalsDifference,
  type GivenTotals,
  applyGivenTotals,
  computeTrustedTotals,
  type TotalsDifference,
} from './given-totals';
export { roundBasesToTotal, roundRowsToTotal } from './round-to-total';
export { toTaxAmounts, toTaxCategoryKey } from './tax-groups';
export { computeTotals } from './totals';
export { discountScopes } from './totals-input';
export type {
  DiscountScope,
  OrderDiscountInput,
  PaymentInput,
  RowInput,
  ShipmentInput,
  TaxInput,
  TotalsInput,
} from './totals-input';
export type {
  ComputedTotals,
  DocumentTotals,
  PaymentAmounts,
  RowAmounts,
  ShipmentAmounts,
  TaxAmounts,
  TotalsResult,
} from './totals-result';
export type { TotalsViolation, TotalsViolationCode } from './totals-violations';
