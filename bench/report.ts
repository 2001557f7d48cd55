import { MEMORY_GOAL_MIB } from './cases';

/** One side of a comparison. */
export interface ResultSide {
  /** Requests or orders a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99?: number;
  /** Bytes of an answer. */
  readonly size?: number;
  /** Milliseconds of the server's CPU for a request. */
  readonly cpu?: number;
  /** The same in the cheaper rounds, in which nothing else disturbed it. */
  readonly calmCpu?: number;
  /** Peak memory in MiB. */
  readonly peak?: number;
}

export interface BenchResult {
  readonly title: string;
  /** The least ratio of service to baseline. */
  readonly goal: number;
  readonly baseline: ResultSide;
  readonly service: ResultSide;
}

/** The service's memory in MiB: after all the load, and the most that was seen. */
export interface Memory {
  readonly now: number;
  readonly peak: number;
}

/** A result in short, for whoever is waiting for the table. */
export function formatResult({ title, baseline, service }: BenchResult): string {
  return `${title}: ${short(service.rate)} of ${short(baseline.rate)} a second`;
}

/**
 * The results as a Markdown table.
 * @param isJudged whether it says which goals are missed
 * @param other what the service is compared with
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

/** One line about the service's memory. */
export function formatMemory(memory: Memory): string {
  const isMet = memory.now <= MEMORY_GOAL_MIB;
  const goal = `goal: at most ${MEMORY_GOAL_MIB}${isMet ? '' : ', MISSED'}`;
  return `Memory of the service: ${whole(memory.now)} MiB after everything, ${whole(memory.peak)} at most (${goal})`;
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

/** Of small numbers with what makes the difference. */
function short(value: number): string {
  return value < 100 ? value.toPrecision(3) : whole(value);
}

function thousandths(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : value.toFixed(3);
}
