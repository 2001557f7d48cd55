import { addressTypes } from '../../../../core/user-codes';
import {
  constantField,
  computedField,
  computedListField,
  objectField,
  instantField,
  numberField,
  quantityField,
  defineRecord,
  type RecordField,
  stringField,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import { createAddressRecordFields } from '../../../../platform/addresses';
import { rowTypes } from '../../documents';
import { DocumentAddress } from '../../documents/entities/document-address.entity';
import { DocumentRow } from '../../documents/entities/document-row.entity';
import type { SalesDocument } from '../../documents/entities/document.entity';
import { RowOptionValue, RowOption } from '../../documents/entities/row-option.entity';
import {
  headquarterTextField,
  documentObjectField,
} from '../../documents/records/document-field-builders';
import { documentVersionSource } from '../../documents/records/document.record';
import { nestedListField } from '../../documents/records/nested-list-field';
import { versionFields } from '../../documents/records/version-fields.record';

type DeliveryNoteDocument = SalesDocument;

const userTypeNames: Readonly<Record<number, string>> = {
  1: 'PARTICULAR',
  2: 'BUSINESS',
  3: 'FREELANCE',
};
const genderNames: Readonly<Record<number, string>> = { 1: 'MALE', 2: 'FEMALE' };
const itemTypeNames: Readonly<Record<number, string>> = {
  [rowTypes.product]: 'PRODUCT',
  [rowTypes.gift]: 'GIFT',
  [rowTypes.bundle]: 'BUNDLE',
};

const addressRecord = defineRecord<DocumentAddress>()(
  'deliveryNoteAddress',
  createAddressRecordFields<DocumentAddress>(
    'document',
    { toKey: (name) => name, omittedFields: ['latitude', 'longitude'] },
    {
      id: numberField('id'),
      location: objectField({
        coordinate: objectField({
          latitude: numberField<DocumentAddress>('latitude'),
          longitude: numberField<DocumentAddress>('longitude'),
        }),
        geographicalZone: objectField({
          countryCode: stringField<DocumentAddress>('countryCode'),
          locationId: constantField<DocumentAddress, 0>(0),
        }),
      }),
      userType: stringField({
        compute: ({ userType }) => userTypeNames[userType],
        columns: ['userType'],
      }),
    },
  ),
);

const EMPTY_ADDRESS = {} as DocumentAddress;

/** The customer's address of a type; all members are empty without one. */
function addressField(type: number): RecordField<DeliveryNoteDocument, object> {
  return computedField<DeliveryNoteDocument, object>({
    schema: (nested) => nested(addressRecord),
    serialize: ({ addresses }, context) =>
      addressRecord.serialize(addresses.find((one) => one.type === type) ?? EMPTY_ADDRESS, context),
    columns: [],
    relations: {
      addresses: mergePlans(addressRecord.getLoadPlan(), createLoadPlan(DocumentAddress, ['type'])),
    },
  });
}

const optionValueRecord = defineRecord<RowOptionValue>()('deliveryNoteOptionValue', {
  id: numberField('id'),
  optionValueId: numberField('valueId'),
  optionValuePId: stringField('valuePId'),
  value: stringField('value'),
});

const optionRecord = defineRecord<RowOption>()('deliveryNoteOption', {
  id: numberField('id'),
  name: stringField('name'),
  optionId: numberField('optionId'),
  optionPId: stringField('optionPId'),
  prompt: stringField('prompt'),
  value: stringField({
    compute: ({ values = [] }) => values.map(({ value }) => value).join(', '),
    columns: [],
  }),
  values: nestedListField('values', optionValueRecord),
});

const itemRecord = defineRecord<DocumentRow>()('deliveryNoteItem', {
  codes: objectField({
    ean: stringField<DocumentRow>('ean'),
    isbn: stringField<DocumentRow>('isbn'),
    jan: stringField<DocumentRow>('jan'),
    manufacturerSku: stringField<DocumentRow>('manufacturerSku'),
    sku: stringField<DocumentRow>('sku'),
    upc: stringField<DocumentRow>('upc'),
  }),
  hash: stringField('hash'),
  id: numberField('id'),
  image: stringField('image'),
  itemId: numberField('productId'),
  name: stringField('name'),
  options: nestedListField('options', optionRecord),
  quantity: quantityField('quantity'),
  type: stringField({ compute: ({ type }) => itemTypeNames[type], columns: ['type'] }),
});

const itemsField = computedListField<DeliveryNoteDocument, DocumentRow, object>(itemRecord, {
  compute: ({ rows }) => rows,
  relations: {
    rows: mergePlans(itemRecord.getLoadPlan(), createLoadPlan(DocumentRow, ['parentRowId'])),
    options: mergePlans(optionRecord.getLoadPlan(), createLoadPlan(RowOption, ['rowId'])),
    optionValues: mergePlans(
      optionValueRecord.getLoadPlan(),
      createLoadPlan(RowOptionValue, ['rowOptionId']),
    ),
  },
});

/** A delivery note (specification, Delivery note record). */
export const deliveryNoteRecord = defineRecord<DeliveryNoteDocument>()(
  { name: 'deliveryNote', extensions: ['updatedAt', 'version'], version: documentVersionSource },
  {
    date: instantField('date'),
    documentNumber: stringField('documentNumber'),
    headquarter: documentObjectField({
      address: headquarterTextField(({ address: line }) => line),
      city: headquarterTextField(({ city }) => city),
      countryCode: headquarterTextField(({ countryCode }) => countryCode),
      email: headquarterTextField(({ email }) => email),
      headquarterId: numberField<DeliveryNoteDocument>('headquarterId'),
      id: numberField<DeliveryNoteDocument>('id'),
      logo: headquarterTextField(({ logo }) => logo),
      name: headquarterTextField(({ name }) => name),
      phone: headquarterTextField(({ phone }) => phone),
      postalCode: headquarterTextField(({ postalCode }) => postalCode),
      state: headquarterTextField(({ state }) => state),
      vat: headquarterTextField(({ vat }) => vat),
    }),
    id: numberField('id'),
    items: itemsField,
    languageCode: stringField('languageCode'),
    pId: stringField('pId'),
    updatedAt: instantField('updatedAt'),
    user: documentObjectField({
      billingAddress: addressField(addressTypes.billing),
      email: stringField<DeliveryNoteDocument>('customerEmail'),
      gender: stringField<DeliveryNoteDocument>({
        compute: ({ customerGender }) => genderNames[customerGender],
        columns: ['customerGender'],
      }),
      id: numberField<DeliveryNoteDocument>('id'),
      lastUsed: instantField<DeliveryNoteDocument>('customerLastUsed'),
      shippingAddress: addressField(addressTypes.shipping),
      userId: numberField<DeliveryNoteDocument>('userId'),
    }),
    version: versionFields.VERSION,
  },
);
