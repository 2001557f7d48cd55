import { pause } from '../../support/servers/built-process';
import { exchange } from '../conventions/requests/exact-request';

/** For services whose metrics a spec reads. */
export const METRICS_TOKEN = 'token-of-the-metrics';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** One reading of a service's metrics. */
export class MetricsReading {
  readonly samples: readonly Sample[];
  /** Names of the metrics that it describes, and their types. */
  readonly types: ReadonlyMap<string, string>;

  /** @throws Error for a line that is not in Prometheus' text format */
  constructor(readonly text: string) {
    const lines = text.split('\n');
    this.samples = lines.filter((line) => line !== '' && !line.startsWith('#')).map(sampleOf);
    this.types = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
  }

  /** The value of the sample with just these labels, if it exists. */
  value(name: string, labels: Labels = {}): number | undefined {
    return this.samples.find(
      (sample) =>
        sample.name === name &&
        Object.keys(sample.labels).length === Object.keys(labels).length &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value;
  }
}

/** Reads the metrics of a service that has METRICS_TOKEN. */
export async function readMetrics(url: string): Promise<MetricsReading> {
  const { status, text } = await exchange(url, { path: '/metrics', key: METRICS_TOKEN });
  if (status !== 200) throw new Error(`/metrics answered ${status}: ${text}`);
  return new MetricsReading(text);
}

/** Waits until so many processes of a service that has METRICS_TOKEN take requests; it may be out of reach meanwhile. */
export async function untilProcesses(url: string, count: number): Promise<void> {
  for (;;) {
    const reading = await readMetrics(url).catch(() => undefined);
    if (reading?.value('store_processes') === count) return;
    await pause(50);
  }
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`This is no sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label, content]) => [label, content])) as Labels,
    value: Number(value),
  };
}
