import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { METRICS_TOKEN } from '../../api/metrics/read-metrics';
import { Dice } from '../../support/random/generated-store';
import { respondWithSuccess, WebhookReceiver } from '../../support/servers/webhook-receiver';
import { importLines, type DrillOutcome } from '../drill';
import type { Stage, StageOptions } from '../stage';
import { chart } from './chart';
import { toEnds, findTrends } from './flatness';
import { Sampler } from './sampler';
import { allSeries, type Sample } from './series';
import { PacedClient, SoakSession } from './soak-session';
import { createMixedWork } from './work';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

const CONCURRENCY = 24;
/** How long clients ask for all they can get: first to warm the service up, then to count. */
const WARM_UP_MS = 15_000;
const MEASURED_MS = 30_000;
/** The part of it that they ask for from then on. */
const LOAD_SHARE = 0.5;
const SAMPLE_INTERVAL_MS = 10_000;
/** The part of the time that something is kept for, and sweeps in it. */
const RETENTION_SHARE = 1 / 12;
const SWEEPS = 4;
/** So long after the beginning tables are as large as they get: what is kept, and as much again. */
const WARM_UP = 2 * RETENTION_SHARE;

const EVENTS = ['order.created', 'news.updated'];
const BUILD = join(__dirname, '../../../build');

/** How a soak is played. */
interface SoakPlan {
  readonly minutes: number;
  readonly seed: number;
  /** The name of the chart, and of its file: `build/soak-NAME.svg`. */
  readonly name: string;
}

/** The settings of a soak's service: it keeps records for a twelfth of the time. */
export function toSoakSettings(minutes: number): NonNullable<StageOptions['settings']> {
  const kept = minutes * MINUTE_MS * RETENTION_SHARE;
  return {
    ...{ METRICS_TOKEN, KEPT_MS: String(kept), SWEEP_MS: String(kept / SWEEPS) },
    NODE_OPTIONS: `--require ${join(__dirname, 'quick-sweeps.cjs')}`,
  };
}

/**
 * First clients measure how much the service can answer, then they ask for half of that. Its memory, its latency and
 * its tables must be the same in the end as in the beginning.
 */
export async function runSoak(stage: Stage, play: SoakPlan): Promise<DrillOutcome> {
  const begin = performance.now();
  const receiver = await WebhookReceiver.start();
  receiver.respond = (response) => {
    receiver.received.length = 0;
    respondWithSuccess(response);
  };
  try {
    const soak = await Soak.begin(stage, play, receiver);
    const capacity = await soak.measure();
    const samples = await soak.load(capacity * LOAD_SHARE);
    await soak.end();
    const warmed = samples.filter(({ at }) => at >= play.minutes * WARM_UP);
    printReport(play, capacity, samples, warmed);
    const { requests, answered, lost, retried, strange } = soak.session;
    return {
      ...{ requests, answered, lost, retried, inFlight: [] },
      violations: [...stage.violations, ...strange, ...findTrends(warmed, allSeries)],
      seconds: Math.round((performance.now() - begin) / SECOND_MS),
    };
  } finally {
    await receiver.stop();
  }
}

class Soak {
  readonly session: SoakSession;
  private isOver = false;
  private readonly clients: Promise<unknown>;

  private constructor(
    private readonly stage: Stage,
    private readonly play: SoakPlan,
    next: ReturnType<typeof createMixedWork>['next'],
  ) {
    const { seed } = play;
    const line = new SoakSession(stage.url);
    const runClient = async (client: PacedClient): Promise<void> => {
      while (!this.isOver) await client.dice.pick(next).act(client);
    };
    const clients = Array.from(
      { length: CONCURRENCY },
      (_, at) => new PacedClient(`s${at}`, new Dice(seed * 1000 + at), line),
    );
    this.session = line;
    this.clients = Promise.all(clients.map(runClient));
    // `end` reports a failure.
    this.clients.catch(() => undefined);
  }

  static async begin(stage: Stage, play: SoakPlan, receiver: WebhookReceiver): Promise<Soak> {
    const { lines, next } = createMixedWork(receiver);
    const url = `${receiver.url}/changed`;
    const webhook = { type: 'webhook', pId: 'soak', url, events: EVENTS, active: true };
    await importLines(stage, [...lines, webhook]);
    return new Soak(stage, play, next);
  }

  /** @returns requests a second that clients get who ask for all they can get */
  async measure(): Promise<number> {
    await this.pass(WARM_UP_MS);
    const { answered } = this.session;
    await this.pass(MEASURED_MS);
    return ((this.session.answered - answered) * SECOND_MS) / MEASURED_MS;
  }

  /** Has clients ask for so many requests a second, and looks at the service meanwhile. */
  load(rate: number): Promise<readonly Sample[]> {
    const { session, stage, play } = this;
    session.setRate(rate);
    session.takeLatencies();
    return stage.withDatabase(async (database) => {
      const sampler = new Sampler(stage, session, database);
      const end = performance.now() + play.minutes * MINUTE_MS;
      while (performance.now() < end) {
        await this.pass(SAMPLE_INTERVAL_MS);
        await sampler.sample();
      }
      return sampler.samples;
    });
  }

  /** Lets time pass. @throws what a client has thrown */
  private async pass(milliseconds: number): Promise<void> {
    await Promise.race([pause(milliseconds), this.clients]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.clients;
    if (!(await this.stage.drain())) this.stage.violations.push('Not every webhook was delivered');
  }
}

function printReport(
  { name, minutes }: SoakPlan,
  capacity: number,
  samples: readonly Sample[],
  warmed: readonly Sample[],
): void {
  const rate = `${Math.round(capacity * LOAD_SHARE)} of ${Math.round(capacity)} requests a second`;
  console.log(`    ${name}: ${rate}; the middle of the first and the last third, the most:`);
  for (const one of allSeries) {
    const { first, last } = toEnds(warmed, one);
    const most = Math.max(...warmed.map(({ values }) => values[one.name] ?? NaN));
    console.log(
      `    | ${one.name} | ${[first, last, most].map((n) => n.toFixed(1)).join(' | ')} |`,
    );
  }
  mkdirSync(BUILD, { recursive: true });
  const file = join(BUILD, `soak-${name}`);
  const title = `${minutes} minutes of ${rate}, ${name}`;
  writeFileSync(`${file}.svg`, chart(title, samples, allSeries));
  writeFileSync(`${file}.json`, JSON.stringify(samples));
  console.log(`    Drawn: ${file}.svg, of ${file}.json`);
}
