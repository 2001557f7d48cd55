import {
  codeField,
  constantField,
  instantField,
  numberField,
  defineRecord,
  referenceField,
  stringField,
} from '../../../../api';
import { addressTypeCodes, customerGenderCodes } from '../../../../core/user-codes';
import { createAddressRecordFields } from '../../../../platform/addresses';
import type { DocumentAddress } from '../entities/document-address.entity';
import type { SalesDocument } from '../entities/document.entity';
import { documentLevelPartsField, documentObjectField } from './document-field-builders';
import { documentTagsField } from './document-tag.record';

type Doc = SalesDocument;

const addressRecord = defineRecord<DocumentAddress>()(
  'documentAddress',
  createAddressRecordFields<DocumentAddress>(
    'document',
    { toKey: (name) => name.toUpperCase(), omittedFields: [] },
    {
      DOCUMENTUSERID: numberField('documentId'),
      ID: numberField('id'),
      LOCATIONID: constantField(0),
      TYPE: codeField('type', addressTypeCodes),
    },
  ),
);

/** The customer's id or pId when the customer is a supplier, else null. */
const valueIfSupplier = <K extends 'userId' | 'userPId'>(property: K) => ({
  compute: ({ customerSupplier, [property]: value }: Doc) => (customerSupplier ? value : null),
  columns: ['customerSupplier', property] as const,
});

/** USER of a document: the customer's data at the time of the document. */
export const customerField = documentObjectField({
  ADDRESSES: documentLevelPartsField('addresses', addressRecord),
  CUSTOMTAGS: documentTagsField('customerTags'),
  EMAIL: stringField<Doc>('customerEmail'),
  GENDER: codeField<Doc>('customerGender', customerGenderCodes),
  GROUP: referenceField<Doc>('customerGroupId', 'customerGroupPId'),
  ID: numberField<Doc>('id'),
  LASTUSED: instantField<Doc>('customerLastUsed'),
  SUPPLIER: referenceField<Doc>(valueIfSupplier('userId'), valueIfSupplier('userPId')),
  USER: referenceField<Doc>('userId', 'userPId'),
});
