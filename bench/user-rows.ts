import type { Tag } from '../src/modules/custom-tags/tags/tag.entity';
import type { UserAddress } from '../src/modules/users/addresses/user-address.entity';
import type { UserGroup } from '../src/modules/users/groups/user-group.entity';
import type { ShoppingList } from '../src/modules/users/shopping-lists/shopping-list.entity';
import type {
  UserTagAssignment,
  UserTagAssignmentText,
} from '../src/modules/users/tags/user-tag-assignment.entity';
import type { User } from '../src/modules/users/users/user.entity';

/** Tags that a user carries: first those with a text, then those with texts per language, then selectors. */
const TAG_COUNT = 10;
const WITH_TEXT = 4;
const BY_LANGUAGE = 3;

const SHORT_TEXT = 3;
const SELECTOR = 5;
/** The item type of tags that users carry. */
const USER_ITEM_TYPE = 10;

const START = new Date('2026-01-01T00:00:00Z');

// 30 first names and 31 last names: without a common divisor, all combinations occur.
const FIRST_NAMES = [
  ...['María', 'Marco', 'Marta', 'Ada', 'Björn', 'Chloé', 'Dimitri', 'Elif', 'Fatima', 'Giulia'],
  ...['Hanna', 'Ivo', 'José', 'Katarzyna', 'Luís', 'Nora', 'Olga', 'Paul', 'Quentin', 'Rosa'],
  ...['Sofía', 'Tomás', 'Ursula', 'Víctor', 'Wanda', 'Xavier', 'Yara', 'Zoë', 'Ørjan', 'Łukasz'],
] as const;
const LAST_NAMES = [
  ...[
    'García',
    'Núñez',
    'Müller',
    'Rossi',
    'Nowak',
    'Silva',
    'Dubois',
    'Jensen',
    'Horváth',
    'Kaya',
  ],
  ...['Andersson', 'Bianchi', 'Castro', 'Díaz', 'Eriksen', 'Fischer', 'Gómez', 'Hansen', 'Ilić'],
  ...[
    'Janssen',
    'Kowalski',
    'López',
    'Moreau',
    'Novák',
    'Oliveira',
    'Popescu',
    'Quiroga',
    'Romano',
  ],
  ...['Schmidt', 'Torres', 'Vidal'],
] as const;

/** The group of all users. */
export const group: Partial<UserGroup> = {
  ...{ pId: 'bench-users', name: 'Bench', description: '', dateAdded: START },
};

/** The tags that users carry. */
export const tags: readonly Partial<Tag>[] = Array.from({ length: TAG_COUNT }, (_, at) => ({
  ...{
    pId: `bench-users-${at}`,
    itemType: USER_ITEM_TYPE,
    position: at,
    priority: 0,
    active: true,
  },
  controlType: at < WITH_TEXT + BY_LANGUAGE ? SHORT_TEXT : SELECTOR,
  valueForAllLanguages: at < WITH_TEXT,
  ...{ comparable: false, filterable: false, inOrders: false, required: false, searchable: false },
  ...{ defaultValue: '', minValue: '', maxValue: '', nameOnFeed: '' },
}));

/** A user; its number is its id. */
export function user(number: number, groupId: number): Partial<User> {
  const dateAdded = new Date(START.getTime() + number * 60_000);
  const email = emailOf(number);
  return {
    ...{ id: number, pId: `bench-${number}`, groupId, dateAdded, lastUsed: dateAdded },
    // ASCII in lower case, which folding doesn't change.
    ...{ email, emailKey: email, emailFolded: email, nick: null, passwordHash: null },
    ...{ active: true, verified: true, systemLevel: 4, userType: 1, gender: 1 + (number % 2) },
    ...{ birthDay: '1985-12-10T00:00:00+01:00', languageCode: 'es', image: '', visits: 1 },
    ...{ blogger: false, blogVerified: false, reverseChargeVat: false, agent: false },
    ...{ useShippingAddress: true, salesAgentId: null },
  };
}

/** The first `count` addresses of a user: billing, shipping, and another shipping address. */
export function addresses(number: number, count: number): Partial<UserAddress>[] {
  return ([1, 2, 2] as const).slice(0, count).map((type, at) => ({
    ...{ userId: number, pId: `address-${at}`, type, defaultMarker: at < 2 ? 1 : null },
    ...{ alias: `Address ${at}`, userType: 1, company: '', countryCode: 'ES', locationId: null },
    firstName: FIRST_NAMES[number % FIRST_NAMES.length]!,
    lastName: LAST_NAMES[number % LAST_NAMES.length]!,
    ...{ address: 'Gran Vía', addressAdditionalInformation: '', number: `${number % 300}` },
    ...{ city: 'Madrid', state: 'Madrid', postalCode: '28013', latitude: 40.42, longitude: -3.7 },
    ...{
      phone: `+34 910 ${String(number).padStart(6, '0')}`,
      mobile: '',
      fax: '',
      nif: '',
      vat: '',
    },
    ...{ re: false, reverseChargeVat: false, tax: true },
  }));
}

/** The shopping list that every user has. */
export function shoppingList(userId: number): Partial<ShoppingList> {
  return { userId, pId: 'default', name: 'Default', defaultMarker: 1, dateAdded: START };
}

/** The texts by which `q` finds a user (UserSearchIndexer of the service). */
export function searchFields(number: number, book: readonly Partial<UserAddress>[]): string[] {
  const ofAddresses = book.flatMap(({ firstName, lastName, company, phone, mobile }) => {
    return [firstName, lastName, company, phone, mobile].map((text) => text ?? '');
  });
  return [`bench-${number}`, emailOf(number), ...ofAddresses];
}

/** The tags of a user with their values, and the texts per language. */
export function assignments(
  userId: number,
  tagIds: readonly number[],
  valueIds: readonly number[],
): { row: Partial<UserTagAssignment>; texts: Partial<UserTagAssignmentText>[] }[] {
  return tagIds.map((tagId, at) => {
    const value = at < WITH_TEXT ? `Value ${userId}` : '';
    const isByLanguage = at >= WITH_TEXT && at < WITH_TEXT + BY_LANGUAGE;
    const chosenId = at < WITH_TEXT + BY_LANGUAGE ? null : valueIds[at]!;
    return {
      row: { userId, tagId, groupId: null, active: true, value, chosenId },
      texts: (isByLanguage ? ['en', 'es', 'de'] : []).map((languageCode) => {
        return { languageCode, active: true, value: `Text ${userId}` };
      }),
    };
  });
}

function emailOf(number: number): string {
  return `user${number}@example.com`;
}
