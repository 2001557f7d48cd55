import type { DrillOutcome } from './drill';

/** One drill with what came of it. */
export interface DrillRow extends DrillOutcome {
  readonly drill: string;
  readonly engine: string;
  readonly seed: number;
}

const heads = [
  ...['drill', 'engine', 'seed', 'requests', 'answered', 'lost', 'retried', 'in flight'],
  ...['seconds', 'violations'],
];

/** Columns for each strike, in their order. */
const feltColumns = ['silence', 'calmAfter', 'unavailable', 'inProgress'] as const;
const feltHeads = ['silence, s', 'calm after, s', '503', '409', 'answers/s'];

/** The first two lines of the table, in Markdown. @param isFelt with what clients have seen of the faults */
export function toTableHead(isFelt = false): string {
  const all = isFelt ? [...heads, ...feltHeads] : heads;
  return `${line(all)}\n${line(all.map(() => '---'))}`;
}

/** One line of the table. */
export function toTableRow({ inFlight, violations, ...row }: DrillRow, isFelt = false): string {
  const { drill, engine, seed, requests, answered, lost, retried, seconds, impacts, rate } = row;
  return line([
    ...[drill, engine, seed, requests, answered, lost, retried, inFlight.join(' ')],
    ...[seconds, violations.length],
    ...(isFelt
      ? [
          ...feltColumns.map((column) => (impacts ?? []).map((one) => one[column]).join(' ')),
          rate ?? '',
        ]
      : []),
  ]);
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
