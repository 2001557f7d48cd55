/** Name and meaning of a metric. */
export interface MetricOptions<L extends string> {
  /** In snake case, with its unit at the end (`_seconds`); a counter ends with `_total`. */
  readonly name: string;
  readonly help: string;
  /** How the values of several processes are combined; default: `sum`. */
  readonly aggregation?: 'sum' | 'max' | 'min';
  /** Names of its labels. Their values come from short lists: never ids, names or other input of callers. */
  readonly labels?: readonly L[];
}

/** A value for each label. */
export type MetricLabels<L extends string> = Readonly<Record<L, string>>;

/** A number that only grows. */
export interface MetricCounter<L extends string> {
  /** @param by increment; default: 1 */
  add(labels: MetricLabels<L>, by?: number): void;
}

/** A distribution of durations. */
export interface MetricHistogram<L extends string> {
  observe(labels: MetricLabels<L>, seconds: number): void;
}

/** The value of a gauge: one number, or one for each combination of label values. */
export type GaugeValue<L extends string> =
  | number
  | readonly { readonly labels: MetricLabels<L>; readonly value: number }[];

/**
 * The metrics of the process. Each part of the service declares its own metrics, once for an application; the metrics
 * module provides the implementation.
 */
export abstract class Metrics {
  abstract counter<L extends string = never>(options: MetricOptions<L>): MetricCounter<L>;

  abstract histogram<L extends string = never>(options: MetricOptions<L>): MetricHistogram<L>;

  /** @param read called for every collection; a failing or slow gauge is left out */
  abstract gauge<L extends string = never>(
    options: MetricOptions<L>,
    read: () => GaugeValue<L> | Promise<GaugeValue<L>>,
  ): void;
}
