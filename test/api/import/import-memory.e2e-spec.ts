import http from 'node:http';
import {
  BuiltImport,
  type BuiltProcess,
  BuiltService,
  buildService,
} from '../../support/servers/built-process';
import { cases, isLong } from '../../support/random/cases';
import { testDatabaseUrl, type TestDatabase } from '../../support/service/database';
import { generateStore } from '../../support/random/generated-store';
import { MASTER_KEY } from '../../support/service/service';

/**
 * Mebibytes that an import may take: the bound of the whole service. V8 of Node.js 22 and later takes more. On top of
 * the idle service, which grows with every area, it needs some 80 to 100.
 */
const MOST = Number.parseInt(process.versions.node, 10) > 20 ? 330 : 300;
/** Mebibytes by which it may still grow in its second half: 13 KiB an order would be as much. */
const MOST_GROWTH = 50;

/** Records that orders of many rows refer to. */
const MASTERS = 4;

interface Summary {
  created: number;
  rejected: number;
}

/** The receiver of a stream. */
interface Sink {
  /** @returns a promise that is kept when more may come */
  write(text: string): Promise<void>;
}

let database: TestDatabase;
const running: BuiltProcess[] = [];
beforeAll(() => buildService());
beforeEach(async () => {
  database = await testDatabaseUrl();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.kill()));
  await database.drop();
});

function startImport(): BuiltImport {
  const command = BuiltImport.start(database.url, '-');
  running.push(command);
  return command;
}

/** Sends a store's lines. @returns the most memory that the process held after half of the orders, and at the end */
async function feed(sink: Sink, process: BuiltProcess, orders: number): Promise<[number, number]> {
  let text = '';
  let sent = 0;
  let early = 0;
  for (const line of generateStore({ seed: 3, orders })) {
    text += `${JSON.stringify(line)}\n`;
    sent += 1;
    if (sent === orders / 2) early = peak(process);
    if (text.length < 100_000) continue;
    await sink.write(text);
    text = '';
  }
  await sink.write(text);
  return [early, peak(process)];
}

/** A store's lines for orders of many rows: each as long as a line may be. */
function longLines(count: number): string[] {
  const row = {
    product: { pId: 'p' },
    name: 'Row',
    quantity: 1,
    price: 1.5,
    taxes: [{ tax: { pId: 't' } }],
  };
  const rows = Array.from({ length: 11_000 }, () => row);
  const masters = [
    { type: 'product', pId: 'p', name: 'Product' },
    { type: 'tax', pId: 't', name: 'Tax', rate: 21 },
    { type: 'channel', pId: 'c', name: 'Channel' },
    { type: 'headquarter', pId: 'h', name: 'Headquarter' },
  ];
  const order = (number: number) => ({
    ...{ type: 'order', pId: `long-${number}`, date: '2026-01-01T00:00:00Z', currencyCode: 'EUR' },
    ...{ user: { email: 'long@example.com', billingAddress: { countryCode: 'ES' } }, rows },
  });
  const lines = [...masters, ...Array.from({ length: count }, (_, number) => order(number))];
  return lines.map((line) => `${JSON.stringify(line)}\n`);
}

function peak(process: BuiltProcess): number {
  const memory = process.peakMemory();
  if (memory === undefined) throw new Error('The process is gone');
  return memory;
}

/** Too long for every change. */
const rarely = isLong ? it : it.skip;

describe('The memory of an import', () => {
  it('is bounded, and the same from the first thousands of lines to the last', async () => {
    const orders = cases(1_000, 8_000);
    const command = startImport();
    const [early, late] = await feed(command, command, orders);
    command.end();
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Summary).created).toBeGreaterThan(orders);
    expect(late).toBeLessThan(MOST);
    expect(late - early).toBeLessThan(MOST_GROWTH);
  });

  rarely('is bounded where every line is as long as can be', async () => {
    const command = startImport();
    const count = 12;
    const lines = longLines(count);
    expect(Math.max(...lines.map(({ length }) => length))).toBeGreaterThan(900 * 1024);
    for (const line of lines) await command.write(line);
    const late = peak(command);
    command.end();
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ created: MASTERS + count, rejected: 0 });
    expect(late).toBeLessThan(MOST);
  });

  rarely('is bounded in the service, too', async () => {
    const orders = 3_000;
    const service = await BuiltService.start({
      ...{ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'error' },
    });
    running.push(service);
    const body = new Body(service.url);
    const [, late] = await feed(body, service, orders);
    const { created, rejected } = await body.summary();
    expect(created).toBeGreaterThan(orders);
    expect(rejected).toBe(0);
    expect(late).toBeLessThan(MOST);
  });
});

/** The body of `POST /v1/import`. */
class Body implements Sink {
  private readonly request: http.ClientRequest;
  private readonly answer: Promise<string>;

  constructor(url: string) {
    const headers = {
      authorization: `Bearer ${MASTER_KEY}`,
      'content-type': 'application/x-ndjson',
    };
    this.request = http.request(`${url}/v1/import`, { method: 'POST', headers });
    this.answer = new Promise((resolve, reject) => {
      this.request.on('error', reject);
      this.request.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        response.on('end', () => {
          resolve(text);
        });
      });
    });
  }

  async write(text: string): Promise<void> {
    if (!this.request.write(text))
      await new Promise((resolve) => this.request.once('drain', resolve));
  }

  async summary(): Promise<Summary> {
    this.request.end();
    return JSON.parse(await this.answer) as Summary;
  }
}
