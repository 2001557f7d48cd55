import {
  booleanField,
  codeField,
  codeFlagField,
  withKeywords,
  objectField,
  instantField,
  moneyField,
  numberField,
  defineRecord,
  referenceField,
  stringField,
} from '../../../../api';
import { exportStatusCodes, parentTypeCodes } from '../document-kinds';
import { documentStatesText } from '../document-states';
import type { SalesDocument } from '../entities/document.entity';
import { versionFields, versionKeys } from './version-fields.record';

interface ParentKeys {
  DOCUMENTNUMBER: string;
  DOCUMENTTYPE: number;
  ID: number;
}

const parentFields = {
  DOCUMENTNUMBER: stringField<SalesDocument>('parentNumber'),
  DOCUMENTTYPE: codeField<SalesDocument>('parentType', parentTypeCodes),
  ID: numberField<SalesDocument>('parentId'),
};

/** The document that this one was generated from. */
export const parentField = objectField<SalesDocument, ParentKeys>(parentFields);

const listItemFields = {
  AUTHNUMBER: stringField<SalesDocument>('authNumber'),
  CURRENCYCODE: stringField<SalesDocument>('currencyCode'),
  CUSTOMER: stringField<SalesDocument>('customerName'),
  DATE: instantField<SalesDocument>('date'),
  DELIVERYDATE: instantField<SalesDocument>('deliveryDate'),
  DOCUMENTNUMBER: stringField<SalesDocument>('documentNumber'),
  EXPORTSTATUS: codeFlagField<SalesDocument>('exported', exportStatusCodes),
  ID: numberField<SalesDocument>('id'),
  IMAGE: stringField<SalesDocument>('image'),
  PAID: booleanField<SalesDocument>('paid'),
  PARENT: parentField,
  PAYMENTDATE: instantField<SalesDocument>('paymentDate'),
  PAYMENTNAME: stringField<SalesDocument>('paymentName'),
  PAYMENTSYSTEMID: numberField<SalesDocument>('paymentSystemId'),
  PID: stringField<SalesDocument>('pId'),
  REFERER: stringField<SalesDocument>('referer'),
  STATUS: withKeywords(numberField<SalesDocument>('status'), {
    description: documentStatesText,
  }),
  SUBSTATUSID: numberField<SalesDocument>('subStatusId'),
  TOTAL: moneyField<SalesDocument>('total'),
  TRANSACTIONID: stringField<SalesDocument>('transactionId'),
  USER: referenceField<SalesDocument>('userId', 'userPId'),
  ...versionFields,
};

/** An element of a list of sales documents (specification, Sales document list item). */
export const salesListItemRecord = defineRecord<SalesDocument>()(
  { name: 'salesListItem', extensions: ['CURRENCYCODE', ...versionKeys] },
  listItemFields,
);
