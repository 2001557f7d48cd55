import { join } from 'node:path';
import { PAGE_RECORDS } from '../cases';
import { type Databases, createDatabases } from '../databases';
import { importLines } from '../import-bench';
import { writeShop } from '../lines';
import { type LoadRound, type BenchRequest, sendAll } from '../load';
import { API_KEY, type Server, startService } from '../processes';
import { toSide } from '../read-bench';
import { formatResult, type BenchResult, type ResultSide, formatTable } from '../report';
import { type FilledStore, toGetRequest, type Peer, type Requests } from './peer';
import { setUpPeer, startProject } from './set-up';
import { check, GOAL, shop, type WorkName, workNames, works } from './works';

/** Number of rounds of load, and their approximate duration in seconds. */
export interface PeerEffort {
  readonly rounds: number;
  readonly seconds: number;
}

/** One of the two systems: its server, its requests and the ids of its records by number. */
interface Contender {
  readonly server: Server;
  readonly requests: Requests;
  readonly ids: Pick<FilledStore, 'customers' | 'orders'>;
}

/** Number of different records whose responses are checked. */
const CHECKED_RECORDS = 20;

const serviceRequests: Requests = {
  customer: (id) => toGetRequest(`/v1/users/${id}`),
  order: (id) => toGetRequest(`/v1/orders/${id}`),
  customers: () => toGetRequest(`/v1/users?perPage=${PAGE_RECORDS}`),
  orders: () => toGetRequest(`/v1/orders?expand=document&perPage=${PAGE_RECORDS}`),
};

/** Measures a peer and the service alternately. @returns whether the service reaches its goal */
export async function benchPeer(peer: Peer, effort: PeerEffort): Promise<boolean> {
  const project = await setUpPeer(peer);
  const databases = createDatabases(peer.engine);
  const servers: Server[] = [];
  try {
    const url = await filledDatabase(databases);
    const service = await startService(url, databases.folder);
    servers.push(service);
    const other = await startProject(peer, project);
    servers.push(other);
    const results = await benchContenders(
      { server: other, requests: peer.requests, ids: project.filled },
      {
        server: service,
        requests: serviceRequests,
        ids: { customers: numbered(shop.customers), orders: numbered(shop.orders) },
      },
      effort,
    );
    const [name = ''] = Object.keys(peer.packages);
    const version = peer.packages[name] ?? '';
    console.log(`\n${name} ${version} on ${peer.database}, the service on ${databases.engine}\n`);
    console.log(formatTable(results, true, peer.name));
    return results.every(({ goal, baseline, service }) => service.rate / baseline.rate >= goal);
  } finally {
    for (const server of servers) await server.stop();
    await databases.drop();
  }
}

async function filledDatabase(databases: Databases): Promise<string> {
  const url = await databases.create('shop');
  await importLines(databases, url, writeShop(join(databases.folder, 'shop.ndjson'), shop));
  return url;
}

/** The ids in a store that contains nothing else. */
function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

async function benchContenders(
  peer: Contender,
  service: Contender,
  effort: PeerEffort,
): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const name of workNames) {
    for (const one of [peer, service]) await checkAnswers(one, name);
    const result = await benchWork(peer, service, name, effort);
    console.error(formatResult(result));
    results.push(result);
  }
  return results;
}

/** @throws Error if a response doesn't contain what was requested */
async function checkAnswers({ server, requests, ids }: Contender, name: WorkName): Promise<void> {
  const { length } = idsFor(name, ids);
  for (let turn = 0; turn < CHECKED_RECORDS; turn++) {
    const at = Math.floor((turn * length) / CHECKED_RECORDS);
    const id = idsFor(name, ids)[at];
    const answer = await answerOf(server, requests[name](id ?? ''));
    check(works[name], answer, id === undefined ? undefined : at + 1);
  }
}

/** A number of a record that one kind of work requests; pages don't have one. */
function idsFor(name: WorkName, { customers, orders }: Contender['ids']): readonly string[] {
  if (name === 'customer') return customers;
  return name === 'order' ? orders : [];
}

async function answerOf({ url, authorization }: Server, { path, method, body }: BenchRequest) {
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: authorization ?? `Bearer ${API_KEY}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** Runs rounds with as many requests as each of the two can answer in the given time. */
async function benchWork(
  peer: Contender,
  service: Contender,
  name: WorkName,
  { rounds, seconds }: PeerEffort,
): Promise<BenchResult> {
  const { title, connections, warmUp } = works[name];
  const load = ({ server, requests, ids }: Contender, amount: number): Promise<LoadRound> => {
    const all = idsFor(name, ids);
    return sendAll(server, name, { connections, amount }, () =>
      requests[name](all[Math.floor(Math.random() * all.length)] ?? ''),
    );
  };
  const sides = [peer, service].map((one) => ({
    one,
    amount: warmUp,
    measured: [] as LoadRound[],
  }));
  for (const side of sides) {
    const { rate } = await load(side.one, warmUp);
    side.amount = Math.max(connections, Math.round(rate * seconds));
  }
  for (let round = 0; round < rounds; round++) {
    for (const { one, amount, measured } of sides) measured.push(await load(one, amount));
  }
  const [baseline, own] = sides.map(({ measured }) => toSide(measured)) as [ResultSide, ResultSide];
  return { title, goal: GOAL, baseline, service: own };
}
