import {
  bool,
  code,
  codeFlag,
  constant,
  constantCode,
  computed,
  instant,
  list,
  money,
  num,
  rate,
  record,
  type RecordField,
  ref,
  str,
} from '../../../../api';
import { getCurrency } from '../../../../core/currencies';
import { toLanguageId } from '../../../../core/languages';
import { planFor } from '../../../../core/load-plan';
import {
  deliveryTypeCodes,
  documentTypeCodes,
  documentTypes,
  exportStatusCodes,
  increaseTypeCodes,
} from '../document-kinds';
import { stateCodes } from '../document-states';
import { isEditable } from '../editable';
import type { DocumentDiscount } from '../entities/document-discount.entity';
import type { DocumentTax } from '../entities/document-tax.entity';
import type { DocumentVoucher } from '../entities/document-voucher.entity';
import type { SalesDocument } from '../entities/document.entity';
import type { LocationSnapshot, PartTax } from '../entities/snapshots';
import type { StatusEntry } from '../entities/status-entry.entity';
import { changeFields, changeKeys } from './change-fields.record';
import { customer } from './customer.record';
import { office, own, section } from './document-section';
import { documentTags } from './document-tag.record';
import { parentField } from './list-item.record';
import { documentRows } from './row.record';
import { documentShipments, firstShipping } from './shipment.record';
import { documentStatusRecord, namedValueRecord } from './status-entry.record';
import { documentDiscountRecord, documentTaxRecord } from './tax-and-discount.record';

type Doc = SalesDocument;

const voucherRecord = record<DocumentVoucher>()('documentVoucher', {
  AVAILABLEBALANCE: money('amount'),
  BALANCEPROCESSED: bool('balanceProcessed'),
  CODE: str('code'),
  DOCUMENTID: num('documentId'),
  ID: num('id'),
  VOUCHERID: num('voucherId'),
});

const paymentTaxRecord = record<PartTax>()('paymentTax', {
  CUMULATIVEMODE: constant(0),
  NAME: str('name'),
  PRIORITY: constant(0),
  RERATE: rate('reRate'),
  TAX: ref('id', 'pId'),
  TAXID: num('id'),
  TAXOPERATION: constant(0),
  TAXRATE: rate('rate'),
});

const place = <V>(read: (snapshot: LocationSnapshot) => V) => ({
  from: ({ delivery }: Doc): V | undefined => delivery?.location && read(delivery.location),
  needs: ['delivery'] as const,
});

const agent = <V>(read: (snapshot: NonNullable<Doc['salesAgent']>) => V) => ({
  from: ({ salesAgent }: Doc): V | undefined => (salesAgent ? read(salesAgent) : undefined),
  needs: ['salesAgent'] as const,
});

function currency(column: 'currencyCode' | 'sourceCurrencyCode', value: RecordField<Doc, number>) {
  const needs = [column];
  return section({
    ISO4217: section({
      CODE: str<Doc>(column),
      NUMBER: num<Doc>({ from: (document) => getCurrency(document[column]).number, needs }),
    }),
    SYMBOL: str<Doc>({ from: (document) => getCurrency(document[column]).symbol, needs }),
    VALUE: value,
  });
}

const paymentPrice = { from: ({ payment }: Doc) => payment?.price, needs: ['payment'] as const };
const marketplaceId = {
  from: ({ marketplace }: Doc) => marketplace?.id,
  needs: ['marketplace'] as const,
};
const trackingNumber: RecordField<Doc, string> = computed<Doc, string>({
  schema: () => ({ type: 'string' }),
  write: ({ shipments }) => shipments[0]?.trackingNumber ?? '',
  needs: [],
  relations: { shipments: ['trackingNumber'] },
});

/** Whether its shipments come in at different times; they are read along with it. */
const comesOnSeveralDates = ({ shipments }: Doc): boolean =>
  new Set(shipments.map(({ incomingDate }) => incomingDate.getTime())).size > 1;

const deliveryField = section({
  COUNTRYID: num<Doc>({ from: ({ delivery }) => delivery?.countryId, needs: ['delivery'] }),
  DOCUMENTID: num<Doc>('id'),
  LOCATIONID: constant<Doc, 0>(0),
  MULTISHIPMENT: bool<Doc>({ from: ({ shipments }) => shipments.length > 1, needs: [] }),
  PHYSICALLOCATION: section({
    ADDRESS: str<Doc>(place(({ address }) => address)),
    CITY: str<Doc>(place(({ city }) => city)),
    COUNTRYID: num<Doc>(place(({ countryId }) => countryId)),
    DOCUMENTDELIVERYID: num<Doc>('id'),
    ID: num<Doc>('id'),
    LATITUDE: num<Doc>(place(({ latitude }) => latitude)),
    LOCATIONID: num<Doc>(place(({ locationId }) => locationId)),
    LONGITUDE: num<Doc>(place(({ longitude }) => longitude)),
    NAME: str<Doc>(place(({ name }) => name)),
    PHYSICALLOCATION: ref<Doc>(
      place(({ id }) => id),
      place(({ pId }) => pId),
    ),
    POSTALCODE: str<Doc>(place(({ postalCode }) => postalCode)),
    STATE: str<Doc>(place(({ state }) => state)),
  }),
  SHIPMENTS: documentShipments(),
  SPLITBYDATES: bool<Doc>({ from: comesOnSeveralDates, needs: [] }),
  TYPE: code<Doc>(
    { from: ({ delivery }) => delivery?.type, needs: ['delivery'] },
    deliveryTypeCodes,
  ),
});

const documentInformation = section({
  AUTHNUMBER: str<Doc>('authNumber'),
  CHANNEL: ref<Doc>('channelId', 'channelPId'),
  EDITABLE: bool<Doc>({ from: isEditable, needs: ['type', 'status'] }),
  ID: num<Doc>('id'),
  MARKETPLACE: section({
    ID: num<Doc>(marketplaceId),
    PLUGINID: num<Doc>({
      from: ({ marketplace }) => marketplace?.pluginId,
      needs: ['marketplace'],
    }),
  }),
  PAYMENTSYSTEMPLUGINID: constant<Doc, 0>(0),
  SALESAGENT: section({
    COMMISSIONPAID: bool<Doc>(agent(({ commissionPaid }) => commissionPaid)),
    ID: num<Doc>(agent(({ id }) => id)),
    PERCENTCOMMISSION: rate<Doc>(agent(({ percentCommission }) => percentCommission)),
    PID: str<Doc>(agent(({ pId }) => pId)),
  }),
  TRANSACTIONID: str<Doc>('transactionId'),
});

const headquarterField = section({
  ADDRESS: office(({ address }) => address),
  CITY: office(({ city }) => city),
  COUNTRY: office(({ countryCode }) => countryCode),
  DOCUMENTID: num<Doc>('id'),
  EMAIL: office(({ email }) => email),
  HEADQUARTER: ref<Doc>('headquarterId', 'headquarterPId'),
  ID: num<Doc>('id'),
  LOCATIONID: constant<Doc, 0>(0),
  NAME: office(({ name }) => name),
  PHONE: office(({ phone }) => phone),
  POSTALCODE: office(({ postalCode }) => postalCode),
  STATE: office(({ state }) => state),
  VAT: office(({ vat }) => vat),
});

/** INFORMATION has one element: what the document knows of its own processing. */
const information = section({
  AUTHNUMBER: str<Doc>('authNumber'),
  CHANNELID: num<Doc>('channelId'),
  COMMISSIONPAID: bool<Doc>(agent(({ commissionPaid }) => commissionPaid)),
  DISCOUNTPROCESSED: constant<Doc, false>(false),
  DOCUMENTID: num<Doc>('id'),
  HEADQUARTERID: num<Doc>('headquarterId'),
  ID: num<Doc>('id'),
  MARKETPLACEID: num<Doc>(marketplaceId),
  PAYMENTSYSTEMID: num<Doc>('paymentSystemId'),
  PAYMENTSYSTEMPLUGINID: constant<Doc, 0>(0),
  SALESAGENTCOMMISSIONPAID: bool<Doc>(agent(({ commissionPaid }) => commissionPaid)),
  SALESAGENTID: num<Doc>(agent(({ id }) => id)),
  SALESAGENTPERCENTCOMMISSION: rate<Doc>(agent(({ percentCommission }) => percentCommission)),
  TRACKINGNUMBER: trackingNumber,
  TRANSACTIONID: str<Doc>('transactionId'),
});

function onlyOne<W>(field: RecordField<Doc, W>): RecordField<Doc, W[]> {
  return {
    ...field,
    schema: (nested) => ({ type: 'array', items: field.schema(nested) }),
    write: (document, context) => [field.write(document, context)],
  };
}

const paymentSystems = section({
  ID: num<Doc>('id'),
  INCREASEMIN: constant<Doc, 0>(0),
  INCREASETYPE: constantCode<Doc, 1>(increaseTypeCodes),
  INCREASEVALUE: money<Doc>(paymentPrice),
  NAME: str<Doc>('paymentName'),
  PAYMENTSYSTEM: ref<Doc>('paymentSystemId', 'paymentSystemPId'),
  PAYMENTTYPE: constant<Doc, 0>(0),
  PRICE: money<Doc>(paymentPrice),
  PROPERTY: constant<Doc, ''>(''),
  TAXES: computed<Doc, object[]>({
    schema: (nested) => ({ type: 'array', items: nested(paymentTaxRecord) }),
    write: ({ payment }, context) =>
      (payment?.taxes ?? []).map((tax) => paymentTaxRecord.write(tax, context)),
    needs: ['payment'],
  }),
});

const totals = section(
  {
    ROUNDING: money<Doc>('rounding'),
    SUBTOTAL: money<Doc>('subtotal'),
    SUBTOTALPAYMENTSYSTEM: money<Doc>('subtotalPaymentSystem'),
    SUBTOTALROWS: money<Doc>('subtotalRows'),
    SUBTOTALSHIPPINGS: money<Doc>('subtotalShippings'),
    TOTAL: money<Doc>('total'),
    TOTALBASKETDISCOUNTS: money<Doc>('totalBasketDiscounts'),
    TOTALDISCOUNTS: money<Doc>('totalDiscounts'),
    TOTALPAYMENTSYSTEM: money<Doc>('totalPaymentSystem'),
    TOTALROWS: money<Doc>('totalRows'),
    TOTALROWSDISCOUNTS: money<Doc>('totalRowsDiscounts'),
    TOTALSHIPPINGDISCOUNTS: money<Doc>('totalShippingDiscounts'),
    TOTALSHIPPINGS: money<Doc>('totalShippings'),
    TOTALTAXES: money<Doc>('totalTaxes'),
    TOTALVOUCHERS: money<Doc>('totalVouchers'),
  },
  ['ROUNDING'],
);

const refundVoucherRecord = record<DocumentVoucher>()('refundVoucher', {
  AMOUNT: money('amount'),
  CODE: str('code'),
});

const isCreditNote = ({ type }: Doc): boolean => type === documentTypes.creditNote;

/** How a credit note is paid out; of other documents there is nothing. */
const refund = section({
  MONEY: money<Doc>({
    // Older notes gave vouchers back on top of what they refunded.
    from: (document) => (isCreditNote(document) ? document.total - document.totalVouchers : 0),
    needs: ['type', 'total', 'totalVouchers'],
  }),
  VOUCHERS: computed<Doc, object[]>({
    schema: (nested) => ({ type: 'array', items: nested(refundVoucherRecord) }),
    write: (document, context) =>
      isCreditNote(document)
        ? document.vouchers.map((one) => refundVoucherRecord.write(one, context))
        : [],
    needs: ['type'],
    relations: { vouchers: planFor<DocumentVoucher>(['amount', 'code']) },
  }),
});

/** The keys of a whole sales document (specification, Order document record). */
export const documentFields = {
  ADDITIONALINFORMATION: list<Doc, 'additionalInformation', object>(
    'additionalInformation',
    namedValueRecord,
    { in: 'column' },
  ),
  COMMENT: str<Doc>('comment'),
  CURRENCIES: section({
    DESTINATION: currency('currencyCode', num<Doc>('exchangeRate')),
    SOURCE: currency('sourceCurrencyCode', constant<Doc, 1>(1)),
  }),
  CUSTOMTAGS: documentTags('customTags'),
  DATE: instant<Doc>('date'),
  DELIVERY: deliveryField,
  DELIVERYDATE: instant<Doc>('deliveryDate'),
  DISCOUNTS: own<DocumentDiscount, object>('discounts', documentDiscountRecord, ['shipmentId']),
  DOCUMENTINFORMATION: documentInformation,
  DOCUMENTNUMBER: str<Doc>('documentNumber'),
  DOCUMENTTYPE: code<Doc>('type', documentTypeCodes),
  EXPORTSTATUS: codeFlag<Doc>('exported', exportStatusCodes),
  HEADQUARTER: headquarterField,
  ID: num<Doc>('id'),
  INFORMATION: onlyOne(information),
  LANGUAGE: str<Doc>('languageCode'),
  LANGUAGEID: num<Doc>({
    from: ({ languageCode }) => toLanguageId(languageCode),
    needs: ['languageCode'],
  }),
  PAID: bool<Doc>('paid'),
  PARENT: parentField,
  PAYMENTDATE: instant<Doc>('paymentDate'),
  PAYMENTSYSTEMS: paymentSystems,
  PID: str<Doc>('pId'),
  PREFIX: str<Doc>('prefix'),
  REFUND: refund,
  REVERSECHARGEVAT: bool<Doc>('reverseChargeVat'),
  ROWS: documentRows(),
  SHIPPING: firstShipping(),
  STATUS: code<Doc>('status', stateCodes.order),
  STATUSES: own<StatusEntry, object>('statuses', documentStatusRecord, ['shipmentId']),
  SUBSTATUSID: num<Doc>('subStatusId'),
  SUFFIX: str<Doc>('suffix'),
  TAXES: own<DocumentTax, object>('taxes', documentTaxRecord, ['rowId']),
  TOTAL: money<Doc>('total'),
  TOTALS: totals,
  USER: customer,
  VOUCHERS: own('vouchers', voucherRecord),
  ...changeFields,
};

/** Its ETag is its version; the type tells an order's id from an invoice's. */
export const documentVersion = {
  read: (document: Doc): string => String(document.version),
  needs: ['version', 'type'] as const,
};

export const documentRecord = record<Doc>()('orderDocument', documentFields, {
  extensions: [...changeKeys, 'REFUND'],
  version: documentVersion,
});
