import {
  booleanField,
  codeField,
  codeFlagField,
  constantField,
  constantCodeField,
  computedField,
  computedListField,
  instantField,
  recordListField,
  moneyField,
  numberField,
  rateField,
  defineRecord,
  type RecordField,
  referenceField,
  stringField,
  withKeywords,
} from '../../../../api';
import { getCurrency } from '../../../../core/currencies';
import { toLanguageId } from '../../../../core/languages';
import { createLoadPlanForType } from '../../../../core/load-plan';
import {
  deliveryTypeCodes,
  documentTypeCodes,
  documentTypes,
  exportStatusCodes,
  increaseTypeCodes,
} from '../document-kinds';
import { stateCodes } from '../document-states';
import { toInvoiceKind } from '../invoice-kinds';
import { isEditable } from '../final-states';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { DocumentVoucher } from '../entities/document-voucher.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { LocationSnapshot, ChargeTax, VerifactuSnapshot } from '../entities/snapshots';
import type { StatusEntry } from '../entities/status-entry.entity';
import { versionFields, versionKeys } from './version-fields.record';
import { customerField } from './customer.record';
import {
  headquarterTextField,
  documentLevelPartsField,
  documentObjectField,
} from './document-field-builders';
import { documentTagsField } from './document-tag.record';
import { parentField } from './list-item.record';
import { documentRowsField } from './row.record';
import { documentShipmentsField, firstShippingField } from './shipment.record';
import { documentStatusRecord, namedValueRecord } from './status-entry.record';
import { documentDiscountRecord, documentTaxRecord } from './tax-and-discount.record';

type Doc = SalesDocument;

const voucherRecord = defineRecord<DocumentVoucher>()('documentVoucher', {
  AVAILABLEBALANCE: moneyField('amount'),
  BALANCEPROCESSED: booleanField('balanceProcessed'),
  CODE: stringField('code'),
  DOCUMENTID: numberField('documentId'),
  ID: numberField('id'),
  VOUCHERID: numberField('voucherId'),
});

const paymentTaxRecord = defineRecord<ChargeTax>()('paymentTax', {
  CUMULATIVEMODE: constantField(0),
  NAME: stringField('name'),
  PRIORITY: constantField(0),
  RERATE: rateField('reRate'),
  TAX: referenceField('id', 'pId'),
  TAXID: numberField('id'),
  TAXOPERATION: constantField(0),
  TAXRATE: rateField('rate'),
});

const locationValue = <V>(read: (snapshot: LocationSnapshot) => V) => ({
  compute: ({ delivery }: Doc): V | undefined => delivery?.location && read(delivery.location),
  columns: ['delivery'] as const,
});

const salesAgentValue = <V>(read: (snapshot: NonNullable<Doc['salesAgent']>) => V) => ({
  compute: ({ salesAgent }: Doc): V | undefined => (salesAgent ? read(salesAgent) : undefined),
  columns: ['salesAgent'] as const,
});

function defineCurrencySection(
  column: 'currencyCode' | 'sourceCurrencyCode',
  value: RecordField<Doc, number>,
) {
  const columns = [column];
  return documentObjectField({
    ISO4217: documentObjectField({
      CODE: stringField<Doc>(column),
      NUMBER: numberField<Doc>({
        compute: (document) => getCurrency(document[column]).number,
        columns,
      }),
    }),
    SYMBOL: stringField<Doc>({
      compute: (document) => getCurrency(document[column]).symbol,
      columns,
    }),
    VALUE: value,
  });
}

const paymentPriceSource = {
  compute: ({ payment }: Doc) => payment?.price,
  columns: ['payment'] as const,
};
const marketplaceIdSource = {
  compute: ({ marketplace }: Doc) => marketplace?.id,
  columns: ['marketplace'] as const,
};
const trackingNumberField: RecordField<Doc, string> = computedField<Doc, string>({
  schema: () => ({ type: 'string' }),
  serialize: ({ shipments }) => shipments[0]?.trackingNumber ?? '',
  columns: [],
  relations: { shipments: ['trackingNumber'] },
});

/** Whether the shipments have different incoming dates. `shipments` is loaded by `SHIPMENTS` of the same section. */
const hasSeveralIncomingDates = ({ shipments }: Doc): boolean =>
  new Set(shipments.map(({ incomingDate }) => incomingDate.getTime())).size > 1;

const deliveryField = documentObjectField({
  COUNTRYID: numberField<Doc>({
    compute: ({ delivery }) => delivery?.countryId,
    columns: ['delivery'],
  }),
  DOCUMENTID: numberField<Doc>('id'),
  LOCATIONID: constantField<Doc, 0>(0),
  MULTISHIPMENT: booleanField<Doc>({
    compute: ({ shipments }) => shipments.length > 1,
    columns: [],
  }),
  PHYSICALLOCATION: documentObjectField({
    ADDRESS: stringField<Doc>(locationValue(({ address }) => address)),
    CITY: stringField<Doc>(locationValue(({ city }) => city)),
    COUNTRYID: numberField<Doc>(locationValue(({ countryId }) => countryId)),
    DOCUMENTDELIVERYID: numberField<Doc>('id'),
    ID: numberField<Doc>('id'),
    LATITUDE: numberField<Doc>(locationValue(({ latitude }) => latitude)),
    LOCATIONID: numberField<Doc>(locationValue(({ locationId }) => locationId)),
    LONGITUDE: numberField<Doc>(locationValue(({ longitude }) => longitude)),
    NAME: stringField<Doc>(locationValue(({ name }) => name)),
    PHYSICALLOCATION: referenceField<Doc>(
      locationValue(({ id }) => id),
      locationValue(({ pId }) => pId),
    ),
    POSTALCODE: stringField<Doc>(locationValue(({ postalCode }) => postalCode)),
    STATE: stringField<Doc>(locationValue(({ state }) => state)),
  }),
  SHIPMENTS: documentShipmentsField(),
  SPLITBYDATES: booleanField<Doc>({ compute: hasSeveralIncomingDates, columns: [] }),
  TYPE: codeField<Doc>(
    { compute: ({ delivery }) => delivery?.type, columns: ['delivery'] },
    deliveryTypeCodes,
  ),
});

const documentInformationField = documentObjectField({
  AUTHNUMBER: stringField<Doc>('authNumber'),
  CHANNEL: referenceField<Doc>('channelId', 'channelPId'),
  EDITABLE: booleanField<Doc>({ compute: isEditable, columns: ['type', 'status'] }),
  ID: numberField<Doc>('id'),
  MARKETPLACE: documentObjectField({
    ID: numberField<Doc>(marketplaceIdSource),
    PLUGINID: numberField<Doc>({
      compute: ({ marketplace }) => marketplace?.pluginId,
      columns: ['marketplace'],
    }),
  }),
  PAYMENTSYSTEMPLUGINID: constantField<Doc, 0>(0),
  SALESAGENT: documentObjectField({
    COMMISSIONPAID: booleanField<Doc>(salesAgentValue(({ commissionPaid }) => commissionPaid)),
    ID: numberField<Doc>(salesAgentValue(({ id }) => id)),
    PERCENTCOMMISSION: rateField<Doc>(
      salesAgentValue(({ percentCommission }) => percentCommission),
    ),
    PID: stringField<Doc>(salesAgentValue(({ pId }) => pId)),
  }),
  TRANSACTIONID: stringField<Doc>('transactionId'),
});

const headquarterField = documentObjectField({
  ADDRESS: headquarterTextField(({ address }) => address),
  CITY: headquarterTextField(({ city }) => city),
  COUNTRY: headquarterTextField(({ countryCode }) => countryCode),
  DOCUMENTID: numberField<Doc>('id'),
  EMAIL: headquarterTextField(({ email }) => email),
  HEADQUARTER: referenceField<Doc>('headquarterId', 'headquarterPId'),
  ID: numberField<Doc>('id'),
  LOCATIONID: constantField<Doc, 0>(0),
  NAME: headquarterTextField(({ name }) => name),
  PHONE: headquarterTextField(({ phone }) => phone),
  POSTALCODE: headquarterTextField(({ postalCode }) => postalCode),
  STATE: headquarterTextField(({ state }) => state),
  VAT: headquarterTextField(({ vat }) => vat),
});

/** The single element of INFORMATION: data about the processing of the document. */
const informationSection = documentObjectField({
  AUTHNUMBER: stringField<Doc>('authNumber'),
  CHANNELID: numberField<Doc>('channelId'),
  COMMISSIONPAID: booleanField<Doc>(salesAgentValue(({ commissionPaid }) => commissionPaid)),
  DISCOUNTPROCESSED: constantField<Doc, false>(false),
  DOCUMENTID: numberField<Doc>('id'),
  HEADQUARTERID: numberField<Doc>('headquarterId'),
  ID: numberField<Doc>('id'),
  MARKETPLACEID: numberField<Doc>(marketplaceIdSource),
  PAYMENTSYSTEMID: numberField<Doc>('paymentSystemId'),
  PAYMENTSYSTEMPLUGINID: constantField<Doc, 0>(0),
  SALESAGENTCOMMISSIONPAID: booleanField<Doc>(
    salesAgentValue(({ commissionPaid }) => commissionPaid),
  ),
  SALESAGENTID: numberField<Doc>(salesAgentValue(({ id }) => id)),
  SALESAGENTPERCENTCOMMISSION: rateField<Doc>(
    salesAgentValue(({ percentCommission }) => percentCommission),
  ),
  TRACKINGNUMBER: trackingNumberField,
  TRANSACTIONID: stringField<Doc>('transactionId'),
});

function singleElementListField<W>(field: RecordField<Doc, W>): RecordField<Doc, W[]> {
  return {
    ...field,
    schema: (nested) => ({ type: 'array', items: field.schema(nested) }),
    serialize: (document, context) => [field.serialize(document, context)],
  };
}

const paymentSystemsSection = documentObjectField({
  ID: numberField<Doc>('id'),
  INCREASEMIN: constantField<Doc, 0>(0),
  INCREASETYPE: constantCodeField<Doc, 1>(increaseTypeCodes),
  INCREASEVALUE: moneyField<Doc>(paymentPriceSource),
  NAME: stringField<Doc>('paymentName'),
  PAYMENTSYSTEM: referenceField<Doc>('paymentSystemId', 'paymentSystemPId'),
  PAYMENTTYPE: constantField<Doc, 0>(0),
  PRICE: moneyField<Doc>(paymentPriceSource),
  PROPERTY: constantField<Doc, ''>(''),
  TAXES: computedListField<Doc, ChargeTax, object>(paymentTaxRecord, {
    compute: ({ payment }) => payment?.taxes,
    columns: ['payment'],
  }),
});

const totalsSection = documentObjectField(
  {
    ROUNDING: moneyField<Doc>('rounding'),
    SUBTOTAL: moneyField<Doc>('subtotal'),
    SUBTOTALPAYMENTSYSTEM: moneyField<Doc>('subtotalPaymentSystem'),
    SUBTOTALROWS: moneyField<Doc>('subtotalRows'),
    SUBTOTALSHIPPINGS: moneyField<Doc>('subtotalShippings'),
    TOTAL: moneyField<Doc>('total'),
    TOTALBASKETDISCOUNTS: moneyField<Doc>('totalBasketDiscounts'),
    TOTALDISCOUNTS: moneyField<Doc>('totalDiscounts'),
    TOTALPAYMENTSYSTEM: moneyField<Doc>('totalPaymentSystem'),
    TOTALROWS: moneyField<Doc>('totalRows'),
    TOTALROWSDISCOUNTS: moneyField<Doc>('totalRowsDiscounts'),
    TOTALSHIPPINGDISCOUNTS: moneyField<Doc>('totalShippingDiscounts'),
    TOTALSHIPPINGS: moneyField<Doc>('totalShippings'),
    TOTALTAXES: moneyField<Doc>('totalTaxes'),
    TOTALVOUCHERS: moneyField<Doc>('totalVouchers'),
  },
  ['ROUNDING'],
);

const verifactuValue = (name: keyof VerifactuSnapshot) => ({
  compute: ({ verifactu }: Doc): string | undefined => verifactu?.[name],
  columns: ['verifactu'] as const,
});

/** The latest invoicing record; empty for documents without one. */
const verifactuSection = documentObjectField({
  HASH: stringField<Doc>(verifactuValue('hash')),
  STATE: stringField<Doc>(verifactuValue('state')),
  URL: stringField<Doc>(verifactuValue('url')),
});

const refundVoucherRecord = defineRecord<DocumentVoucher>()('refundVoucher', {
  AMOUNT: moneyField('amount'),
  CODE: stringField('code'),
});

const isCreditNote = ({ type }: Doc): boolean => type === documentTypes.creditNote;

/** Refund of a credit note in money and vouchers; 0 and empty for other documents. */
const refundSection = documentObjectField({
  MONEY: moneyField<Doc>({
    // In older credit notes `total` includes the refunded vouchers.
    compute: (document) => (isCreditNote(document) ? document.total - document.totalVouchers : 0),
    columns: ['type', 'total', 'totalVouchers'],
  }),
  VOUCHERS: computedListField<Doc, DocumentVoucher, object>(refundVoucherRecord, {
    compute: (document) => (isCreditNote(document) ? document.vouchers : []),
    columns: ['type'],
    relations: { vouchers: createLoadPlanForType<DocumentVoucher>(['amount', 'code']) },
  }),
});

/** The keys of a whole sales document (specification, Order document record). */
export const documentFields = {
  ADDITIONALINFORMATION: recordListField<Doc, 'additionalInformation', object>(
    'additionalInformation',
    namedValueRecord,
    { storage: 'column' },
  ),
  ANNULLED: booleanField<Doc>('annulled'),
  ANNULMENTREASON: stringField<Doc>('annulmentReason'),
  COMMENT: stringField<Doc>('comment'),
  CURRENCIES: documentObjectField({
    DESTINATION: defineCurrencySection('currencyCode', numberField<Doc>('exchangeRate')),
    SOURCE: defineCurrencySection('sourceCurrencyCode', constantField<Doc, 1>(1)),
  }),
  CUSTOMTAGS: documentTagsField('customTags'),
  DATE: instantField<Doc>('date'),
  DELIVERY: deliveryField,
  DELIVERYDATE: instantField<Doc>('deliveryDate'),
  DISCOUNTS: documentLevelPartsField<DocumentDiscount, object>(
    'discounts',
    documentDiscountRecord,
    ['shipmentId'],
  ),
  DOCUMENTINFORMATION: documentInformationField,
  DOCUMENTNUMBER: stringField<Doc>('documentNumber'),
  DOCUMENTTYPE: codeField<Doc>('type', documentTypeCodes),
  EXPORTSTATUS: codeFlagField<Doc>('exported', exportStatusCodes),
  HEADQUARTER: headquarterField,
  ID: numberField<Doc>('id'),
  INFORMATION: singleElementListField(informationSection),
  KIND: withKeywords(
    stringField<Doc>({ compute: toInvoiceKind, columns: ['type', 'simplified'] }),
    {
      description: 'full or simplified: an invoice; corrective: a credit note; otherwise empty',
    },
  ),
  LANGUAGE: stringField<Doc>('languageCode'),
  LANGUAGEID: numberField<Doc>({
    compute: ({ languageCode }) => toLanguageId(languageCode),
    columns: ['languageCode'],
  }),
  PAID: booleanField<Doc>('paid'),
  PARENT: parentField,
  PAYMENTDATE: instantField<Doc>('paymentDate'),
  PAYMENTSYSTEMS: paymentSystemsSection,
  PID: stringField<Doc>('pId'),
  PREFIX: stringField<Doc>('prefix'),
  REASON: stringField<Doc>('reason'),
  REASONCODE: stringField<Doc>('reasonCode'),
  REFUND: refundSection,
  REVERSECHARGEVAT: booleanField<Doc>('reverseChargeVat'),
  ROWS: documentRowsField(),
  SHIPPING: firstShippingField(),
  STATUS: codeField<Doc>('status', stateCodes.order),
  STATUSES: documentLevelPartsField<StatusEntry, object>('statuses', documentStatusRecord, [
    'shipmentId',
  ]),
  SUBSTATUSID: numberField<Doc>('subStatusId'),
  SUFFIX: stringField<Doc>('suffix'),
  TAXES: documentLevelPartsField<DocumentTax, object>('taxes', documentTaxRecord, ['rowId']),
  TOTAL: moneyField<Doc>('total'),
  TOTALS: totalsSection,
  USER: customerField,
  VERIFACTU: verifactuSection,
  VOUCHERS: documentLevelPartsField('vouchers', voucherRecord),
  ...versionFields,
};

/** The keys that the specification doesn't have. */
export const documentExtensionKeys = [
  ...versionKeys,
  'ANNULLED',
  'ANNULMENTREASON',
  'KIND',
  'REASON',
  'REASONCODE',
  'REFUND',
  'VERIFACTU',
] as const;

/** The ETag is the version. The type distinguishes an order's id from an invoice's. */
export const documentVersionSource = {
  read: (document: Doc): string => String(document.version),
  columns: ['version', 'type'] as const,
};

export const documentRecord = defineRecord<Doc>()(
  {
    name: 'orderDocument',
    extensions: documentExtensionKeys,
    version: documentVersionSource,
  },
  documentFields,
);
