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
import { type AddressType, addressTypeCodes, addressTypes } from '../../../core/person-codes';
import { addressRecordFields } from '../../../platform/addresses';
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

const isDefaultField = numericFlagField<UserAddress>({
  from: ({ defaultMarker }) => defaultMarker === 1,
  needs: ['defaultMarker'],
});

/** Specification, Shipping address record. */
const shippingAddressRecord = defineRecord<UserAddress>()(
  'shippingAddress',
  addressRecordFields<UserAddress>(
    'user',
    { toKey: (name) => name.toUpperCase(), omittedFields: [...userLevelFields, ...taxFields] },
    {
      DEFAULT: isDefaultField,
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
  addressRecordFields<UserAddress>(
    'user',
    {
      toKey: (name) => lowerCaseKeys.get(name) ?? name,
      omittedFields: [...userLevelFields, 'addressAdditionalInformation'],
    },
    {
      default: isDefaultField,
      id: numberField('id'),
      pid: stringField('pId'),
      type: codeField('type', addressTypeCodes),
    },
  ),
);

/** A user with its addresses, split by type. */
export const addressBookRecord = defineRecord<User>()('addressBook', {
  BILLINGADDRESS: addressListField(addressTypes.billing, billingAddressRecord),
  SHIPPINGADDRESS: addressListField(addressTypes.shipping, shippingAddressRecord),
});

function addressListField<W extends object>(
  type: AddressType,
  definition: RecordDefinition<UserAddress, W>,
): RecordField<User, W[]> {
  return computedListField(definition, {
    from: ({ addresses }: User) => addresses.filter((one) => one.type === type),
    relations: { addresses: mergePlans(definition.plan(), createLoadPlan(UserAddress, ['type'])) },
  });
}
