export { AnnulmentDto } from './changes/annulment.dto';
export { Annulments, DocumentAnnulled, refuseAnnulled } from './changes/annulments';
export { CommentDto } from './changes/comment.dto';
export { DocumentChanges } from './changes/document-changes';
export { DocumentComments } from './changes/document-comments';
export { OrderDeleted } from './changes/order-deleted';
export { addressColumns, givenRowColumns, pick, totalColumns } from './copies/copied-columns';
export { CreditedAmounts, notesOf } from './copies/credited-amounts';
export { DocumentCopies } from './copies/document-copies';
export type {
  DocumentAmounts,
  DocumentCopy,
  RowCopyAmounts,
  RowCopy,
} from './copies/document-copy';
export {
  AlreadyGenerated,
  findOrderClosedError,
  InvoiceExchanged,
  NothingLeft,
  OrderClosed,
  refuseExchanged,
  requireOpenOrder,
} from './copies/generation-errors';
export { actionCodes, type RunState, runStates } from './action-codes';
export {
  amountTypeCodes,
  applyToCodes,
  deliveryTypeCodes,
  deliveryTypes,
  type DocumentKind,
  documentKindOf,
  documentTypeCodes,
  documentTypes,
  rowTypes,
  seriesTypes,
} from './document-kinds';
export {
  closedOrderStates,
  closedRmaStates,
  ORDER_DELETED,
  stateCodes,
  stateName,
  statesText,
  type StatusKind,
} from './document-states';
export {
  type Assembled,
  type AssembledRow,
  type AssembledShipment,
  assembleDocument,
  assembleShipment,
  assembleWithOrders,
} from './document-tree';
export { toCustomerName } from './customer-name';
export { toDeliveryCountry } from './delivery-country';
export { Documents } from './documents';
export { DocumentsModule } from './documents.module';
export {
  AdditionalItem,
  type AdditionalItemType,
  additionalItemTypes,
} from './entities/additional-item.entity';
export { DocumentAddress } from './entities/document-address.entity';
export { DocumentDiscount } from './entities/document-discount.entity';
export { DocumentRow } from './entities/document-row.entity';
export { DocumentTag, tagPlaces, tagValueHash } from './entities/document-tag.entity';
export { DocumentTax } from './entities/document-tax.entity';
export { DocumentVoucher } from './entities/document-voucher.entity';
export { IssuedFile } from './entities/issued-file.entity';
export { type RetainedAddress, RetainedParties } from './entities/retained-parties.entity';
export { type SubmissionState, submissionStates } from './entities/verifactu-states';
export { documentSearch, SalesDocument } from './entities/document.entity';
export { OptionValue, RowOption } from './entities/row-option.entity';
export { RowStock } from './entities/row-stock.entity';
export { Shipment, ShipmentRow, shipmentSearch } from './entities/shipment.entity';
export type {
  DeliverySnapshot,
  HeadquarterSnapshot,
  NamedValue,
  PartTax,
  PaymentSnapshot,
  SalesAgentSnapshot,
  ShippingSnapshot,
  StatusActionRun,
  Tracking,
} from './entities/snapshots';
export { toInvoiceKind } from './invoice-kinds';
export { toSellerAmount, toSellerCurrency } from './seller-currency';
export { leafRows, roundedNets, roundedTaxes } from './rounded-amounts';
export { StatusEntry } from './entities/status-entry.entity';
export { DocumentListQuery } from './lists/document-list.dto';
export { documentListing, documentSorts, ofHeadquarters } from './lists/document-listing';
export { issuedDocumentList } from './lists/issued-documents';
export { fromNumberOptions, IssuedListQuery, toNumberOptions } from './lists/issued-documents.dto';
export { toLocationSnapshot } from './location-snapshot';
export { Parties } from './copies/parties';
export { partyColumns } from './party-columns';
export { RetentionPeriod } from './retention-period';
export { DocumentNumbers, toNumberColumns, isNumberRequest } from './numbers/document-numbers';
export { getSeriesFormat, type SeriesFormat } from './numbers/series-format';
export { versionFields, versionKeys } from './records/version-fields.record';
export { headquarterText, ownPartsField, documentSection } from './records/document-section';
export {
  documentTagCamelRecord,
  documentTagRecord,
  rowTagsField,
} from './records/document-tag.record';
export {
  addedDocumentKeys,
  documentFields,
  documentRecord,
  documentVersion,
} from './records/document.record';
export { salesListItemRecord } from './records/list-item.record';
export { partsField } from './records/parts-field';
export {
  anyRowRecord,
  bundleRowRecord,
  optionValueRecord,
  rowOptionRecord,
  rowRecord,
  rowRelations,
  rowStockRecord,
} from './records/row.record';
export {
  documentShipmentsField,
  shipmentFields,
  shipmentRelations,
} from './records/shipment.record';
export { actionParameterRecord } from './records/status-entry.record';
export { rowDiscountRecord } from './records/tax-and-discount.record';
export { TrackingDto } from './trackings/tracking.dto';
export { areTrackingsEqual, toTrackingColumns, toTrackings } from './trackings/trackings';
export type {
  AddressDraft,
  DiscountDraft,
  DocumentColumns,
  DocumentDraft,
  ItemDraft,
  OptionDraft,
  RowDraft,
  ShipmentDraft,
  ShipmentRowDraft,
  StockDraft,
  TagDraft,
  TaxDraft,
  VoucherDraft,
} from './writing/document-draft';
export { type IssueColumns, type IssuedDraft, IssueRecorder } from './writing/document-issuing';
export { DocumentWriter } from './writing/document-writer';
export {
  documentSearchPlan,
  documentSearchFields,
  shipmentSearchEntries,
} from './writing/search-fields';
export { DocumentNumberTaken, ShipmentTaken } from './writing/taken-errors';
export { toTaxDraft } from './writing/tax-draft';
export { NumberSeries } from './numbers/number-series.entity';
