import type { LoadPlan } from '../../../core/load-plan';
import { pairsOf, type VoucherState } from '../vouchers/voucher-state';
import type { Voucher } from '../vouchers/voucher.entity';
import type { User } from './user.entity';
import type { ResolvedParts } from './user-parts';

/** Everything that a line says of a user. */
export interface UserState {
  readonly pId: string;
  readonly columns: Partial<User>;
  readonly parts: ResolvedParts;
}

/** A stored user in the form of what is said of it. */
export interface StoredState extends UserState {
  readonly id: number;
}

const reading = (...columns: string[]): LoadPlan => ({
  columns: new Set(columns),
  relations: new Map(),
});

/** What is read of users to compare them with states. */
export function planOf(states: readonly UserState[]): LoadPlan {
  const named = states.flatMap(({ columns }) => Object.keys(columns));
  const ofAddresses = states.flatMap(({ parts }) => parts.addressBook.flatMap(Object.keys));
  return {
    columns: new Set([...named, 'pId', 'supplier', 'supplierActive', 'supplierLogo']),
    relations: new Map([
      ['addresses', reading(...new Set(ofAddresses))],
      [
        'customTags',
        {
          ...reading('tagId', 'groupId', 'active', 'value', 'chosenId'),
          relations: new Map([['languages', reading('languageCode', 'active', 'value')]]),
        },
      ],
      ['supplierItems', reading('itemType', 'elementId')],
      ['vouchers', reading('pId', 'code', 'availableBalance', 'currencyId', 'expirationDate')],
      ['wishlist', reading('productId')],
    ]),
  };
}

/** A stored user beside what is said of it: its parts in the same order. */
export function storedState(user: User, { parts: said }: UserState): StoredState {
  const { id, pId, addresses, customTags, supplierItems, vouchers, wishlist } = user;
  const tags = customTags.map(({ chosenId, ...tag }) => ({ ...tag, valueId: chosenId }));
  const productIds = wishlist.map(({ productId }) => productId);
  const items = inOrderOf(said.supplier?.items ?? [], supplierItems, (one) => one.elementId);
  return {
    ...{ id, pId, columns: user },
    parts: {
      addressBook: inOrderOf(said.addressBook, addresses, (one) => one.pId),
      customTags: inOrderOf(said.customTags, tags, ({ tagId }) => tagId),
      supplier: user.supplier
        ? { active: user.supplierActive, logo: user.supplierLogo, items }
        : undefined,
      vouchers: said.vouchers && inPairs(said.vouchers, vouchers),
      wishlist: inOrderOf(said.wishlist, productIds, (productId) => productId),
    },
  };
}

/** What is not said comes last. */
function inOrderOf<S, E extends S>(
  said: readonly S[],
  stored: readonly E[],
  keyOf: (one: S) => number | string,
): E[] {
  const places = new Map(said.map((one, place) => [keyOf(one), place]));
  const placeOf = (one: E): number => places.get(keyOf(one)) ?? said.length;
  return stored.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function inPairs(said: readonly VoucherState[], stored: readonly Voucher[]): Voucher[] {
  const paired = pairsOf(said, stored).filter((one) => one !== undefined);
  return [...paired, ...stored.filter((one) => !paired.includes(one))];
}
