import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Optional } from '@nestjs/common';
import * as prometheus from 'prom-client';
import {
  type MetricCounter,
  type MetricHistogram,
  Metrics,
  type MetricOptions,
  type GaugeValue,
} from '../../../core/metrics';
import { PeerProcess } from '../../../core/peer-process';
import {
  type MetricsReader,
  type ProcessMetrics,
  metricsReaderIpcService,
  metricsAggregatorIpcService,
} from './metrics-aggregator';

/** Prefix of the service's own metrics; those of prom-client about Node.js and the process don't have it. */
const METRIC_NAME_PREFIX = 'store_';

/** Upper bounds of histogram buckets in seconds: from a read of one record to a queued list, or an image. */
const BUCKET_BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Time limit of a gauge; Prometheus itself waits for ten seconds. */
const GAUGE_TIMEOUT_MS = 2_000;

/** The metrics of one process in the format of Prometheus; with workers, those of all processes. */
@Injectable()
export class PrometheusMetrics extends Metrics implements MetricsReader {
  private readonly registry = new prometheus.Registry();
  private hasStartedDefaultMetrics = false;

  constructor(@Optional() private readonly primary?: PeerProcess) {
    super();
    primary?.register(metricsReaderIpcService, this);
    this.gauge(
      { name: 'processes', help: 'Processes of the service that serve requests at its port' },
      () => 1,
    );
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Returns all metrics as text. @throws PeerProcessUnavailable */
  async formatMetrics(): Promise<string> {
    if (this.primary)
      return (await this.primary.call(metricsAggregatorIpcService, 'formatMetrics', [])) as string;
    this.startDefaultMetrics();
    return this.registry.metrics();
  }

  /** Returns the metrics of this process only. */
  async read(): Promise<ProcessMetrics> {
    this.startDefaultMetrics();
    return this.registry.getMetricsAsJSON();
  }

  private startDefaultMetrics(): void {
    // Started with the first read, because its observers live as long as the process, which may be a command or a spec.
    if (!this.hasStartedDefaultMetrics)
      prometheus.collectDefaultMetrics({ register: this.registry });
    this.hasStartedDefaultMetrics = true;
  }

  override counter<L extends string>(options: MetricOptions<L>): MetricCounter<L> {
    const counter = new prometheus.Counter(this.toPrometheusConfiguration(options));
    return {
      add: (labels, amount = 1) => {
        counter.inc(labels, amount);
      },
    };
  }

  override histogram<L extends string>(options: MetricOptions<L>): MetricHistogram<L> {
    const histogram = new prometheus.Histogram({
      ...this.toPrometheusConfiguration(options),
      buckets: BUCKET_BOUNDS_SECONDS,
    });
    return {
      observe: (labels, seconds) => {
        histogram.observe(labels, seconds);
      },
    };
  }

  override gauge<L extends string>(
    options: MetricOptions<L>,
    readValue: () => GaugeValue<L> | Promise<GaugeValue<L>>,
  ): void {
    const gauge = new prometheus.Gauge({
      ...this.toPrometheusConfiguration(options),
      collect: async () => {
        gauge.reset();
        const gaugeValue = await withTimeout(readValue);
        if (typeof gaugeValue === 'number') gauge.set(gaugeValue);
        else for (const { labels, value } of gaugeValue) gauge.set(labels, value);
      },
    });
  }

  private toPrometheusConfiguration<L extends string>({
    name,
    help,
    labels = [],
    aggregation,
  }: MetricOptions<L>) {
    return {
      name: METRIC_NAME_PREFIX + name,
      help,
      labelNames: labels,
      registers: [this.registry],
      ...(aggregation && { aggregator: aggregation }),
    };
  }
}

/** Returns nothing if a gauge fails or takes too long, because the other metrics matter most in such a situation. */
async function withTimeout<L extends string>(
  readValue: () => GaugeValue<L> | Promise<GaugeValue<L>>,
): Promise<GaugeValue<L>> {
  const gaugeValue = Promise.resolve()
    .then(readValue)
    .catch(() => []);
  return Promise.race([gaugeValue, pause(GAUGE_TIMEOUT_MS, [], { ref: false })]);
}
