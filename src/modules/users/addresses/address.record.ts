import {
  booleanField,
  codeField,
  computedListField,
  numericFlagField,
  numberField,
  defineRecord,
  type RecordField,
  type RecordDefinition,
  stringField,
} from '../../../api';
import { mergePlans, createLoadPlan } from '../../../core/load-plan';
import { type AddressType, addressTypeCodes, addressTypes } from '../../../core/user-codes';
import { createAddressRecordFields } from '../../../platform/addresses';
import type { User } from '../users/user.entity';
import { UserAddress } from './user-address.entity';

/** Shown with the user itself. */
const userLevelFields = ['latitude', 'longitude'] as const;
/** Members that shipping addresses do not have. */
const taxFields = ['re', 'reverseChargeVat', 'tax'] as const;
/** Names that the specification writes without capitals. */
const lowerCaseKeys = new Map([
  ['firstName', 'firstname'],
  ['lastName', 'lastname'],
  ['postalCode', 'postalcode'],
]);

const defaultFlagField = numericFlagField<UserAddress>({
  compute: ({ defaultMarker }) => defaultMarker === 1,
  columns: ['defaultMarker'],
});

/** Specification, Shipping address record. */
const shippingAddressRecord = defineRecord<UserAddress>()(
  'shippingAddress',
  createAddressRecordFields<UserAddress>(
    'user',
    { toKey: (name) => name.toUpperCase(), omittedFields: [...userLevelFields, ...taxFields] },
    {
      DEFAULT: defaultFlagField,
      ID: numberField('id'),
      PID: stringField('pId'),
      USERID: numberField('userId'),
    },
  ),
);

/** Specification, Billing address record. */
const billingAddressRecord = defineRecord<UserAddress>()('billingAddress', {
  ...shippingAddressRecord.fields,
  RE: booleanField('re'),
  REVERSECHARGEVAT: booleanField('reverseChargeVat'),
  TAX: booleanField('tax'),
});

/** Specification, Single address record: lower-case keys. */
export const singleAddressRecord = defineRecord<UserAddress>()(
  'singleAddress',
  createAddressRecordFields<UserAddress>(
    'user',
    {
      toKey: (name) => lowerCaseKeys.get(name) ?? name,
      omittedFields: [...userLevelFields, 'addressAdditionalInformation'],
    },
    {
      default: defaultFlagField,
      id: numberField('id'),
      pid: stringField('pId'),
      type: codeField('type', addressTypeCodes),
    },
  ),
);

/** A user with its addresses, split by type. */
export const addressBookRecord = defineRecord<User>()('addressBook', {
  BILLINGADDRESS: createAddressListField(addressTypes.billing, billingAddressRecord),
  SHIPPINGADDRESS: createAddressListField(addressTypes.shipping, shippingAddressRecord),
});

function createAddressListField<W extends object>(
  type: AddressType,
  definition: RecordDefinition<UserAddress, W>,
): RecordField<User, W[]> {
  return computedListField(definition, {
    compute: ({ addresses }: User) => addresses.filter((one) => one.type === type),
    relations: {
      addresses: mergePlans(definition.getLoadPlan(), createLoadPlan(UserAddress, ['type'])),
    },
  });
}
