import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltService } from '../support/servers/built-process';
import { MASTER_KEY } from '../support/service/service';
import type { Stage } from './stage';
import { IMPORTED_PREFIX } from './subjects/orders';

/** Mebibytes that the process may hold beyond what it held, the other clients' work in it. */
const MAX_MEMORY_MIB = 150;

/** Descriptors that others may have opened meanwhile: fewer than there are attackers. */
const MAX_OTHER_DESCRIPTORS = 20;

const SECOND_MS = 1000;

/** Within it the connections whose answers are not taken have ended. */
const STALLED_TIMEOUT_MS = 40 * SECOND_MS;

/** An address of the attackers' own: limits of one address are not those of the other clients. */
const ATTACKER_ADDRESS = '127.0.0.9';

/** A hundred connections send a thousand requests each for a file, and read nothing. */
export async function pipelining(stage: Stage): Promise<void> {
  const service = stage.first;
  const name = 'pipelining.bin';
  const form = new FormData();
  form.set('path', '/');
  form.set('file', new Blob([Buffer.alloc(1_000_000)]), name);
  await manage(service, 'upload', form);
  const before = service.descriptors();
  const watch = new ProcessWatch(stage, service, 'pipelining');
  const clients = attackers(service, 100, 1000, () => `/static/${name}`);
  await watch.for(3 * SECOND_MS);
  // The connection, and the file of the answer that is being sent.
  watch.require(
    service.descriptors() <= before + 2 * clients.length + MAX_OTHER_DESCRIPTORS,
    'descriptors',
  );
  for (const client of clients) client.destroy();
  await watch.for(SECOND_MS);
  watch.require(
    service.descriptors() <= before + MAX_OTHER_DESCRIPTORS,
    'descriptors a second later',
  );
  await manage(service, 'remove', JSON.stringify({ fileManager: { file: name } }));
}

/** Thirty connections ask for large answers, forty times each, and read nothing until they are ended. */
export async function slowReaders(stage: Stage): Promise<void> {
  const service = stage.first;
  const paths = ['/openapi.json', '/docs/initializer.js', '/v1/orders?perPage=500'];
  const before = service.descriptors();
  const watch = new ProcessWatch(stage, service, 'slow readers');
  const clients = attackers(service, 30, 40, (at) => paths[at % paths.length] ?? '/');
  await watch.for(STALLED_TIMEOUT_MS);
  watch.require(
    service.descriptors() <= before + MAX_OTHER_DESCRIPTORS,
    'connections that are not ended',
  );
  for (const client of clients) client.destroy();
}

/** Orders of the pages, and lines of each. */
const LARGE_ORDERS = 40;
const LARGE_LINES = 1000;

/** Milliseconds of the thread that answers, at most, while a look at the process waits: a busy machine plays no part. */
const MAX_WAIT_MS = SECOND_MS;

/** Four clients ask for pages of orders of a thousand lines, twice each. */
export async function largePages(stage: Stage): Promise<void> {
  const service = stage.first;
  await importLarge(service);
  const watch = new ProcessWatch(stage, service, 'large pages');
  const done = { isOver: false };
  const pages = Promise.all(Array.from({ length: 4 }, () => largePage(service, watch))).finally(
    () => (done.isOver = true),
  );
  let longest = 0;
  while (!done.isOver) {
    const begin = service.mainThreadTime();
    await fetch(`${service.url}/health/live`);
    longest = Math.max(longest, service.mainThreadTime() - begin);
    await watch.for(50);
  }
  await pages;
  watch.require(longest < MAX_WAIT_MS, `others waited for ${Math.round(longest)} ms of work`);
}

async function largePage({ url }: BuiltService, watch: ProcessWatch): Promise<void> {
  const path = `/v1/orders?expand=document&endDate=2026-01-02&perPage=${LARGE_ORDERS}`;
  for (let time = 0; time < 2; time++) {
    const response = await fetch(url + path, {
      headers: { Authorization: `Bearer ${MASTER_KEY}` },
    });
    const { orders } = (await response.json()) as { orders: { ROWS: unknown[] }[] };
    const isWhole = orders.every(({ ROWS }) => ROWS.length === LARGE_LINES);
    watch.require(orders.length === LARGE_ORDERS && isWhole, 'a page that is not whole');
  }
}

/** The second time they are there already. */
async function importLarge({ url }: BuiltService): Promise<void> {
  const rows = Array.from({ length: LARGE_LINES }, (_, at) => ({
    ...{ name: `Line ${at}`, sku: `S-${at}`, quantity: 1, price: 1 },
  }));
  const orders = Array.from({ length: LARGE_ORDERS }, (_, at) => ({
    ...{
      type: 'order',
      pId: `${IMPORTED_PREFIX}large-${at}`,
      date: '2026-01-01T00:00:00Z',
      currencyCode: 'EUR',
    },
    rows,
    user: { email: 'large@example.com', billingAddress: { countryCode: 'ES' } },
  }));
  const response = await fetch(`${url}/v1/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/x-ndjson' },
    body: orders.map((line) => JSON.stringify(line)).join('\n'),
  });
  const { rejected, errors } = (await response.json()) as { rejected: number; errors: unknown };
  if (rejected !== 0) throw new Error(`The large orders: ${JSON.stringify(errors)}`);
}

function attackers(
  service: BuiltService,
  connections: number,
  requests: number,
  pathOf: (at: number) => string,
): Socket[] {
  const { hostname, port } = new URL(service.url);
  return Array.from({ length: connections }, (_, at) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER_ADDRESS });
    const head = `Host: x\r\nAuthorization: Bearer ${MASTER_KEY}\r\nAccept-Encoding: identity\r\n`;
    socket.on('error', () => undefined);
    socket.write(`GET ${pathOf(at)} HTTP/1.1\r\n${head}\r\n`.repeat(requests));
    // Data that a client sends must not delay its answers.
    const stillThere = setInterval(() => socket.write('\r\n'), 500);
    socket.once('close', () => {
      clearInterval(stillThere);
    });
    return socket;
  });
}

async function manage(
  service: BuiltService,
  action: string,
  body: FormData | string,
): Promise<void> {
  const headers = new Headers({ Authorization: `Bearer ${MASTER_KEY}` });
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  const { status } = await fetch(`${service.url}/v1/fileManager/${action}`, {
    method: 'POST',
    headers,
    body,
  });
  if (status !== 201) throw new Error(`fileManager/${action}: ${status}`);
}

/** Looks at a process during an attack. */
class ProcessWatch {
  private readonly before = this.service.residentMemory() ?? 0;

  constructor(
    private readonly stage: Stage,
    private readonly service: BuiltService,
    private readonly attack: string,
  ) {}

  async for(duration: number): Promise<void> {
    const end = performance.now() + duration;
    let most = 0;
    while (performance.now() < end) {
      most = Math.max(most, this.service.residentMemory() ?? 0);
      await pause(50);
    }
    this.require(
      most - this.before <= MAX_MEMORY_MIB,
      `${Math.round(most - this.before)} MiB more memory`,
    );
  }

  require(holds: boolean, what: string): void {
    if (!holds) this.stage.violations.push(`${this.attack}: ${what}`);
  }
}
