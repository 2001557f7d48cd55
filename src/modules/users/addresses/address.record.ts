import {
  bool,
  code,
  computed,
  flag,
  num,
  record,
  type RecordField,
  type RecordOf,
  str,
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

const isDefault = flag<UserAddress>({
  from: ({ defaultMarker }) => defaultMarker === 1,
  needs: ['defaultMarker'],
});

/** Specification, Shipping address record. */
const shippingAddressRecord = record<UserAddress>()('shippingAddress', {
  ADDRESS: str('address'),
  ADDRESSADDITIONALINFORMATION: str('addressAdditionalInformation'),
  ALIAS: str('alias'),
  CITY: str('city'),
  COMPANY: str('company'),
  COUNTRY: str('countryCode'),
  DEFAULT: isDefault,
  FAX: str('fax'),
  FIRSTNAME: str('firstName'),
  ID: num('id'),
  LASTNAME: str('lastName'),
  LOCATIONID: num('locationId'),
  MOBILE: str('mobile'),
  NIF: str('nif'),
  NUMBER: str('number'),
  PHONE: str('phone'),
  PID: str('pId'),
  POSTALCODE: str('postalCode'),
  STATE: str('state'),
  USERID: num('userId'),
  USERTYPE: code('userType', userTypeCodes),
  VAT: str('vat'),
});

/** Specification, Billing address record. */
const billingAddressRecord = record<UserAddress>()('billingAddress', {
  ...shippingAddressRecord.fields,
  RE: bool('re'),
  REVERSECHARGEVAT: bool('reverseChargeVat'),
  TAX: bool('tax'),
});

/** Specification, Single address record: lower-case keys. */
export const singleAddressRecord = record<UserAddress>()('singleAddress', {
  address: str('address'),
  alias: str('alias'),
  city: str('city'),
  company: str('company'),
  country: str('countryCode'),
  default: isDefault,
  fax: str('fax'),
  firstname: str('firstName'),
  id: num('id'),
  lastname: str('lastName'),
  locationId: num('locationId'),
  mobile: str('mobile'),
  nif: str('nif'),
  number: str('number'),
  phone: str('phone'),
  pid: str('pId'),
  postalcode: str('postalCode'),
  re: bool('re'),
  reverseChargeVat: bool('reverseChargeVat'),
  state: str('state'),
  tax: bool('tax'),
  type: code('type', addressTypeCodes),
  userType: code('userType', userTypeCodes),
  vat: str('vat'),
});

/** A user's addresses, split by type. */
export const addressBookRecord = record<User>()('addressBook', {
  BILLINGADDRESS: addressesOf(addressTypes.billing, billingAddressRecord),
  SHIPPINGADDRESS: addressesOf(addressTypes.shipping, shippingAddressRecord),
});

function addressesOf<W extends object>(
  type: AddressType,
  of: RecordOf<UserAddress, W>,
): RecordField<User, W[]> {
  return computed({
    schema: (nested) => ({ type: 'array', items: nested(of) }),
    write: ({ addresses }, context) =>
      addresses.filter((one) => one.type === type).map((one) => of.write(one, context)),
    needs: [],
    relations: { addresses: mergePlans(of.plan(), createLoadPlan(UserAddress, ['type'])) },
  });
}
