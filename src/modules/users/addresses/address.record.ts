import {
  booleanField,
  codeField,
  computedField,
  flagField,
  numberField,
  defineRecord,
  type RecordField,
  type RecordDefinition,
  stringField,
} from '../../../api';
import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import {
  type AddressType,
  addressTypeCodes,
  addressTypes,
  userTypeCodes,
} from '../../../core/person-codes';
import type { User } from '../users/user.entity';
import { UserAddress } from './user-address.entity';

const isDefaultField = flagField<UserAddress>({
  from: ({ defaultMarker }) => defaultMarker === 1,
  needs: ['defaultMarker'],
});

/** Specification, Shipping address record. */
const shippingAddressRecord = defineRecord<UserAddress>()('shippingAddress', {
  ADDRESS: stringField('address'),
  ADDRESSADDITIONALINFORMATION: stringField('addressAdditionalInformation'),
  ALIAS: stringField('alias'),
  CITY: stringField('city'),
  COMPANY: stringField('company'),
  COUNTRY: stringField('countryCode'),
  DEFAULT: isDefaultField,
  FAX: stringField('fax'),
  FIRSTNAME: stringField('firstName'),
  ID: numberField('id'),
  LASTNAME: stringField('lastName'),
  LOCATIONID: numberField('locationId'),
  MOBILE: stringField('mobile'),
  NIF: stringField('nif'),
  NUMBER: stringField('number'),
  PHONE: stringField('phone'),
  PID: stringField('pId'),
  POSTALCODE: stringField('postalCode'),
  STATE: stringField('state'),
  USERID: numberField('userId'),
  USERTYPE: codeField('userType', userTypeCodes),
  VAT: stringField('vat'),
});

/** Specification, Billing address record. */
const billingAddressRecord = defineRecord<UserAddress>()('billingAddress', {
  ...shippingAddressRecord.fields,
  RE: booleanField('re'),
  REVERSECHARGEVAT: booleanField('reverseChargeVat'),
  TAX: booleanField('tax'),
});

/** Specification, Single address record: lower-case keys. */
export const singleAddressRecord = defineRecord<UserAddress>()('singleAddress', {
  address: stringField('address'),
  alias: stringField('alias'),
  city: stringField('city'),
  company: stringField('company'),
  country: stringField('countryCode'),
  default: isDefaultField,
  fax: stringField('fax'),
  firstname: stringField('firstName'),
  id: numberField('id'),
  lastname: stringField('lastName'),
  locationId: numberField('locationId'),
  mobile: stringField('mobile'),
  nif: stringField('nif'),
  number: stringField('number'),
  phone: stringField('phone'),
  pid: stringField('pId'),
  postalcode: stringField('postalCode'),
  re: booleanField('re'),
  reverseChargeVat: booleanField('reverseChargeVat'),
  state: stringField('state'),
  tax: booleanField('tax'),
  type: codeField('type', addressTypeCodes),
  userType: codeField('userType', userTypeCodes),
  vat: stringField('vat'),
});

/** A user with its addresses, split by type. */
export const addressBookRecord = defineRecord<User>()('addressBook', {
  BILLINGADDRESS: addressListField(addressTypes.billing, billingAddressRecord),
  SHIPPINGADDRESS: addressListField(addressTypes.shipping, shippingAddressRecord),
});

function addressListField<W extends object>(
  type: AddressType,
  of: RecordDefinition<UserAddress, W>,
): RecordField<User, W[]> {
  return computedField({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: ({ addresses }, context) =>
      addresses.filter((one) => one.type === type).map((one) => of.write(one, context)),
    needs: [],
    relations: { addresses: mergePlans(of.plan(), createLoadPlan(UserAddress, ['type'])) },
  });
}
