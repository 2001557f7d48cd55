import {
  booleanField,
  codeField,
  constantField,
  instantField,
  numberField,
  defineRecord,
  referenceField,
  stringField,
} from '../../../../api';
import {
  addressTypeCodes,
  customerGenderCodes,
  userTypeCodes,
} from '../../../../core/person-codes';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { SalesDocument } from '../entities/document.entity';
import { ownPartsField, documentSection } from './document-section';
import { documentTagsField } from './document-tag.record';

type Doc = SalesDocument;

const addressRecord = defineRecord<DocumentAddress>()('documentAddress', {
  ADDRESS: stringField('address'),
  ADDRESSADDITIONALINFORMATION: stringField('addressAdditionalInformation'),
  ALIAS: stringField('alias'),
  CITY: stringField('city'),
  COMPANY: stringField('company'),
  COUNTRY: stringField('countryCode'),
  DOCUMENTUSERID: numberField('documentId'),
  FAX: stringField('fax'),
  FIRSTNAME: stringField('firstName'),
  ID: numberField('id'),
  LASTNAME: stringField('lastName'),
  LATITUDE: numberField('latitude'),
  LOCATIONID: constantField(0),
  LONGITUDE: numberField('longitude'),
  MOBILE: stringField('mobile'),
  NIF: stringField('nif'),
  NUMBER: stringField('number'),
  PHONE: stringField('phone'),
  POSTALCODE: stringField('postalCode'),
  RE: booleanField('re'),
  REVERSECHARGEVAT: booleanField('reverseChargeVat'),
  STATE: stringField('state'),
  TAX: booleanField('tax'),
  TYPE: codeField('type', addressTypeCodes),
  USERTYPE: codeField('userType', userTypeCodes),
  VAT: stringField('vat'),
});

/** The customer's id or pId when the customer is a supplier, else null. */
const ifSupplier = <K extends 'userId' | 'userPId'>(property: K) => ({
  from: ({ customerSupplier, [property]: value }: Doc) => (customerSupplier ? value : null),
  needs: ['customerSupplier', property] as const,
});

/** USER of a document: the customer's data at the time of the document. */
export const customerField = documentSection({
  ADDRESSES: ownPartsField('addresses', addressRecord),
  CUSTOMTAGS: documentTagsField('customerTags'),
  EMAIL: stringField<Doc>('customerEmail'),
  GENDER: codeField<Doc>('customerGender', customerGenderCodes),
  GROUP: referenceField<Doc>('customerGroupId', 'customerGroupPId'),
  ID: numberField<Doc>('id'),
  LASTUSED: instantField<Doc>('customerLastUsed'),
  SUPPLIER: referenceField<Doc>(ifSupplier('userId'), ifSupplier('userPId')),
  USER: referenceField<Doc>('userId', 'userPId'),
});
