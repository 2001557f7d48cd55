import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { IpcService } from '../../../core/primary-process';

/** The current metrics of a process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Reads the current metrics of one process. */
export interface MetricsReader {
  read(): Promise<ProcessMetrics>;
}

/** The service by which the primary reads the metrics of a worker. A gauge may take two seconds. */
export const metricsReaderIpcService: IpcService<MetricsReader> = {
  name: 'metrics',
  timeoutMs: 4_000,
};

/** The service by which a worker reads the metrics of all processes. */
export const metricsAggregatorIpcService: IpcService<MetricsAggregator> = {
  name: 'sum-of-metrics',
  timeoutMs: 5_000,
};

/** Aggregates the metrics of all processes, in the primary. */
export class MetricsAggregator {
  /** The last known counters of processes that have ended, so that no sum ever decreases. */
  private endedMetrics: Promise<ProcessMetrics> = Promise.resolve([]);
  private readonly lastMetrics = new Map<object, ProcessMetrics>();

  /**
   * @param readAll reads all processes that serve requests
   * @throws PrimaryUnavailable if a live process doesn't answer
   */
  constructor(private readonly readAll: () => Promise<ReadonlyMap<object, ProcessMetrics>>) {}

  /** Returns the metrics in the format of Prometheus. @throws PrimaryUnavailable */
  async formatMetrics(): Promise<string> {
    const readings = await this.readAll();
    for (const [process, reading] of readings) this.lastMetrics.set(process, reading);
    return AggregatorRegistry.aggregate([...readings.values(), await this.endedMetrics]).metrics();
  }

  /** Moves the counters of a process that has ended to `endedMetrics`. */
  retireProcess(process: object): void {
    const reading = this.lastMetrics.get(process) ?? [];
    this.lastMetrics.delete(process);
    const counts = reading.filter(({ type }) => isCumulative(String(type)));
    this.endedMetrics = this.endedMetrics.then((before) =>
      AggregatorRegistry.aggregate([before, counts]).getMetricsAsJSON(),
    );
  }
}

const isCumulative = (type: string): boolean => type === 'counter' || type === 'histogram';
