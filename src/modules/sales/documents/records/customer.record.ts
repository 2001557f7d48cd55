import { bool, code, constant, instant, num, record, ref, str } from '../../../../api';
import {
  addressTypeCodes,
  customerGenderCodes,
  userTypeCodes,
} from '../../../../core/person-codes';
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
  TYPE: code('type', addressTypeCodes),
  USERTYPE: code('userType', userTypeCodes),
  VAT: str('vat'),
});

/** The customer itself, where it is a supplier. */
const ifSupplier = <K extends 'userId' | 'userPId'>(property: K) => ({
  from: ({ customerSupplier, [property]: value }: Doc) => (customerSupplier ? value : null),
  needs: ['customerSupplier', property] as const,
});

/** USER of a document: its customer as it was. */
export const customer = section({
  ADDRESSES: own('addresses', addressRecord),
  CUSTOMTAGS: documentTags('customerTags'),
  EMAIL: str<Doc>('customerEmail'),
  GENDER: code<Doc>('customerGender', customerGenderCodes),
  GROUP: ref<Doc>('customerGroupId', 'customerGroupPId'),
  ID: num<Doc>('id'),
  LASTUSED: instant<Doc>('customerLastUsed'),
  SUPPLIER: ref<Doc>(ifSupplier('userId'), ifSupplier('userPId')),
  USER: ref<Doc>('userId', 'userPId'),
});
