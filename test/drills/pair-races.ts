import { setTimeout as pause } from 'node:timers/promises';
import { MASTER_KEY } from '../support/service/service';
import type { DrillOutcome } from './drill';
import type { FinalState } from './final-state';
import type { Stage } from './stage';

/** How often each pair is run. */
const ROUNDS = 100;
/** Rounds at once: each is about records of its own. */
const CONCURRENCY = 5;
const MAX_ATTEMPTS = 10;

interface Call {
  readonly method: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: unknown;
  readonly ifMatch?: string;
  /** API key or login token; absent: the key with all scopes. */
  readonly key?: string;
}

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly body: unknown;
  readonly attempts: number;
}

/** The parameters of one round for a pair. */
interface Round {
  /** No other round's. */
  readonly name: string;
  /** Sends a request that prepares the round. @throws Error when it is refused */
  send(call: Call): Promise<Answer>;
}

/** Two requests about the same, each over another process, which works on another member. */
interface Pair {
  readonly name: string;
  /** Makes what they are about. @returns the two of them */
  prepare(round: Round): Promise<readonly [Call, Call]>;
  /** How many of the two may be accepted; absent: any. */
  readonly accepted?: readonly number[];
  /** Selects what must not be in the end, for all rounds together. */
  readonly wrong?: string;
}

/** Where a shop's orders of the rounds come from. */
const buyer = {
  email: 'ada@example.com',
  billingAddress: { countryCode: 'ES', firstName: 'Ada' },
};

/** A new race is a new element: what is relied on by one of the two, and changed by the other. */
const pairs: readonly Pair[] = [
  {
    name: 'one pId for two tag groups',
    prepare: ({ name }) => {
      const customTagGroups = { pId: name, name, itemType: 1, position: 1, priority: 1 };
      const call = { method: 'POST', path: '/customTagGroups', body: { customTagGroups } };
      return Promise.resolve([call, call]);
    },
    accepted: [1],
  },
  {
    name: 'two changes of the same state (If-Match)',
    prepare: async (round) => {
      const path = `/news/${await makeNews(round)}`;
      const { etag: ifMatch } = await round.send({ method: 'GET', path });
      const change = (name: string): Call => ({
        ...{ method: 'PUT', path, ifMatch, body: { news: { name } } },
      });
      return [change('left'), change('right')];
    },
    accepted: [1],
  },
  {
    name: 'two invoices of an order',
    prepare: async (round) => {
      const call = { method: 'POST', path: `/orders/${await makeOrder(round)}/invoices` };
      return [call, call];
    },
    accepted: [1],
    wrong:
      'SELECT d.parent_id FROM documents d WHERE d.type = 2 GROUP BY d.parent_id HAVING COUNT(*) > 1',
  },
  {
    name: 'two moves of an order',
    prepare: async (round) => {
      const path = `/orders/${await makeOrder(round)}/changeStatus`;
      const move = (status: number): Call => ({ method: 'PUT', path, body: { status } });
      return [move(2), move(4)];
    },
    // Every entry of a history goes on where the one before has ended.
    wrong: `SELECT s.document_id FROM document_statuses s JOIN document_statuses n
      ON n.document_id = s.document_id AND n.shipment_id = s.shipment_id AND n.seq = s.seq + 1
      WHERE n.from_status <> s.to_status`,
  },
  {
    name: 'an acknowledgement of an order and its move',
    prepare: async (round) => {
      const id = await makeOrder(round);
      const received = { orders: [{ id, version: '1' }] };
      return [
        { method: 'PUT', path: '/orders/received', body: received },
        { method: 'PUT', path: `/orders/${id}/changeStatus`, body: { status: 2 } },
      ];
    },
  },
  {
    name: 'the last unit of an order given back twice',
    prepare: async (round) => {
      const id = await makeOrder(round);
      const { body } = await round.send({ method: 'GET', path: `/orders/${id}` });
      const [row] = (body as { ROWS: { HASH: string }[] }).ROWS;
      const items = [{ hash: row?.HASH, quantity: 1 }];
      const call = { method: 'POST', path: `/orders/${id}/rmas`, body: { rmas: { items } } };
      return [call, call];
    },
    accepted: [1],
    wrong: 'SELECT r.id FROM document_rows r WHERE r.returned > r.quantity',
  },
  {
    name: 'a filter that is added while its news is removed',
    prepare: async (round) => {
      const path = `/news/${await makeNews(round)}`;
      const newsItems = [{ pId: 'ES', itemType: 30 }];
      return [
        { method: 'POST', path: `${path}/newsItems`, body: { newsItems } },
        { method: 'DELETE', path },
      ];
    },
    wrong:
      'SELECT f.id FROM filter_items f LEFT JOIN news n ON n.id = f.element_id WHERE f.target = 1 AND n.id IS NULL',
  },
  {
    name: 'the role of the default group given to two',
    prepare: async (round) => {
      const give = async (side: string): Promise<Call> => {
        const usersGroups = { pId: `${round.name}-${side}`, name: side };
        const { body } = await round.send({
          ...{ method: 'POST', path: '/usersGroups', body: { usersGroups } },
        });
        const path = `/usersGroups/${(body as { ID: number }).ID}`;
        return { method: 'PUT', path, body: { usersGroups: { defaultGroup: true } } };
      };
      return [await give('left'), await give('right')];
    },
    accepted: [2],
  },
  {
    name: 'a key that makes another one while it is ended with all that come from it',
    prepare: async (round) => {
      const { id, key } = await makeKey(round);
      return [
        { ...creation('apiKeys', { name: round.name, scopes: ['news:read'] }), key },
        { method: 'DELETE', path: `/apiKeys/${id}?descendants=true` },
      ];
    },
    wrong: `SELECT d.key_id FROM api_key_descents d LEFT JOIN api_keys a ON a.id = d.ancestor_id
      WHERE a.id IS NULL`,
  },
  {
    name: 'a login that makes a key while it is deactivated',
    prepare: async (round) => {
      const { id, key } = await makeAdministrator(round);
      return [
        { ...creation('apiKeys', { name: round.name, scopes: ['news:read'] }), key },
        { method: 'PUT', path: `/users/${id}`, body: { users: { active: false } } },
      ];
    },
    wrong: `SELECT k.id FROM api_keys k JOIN users u ON u.id = k.origin_user_id WHERE u.active = 0`,
  },
];

/** Runs every pair so many times over two processes, and compares the result with the allowed ones. */
export async function racePairs(stage: Stage): Promise<DrillOutcome> {
  const begin = performance.now();
  const violations: string[] = [];
  let requests = 0;
  let retried = 0;
  for (const [at, pair] of pairs.entries()) {
    const counted = new Map<number, number>();
    const strange = new Set<number>();
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < ROUNDS) {
        const answers = await raceOnce(stage, pair, `pair-${at}-${next++}`);
        requests += answers.length;
        const accepted = answers.filter(({ status }) => status < 300).length;
        counted.set(accepted, (counted.get(accepted) ?? 0) + 1);
        for (const { status } of answers) if (status >= 500) strange.add(status);
        retried += answers.reduce((sum, { attempts }) => sum + attempts - 1, 0);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    for (const [accepted, times] of counted)
      if (pair.accepted && !pair.accepted.includes(accepted))
        violations.push(`${pair.name}: ${accepted} of 2 were accepted, ${times} times`);
    for (const status of strange) violations.push(`${pair.name}: was answered ${status}`);
    if (pair.wrong === undefined) continue;
    const { wrong } = pair;
    const rows = await stage.final((final: FinalState) => final.sql(wrong));
    if (rows.length > 0) violations.push(`${pair.name}: ${rows.length} of ${ROUNDS} went wrong`);
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  const counts = { requests, answered: requests, lost: 0, retried, inFlight: [] };
  return { ...counts, violations, seconds, rate: Math.round(requests / seconds) };
}

async function raceOnce({ urls }: Stage, pair: Pair, name: string): Promise<Answer[]> {
  const [left = '', right = ''] = urls;
  const send = async (call: Call): Promise<Answer> => {
    const answer = await sent(left, call);
    if (answer.status < 300) return answer;
    throw new Error(`${pair.name}: ${call.path} was answered ${JSON.stringify(answer)}`);
  };
  const [one, other] = await pair.prepare({ name, send });
  return Promise.all([sent(left, one), sent(right, other)]);
}

/** Sends it until the answer is not that the service is too busy, as clients do. */
async function sent(url: string, call: Call): Promise<Answer> {
  for (let attempts = 1; ; attempts++) {
    const answer = await once(url, call);
    if (answer.status !== 503 || attempts === MAX_ATTEMPTS) return { ...answer, attempts };
    await pause(100 * attempts);
  }
}

async function once(
  url: string,
  { method, path, body, ifMatch, key = MASTER_KEY }: Call,
): Promise<Omit<Answer, 'attempts'>> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const etag = response.headers.get('etag') ?? '';
  return { status: response.status, etag, body: await response.json() };
}

/** A call that creates a record below a root of this name. */
function creation(root: string, record: object): Call {
  return { method: 'POST', path: `/${root}`, body: { [root]: record } };
}

async function makeKey({ name, send }: Round): Promise<{ id: number; key: string }> {
  const { body } = await send(creation('apiKeys', { name, scopes: ['*'] }));
  return body as { id: number; key: string };
}

/** An administrator and its login token. */
async function makeAdministrator({
  name,
  send,
}: Round): Promise<{ readonly id: number; readonly key: string }> {
  const password = 'the password of the races';
  const group = { id: await systemGroup(send) };
  const address = { pId: 'office', alias: 'Office', type: 1, countryCode: 'ES', firstName: 'Ada' };
  const user = {
    ...{ pId: name, nick: name, email: `${name}@example.com`, password, languageCode: 'en' },
    ...{ group, systemLevel: 3, addressBook: [address] },
  };
  const { body } = await send(creation('users', user));
  const login = { method: 'POST', path: '/auth/login', body: { auth: { nick: name, password } } };
  const { token } = (await send(login)).body as { token: string };
  return { id: (body as { ID: number }).ID, key: token };
}

/** The group of administrators, which one of the rounds makes. */
async function systemGroup(send: Round['send']): Promise<number> {
  const path = '/usersGroups';
  const find = async (): Promise<number | undefined> => {
    const { body } = await send({ method: 'GET', path });
    const groups = (body as { USERSGROUPS: { ID: number; SYSTEMGROUP: boolean }[] }).USERSGROUPS;
    return groups.find(({ SYSTEMGROUP }) => SYSTEMGROUP)?.ID;
  };
  const group = { pId: 'raced-administrators', name: 'Administrators', systemGroup: true };
  // Another round may just have made it.
  const make = async (): Promise<void> => {
    await send(creation('usersGroups', group)).catch(() => undefined);
  };
  for (;;) {
    const id = await find();
    if (id !== undefined) return id;
    await make();
  }
}

async function makeNews({ name, send }: Round): Promise<number> {
  const news = { pId: name, name, publicationDate: '2026-01-01T00:00:00Z' };
  const { body } = await send({ method: 'POST', path: '/news', body: { news } });
  return (body as { ID: number }).ID;
}

async function makeOrder({ name, send }: Round): Promise<number> {
  const orders = {
    ...{ pId: name, date: '2026-03-01T10:00:00+01:00', currencyCode: 'EUR', user: buyer },
    rows: [{ name: 'Shirt', quantity: 1, price: 90 }],
  };
  const { body } = await send({ method: 'POST', path: '/orders', body: { orders } });
  return (body as { ID: number }).ID;
}
