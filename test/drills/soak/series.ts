/** The allowed difference between the beginning and the end of a soak: a share of it, and an absolute amount. */
interface Tolerance {
  readonly share: number;
  readonly plus: number;
}

/** One thing that is looked at again and again. */
export interface Series {
  readonly name: string;
  /** The panel of the chart. */
  readonly panel: string;
  /** By how much the end may be above the beginning. */
  readonly tolerance: Tolerance;
  /** Whether it has to have fallen in between: a table that is swept. */
  readonly isSwept?: boolean;
}

const MEMORY = 'Memory, MiB';
const CPU = 'CPU of a request, ms';
const DESCRIPTORS = 'Open descriptors';
const LOOP = 'Delay of the event loop, ms';
const LATENCY = 'Latency that clients saw, ms';
const ROWS = 'Rows of tables that are swept';
const LEASES = 'Rows of leases on paths of the file store';

/** Tables whose rows are kept for a time and then swept, as SQL names them. */
const sweptTables = [
  'journal_entries',
  'outbox_messages',
  'outbox_attempts',
  'webhook_deliveries',
  'repeatable_requests',
  'exports',
] as const;

/** Rows that are there while a path of the file store is held. */
const leaseTables = ['file_locks', 'file_lock_turns', 'file_lock_waits'] as const;

export const countedTables = [...sweptTables, ...leaseTables];

/**
 * Everything that a soak measures. On a machine with other work, answers can take twice as long at times; the CPU
 * time varies less.
 */
export const allSeries: readonly Series[] = [
  { name: 'resident', panel: MEMORY, tolerance: { share: 0.15, plus: 20 } },
  { name: 'heap', panel: MEMORY, tolerance: { share: 0.15, plus: 20 } },
  { name: 'descriptors', panel: DESCRIPTORS, tolerance: { share: 0.1, plus: 10 } },
  { name: 'cpu', panel: CPU, tolerance: { share: 0.25, plus: 2 } },
  { name: 'loop p50', panel: LOOP, tolerance: { share: 0.5, plus: 5 } },
  { name: 'loop p99', panel: LOOP, tolerance: { share: 0.5, plus: 20 } },
  { name: 'latency p50', panel: LATENCY, tolerance: { share: 0.5, plus: 10 } },
  { name: 'latency p99', panel: LATENCY, tolerance: { share: 0.5, plus: 50 } },
  ...sweptTables.map((name) => ({
    ...{ name, panel: ROWS, tolerance: { share: 0.2, plus: 50 }, isSwept: true },
  })),
  ...leaseTables.map((name) => ({ name, panel: LEASES, tolerance: { share: 0.2, plus: 20 } })),
];

/** Values at one time, by the names of the series. */
export interface Sample {
  /** Minutes since the load began. */
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}
