import { Injectable } from '@nestjs/common';
import { createLoadPlan } from '../../../core/load-plan';
import { DataAccess } from '../../../database';
import type { UserAddress } from '../addresses/user-address.entity';
import { User, userSearchKind } from './user.entity';

const searchedUserColumns = ['pId', 'email', 'nick'] as const;
const searchedAddressColumns = ['firstName', 'lastName', 'company', 'phone', 'mobile'] as const;

const userSearchPlan = createLoadPlan(User, searchedUserColumns, {
  addresses: searchedAddressColumns,
});

/** The searched columns of a user and its addresses. */
type SearchedUser = Pick<User, 'id'> &
  Partial<Pick<User, (typeof searchedUserColumns)[number]>> & {
    readonly addresses: readonly Partial<
      Pick<UserAddress, (typeof searchedAddressColumns)[number]>
    >[];
  };

/** Updates the index by which `q` finds users. */
@Injectable()
export class UserSearchIndexer {
  constructor(private readonly dataAccess: DataAccess) {}

  /** Adds the terms of new users, inside the unit of work that inserts them. */
  async add(users: readonly SearchedUser[]): Promise<void> {
    await this.dataAccess.searchIndex.add(userSearchKind, users.map(toUserSearchEntry));
  }

  /** Replaces the terms of a user after a change of the user or its addresses, inside that unit of work. */
  async update(userId: number): Promise<void> {
    const user = await this.dataAccess.loader.findById(User, userId, userSearchPlan);
    if (user) await this.dataAccess.searchIndex.replace(userSearchKind, [toUserSearchEntry(user)]);
  }

  /** Removes a user's terms, inside the unit of work that deletes it. */
  async remove(userId: number): Promise<void> {
    await this.dataAccess.searchIndex.remove(userSearchKind, [userId]);
  }
}

/** Loads the search entries of stored users. */
export async function loadUserSearchEntries({ loader }: DataAccess, ids: readonly number[]) {
  return (await loader.listByIds(User, ids, userSearchPlan)).map(toUserSearchEntry);
}

function toUserSearchEntry(user: SearchedUser) {
  const addressTexts = user.addresses.flatMap((one) =>
    searchedAddressColumns.map((name) => one[name] ?? ''),
  );
  return {
    id: user.id,
    fields: [...searchedUserColumns.map((name) => user[name] ?? ''), ...addressTexts],
  };
}
