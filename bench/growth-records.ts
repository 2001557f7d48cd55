import { Dice, type GeneratedRecord } from '../test/support/random/generated-store';
import { toUniformOrder, generateUniformOrderMasters } from './lines';

/** Number of users per order. */
export const USERS_PER_ORDER = 4;

const ORDER_ROWS = 4;

// García twice, to make names unevenly distributed: of a million users, 74,000 names start with "gar".
const LAST_NAMES = [
  ...['García', 'García', 'Andersson', 'Bianchi', 'Castro', 'Díaz', 'Eriksen', 'Fischer', 'Gómez'],
  ...['Hansen', 'Ilić', 'Janssen', 'Kowalski', 'López', 'Müller', 'Núñez', 'Oliveira', 'Popescu'],
  ...['Quiroga', 'Romano', 'Schmidt', 'Torres', 'Ulrich', 'Vidal', 'Weber', 'Yılmaz', 'Zoltán'],
];
const FIRST_NAMES = [
  ...['Ada', 'Björn', 'Chloé', 'Dimitri', 'Elif', 'Fatima', 'Giulia', 'Hanna', 'Ivo', 'José'],
  'Łukasz',
];
const DOMAINS = ['example.com', 'example.org', 'mail.example.net'];

/** Generates the records of a growing store: users, and an order for every fourth one. They are always the same. */
export function* generateGrowthRecords(users: number): Generator<GeneratedRecord> {
  const dice = new Dice(1);
  yield { type: 'userGroup', pId: 'bench', name: 'Bench' };
  yield* generateUniformOrderMasters();
  for (let number = 1; number <= users; number++) yield user(number, dice);
  for (let number = 1; number <= users / USERS_PER_ORDER; number++) {
    yield toUniformOrder(number, ORDER_ROWS);
  }
}

function user(number: number, dice: Dice): GeneratedRecord {
  const [firstName, lastName] = [dice.pick(FIRST_NAMES), dice.pick(LAST_NAMES)];
  const name = `${firstName}.${lastName}`.normalize('NFD').replace(/[^a-z.]/gi, '');
  return {
    ...{ type: 'user', pId: `u-${number}`, group: { pId: 'bench' }, languageCode: 'es' },
    email: `${name}${number}@${dice.pick(DOMAINS)}`.toLowerCase(),
    addressBook: [
      {
        ...{ pId: 'home', alias: 'Home', type: 1, firstName, lastName, countryCode: 'ES' },
        ...{ address: `Gran Vía ${dice.between(1, 300)}`, city: 'Madrid', postalCode: '28013' },
        phone: `+34 9${String(dice.between(0, 99_999_999)).padStart(8, '0')}`,
      },
    ],
  };
}
