import { type Loaded, createLoadPlan } from '../../../core/load-plan';
import { toCurrentForm } from '../../custom-tags';
import type { UserAddress } from '../addresses/user-address.entity';
import { TagAssignment } from '../tags/tag-assignment.entity';
import { matchStoredVouchers, type VoucherInput } from '../vouchers/voucher-input';
import type { Voucher } from '../vouchers/voucher.entity';
import { User } from './user.entity';
import type { ResolvedUserParts } from './user-parts';

/** Everything that a line says of a user. */
export interface UserImportState {
  readonly pId: string;
  readonly columns: Partial<User>;
  readonly parts: ResolvedUserParts;
}

/** A stored user in the form of what is said of it. */
export interface StoredUserState extends UserImportState {
  readonly id: number;
}

/** What is read of users to compare them with states. */
export function toComparisonPlan(states: readonly UserImportState[]) {
  const named = states.flatMap(({ columns }) => Object.keys(columns) as (keyof User)[]);
  const addresses = states.flatMap(({ parts }) => parts.addressBook);
  const ofAddresses = addresses.flatMap((one) => Object.keys(one) as (keyof UserAddress)[]);
  return createLoadPlan(User, ['pId', 'supplier', 'supplierActive', 'supplierLogo', ...named], {
    addresses: ofAddresses,
    customTags: createLoadPlan(TagAssignment, ['tagId', 'groupId', 'active', 'value', 'chosenId'], {
      languages: ['languageCode', 'active', 'value'],
      tag: ['controlType', 'valueForAllLanguages'],
    }),
    supplierItems: ['itemType', 'elementId'],
    vouchers: ['pId', 'code', 'availableBalance', 'currencyId', 'expirationDate'],
    wishlist: ['productId'],
  });
}

/**
 * A stored user next to what is said of it: its parts in the same order.
 * @param language the store's default language
 */
export function toStoredUserState(
  user: Loaded<ReturnType<typeof toComparisonPlan>>,
  { parts: said }: UserImportState,
  language: string,
): StoredUserState {
  const { id, pId, addresses, customTags, supplierItems, vouchers, wishlist } = user;
  const tags = customTags.map(({ tag, chosenId, ...one }) => {
    return { ...one, ...toCurrentForm(tag, one, language), valueId: chosenId };
  });
  const productIds = wishlist.map(({ productId }) => productId);
  const items = sortLike(said.supplier?.items ?? [], supplierItems, (one) => one.elementId);
  return {
    id,
    pId,
    columns: user,
    parts: {
      addressBook: sortLike(said.addressBook, addresses, (one) => one.pId),
      customTags: sortLike(said.customTags, tags, ({ tagId }) => tagId),
      supplier: user.supplier
        ? { active: user.supplierActive, logo: user.supplierLogo, items }
        : undefined,
      vouchers: said.vouchers && sortVouchersLike(said.vouchers, vouchers),
      wishlist: sortLike(said.wishlist, productIds, (productId) => productId),
    },
  };
}

/** What is not said comes last. */
function sortLike<S, E extends S>(
  said: readonly S[],
  stored: readonly E[],
  keyOf: (one: S) => number | string,
): E[] {
  const places = new Map(said.map((one, place) => [keyOf(one), place]));
  const placeOf = (one: E): number => places.get(keyOf(one)) ?? said.length;
  return stored.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function sortVouchersLike(said: readonly VoucherInput[], stored: readonly Voucher[]): Voucher[] {
  const paired = matchStoredVouchers(said, stored).filter((one) => one !== undefined);
  return [...paired, ...stored.filter((one) => !paired.includes(one))];
}
