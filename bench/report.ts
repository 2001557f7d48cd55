import { MEMORY_GOAL_MIB } from './cases';

/** One side of a comparison. */
export interface ResultSide {
  /** Requests or orders per second. */
  readonly rate: number;
  /** Latency in milliseconds. */
  readonly p99?: number;
  /** Bytes of a response. */
  readonly size?: number;
  /** CPU time of the server per request, in milliseconds. */
  readonly cpu?: number;
  /** The same in the undisturbed rounds. */
  readonly calmCpu?: number;
  /** Peak memory in MiB. */
  readonly peak?: number;
}

export interface BenchResult {
  readonly title: string;
  /** The minimum ratio of the service's rate to the baseline's. */
  readonly goal: number;
  readonly baseline: ResultSide;
  readonly service: ResultSide;
}

/** The service's memory in MiB: after the load, and at its peak. */
export interface Memory {
  readonly now: number;
  readonly peak: number;
}

/** Formats a result on one line, as progress output. */
export function formatResult({ title, baseline, service }: BenchResult): string {
  return `${title}: ${short(service.rate)} of ${short(baseline.rate)} a second`;
}

/**
 * Formats results as a Markdown table.
 * @param isJudged whether missed goals are marked
 * @param other name of the system that the service is compared with
 */
export function formatTable(
  results: readonly BenchResult[],
  isJudged: boolean,
  other = 'baseline',
): string {
  const heads = [
    ...['case', `${other} /s`, 'service /s', 'ratio', 'goal', `CPU ms, ${other}`, 'service'],
    ...[`p99 ms, ${other}`, 'service', `bytes, ${other}`, 'service', 'peak MiB'],
  ];
  const rows = results.map(({ title, goal, baseline, service }) => {
    const isMet = !isJudged || service.rate / baseline.rate >= goal;
    return [
      title,
      short(baseline.rate),
      short(service.rate),
      (service.rate / baseline.rate).toFixed(2),
      `${goal.toFixed(2)}${isMet ? '' : ' MISSED'}`,
      thousandths(baseline.cpu),
      thousandths(service.cpu),
      whole(baseline.p99),
      whole(service.p99),
      whole(baseline.size),
      whole(service.size),
      whole(service.peak),
    ];
  });
  const all = [heads, heads.map(() => '---'), ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => row[at]!.length)));
  return all
    .map(
      (row) =>
        `| ${row.map((cell, at) => cell.padEnd(widths[at]!, row[at] === '---' ? '-' : ' ')).join(' | ')} |`,
    )
    .join('\n');
}

/** Formats the service's memory on one line. */
export function formatMemory(memory: Memory): string {
  const isMet = memory.now <= MEMORY_GOAL_MIB;
  const goal = `goal: at most ${MEMORY_GOAL_MIB}${isMet ? '' : ', MISSED'}`;
  return `Memory of the service: ${whole(memory.now)} MiB at the end, peak ${whole(memory.peak)} MiB (${goal})`;
}

/** Whether all goals are reached. */
export function areGoalsReached(
  results: readonly BenchResult[],
  memory: Memory | undefined,
): boolean {
  return (
    results.every(
      ({ goal, baseline, service: { rate, peak = 0 } }) =>
        rate / baseline.rate >= goal && peak <= MEMORY_GOAL_MIB,
    ) &&
    (memory === undefined || memory.now <= MEMORY_GOAL_MIB)
  );
}

function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(Math.round(value));
}

/** Formats a number with more decimals if it is small. */
function short(value: number): string {
  return value < 100 ? value.toPrecision(3) : whole(value);
}

function thousandths(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : value.toFixed(3);
}
