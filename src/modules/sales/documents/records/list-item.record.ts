import {
  bool,
  code,
  codeFlag,
  described,
  group,
  instant,
  money,
  num,
  record,
  ref,
  str,
} from '../../../../api';
import { exportStatusCodes, parentTypeCodes } from '../document-kinds';
import { documentStatesText } from '../document-states';
import type { SalesDocument } from '../entities/document.entity';
import { changeFields, changeKeys } from './change-fields.record';

interface ParentKeys {
  DOCUMENTNUMBER: string;
  DOCUMENTTYPE: number;
  ID: number;
}

const parentFields = {
  DOCUMENTNUMBER: str<SalesDocument>('parentNumber'),
  DOCUMENTTYPE: code<SalesDocument>('parentType', parentTypeCodes),
  ID: num<SalesDocument>('parentId'),
};

/** The document that this one was made from. */
export const parentField = group<SalesDocument, ParentKeys>(parentFields);

const listItemFields = {
  AUTHNUMBER: str<SalesDocument>('authNumber'),
  CUSTOMER: str<SalesDocument>('customerName'),
  DATE: instant<SalesDocument>('date'),
  DELIVERYDATE: instant<SalesDocument>('deliveryDate'),
  DOCUMENTNUMBER: str<SalesDocument>('documentNumber'),
  EXPORTSTATUS: codeFlag<SalesDocument>('exported', exportStatusCodes),
  ID: num<SalesDocument>('id'),
  IMAGE: str<SalesDocument>('image'),
  PAID: bool<SalesDocument>('paid'),
  PARENT: parentField,
  PAYMENTDATE: instant<SalesDocument>('paymentDate'),
  PAYMENTNAME: str<SalesDocument>('paymentName'),
  PAYMENTSYSTEMID: num<SalesDocument>('paymentSystemId'),
  PID: str<SalesDocument>('pId'),
  REFERER: str<SalesDocument>('referer'),
  STATUS: described(num<SalesDocument>('status'), { description: documentStatesText }),
  SUBSTATUSID: num<SalesDocument>('subStatusId'),
  TOTAL: money<SalesDocument>('total'),
  TRANSACTIONID: str<SalesDocument>('transactionId'),
  USER: ref<SalesDocument>('userId', 'userPId'),
  ...changeFields,
};

/** An element of a list of sales documents (specification, Sales document list item). */
export const salesListItemRecord = record<SalesDocument>()('salesListItem', listItemFields, {
  extensions: changeKeys,
});
