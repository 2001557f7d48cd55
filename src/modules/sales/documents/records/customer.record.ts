import { bool, constant, instant, num, record, ref, str } from '../../../../api';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { SalesDocument } from '../entities/document.entity';
import { own, section } from './document-section';
import { documentTags } from './document-tag.record';

type Doc = SalesDocument;

const addressRecord = record<DocumentAddress>()('documentAddress', {
  ADDRESS: str('address'),
  ADDRESSADDITIONALINFORMATION: str('addressAdditionalInformation'),
  ALIAS: str('alias'),
  CITY: str('city'),
  COMPANY: str('company'),
  COUNTRY: str('countryCode'),
  DOCUMENTUSERID: num('documentId'),
  FAX: str('fax'),
  FIRSTNAME: str('firstName'),
  ID: num('id'),
  LASTNAME: str('lastName'),
  LATITUDE: num('latitude'),
  LOCATIONID: constant(0),
  LONGITUDE: num('longitude'),
  MOBILE: str('mobile'),
  NIF: str('nif'),
  NUMBER: str('number'),
  PHONE: str('phone'),
  POSTALCODE: str('postalCode'),
  RE: bool('re'),
  REVERSECHARGEVAT: bool('reverseChargeVat'),
  STATE: str('state'),
  TAX: bool('tax'),
  TYPE: num('type'),
  USERTYPE: num('userType'),
  VAT: str('vat'),
});

/** USER of a document: its customer as it was. */
export const customer = section({
  ADDRESSES: own('addresses', addressRecord),
  CUSTOMTAGS: documentTags('customerTags'),
  EMAIL: str<Doc>('customerEmail'),
  GENDER: num<Doc>('customerGender'),
  GROUP: ref<Doc>('customerGroupId', 'customerGroupPId'),
  ID: num<Doc>('id'),
  LASTUSED: instant<Doc>('customerLastUsed'),
  SUPPLIER: section({ ID: constant<Doc, 0>(0), PID: constant<Doc, ''>('') }),
  USER: ref<Doc>('userId', 'userPId'),
});
