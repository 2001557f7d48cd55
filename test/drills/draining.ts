import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BuiltService } from '../support/servers/built-process';
import { temporaryFolder } from '../support/service/database';
import { freePort } from '../support/servers/free-port';
import { Dice } from '../support/random/generated-store';
import { MASTER_KEY } from '../support/service/service';
import { ServiceFront } from '../support/servers/service-front';
import type { DrillOutcome } from './drill';
import type { CleanupStack } from './cleanup-stack';

const CLIENTS = 20;
/** Pauses of a client between two requests are shorter than this. */
const MAX_PAUSE_MS = 20;
/** Until HAProxy gives requests to a process that is there again: one check, of one each second. */
const REJOIN_MS = 3_000;
const START_TIMEOUT_MS = 60_000;
const GROUPS = '/v1/customTagGroups';

/** Options of the drill. */
export interface DrainingPlan {
  readonly databaseUrl: string;
  readonly seed: number;
  /** How often both processes are stopped and started again. */
  readonly rounds: number;
  /** DRAIN_SECONDS of the service; a wrong value shows that the drill would detect it. */
  readonly drainSeconds: number;
}

/**
 * Two processes behind HAProxy as in docker/cluster are stopped in order and started again, one after the other, while
 * clients read and write. A request that gets no answer, or a 5xx, contradicts what is promised.
 */
export async function runDraining(
  plan: DrainingPlan,
  started: CleanupStack,
): Promise<DrillOutcome> {
  const begin = performance.now();
  const ports = [await freePort(), await freePort()];
  const folder = temporaryFolder();
  const environment = {
    ...{ DATABASE_URL: plan.databaseUrl, BOOTSTRAP_API_KEY: MASTER_KEY, LOG_LEVEL: 'error' },
    ...{ FILES_URL: `file:${join(folder, 'files')}`, TRUST_PROXY: '1' },
    DRAIN_SECONDS: String(plan.drainSeconds),
  };
  const services: BuiltService[] = [];
  started.add(async () => {
    await Promise.all(services.map((service) => service.kill()));
  });
  const run = async (at: number): Promise<void> => {
    const service = BuiltService.spawn({ ...environment, PORT: String(ports[at]) });
    services[at] = service;
    await service.listening(START_TIMEOUT_MS);
  };
  for (const at of ports.keys()) await run(at);
  const front = await ServiceFront.start(ports, (made) => {
    started.add(() => made.kill());
  });
  await front.answers();
  const crowd = new ConcurrentClients(front.url, plan.seed);
  const working = crowd.work();
  const inFlight: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    for (const at of ports.keys()) {
      const service = services[at] as BuiltService;
      inFlight.push(crowd.inFlight);
      service.terminate();
      const { code } = await service.ended;
      if (code !== 0) crowd.failures.push(`SIGTERM: the service ended with ${code}`);
      await run(at);
      await pause(REJOIN_MS);
    }
  }
  crowd.end();
  await working;
  const { sent, answered, failures } = crowd;
  const seconds = Math.round((performance.now() - begin) / 1000);
  const counts = { requests: sent, answered, lost: sent - answered, retried: 0 };
  return { ...counts, inFlight, violations: failures, seconds };
}

/** Clients that read and write over connections that they keep, and repeat nothing. */
class ConcurrentClients {
  sent = 0;
  answered = 0;
  readonly failures: string[] = [];
  private isOver = false;
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  private readonly begun = performance.now();

  constructor(
    private readonly url: string,
    private readonly seed: number,
  ) {}

  get inFlight(): number {
    return this.sent - this.answered;
  }

  end(): void {
    this.isOver = true;
  }

  async work(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, (_, at) => this.client(at)));
    this.agent.destroy();
  }

  private async client(at: number): Promise<void> {
    const dice = new Dice(this.seed * 1000 + at);
    const ids: number[] = [];
    for (let made = 0; !this.isOver; made++) {
      const group = { pId: `c${at}-${made}`, name: 'n', itemType: 1, position: 1, priority: 1 };
      const id = ids.length > 0 ? dice.pick(ids) : undefined;
      const share = dice.next();
      if (id === undefined || share < 0.3) {
        const text = await this.send('POST', GROUPS, { customTagGroups: group });
        if (text !== undefined) ids.push((JSON.parse(text) as { ID: number }).ID);
      } else if (share < 0.5) {
        await this.send('PUT', `${GROUPS}/${id}`, { customTagGroups: { name: `n${made}` } });
      } else if (share < 0.75) await this.send('GET', `${GROUPS}/${id}`);
      else await this.send('GET', `${GROUPS}?perPage=20`);
      await pause(dice.between(0, MAX_PAUSE_MS));
    }
  }

  /** @returns the answer of a request that succeeded */
  private async send(method: string, path: string, body?: object): Promise<string | undefined> {
    this.sent += 1;
    const at = (): string => `${Math.round(performance.now() - this.begun)} ms: ${method} ${path}`;
    try {
      const { status, text } = await exchange(this.agent, this.url + path, method, body);
      this.answered += 1;
      if (status < 300) return text;
      this.failures.push(`${at()}: ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(`${at()}: ${(error as Error).message}`);
    }
    return undefined;
  }
}

function exchange(
  agent: http.Agent,
  url: string,
  method: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${MASTER_KEY}`, 'Content-Type': 'application/json' };
    const request = http.request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
