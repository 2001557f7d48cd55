import {
  bool,
  code,
  computed,
  constant,
  described,
  group,
  instant,
  list,
  num,
  record,
  type RecordField,
  refTo,
  str,
} from '../../../api';
import { addressTypes, genderCodes } from '../../../core/person-codes';
import { systemLevelCodes } from '../administrators/system-levels';
import { addressBookRecord } from '../addresses/address.record';
import { supplierRecord } from '../suppliers/supplier.record';
import { tagAssignmentsRecord } from '../tags/user-tags.record';
import { voucherRecord } from '../vouchers/voucher.record';
import { wishlistItemRecord } from '../wishlist/wishlist-item.record';
import type { User } from './user.entity';

/** A key that the specification has given up. */
const deprecated = described(constant<User, 'DEPRECATED'>('DEPRECATED'), {
  deprecated: true,
  description: 'Carries this text; each address has the value',
});

const voucherGroupRecord = record<User>()('userVouchers', {
  VOUCHERS: list('vouchers', voucherRecord),
});

/** Specification, User record. */
export const userRecord = record<User>()(
  'user',
  {
    ACTIVE: bool('active'),
    ADDRESSBOOK: group(addressBookRecord.fields),
    AGENT: bool('agent'),
    BIRTHDAY: str('birthDay'),
    CHATSUPPORT: bool('chatSupport'),
    CUSTOMTAGS: group(tagAssignmentsRecord.fields),
    DATEADDED: instant('dateAdded'),
    DEFAULTLANGUAGE: str('languageCode'),
    EMAIL: str('email'),
    GENDER: code('gender', genderCodes),
    GROUP: refTo('group'),
    ID: num('id'),
    IMAGE: str('image'),
    LANGUAGE: str('languageCode'),
    LASTUSED: instant('lastUsed'),
    LATITUDE: ofBillingAddress('latitude'),
    LONGITUDE: ofBillingAddress('longitude'),
    NICK: str('nick'),
    PID: str('pId'),
    RE: deprecated,
    REVERSECHARGEVAT: deprecated,
    SUBSCRIBED: bool('subscribed'),
    SUPPLIER: group(supplierRecord.fields),
    SYSTEMLEVEL: code('systemLevel', systemLevelCodes),
    TAX: deprecated,
    TICKETINGSUPPORT: bool('ticketingSupport'),
    UPDATEDAT: instant('lastUsed'),
    USERTYPE: deprecated,
    USESHIPPINGADDRESS: bool('useShippingAddress'),
    VERIFIED: bool('verified'),
    VOUCHERS: computed<User, object[]>({
      schema: (nested) => ({ type: 'array', items: nested(voucherGroupRecord) }),
      write: (user, context) =>
        user.vouchers.length === 0 ? [] : [voucherGroupRecord.write(user, context)],
      needs: [],
      relations: { vouchers: voucherRecord.plan() },
    }),
    WISHLIST: list('wishlist', wishlistItemRecord),
  },
  { extensions: ['ID', 'UPDATEDAT'] },
);

/** A coordinate of the default billing address. */
function ofBillingAddress(coordinate: 'latitude' | 'longitude'): RecordField<User, number> {
  return computed({
    schema: () => ({ type: 'number' }),
    write: ({ addresses }) =>
      addresses.find(
        ({ type, defaultMarker }) => type === addressTypes.billing && defaultMarker === 1,
      )?.[coordinate] ?? 0,
    needs: [],
    relations: { addresses: ['type', 'defaultMarker', coordinate] },
  });
}
