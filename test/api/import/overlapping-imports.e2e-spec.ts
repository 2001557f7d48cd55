/** @engine platform/data-transfer/imports */
import { randomBytes } from 'node:crypto';
import { exportService } from '../../support/export';
import { cases } from '../../support/random/cases';
import { MASTER_KEY, Service } from '../../support/service/service';

interface Summary {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly object[];
}

const CLIENTS = cases(12, 30);
const RECORDS = 3;

/** Two languages, so that a record of two versions at once would show. */
const texts = (version: string) => [
  { languageCode: 'en', name: `en ${version}` },
  { languageCode: 'es', name: `es ${version}` },
];
const address = (name: string, version: string) => ({
  pId: name,
  alias: version,
  type: 1,
  firstName: version,
  lastName: version,
  address: version,
  city: version,
  countryCode: 'ES',
});

/** A record in one of its versions, by its type. All of its texts name the version. */
const records: Record<string, (pId: string, version: string) => object> = {
  tagGroup: (pId, version) => ({
    pId,
    name: version,
    itemType: 1,
    position: 1,
    priority: 1,
    languages: texts(version),
  }),
  tag: (pId, version) => ({
    ...{ pId, active: true, controlType: 5, itemType: 10, valueForAllLanguages: true },
    ...{ position: 1, priority: 1, nameOnFeed: version, languages: texts(version) },
  }),
  tagValue: (pId, version) => ({
    pId,
    tag: { pId: 'colour' },
    languages: ['en', 'es'].map((languageCode) => ({
      languageCode,
      value: `${languageCode} ${version} ${pId}`,
    })),
  }),
  product: (pId, version) => ({ pId, name: version, sku: version, image: `${version}.png` }),
  headquarter: (pId, version) => ({
    ...{ pId, name: version, address: version, city: version },
    series: [{ document: 'order', prefix: `${version}-${pId}`, suffix: version }],
  }),
  location: (pId, version) => ({
    ...{ pId, countryCode: 'ES', name: version, city: version },
    languages: ['en', 'es'].map((languageCode) => ({
      ...{ languageCode, information: version, bannerAlt: version },
    })),
  }),
  news: (pId, version) => ({
    ...{ pId, name: version, publicationDate: '2026-01-01T00:00:00Z', comments: version },
    languages: ['en', 'es'].map((languageCode) => ({
      ...{ languageCode, title: version, shortText: version },
    })),
    seo: { languages: [{ languageCode: 'en', keyWords: version, urlSeo: `${version}-${pId}` }] },
  }),
  definition: (pId, version) => ({ pId, name: version, description: version }),
  userGroup: (pId, version) => ({ pId, name: version, description: version }),
  userComment: (pId, version) => ({
    ...{ pId, user: { pId: 'writer' }, item: { pId: 'thing' } },
    comment: version,
  }),
  subStatus: (pId, version) => ({
    ...{ pId, document: 'order', status: 2, name: version, description: version },
    languages: texts(version),
  }),
  statusAction: (pId, version) => ({
    ...{ pId, document: 'order', status: 2, action: 'SEND_MAIL' },
    parameters: { to: 'customer', subject: version, text: version },
  }),
  webhook: (pId, version) => ({
    ...{ pId, events: ['order.created'], description: version },
    url: `https://example.com/${version}`,
  }),
  userRecord: (pId, version) => ({
    ...{ pId, nick: `${version}-${pId}`, email: `${pId}@example.com`, image: version },
    ...{ group: { pId: 'customers' }, dateAdded: '2026-01-01T00:00:00Z', languageCode: 'en' },
    addressBook: [address('one', version), address('two', version)],
  }),
  user: (pId, version) => ({
    pId,
    nick: `${version}-${pId}`,
    email: `${pId}@example.com`,
    languageCode: 'en',
    group: { pId: 'customers' },
    addressBook: [address('one', version), address('two', version)],
  }),
};
/** The types that exports have for records of other types. */
const exportedTypes: Record<string, string> = { user: 'userRecord' };

let service: Service;
beforeAll(async () => {
  const WEBHOOK_ENCRYPTION_KEY = randomBytes(32).toString('base64');
  service = await Service.start({ WEBHOOK_ENCRYPTION_KEY });
  await imported(
    { type: 'userGroup', pId: 'customers', name: 'Customers' },
    { type: 'tag', ...records['tag']?.('colour', 'any') },
    { type: 'user', ...records['user']?.('writer', 'any') },
    { type: 'product', pId: 'thing', name: 'Thing' },
  );
});
afterAll(() => service.stop());

async function imported(...lines: object[]): Promise<Summary> {
  const answer = await fetch(`${service.url}/v1/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Summary;
}

/** The versions that stored records are made of, by pId. */
async function versionsOf(type: string): Promise<Record<string, string[]>> {
  const { exportedLines } = await exportService(service);
  const lines = exportedLines.map((line) => ({
    line,
    ...(JSON.parse(line) as { type: string; pId: string }),
  }));
  const ofType = lines.filter((one) => one.type === (exportedTypes[type] ?? type));
  return Object.fromEntries(
    ofType.map(({ line, pId }) => [pId, [...new Set(line.match(/version\d+/g))]]),
  );
}

describe.each(Object.keys(records))('Overlapping imports of the type %s', (type) => {
  const line = (pId: string, version: number): object => ({
    type,
    ...records[type]?.(pId, `version${version}`),
  });

  it('store one version of each record, and reject none', async () => {
    const pIds = Array.from({ length: RECORDS }, (_, at) => `${type}-${at}`);
    for (const round of [100, 200]) {
      const summaries = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => {
          // Half of the clients send them the other way round.
          const own = client % 2 === 0 ? pIds : [...pIds].reverse();
          return imported(...own.map((pId) => line(pId, round + client)));
        }),
      );
      expect(summaries.flatMap(({ errors }) => errors)).toEqual([]);
      const created = summaries.reduce((sum, one) => sum + one.created, 0);
      expect(created).toBe(round === 100 ? pIds.length : 0);
      const versions = await versionsOf(type);
      for (const pId of pIds) expect([pId, versions[pId]]).toEqual([pId, [expect.any(String)]]);
    }
  });

  it('let a record win that is sent after the answer to another', async () => {
    const pId = `${type}-last`;
    for (const version of [1, 2, 3]) {
      const others = [imported(line(`${type}-other`, version))];
      expect(await imported(line(pId, version))).toMatchObject({ rejected: 0 });
      const again = await imported(line(pId, version));
      expect(again).toMatchObject({ unchanged: 1, rejected: 0 });
      await Promise.all(others);
    }
  });
});
