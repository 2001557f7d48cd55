import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Where a run notes which operations each file of specs has had answered (.ci/conformance.cjs). */
const countsFile = process.env['ANSWERED_OPERATIONS'];

const counts = new Map<string, number>();

/** Counts an answer to an operation, `GET /v1/orders/{id}`, that did what it was asked for. */
export function countAnswered(operation: string): void {
  if (countsFile !== undefined) counts.set(operation, (counts.get(operation) ?? 0) + 1);
}

/** Writes what was counted since the last time: operation, file of specs and count, a line each. */
export function writeAnsweredCounts(): void {
  if (countsFile === undefined || counts.size === 0) return;
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const lines = [...counts].map(([operation, count]) => `${operation}\t${file}\t${count}\n`);
  appendFileSync(countsFile, lines.join(''));
  counts.clear();
}
