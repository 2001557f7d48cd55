import type { Database } from '../../../src/database';
import { readMetrics } from '../../api/metrics/read-metrics';
import type { Stage } from '../stage';
import { quantile } from './flatness';
import { countedTables, type Sample } from './series';
import type { SoakSession } from './soak-session';

const MEBIBYTE = 1024 * 1024;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

const COUNTS = countedTables.map((name) => `(SELECT COUNT(*) FROM ${name}) AS ${name}`).join(', ');

/** Looks at a service under load again and again. */
export class Sampler {
  readonly samples: Sample[] = [];
  private readonly begin = performance.now();
  /** Seconds of CPU that the service had used at the last look, and requests that it had answered. */
  private before = { cpu: 0, answered: 0 };

  constructor(
    private readonly stage: Stage,
    private readonly session: SoakSession,
    private readonly database: Database,
  ) {}

  async sample(): Promise<void> {
    const { stage, session, database } = this;
    const at = (performance.now() - this.begin) / MINUTE_MS;
    const latencies = session.takeLatencies();
    const metrics = await Promise.all(stage.urls.map(readMetrics));
    const [rows] = await database.select<Record<string, number>>(`SELECT ${COUNTS}`);
    const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
    const total = (name: string): number => sum(metrics.map((one) => one.value(name) ?? NaN));
    const worst = (name: string): number =>
      SECOND_MS * Math.max(...metrics.map((one) => one.value(name) ?? NaN));
    const now = { cpu: total('process_cpu_seconds_total'), answered: session.answered };
    const cpu = (now.cpu - this.before.cpu) / (now.answered - this.before.answered);
    this.before = now;
    this.samples.push({
      at,
      values: {
        resident: sum(stage.processes.map((one) => one.heldMemory())),
        heap: total('nodejs_heap_size_used_bytes') / MEBIBYTE,
        descriptors: sum(stage.processes.map((one) => one.descriptors())),
        cpu: cpu * SECOND_MS,
        'loop p50': worst('nodejs_eventloop_lag_p50_seconds'),
        'loop p99': worst('nodejs_eventloop_lag_p99_seconds'),
        'latency p50': quantile(latencies, 0.5),
        'latency p99': quantile(latencies, 0.99),
        ...Object.fromEntries(countedTables.map((name) => [name, Number(rows?.[name])])),
      },
    });
  }
}
