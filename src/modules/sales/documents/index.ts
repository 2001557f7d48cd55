export { actionCodes, type ActionRunState, actionRunStates } from './action-codes';
export {
  amountTypeCodes,
  applyToCodes,
  deliveryTypeCodes,
  deliveryTypes,
  type DocumentKind,
  toDocumentKind,
  documentTypeCodes,
  documentTypes,
  rowTypes,
  seriesTypes,
} from './document-kinds';
export {
  closedOrderStates,
  closedRmaStates,
  ORDER_PERMANENTLY_DELETED,
  stateCodes,
  getStateName,
  statesText,
  type StatefulRecordKind,
} from './document-states';
export {
  type AssembledDocument,
  type AssembledRow,
  type AssembledShipment,
  assembleDocument,
  assembleShipment,
  assembleShipmentsWithOrders,
} from './document-assembly';
export { toCorrectionReason } from './correction-reasons';
export { toCustomerName } from './customer-name';
export { toDeliveryCountry } from './delivery-country';
export { type DocumentPlan, Documents } from './documents';
export { DocumentsModule } from './documents.module';
export { toInvoiceKind } from './invoice-kinds';
export { toAmountInAccountingCurrency, toAccountingCurrency } from './accounting-currency';
export { getAmountPaidInMoney } from './paid-amounts';
export {
  listLeafRows,
  roundNetAmounts,
  roundTaxBases,
  calculateUntaxedAmount,
} from './rounded-amounts';
export { toLocationSnapshot } from './location-snapshot';
export { invoiceAddressColumns } from './invoice-address-columns';
export { RetentionPeriod } from './retention-period';
