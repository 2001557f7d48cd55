/** What a metric is called, and what it means to those who watch the service. */
export interface MetricOptions<L extends string> {
  /** In snake case, with its unit at the end (`_seconds`), that of a counter with `_total`. */
  readonly name: string;
  readonly help: string;
  /** What those of several processes behind one port come to together: their sum, unless told otherwise. */
  readonly aggregation?: 'sum' | 'max' | 'min';
  /** Names of its labels. Their values come from short lists: never ids, names or anything that callers send. */
  readonly labels?: readonly L[];
}

/** A value for each label. */
export type MetricLabels<L extends string> = Readonly<Record<L, string>>;

/** Something that only grows. */
export interface MetricCounter<L extends string> {
  /** @param by 1 unless told otherwise */
  add(labels: MetricLabels<L>, by?: number): void;
}

/** How often something took how long. */
export interface MetricHistogram<L extends string> {
  observe(labels: MetricLabels<L>, seconds: number): void;
}

/** What a gauge stands at: one number, or one for each of its labels' values. */
export type GaugeValue<L extends string> =
  number | readonly { readonly labels: MetricLabels<L>; readonly value: number }[];

/**
 * What the process tells of itself to those who watch it. Each part of the service declares what it has to
 * tell, once for an application; the metrics module provides it.
 */
export abstract class Metrics {
  abstract counter<L extends string = never>(text: MetricOptions<L>): MetricCounter<L>;

  abstract histogram<L extends string = never>(text: MetricOptions<L>): MetricHistogram<L>;

  /** @param read asked whenever somebody looks; what fails or takes long is left out then */
  abstract gauge<L extends string = never>(
    text: MetricOptions<L>,
    read: () => GaugeValue<L> | Promise<GaugeValue<L>>,
  ): void;
}
