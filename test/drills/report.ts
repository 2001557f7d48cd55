import type { Outcome } from './drill';

/** One drill with what came of it. */
export interface Row extends Outcome {
  readonly drill: string;
  readonly engine: string;
  readonly seed: number;
}

const heads = [
  ...['drill', 'engine', 'seed', 'requests', 'answered', 'lost', 'retried', 'in flight'],
  ...['seconds', 'violations'],
];

/** The first two lines of the table, in Markdown. */
export function headOfTable(): string {
  return `${line(heads)}\n${line(heads.map(() => '---'))}`;
}

/** One line of the table. */
export function rowOfTable({ inFlight, violations, ...row }: Row): string {
  const { drill, engine, seed, requests, answered, lost, retried, seconds } = row;
  return line([
    ...[drill, engine, seed, requests, answered, lost, retried, inFlight.join(' ')],
    ...[seconds, violations.length],
  ]);
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
