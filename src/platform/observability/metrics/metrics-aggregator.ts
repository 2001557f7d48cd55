import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { IpcServiceDescriptor } from '../../../core/peer-process';

/** The current metrics of a process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Reads the current metrics of one process. */
export interface MetricsReader {
  read(): Promise<ProcessMetrics>;
}

/** The service by which the primary reads the metrics of a worker. A gauge may take two seconds. */
export const metricsReaderIpcService: IpcServiceDescriptor<MetricsReader> = {
  name: 'metrics',
  timeoutMs: 4_000,
};

/** The service by which a worker reads the metrics of all processes. */
export const metricsAggregatorIpcService: IpcServiceDescriptor<MetricsAggregator> = {
  name: 'sum-of-metrics',
  timeoutMs: 5_000,
};

/** Aggregates the metrics of all processes, in the primary. */
export class MetricsAggregator {
  /** The last known counters of processes that have ended, so that no sum ever decreases. */
  private endedMetrics: Promise<ProcessMetrics> = Promise.resolve([]);
  private readonly lastMetricsByProcess = new Map<object, ProcessMetrics>();

  /**
   * @param readAllProcesses reads all processes that serve requests
   * @throws PeerProcessUnavailable if a live process doesn't answer
   */
  constructor(
    private readonly readAllProcesses: () => Promise<ReadonlyMap<object, ProcessMetrics>>,
  ) {}

  /** Returns the metrics in the format of Prometheus. @throws PeerProcessUnavailable */
  async formatMetrics(): Promise<string> {
    const metricsByProcess = await this.readAllProcesses();
    for (const [processKey, metrics] of metricsByProcess)
      this.lastMetricsByProcess.set(processKey, metrics);
    return AggregatorRegistry.aggregate([
      ...metricsByProcess.values(),
      await this.endedMetrics,
    ]).metrics();
  }

  /** Moves the counters of a process that has ended to `endedMetrics`. */
  retireProcess(processKey: object): void {
    const metrics = this.lastMetricsByProcess.get(processKey) ?? [];
    this.lastMetricsByProcess.delete(processKey);
    const cumulativeMetrics = metrics.filter(({ type }) => isCumulative(String(type)));
    this.endedMetrics = this.endedMetrics.then((previousMetrics) =>
      AggregatorRegistry.aggregate([previousMetrics, cumulativeMetrics]).getMetricsAsJSON(),
    );
  }
}

const isCumulative = (type: string): boolean => type === 'counter' || type === 'histogram';
