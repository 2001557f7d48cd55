import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { IpcService } from '../../../core/primary-process';

/** What the metrics of a process stand at. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Tells what the metrics of one process stand at. */
export interface MetricsReader {
  read(): Promise<ProcessMetrics>;
}

/** Where the primary reads the metrics of a worker; a gauge may take two seconds. */
export const metricsReaderIpcService: IpcService<MetricsReader> = {
  name: 'metrics',
  timeoutMs: 4_000,
};

/** Where a worker asks for the metrics of all. */
export const metricsAggregatorIpcService: IpcService<MetricsAggregator> = {
  name: 'sum-of-metrics',
  timeoutMs: 5_000,
};

/** In the primary: what the metrics of all processes come to. */
export class MetricsAggregator {
  /** Of processes that have ended: what they had counted when they were read last, so that no sum ever falls. */
  private endedMetrics: Promise<ProcessMetrics> = Promise.resolve([]);
  private readonly lastMetrics = new Map<object, ProcessMetrics>();

  /** @param readAll reads all processes that take requests @throws PrimaryUnavailable when one that is still there does not answer */
  constructor(private readonly readAll: () => Promise<ReadonlyMap<object, ProcessMetrics>>) {}

  /** In the format of Prometheus. @throws PrimaryUnavailable */
  async text(): Promise<string> {
    const readings = await this.readAll();
    for (const [process, reading] of readings) this.lastMetrics.set(process, reading);
    return AggregatorRegistry.aggregate([...readings.values(), await this.endedMetrics]).metrics();
  }

  /** A process has ended. */
  forget(process: object): void {
    const reading = this.lastMetrics.get(process) ?? [];
    this.lastMetrics.delete(process);
    const counts = reading.filter(({ type }) => isCumulative(String(type)));
    this.endedMetrics = this.endedMetrics.then((before) =>
      AggregatorRegistry.aggregate([before, counts]).getMetricsAsJSON(),
    );
  }
}

const isCumulative = (type: string): boolean => type === 'counter' || type === 'histogram';
