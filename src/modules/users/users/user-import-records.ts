import {
  type Loaded,
  createLoadPlan,
  mergePlans,
  createLoadPlanForType,
} from '../../../core/load-plan';
import { convertToTagValueForm } from '../../custom-tags';
import { UserTagAssignment } from '../tags/user-tag-assignment.entity';
import { matchStoredVouchers, type VoucherInput } from '../vouchers/voucher-input';
import type { Voucher } from '../vouchers/voucher.entity';
import { User } from './user.entity';
import type { ResolvedUserParts } from './user-parts.service';

/** An import record of a user, converted to columns and resolved parts. */
export interface ResolvedUserImportRecord {
  readonly pId: string;
  readonly columns: Partial<User>;
  readonly parts: ResolvedUserParts;
}

/** A stored user in the form of a resolved import record. */
export interface StoredUserImportRecord extends ResolvedUserImportRecord {
  readonly id: number;
}

const userPartsPlan = createLoadPlan(User, ['pId', 'supplier', 'supplierActive', 'supplierLogo'], {
  customTags: createLoadPlan(
    UserTagAssignment,
    ['tagId', 'groupId', 'active', 'value', 'chosenId'],
    {
      languages: ['languageCode', 'active', 'value'],
      tag: ['controlType', 'valueForAllLanguages'],
    },
  ),
  supplierItems: ['itemType', 'elementId'],
  vouchers: ['pId', 'code', 'availableBalance', 'currencyId', 'expirationDate'],
  wishlist: ['productId'],
});

/** Creates the plan of the columns that are needed to compare stored users with import records. */
export function toComparisonPlan(resolvedRecords: readonly ResolvedUserImportRecord[]) {
  const columnNames = listPropertyNames(resolvedRecords.map(({ columns }) => columns));
  const addressColumnNames = listPropertyNames(
    resolvedRecords.flatMap(({ parts }) => parts.addressBook),
  );
  // These columns are only compared with those of the import records, so the type of the plan leaves them out.
  const plan = createLoadPlanForType<User, Pick<User, 'id' | 'addresses'>>(columnNames, {
    addresses: addressColumnNames,
  });
  return mergePlans(userPartsPlan, plan);
}

function listPropertyNames<T extends object>(objects: readonly T[]): (keyof T & string)[] {
  const names = new Set<string>();
  for (const one of objects) for (const name of Object.keys(one)) names.add(name);
  return [...names] as (keyof T & string)[];
}

/**
 * Converts a stored user to the form of its import record, with the parts in the same order.
 * @param defaultLanguage the store's default language
 */
export function toStoredUserImportRecord(
  user: Loaded<ReturnType<typeof toComparisonPlan>>,
  { parts: requestedParts }: ResolvedUserImportRecord,
  defaultLanguage: string,
): StoredUserImportRecord {
  const { addresses, customTags, supplierItems, vouchers, wishlist, ...columns } = user;
  const tags = customTags.map(({ tag, chosenId, ...one }) => {
    return { ...one, ...convertToTagValueForm(tag, one, defaultLanguage), valueId: chosenId };
  });
  const productIds = wishlist.map(({ productId }) => productId);
  const items = sortInOrderOf(
    requestedParts.supplier?.items ?? [],
    supplierItems,
    (one) => one.elementId,
  );
  return {
    id: columns.id,
    pId: columns.pId,
    columns,
    parts: {
      addressBook: sortInOrderOf(requestedParts.addressBook, addresses, (one) => one.pId),
      customTags: sortInOrderOf(requestedParts.customTags, tags, ({ tagId }) => tagId),
      supplier: columns.supplier
        ? { active: columns.supplierActive, logo: columns.supplierLogo, items }
        : undefined,
      vouchers: requestedParts.vouchers && sortVouchersInOrderOf(requestedParts.vouchers, vouchers),
      wishlist: sortInOrderOf(requestedParts.wishlist, productIds, (productId) => productId),
    },
  };
}

/** Sorts stored values in the order of the wanted ones; values that are not wanted come last. */
function sortInOrderOf<S, E extends S>(
  wanted: readonly S[],
  stored: readonly E[],
  getKey: (one: S) => number | string,
): E[] {
  const positions = new Map(wanted.map((one, place) => [getKey(one), place]));
  const getPosition = (one: E): number => positions.get(getKey(one)) ?? wanted.length;
  return stored.toSorted((one, other) => getPosition(one) - getPosition(other));
}

function sortVouchersInOrderOf<V extends Pick<Voucher, keyof VoucherInput>>(
  wanted: readonly VoucherInput[],
  stored: readonly V[],
): V[] {
  const paired = matchStoredVouchers(wanted, stored).filter((one) => one !== undefined);
  return [...paired, ...stored.filter((one) => !paired.includes(one))];
}
