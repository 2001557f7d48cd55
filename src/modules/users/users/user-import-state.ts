import {
  type Loaded,
  createLoadPlan,
  mergePlans,
  createLoadPlanForType,
} from '../../../core/load-plan';
import { toCurrentValueForm } from '../../custom-tags';
import { TagAssignment } from '../tags/tag-assignment.entity';
import { matchStoredVouchers, type VoucherInput } from '../vouchers/voucher-input';
import type { Voucher } from '../vouchers/voucher.entity';
import { User } from './user.entity';
import type { ResolvedUserParts } from './user-parts';

/** The complete state of a user as an import record describes it. */
export interface UserImportState {
  readonly pId: string;
  readonly columns: Partial<User>;
  readonly parts: ResolvedUserParts;
}

/** A stored user in the form of an import state. */
export interface StoredUserState extends UserImportState {
  readonly id: number;
}

const partsPlan = createLoadPlan(User, ['pId', 'supplier', 'supplierActive', 'supplierLogo'], {
  customTags: createLoadPlan(TagAssignment, ['tagId', 'groupId', 'active', 'value', 'chosenId'], {
    languages: ['languageCode', 'active', 'value'],
    tag: ['controlType', 'valueForAllLanguages'],
  }),
  supplierItems: ['itemType', 'elementId'],
  vouchers: ['pId', 'code', 'availableBalance', 'currencyId', 'expirationDate'],
  wishlist: ['productId'],
});

/** The columns to load in order to compare users with import states. */
export function toComparisonPlan(states: readonly UserImportState[]) {
  const named = listNames(states.map(({ columns }) => columns));
  const ofAddresses = listNames(states.flatMap(({ parts }) => parts.addressBook));
  // The columns that the states name are only compared with them.
  const plan = createLoadPlanForType<User, Pick<User, 'id' | 'addresses'>>(named, {
    addresses: ofAddresses,
  });
  return mergePlans(partsPlan, plan);
}

function listNames<T extends object>(objects: readonly T[]): (keyof T & string)[] {
  const names = new Set<string>();
  for (const one of objects) for (const name of Object.keys(one)) names.add(name);
  return [...names] as (keyof T & string)[];
}

/**
 * Converts a stored user to the form of an import state, with the parts in the same order.
 * @param language the store's default language
 */
export function toStoredUserState(
  user: Loaded<ReturnType<typeof toComparisonPlan>>,
  { parts: wanted }: UserImportState,
  language: string,
): StoredUserState {
  const { addresses, customTags, supplierItems, vouchers, wishlist, ...columns } = user;
  const tags = customTags.map(({ tag, chosenId, ...one }) => {
    return { ...one, ...toCurrentValueForm(tag, one, language), valueId: chosenId };
  });
  const productIds = wishlist.map(({ productId }) => productId);
  const items = sortLike(wanted.supplier?.items ?? [], supplierItems, (one) => one.elementId);
  return {
    id: columns.id,
    pId: columns.pId,
    columns,
    parts: {
      addressBook: sortLike(wanted.addressBook, addresses, (one) => one.pId),
      customTags: sortLike(wanted.customTags, tags, ({ tagId }) => tagId),
      supplier: columns.supplier
        ? { active: columns.supplierActive, logo: columns.supplierLogo, items }
        : undefined,
      vouchers: wanted.vouchers && sortVouchersLike(wanted.vouchers, vouchers),
      wishlist: sortLike(wanted.wishlist, productIds, (productId) => productId),
    },
  };
}

/** Sorts stored values in the order of the wanted ones; values that are not wanted come last. */
function sortLike<S, E extends S>(
  wanted: readonly S[],
  stored: readonly E[],
  keyOf: (one: S) => number | string,
): E[] {
  const places = new Map(wanted.map((one, place) => [keyOf(one), place]));
  const placeOf = (one: E): number => places.get(keyOf(one)) ?? wanted.length;
  return stored.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function sortVouchersLike<V extends Pick<Voucher, keyof VoucherInput>>(
  wanted: readonly VoucherInput[],
  stored: readonly V[],
): V[] {
  const paired = matchStoredVouchers(wanted, stored).filter((one) => one !== undefined);
  return [...paired, ...stored.filter((one) => !paired.includes(one))];
}
