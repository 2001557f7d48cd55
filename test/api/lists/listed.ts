import fc from 'fast-check';

/** A create body. */
export type Body = Readonly<Record<string, unknown>>;

/** A record as the model knows it. */
export interface Known {
  readonly id: number;
  readonly body: Body;
}

type Value = string | number;

/** A filter of a list, and whether it keeps a record; the model leaves 0, '' and false out by itself. */
export interface ModelFilter {
  readonly values: readonly (string | number | boolean)[];
  readonly keeps: (body: Body, value: never) => boolean;
}

/** The model of one list. */
export interface Listed {
  readonly path: string;
  readonly root: string;
  readonly key: string;
  /** The body of the record of a number, which makes its pId its own. */
  readonly body: (number: number) => fc.Arbitrary<Body>;
  /** Request names of the sort with the value that decides; texts as they are compared. */
  readonly sorts: Readonly<Record<string, (known: Known) => Value>>;
  readonly filters: Readonly<Record<string, ModelFilter>>;
  /** Texts that `q` searches. */
  readonly texts: (body: Body) => readonly string[];
  /** A few of the record's keys with their value, for `fields`. */
  readonly shown: Readonly<Record<string, (known: Known) => unknown>>;
}

/** Words that meet: same beginnings, same letters with other accents and cases, several scripts. */
const words = [
  'Straße',
  'strasse',
  'Éclair',
  'eclair 7',
  'café-noir',
  'Ωmega',
  'ωμέγα',
  'Ёлка',
  'елка',
  'قهوة',
  'קפה',
  'กาแฟ',
  '咖啡',
  '👟 run',
  'x_1.y',
  '',
];

export const text = fc
  .array(fc.constantFrom(...words), { maxLength: 2 })
  .map((some) => some.join(' ').trim());
export const someText = text.map((given) => given || 'Plain');

export const terms = fc
  .tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 6 }))
  .map(([word, length]) => [...word].slice(0, length).join('').trim());

const small = fc.integer({ min: -2, max: 3 });
const texts = (member: string): fc.Arbitrary<Body[]> =>
  fc
    .subarray(['en', 'el', 'zh'])
    .chain((codes) =>
      fc.tuple(
        ...codes.map((languageCode) =>
          fc.record({ languageCode: fc.constant(languageCode), [member]: text }),
        ),
      ),
    )
    .map((some) => some as Body[]);

const textsOf = (body: Body, member: string): string[] =>
  (body['languages'] as Body[]).map((one) => String(one[member]));

const pId = (number: number): fc.Arbitrary<string> =>
  fc.constantFrom('a', 'A', 'ä', 'b-', '号', '😀').map((start) => `${start}${number}`);

const of = (name: string) => (known: Known) => known.body[name] as Value;
const folded = (name: string) => (known: Known) =>
  (known.body[name] as string)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ');
const same = (name: string, values: readonly (string | number)[]): ModelFilter => ({
  values,
  keeps: (body, value) => body[name] === value,
});

const tagGroups: Listed = {
  ...{ path: '/v1/customTagGroups', root: 'customTagGroups', key: 'CUSTOMTAGGROUPS' },
  body: (number) =>
    fc.record({
      pId: pId(number),
      name: someText,
      itemType: fc.constantFrom(1, 2, 13),
      position: small,
      priority: small,
      languages: texts('name'),
    }),
  sorts: {
    ...{ pId: of('pId'), name: folded('name') },
    ...{ position: of('position'), priority: of('priority') },
  },
  filters: {
    itemType: same('itemType', [0, 1, 2, 10]),
    position: same('position', [-1, 0, 2]),
    priority: same('priority', [0, 1, 3]),
  },
  texts: (body) => [String(body['pId']), String(body['name']), ...textsOf(body, 'name')],
  shown: { PID: of('pId'), NAME: of('name'), POSITION: of('position') },
};

const tags: Listed = {
  ...{ path: '/v1/customTags', root: 'customTags', key: 'CUSTOMTAGS' },
  body: (number) =>
    fc.record({
      pId: pId(number),
      active: fc.boolean(),
      controlType: fc.integer({ min: 1, max: 7 }),
      itemType: fc.constantFrom(1, 2, 13),
      position: small,
      priority: small,
      nameOnFeed: text,
      valueForAllLanguages: fc.boolean(),
      languages: texts('name'),
    }),
  sorts: {
    ...{ pId: of('pId'), position: of('position') },
    ...{ priority: of('priority'), controlType: of('controlType') },
  },
  filters: {
    controlType: same('controlType', [0, 1, 5, 7]),
    itemType: same('itemType', [0, 1, 2, 10]),
    position: same('position', [-1, 0, 2]),
    priority: same('priority', [0, 1, 3]),
  },
  texts: (body) => [String(body['pId']), String(body['nameOnFeed']), ...textsOf(body, 'name')],
  shown: { PID: of('pId'), NAMEONFEED: of('nameOnFeed'), CONTROLTYPE: of('controlType') },
};

/** The filters of the news of a body. */
const carries = (body: Body, itemType: number, name: unknown): boolean =>
  (body['newsItems'] as Body[]).some((one) => one['itemType'] === itemType && one['pId'] === name);

const periods = [
  { activationDate: '2020-01-01T00:00:00Z', expirationDate: '2020-12-31T00:00:00Z' },
  { activationDate: '2020-01-01T00:00:00Z', expirationDate: '2999-12-31T00:00:00Z' },
  { activationDate: '2999-01-01T00:00:00Z', expirationDate: '2999-12-31T00:00:00Z' },
];

/** @param zoneId the id of the zone `zone`, which the news of the model name */
const news = (zoneId: number): Listed => ({
  ...{ path: '/v1/news', root: 'news', key: 'NEWS' },
  body: (number) =>
    fc.record({
      pId: pId(number),
      name: someText,
      active: fc.boolean(),
      priority: small,
      publicationDate: fc.constantFrom(
        '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00+02:00',
        '2025-05-05T05:05:05Z',
      ),
      languages: texts('title'),
      activityLimits: fc.subarray(periods),
      newsItems: fc.subarray([
        { itemType: 30, pId: 'ES' },
        { itemType: 30, pId: 'DE' },
        { itemType: 9, pId: 'zone' },
      ]),
    }),
  sorts: {
    ...{ pId: of('pId'), name: folded('name'), priority: of('priority') },
    publicationDate: ({ body }) => Date.parse(String(body['publicationDate'])),
    dateAdded: ({ id }) => id,
  },
  filters: {
    priority: same('priority', [-2, 0, 1]),
    countryCode: { values: ['ES', 'DE', 'FR'], keeps: (body, code) => carries(body, 30, code) },
    zoneId: { values: [0, zoneId], keeps: (body) => carries(body, 9, 'zone') },
    userId: { values: [0, 7], keeps: () => false },
    groupId: { values: [0, 7], keeps: () => false },
    showOnlyActive: {
      values: [true, false],
      keeps: (body) => {
        const limits = body['activityLimits'] as typeof periods;
        const isNow = limits.some((one) => one === periods[1]);
        return body['active'] === true && (limits.length === 0 || isNow);
      },
    },
  },
  texts: (body) => [String(body['pId']), String(body['name']), ...textsOf(body, 'title')],
  shown: { PID: of('pId'), NAME: of('name'), ACTIVE: of('active') },
});

const place = ['pId', 'name', 'address', 'city', 'postalCode', 'state', 'email', 'phone'] as const;

const locations: Listed = {
  ...{ path: '/v1/physicalLocations', root: 'physicalLocations', key: 'PHYSICALLOCATIONS' },
  body: (number) =>
    fc.record({
      pId: pId(number),
      name: text,
      countryCode: fc.constantFrom('ES', 'GR'),
      address: text,
      city: text,
      postalCode: fc.constantFrom('08001', '8001', ''),
      state: text,
      phone: fc.constantFrom('+34 931', '931', ''),
      email: fc.constantFrom('shop@example.com', 'é@example.org'),
    }),
  sorts: { pId: of('pId'), name: folded('name') },
  filters: {},
  texts: (body) => place.map((name) => String(body[name])),
  shown: { PID: of('pId'), NAME: of('name'), CITY: of('city') },
};

const definitions: Listed = {
  ...{ path: '/v1/definitions', root: 'definitions', key: 'DEFINITIONS' },
  body: (number) => fc.record({ pId: pId(number), name: someText, description: text }),
  sorts: {},
  filters: {},
  texts: () => [],
  shown: { PID: of('pId'), NAME: of('name'), DESCRIPTION: of('description') },
};

/** The lists of the content areas; `zoneId` is the id of a zone `zone`. */
export function lists(zoneId: number): readonly Listed[] {
  return [tagGroups, tags, news(zoneId), locations, definitions];
}
