/**
 * Fills a database with users and their search terms by bulk INSERTs, because the import would take far longer. `node
 * users.js DIST USERS FURNISHED`, with the database in DATABASE_URL.
 */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as databaseModule from '../src/database';
import type * as tagValueModule from '../src/modules/custom-tags/tag-values/tag-value.entity';
import type * as tagModule from '../src/modules/custom-tags/tags/tag.entity';
import type * as addressModule from '../src/modules/users/addresses/user-address.entity';
import type * as groupModule from '../src/modules/users/groups/user-group.entity';
import type * as shoppingListModule from '../src/modules/users/shopping-lists/shopping-list.entity';
import type * as assignmentModule from '../src/modules/users/tags/user-tag-assignment.entity';
import type * as userModule from '../src/modules/users/users/user.entity';
import { addresses, assignments, group, searchFields, shoppingList, tags, user } from './user-rows';

/** The report of the child process at its end. */
export interface UsersReport {
  readonly users: number;
}

/** Number of users that are stored together. */
const BATCH = 2500;

async function main(dist: string, users: number, furnished: number): Promise<void> {
  const load = createRequire(join(dist, 'main.js'));
  const { Database, DataAccess } = load('./database/index.js') as typeof databaseModule;
  const area = './modules/users';
  const { User, userSearchKind } = load(`${area}/users/user.entity.js`) as typeof userModule;
  const { UserAddress } = load(`${area}/addresses/user-address.entity.js`) as typeof addressModule;
  const { UserGroup } = load(`${area}/groups/user-group.entity.js`) as typeof groupModule;
  const { ShoppingList } = load(
    `${area}/shopping-lists/shopping-list.entity.js`,
  ) as typeof shoppingListModule;
  const { UserTagAssignment, UserTagAssignmentText } = load(
    `${area}/tags/user-tag-assignment.entity.js`,
  ) as typeof assignmentModule;
  const { Tag } = load('./modules/custom-tags/tags/tag.entity.js') as typeof tagModule;
  const { TagValue } = load(
    './modules/custom-tags/tag-values/tag-value.entity.js',
  ) as typeof tagValueModule;

  const database = await Database.open(String(process.env['DATABASE_URL']));
  const { unitOfWork, writer, searchIndex } = DataAccess.forDatabase(database);

  const [groupId, tagIds, valueIds] = await unitOfWork.run(async () => {
    const [made] = await writer.insert(UserGroup, [group]);
    const carried = await writer.insert(Tag, tags);
    const values = carried.map((tagId) => ({ tagId, pId: 'value' }));
    return [made!, carried, await writer.insert(TagValue, values)] as const;
  });
  const store = async (numbers: readonly number[]): Promise<void> => {
    const isFurnished = (number: number): boolean => number <= furnished;
    const books = numbers.map((number) => addresses(number, isFurnished(number) ? 3 : 1));
    await writer.insert(
      User,
      numbers.map((number) => user(number, groupId)),
    );
    await writer.insert(UserAddress, books.flat());
    await writer.insert(ShoppingList, numbers.map(shoppingList));
    await searchIndex.replace(
      userSearchKind,
      numbers.map((id, at) => ({ id, fields: searchFields(id, books[at]!) })),
    );
    const carried = numbers
      .filter(isFurnished)
      .flatMap((number) => assignments(number, tagIds, valueIds));
    const ids = await writer.insert(
      UserTagAssignment,
      carried.map(({ row }) => row),
    );
    const texts = carried.flatMap(({ texts: ofOne }, at) =>
      ofOne.map((text) => ({ ...text, assignmentId: ids[at]! })),
    );
    await writer.insert(UserTagAssignmentText, texts);
  };
  for (let first = 1; first <= users; first += BATCH) {
    const length = Math.min(BATCH, users - first + 1);
    await unitOfWork.run(() => store(Array.from({ length }, (_, index) => first + index)));
  }
  await database.close();
  const report: UsersReport = { users };
  process.send?.(report);
}

const [, , dist = '', users, furnished] = process.argv;
main(dist, Number(users), Number(furnished)).then(
  () => process.disconnect(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
