import { join } from 'node:path';
import type { Databases } from './databases';
import {
  type FairnessEffort,
  LARGE_PAGE_ORDERS,
  NEIGHBOURS,
  type Neighbour,
  P99_GOAL_MS,
} from './fairness-cases';
import type { Finding } from './findings';
import { toUpload } from './image-bench';
import { emptyDatabase, importLines } from './import-bench';
import { toUniformOrder, writeUniformOrders, writeStore } from './lines';
import { createPicture } from './picture';
import { dist, runReport, type Server, startService } from './processes';
import { percentile, steadyReads, type Transfer, runTransfers } from './transfers';
import type { UsersReport } from './users';

/** First number of orders that are imported during reads; the store has none of these. */
const FIRST_IMPORTED = 1_000_000;
/** Orders per request of an import. */
const ORDERS_PER_IMPORT = 5;
/** Part of a measurement's duration for which the other requests run before it starts. */
const LEAD_SHARE = 0.2;

/**
 * Measures reads by id during expensive requests of other clients, one kind after the other.
 * @returns a finding per kind
 */
export async function benchFairness(
  databases: Databases,
  effort: FairnessEffort,
): Promise<Finding[]> {
  const url = await createFilledDatabase(databases, effort);
  const service = await startService(url, databases.folder);
  try {
    const bench = new FairnessBench(service, effort);
    await bench.prepare();
    const findings: Finding[] = [];
    for (const one of NEIGHBOURS) findings.push(await bench.measureDuring(one));
    return findings;
  } finally {
    await service.stop();
  }
}

/** A store of users and orders that wait to be exported; the newest orders have very many rows. */
async function createFilledDatabase(databases: Databases, effort: FairnessEffort): Promise<string> {
  const { folder } = databases;
  const { users, orders, largeRows } = effort;
  const url = await emptyDatabase(databases, 'fairness');
  const variables = { DATABASE_URL: url };
  await runReport<UsersReport>('users', [dist, String(users), '0'], folder, variables);
  await importLines(databases, url, writeStore(join(folder, 'fairness.ndjson'), orders));
  const large = writeUniformOrders(join(folder, 'large.ndjson'), LARGE_PAGE_ORDERS, largeRows);
  await importLines(databases, url, large);
  return url;
}

class FairnessBench {
  private imported = FIRST_IMPORTED;
  private picture: Buffer = Buffer.alloc(0);

  constructor(
    private readonly service: Server,
    private readonly effort: FairnessEffort,
  ) {}

  async prepare(): Promise<void> {
    this.picture = await createPicture(this.effort.picture);
    // Compiles and opens everything that the first request of a kind needs.
    await this.measureReads();
    for (const one of NEIGHBOURS)
      await runTransfers(this.service, [this.toTransfer(one)], () => true);
  }

  async measureDuring(neighbour: Neighbour): Promise<Finding> {
    const alone = percentile(await this.measureReads(), 99);
    let isOver = false;
    const transfers = Array.from({ length: neighbour.clients }, () => this.toTransfer(neighbour));
    const others = runTransfers(this.service, transfers, () => isOver);
    await new Promise((resolve) => setTimeout(resolve, LEAD_SHARE * 1000 * this.effort.seconds));
    const times = await this.measureReads().finally(() => (isOver = true));
    const done = await others;
    const duringLoad = percentile(times, 99);
    const isReached = duringLoad < P99_GOAL_MS;
    const text =
      `Reads by id during ${neighbour.title}: p99 ${alone.toFixed(1)} ms alone, ` +
      `${duringLoad.toFixed(1)} ms under load (goal: under ${P99_GOAL_MS} ms${isReached ? '' : ', MISSED'}); ` +
      `${done.length} other requests, p50 ${percentile(done, 50).toFixed(0)} ms; ` +
      `peak memory ${this.service.memory()?.peak.toFixed(0) ?? '?'} MiB`;
    console.error(text);
    return { text, isReached };
  }

  private measureReads(): Promise<number[]> {
    const { users, rate, seconds } = this.effort;
    return steadyReads(this.service, { path: '/v1/users/{id}', maxId: users, rate, seconds });
  }

  private toTransfer({ name, path }: Neighbour): Transfer {
    if (path !== undefined) return { path };
    if (name === 'pictures') return toUpload(this.picture, `picture-${Math.random()}`);
    const nextRecords = (): Buffer[] =>
      Array.from({ length: ORDERS_PER_IMPORT }, () => {
        const record = toUniformOrder(this.imported++, this.effort.largeRows);
        return Buffer.from(`${JSON.stringify(record)}\n`);
      });
    return {
      ...{ path: '/v1/import', status: 200 },
      // New orders each time, because known orders would cost nothing.
      get body() {
        return { contentType: 'application/x-ndjson', parts: nextRecords() };
      },
    };
  }
}
