import {
  booleanField,
  codeField,
  computedField,
  computedListField,
  constantField,
  withKeywords,
  objectField,
  instantField,
  recordListField,
  numberField,
  defineRecord,
  type RecordField,
  relationReferenceField,
  stringField,
} from '../../../api';
import { addressTypes, genderCodes } from '../../../core/user-codes';
import { systemLevelCodes } from '../administrators/system-levels';
import { addressBookRecord } from '../addresses/address.record';
import { supplierRecord } from '../suppliers/supplier.record';
import { tagAssignmentsRecord } from '../tags/user-tags.record';
import { voucherRecord } from '../vouchers/voucher.record';
import { wishlistItemRecord } from '../wishlist/wishlist-item.record';
import type { User } from './user.entity';

/** A key that the specification has deprecated. */
const deprecatedField = withKeywords(constantField<User, 'DEPRECATED'>('DEPRECATED'), {
  deprecated: true,
  description: 'Always this text; the value is a property of each address',
});

const userVouchersRecord = defineRecord<User>()('userVouchers', {
  VOUCHERS: recordListField('vouchers', voucherRecord),
});

/** Specification, User record. */
export const userRecord = defineRecord<User>()(
  { name: 'user', extensions: ['ID', 'UPDATEDAT'] },
  {
    ACTIVE: booleanField('active'),
    ADDRESSBOOK: objectField(addressBookRecord.fields),
    AGENT: booleanField('agent'),
    BIRTHDAY: stringField('birthDay'),
    CHATSUPPORT: booleanField('chatSupport'),
    CUSTOMTAGS: objectField(tagAssignmentsRecord.fields),
    DATEADDED: instantField('dateAdded'),
    DEFAULTLANGUAGE: stringField('languageCode'),
    EMAIL: stringField('email'),
    GENDER: codeField('gender', genderCodes),
    GROUP: relationReferenceField('group'),
    ID: numberField('id'),
    IMAGE: stringField('image'),
    LANGUAGE: stringField('languageCode'),
    LASTUSED: instantField('lastUsed'),
    LATITUDE: createBillingCoordinateField('latitude'),
    LONGITUDE: createBillingCoordinateField('longitude'),
    NICK: stringField('nick'),
    PID: stringField('pId'),
    RE: deprecatedField,
    REVERSECHARGEVAT: deprecatedField,
    SUBSCRIBED: booleanField('subscribed'),
    SUPPLIER: objectField(supplierRecord.fields),
    // Customers have a level as well, but no rights, so the API documentation must not call them administrators.
    SYSTEMLEVEL: withKeywords(numberField('systemLevel'), {
      description: `Level of an administrator (${systemLevelCodes.description}); customers have no rights, whatever it is`,
    }),
    TAX: deprecatedField,
    TICKETINGSUPPORT: booleanField('ticketingSupport'),
    UPDATEDAT: instantField('lastUsed'),
    USERTYPE: deprecatedField,
    USESHIPPINGADDRESS: booleanField('useShippingAddress'),
    VERIFIED: booleanField('verified'),
    VOUCHERS: computedListField<User, User, object>(userVouchersRecord, {
      compute: (user) => (user.vouchers.length === 0 ? [] : [user]),
      relations: { vouchers: voucherRecord.getLoadPlan() },
    }),
    WISHLIST: recordListField('wishlist', wishlistItemRecord),
  },
);

/** A coordinate of the default billing address. */
function createBillingCoordinateField(
  coordinate: 'latitude' | 'longitude',
): RecordField<User, number> {
  return computedField({
    schema: () => ({ type: 'number' }),
    serialize: ({ addresses }) =>
      addresses.find(
        ({ type, defaultMarker }) => type === addressTypes.billing && defaultMarker === 1,
      )?.[coordinate] ?? 0,
    columns: [],
    relations: { addresses: ['type', 'defaultMarker', coordinate] },
  });
}
