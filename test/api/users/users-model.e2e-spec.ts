/** @engine */
import fc from 'fast-check';
import { compareCodePoints } from '../../support/compare-code-points';
import { DataAccess } from '../../../src/database';
import { User } from '../../../src/modules/users/users/user.entity';
import { cases } from '../../support/random/cases';
import { Service } from '../../support/service/service';
import { type UserList, UsersClient } from './users-client';

/** A user as the model knows it. */
interface ModelUser {
  readonly id: number;
  readonly pId: string;
  readonly email: string;
  readonly nick: string;
  readonly active: boolean;
  readonly groupId: number;
  readonly dateAdded: string;
  readonly lastUsed: string;
  /** Texts that q searches in addition to pId, email and nick. */
  readonly words: readonly string[];
}

type Filters = Readonly<Record<string, string | number | boolean>>;

const names = ['Zoë', 'ANNA-Marie', 'o’Neil', 'Ñandú', 'Bob 7', 'àé', 'émile', 'Emile2'];
const firms = ['', '', 'Bob & Söhne', 'zo-zo GmbH', 'Ünal 77'];
const numbers = ['', '', '+49 77-12', '0034.555', '7'];
const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
const times = ['00:00:00.000', '12:30:00.500', '23:59:59.999'];
const instants = days.flatMap((day) => times.map((time) => `${day}T${time}Z`));
const COUNT = 30;

/** Without case and accents; enough for the letters of this model. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const startsWord = (field: string, term: string): boolean => {
  const text = fold(field);
  return [...text].some(
    (_, at) => (at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) && text.startsWith(term, at),
  );
};

const holds = (user: ModelUser, name: string, value: string | number | boolean): boolean => {
  const text = String(value);
  const from = (instant: string) => (text.includes('T') ? text : `${text}${instant}`);
  switch (name) {
    case 'dateAdded_min':
      return user.dateAdded >= from('T00:00:00.000Z');
    case 'dateAdded_max':
      return user.dateAdded <= from('T23:59:59.999Z');
    case 'lastUsed_min':
      return user.lastUsed >= from('T00:00:00.000Z');
    case 'lastUsed_max':
      return user.lastUsed <= from('T23:59:59.999Z');
    case 'email':
      return text === '' || user.email.toLowerCase() === text.toLowerCase();
    case 'groupId':
      return value === 0 || user.groupId === value;
    case 'since_id':
      return user.id >= Number(value);
    case 'showOnlyActive':
      return value === false || user.active;
    default: {
      const fields = [user.pId, user.email, user.nick, ...user.words];
      const terms = fold(text).split(' ').filter(Boolean);
      return terms.every((term) => fields.some((field) => startsWord(field, term)));
    }
  }
};

const sorted = (users: readonly ModelUser[], sort: string): number[] => {
  const keys = [...sort.split(',').filter(Boolean), 'id.asc'].map((key) => key.split('.'));
  const compare = (one: ModelUser, other: ModelUser, name: string): number => {
    if (name === 'id') return one.id - other.id;
    const [a, b] = [one, other].map((user) => user[name as 'pId' | 'email' | 'nick' | 'dateAdded']);
    const isText = name === 'email' || name === 'nick';
    return isText ? compareCodePoints(fold(a!), fold(b!)) : compareCodePoints(a!, b!);
  };
  const order = (one: ModelUser, other: ModelUser): number => {
    for (const [name = '', direction] of keys) {
      const difference = compare(one, other, name);
      if (difference !== 0) return direction === 'desc' ? -difference : difference;
    }
    return 0;
  };
  return [...users].sort(order).map(({ id }) => id);
};

describe('users and a model of them', () => {
  let service: Service;
  let client: UsersClient;
  const groupIds = [0, 0];
  const users: ModelUser[] = [];

  beforeAll(async () => {
    service = await Service.start();
    client = await UsersClient.of(service);
    const usersGroups = { pId: 'second', name: 'Second' };
    const { body } = await service.post('/v1/usersGroups', { usersGroups });
    groupIds.splice(0, 2, client.group.id, (body as { ID: number }).ID);
    for (let index = 0; index < COUNT; index++) users.push(await add(index));
  });

  afterAll(() => service.stop());

  const add = async (index: number): Promise<ModelUser> => {
    const pick = <T>(values: readonly T[], step: number): T =>
      values[(index * step + Math.floor(index / 3)) % values.length] as T;
    const pId = `${pick(['u', 'U', 'ü', 'é'], 3)}-${index}`;
    const email = `${pick(['ann', 'ÄNN', 'bob', 'zoë'], 5)}${index}@${pick(['x.org', 'Y.com'], 7)}`;
    const nick = index % 3 === 0 ? '' : `${pick(names, 5)}${index}`;
    const words = [pick(names, 1), pick(names, 3), pick(firms, 2), pick(numbers, 1)];
    const [firstName, lastName, company, phone] = words;
    const own = { pId, email, active: index % 4 !== 1 };
    const groupId = pick(groupIds, 1);
    const { ID: id } = await client.create({
      ...own,
      ...(nick === '' ? {} : { nick }),
      group: { id: groupId },
      addressBook: [client.address({ firstName }), client.address({ lastName, company, phone })],
    });
    const [dateAdded, lastUsed] = [pick(instants, 2), pick(instants, 5)];
    const { unitOfWork, writer } = service.app.get(DataAccess);
    const moments = { dateAdded: new Date(dateAdded), lastUsed: new Date(lastUsed) };
    await unitOfWork.run(() => writer.update(User, id, moments));
    // Every address of the client has this first name by default.
    return { ...own, id, nick, groupId, dateAdded, lastUsed, words: [...words, 'Ada'] };
  };

  const leftBy = (asked: Filters) =>
    users.filter((user) =>
      Object.entries(asked).every(([name, value]) => holds(user, name, value)),
    );

  const queryOf = (asked: Filters) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) query.set(name, String(value));
    return query.toString();
  };

  const read = async (filters: Filters, sort: string, perPage: number) => {
    const lists: UserList[] = [];
    let next = `?${queryOf({ ...filters, perPage, ...(sort === '' ? {} : { sort }) })}`;
    while (next !== '') {
      const list = await client.list(next.replace(/^[^?]*\?/, ''));
      lists.push(list);
      next = list.CURSORS.NEXT;
    }
    return {
      ids: lists.flatMap(({ USERS }) => USERS.map(({ ID }) => ID)),
      totals: new Set(lists.map(({ ITEMS }) => ITEMS)),
    };
  };

  const moment = fc.constantFrom(...days, ...instants);
  const word = fc.constantFrom(
    ...['zo', 'ZOË', 'ann', 'anna', 'marie', 'arie', 'neil', 'nand', 'bob', '7', '77', '+49', '12'],
    ...['so', 'sohne', 'e', 'emile', 'u-', 'é-1', 'x.org', 'org', 'ada', '@', '&', 'gmbh', '555'],
  );
  const shared = {
    groupId: fc.constantFrom(0, 1, 2, 3),
    q: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
    showOnlyActive: fc.boolean(),
  };
  /** At most three filters, so that some users are left. */
  const some = (model: Record<string, fc.Arbitrary<string | number | boolean>>) =>
    fc
      .tuple(fc.record(model), fc.subarray(Object.keys(model), { maxLength: 3 }))
      .map(([values, named]): Filters =>
        Object.fromEntries(named.map((name) => [name, values[name] ?? ''])),
      );
  const sort = fc
    .tuple(
      fc.shuffledSubarray(['id', 'pId', 'email', 'nick', 'dateAdded', 'lastUsed'], {
        maxLength: 3,
      }),
      fc.array(fc.constantFrom('asc', 'desc'), { minLength: 3, maxLength: 3 }),
    )
    .map(([keys, directions]) => keys.map((key, index) => `${key}.${directions[index]}`).join());

  it('agree on every list', async () => {
    const filters = some({
      ...shared,
      dateAdded_min: moment,
      dateAdded_max: moment,
      lastUsed_min: moment,
      lastUsed_max: moment,
      email: fc.constantFrom('', 'ann0@x.org', 'ÄNN1@y.com', 'nobody@x.org'),
      since_id: fc.integer({ min: 0, max: COUNT + 2 }),
    });
    const perPage = fc.integer({ min: 7, max: 40 });
    await fc.assert(
      fc.asyncProperty(filters, sort, perPage, async (asked, order, size) => {
        const left = leftBy(asked);
        const { ids, totals } = await read(asked, order, size);
        expect(ids).toEqual(sorted(left, order));
        expect(totals).toEqual(new Set([left.length]));
      }),
      { numRuns: cases(30, 150) },
    );
  });

  it('agree on every count, which is that of the list', async () => {
    await fc.assert(
      fc.asyncProperty(some(shared), async (asked) => {
        const left = leftBy(asked);
        const query = queryOf(asked);
        expect(await client.count(query)).toBe(left.length);
        expect((await client.list(`${query}&perPage=1`)).ITEMS).toBe(left.length);
      }),
      { numRuns: cases(20, 100) },
    );
  });
});
