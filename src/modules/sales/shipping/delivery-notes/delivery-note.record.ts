import { addressTypes } from '../../../../core/person-codes';
import {
  bool,
  constant,
  computed,
  group,
  instant,
  num,
  quantity,
  record,
  type RecordField,
  str,
} from '../../../../api';
import { mergePlans, createLoadPlan } from '../../../../core/load-plan';
import {
  changeFields,
  DocumentAddress,
  DocumentRow,
  documentVersion,
  office,
  OptionValue,
  parts,
  RowOption,
  rowTypes,
  type SalesDocument,
  section,
} from '../../documents';

type Doc = SalesDocument;

const userTypes: Readonly<Record<number, string>> = {
  1: 'PARTICULAR',
  2: 'BUSINESS',
  3: 'FREELANCE',
};
const genders: Readonly<Record<number, string>> = { 1: 'MALE', 2: 'FEMALE' };
const itemTypes: Readonly<Record<number, string>> = {
  [rowTypes.product]: 'PRODUCT',
  [rowTypes.gift]: 'GIFT',
  [rowTypes.bundle]: 'BUNDLE',
};

const addressRecord = record<DocumentAddress>()('deliveryNoteAddress', {
  address: str('address'),
  addressAdditionalInformation: str('addressAdditionalInformation'),
  alias: str('alias'),
  city: str('city'),
  company: str('company'),
  country: str('countryCode'),
  fax: str('fax'),
  firstName: str('firstName'),
  id: num('id'),
  lastName: str('lastName'),
  location: group({
    coordinate: group({
      latitude: num<DocumentAddress>('latitude'),
      longitude: num<DocumentAddress>('longitude'),
    }),
    geographicalZone: group({
      countryCode: str<DocumentAddress>('countryCode'),
      locationId: constant<DocumentAddress, 0>(0),
    }),
  }),
  mobile: str('mobile'),
  nif: str('nif'),
  number: str('number'),
  phone: str('phone'),
  postalCode: str('postalCode'),
  re: bool('re'),
  reverseChargeVat: bool('reverseChargeVat'),
  state: str('state'),
  tax: bool('tax'),
  userType: str({ from: ({ userType }) => userTypes[userType], needs: ['userType'] }),
  vat: str('vat'),
});

const noAddress = {} as DocumentAddress;

/** The customer's address of a type as it was, empty without one. */
function address(type: number): RecordField<Doc, object> {
  return computed<Doc, object>({
    schema: (nested) => nested(addressRecord),
    write: ({ addresses }, context) =>
      addressRecord.write(addresses.find((one) => one.type === type) ?? noAddress, context),
    needs: [],
    relations: { addresses: mergePlans(addressRecord.plan(), createLoadPlan(DocumentAddress, ['type'])) },
  });
}

const optionValueRecord = record<OptionValue>()('deliveryNoteOptionValue', {
  id: num('id'),
  optionValueId: num('valueId'),
  optionValuePId: str('valuePId'),
  value: str('value'),
});

const optionRecord = record<RowOption>()('deliveryNoteOption', {
  id: num('id'),
  name: str('name'),
  optionId: num('optionId'),
  optionPId: str('optionPId'),
  prompt: str('prompt'),
  value: str({
    from: ({ values = [] }) => values.map(({ value }) => value).join(', '),
    needs: [],
  }),
  values: parts('values', optionValueRecord),
});

const itemRecord = record<DocumentRow>()('deliveryNoteItem', {
  codes: group({
    ean: str<DocumentRow>('ean'),
    isbn: str<DocumentRow>('isbn'),
    jan: str<DocumentRow>('jan'),
    manufacturerSku: str<DocumentRow>('manufacturerSku'),
    sku: str<DocumentRow>('sku'),
    upc: str<DocumentRow>('upc'),
  }),
  hash: str('hash'),
  id: num('id'),
  image: str('image'),
  itemId: num('productId'),
  name: str('name'),
  options: parts('options', optionRecord),
  quantity: quantity('quantity'),
  type: str({ from: ({ type }) => itemTypes[type], needs: ['type'] }),
});

const items = computed<Doc, object[]>({
  schema: (nested) => ({ type: 'array', items: nested(itemRecord) }),
  write: ({ rows }, context) => rows.map((row) => itemRecord.write(row, context)),
  needs: [],
  relations: {
    rows: mergePlans(itemRecord.plan(), createLoadPlan(DocumentRow, ['parentRowId'])),
    options: mergePlans(optionRecord.plan(), createLoadPlan(RowOption, ['rowId'])),
    optionValues: mergePlans(optionValueRecord.plan(), createLoadPlan(OptionValue, ['rowOptionId'])),
  },
});

/** Specification, Delivery note record. */
export const deliveryNoteRecord = record<Doc>()(
  'deliveryNote',
  {
    date: instant('date'),
    documentNumber: str('documentNumber'),
    headquarter: section({
      address: office(({ address: line }) => line),
      city: office(({ city }) => city),
      countryCode: office(({ countryCode }) => countryCode),
      email: office(({ email }) => email),
      headquarterId: num<Doc>('headquarterId'),
      id: num<Doc>('id'),
      logo: office(({ logo }) => logo),
      name: office(({ name }) => name),
      phone: office(({ phone }) => phone),
      postalCode: office(({ postalCode }) => postalCode),
      state: office(({ state }) => state),
      vat: office(({ vat }) => vat),
    }),
    id: num('id'),
    items,
    languageCode: str('languageCode'),
    pId: str('pId'),
    updatedAt: instant('updatedAt'),
    user: section({
      billingAddress: address(addressTypes.billing),
      email: str<Doc>('customerEmail'),
      gender: str<Doc>({
        from: ({ customerGender }) => genders[customerGender],
        needs: ['customerGender'],
      }),
      id: num<Doc>('id'),
      lastUsed: instant<Doc>('customerLastUsed'),
      shippingAddress: address(addressTypes.shipping),
      userId: num<Doc>('userId'),
    }),
    version: changeFields.VERSION,
  },
  { extensions: ['updatedAt', 'version'], version: documentVersion },
);
