/** @engine modules/intake */
import { MASTER_KEY, Service } from '../../support/service';

interface Summary {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly object[];
}

const CLIENTS = 30;
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
  product: (pId, version) => ({ pId, name: version, sku: version, image: `${version}.png` }),
  user: (pId, version) => ({
    pId,
    nick: `${version}-${pId}`,
    email: `${pId}@example.com`,
    languageCode: 'en',
    group: { pId: 'customers' },
    addressBook: [address('one', version), address('two', version)],
  }),
};
const paths: Record<string, string> = {
  tagGroup: 'customTagGroups',
  user: 'users',
};

let service: Service;
beforeAll(async () => {
  service = await Service.start();
  await imported({ type: 'userGroup', pId: 'customers', name: 'Customers' });
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

/** The versions that a stored record is made of. */
async function versionsIn(type: string, pId: string): Promise<string[]> {
  const text = await exported(type, pId);
  return [...new Set(text.match(/version\d+/g))];
}

async function exported(type: string, pId: string): Promise<string> {
  const path = paths[type];
  if (path === undefined) {
    const { body } = await service.get(`/v1/util/filters/${type}/pId/${pId}`);
    return JSON.stringify(body);
  }
  const found = await service.get(`/v1/${path}/getId/${pId}`);
  const { ID } = found.body as { ID: number };
  return JSON.stringify((await service.get(`/v1/${path}/${ID}`)).body);
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
      if (!(type in paths)) continue;
      for (const pId of pIds) expect(await versionsIn(type, pId)).toHaveLength(1);
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
