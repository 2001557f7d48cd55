import type { Outcome, Phase, Problem, ResponseCounts } from './fuzzer';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;

/** So many of a phase's requests had a status of these. */
function countOf(counts: ResponseCounts | undefined, has: (status: number) => boolean): number {
  return sum([...(counts?.statuses ?? [])].filter(([status]) => has(status)).map(([, n]) => n));
}

/** The outcome as a table of operations, with what was found below it. */
export function report({ operations, responseCounts, problems, requests }: Outcome): string {
  const lines = operations.map(({ id }) => {
    const [valid, mutated] = [responseCounts.valid.get(id), responseCounts.mutated.get(id)];
    return [id.padEnd(34), statuses(valid).padEnd(44), statuses(mutated)].join(' ');
  });
  const never = operations.filter(({ id }) => accepted(responseCounts.valid.get(id)) === 0);
  return [
    [`operation`.padEnd(34), 'valid'.padEnd(44), 'mutated'].join(' '),
    ...lines,
    '',
    ...(['valid', 'mutated'] as const).map((phase) => summary(responseCounts[phase], phase)),
    '',
    `Never accepted in the valid phase: ${never.length}`,
    ...never.map(({ id }) => `  ${id}: ${reasons(responseCounts.valid.get(id))}`),
    '',
    `${requests} requests, ${problems.length} problems`,
    ...problems.map(describeProblem),
  ].join('\n');
}

/** A problem with the request that repeats it. */
export function describeProblem(problem: Problem): string {
  const { operation, kind, mutation = 'valid', count, detail, request } = problem;
  return `* ${operation} ${kind} (${count} x, ${mutation})\n    ${request}\n    ${detail.slice(0, 1500)}`;
}

/** Why valid requests were refused, the most frequent reasons first. */
export function refusals({ operations, responseCounts }: Outcome): string {
  return operations
    .filter(({ id }) => countOf(responseCounts.valid.get(id), (status) => status >= 400) > 0)
    .map(({ id }) => `  ${id}: ${reasons(responseCounts.valid.get(id))}`)
    .join('\n');
}

function accepted(counts: ResponseCounts | undefined): number {
  return countOf(counts, (status) => status < 400);
}

function statuses(counts: ResponseCounts | undefined): string {
  const entries = [...(counts?.statuses ?? [])].sort(([one], [other]) => one - other);
  return entries.map(([status, count]) => `${status}:${count}`).join(' ');
}

function reasons(counts: ResponseCounts | undefined): string {
  const entries = [...(counts?.codes ?? [])].sort(([, one], [, other]) => other - one);
  return entries
    .slice(0, 4)
    .map(([code, count]) => `${code} (${count})`)
    .join(', ');
}

function summary(responseCounts: ReadonlyMap<string, ResponseCounts>, phase: Phase): string {
  const all = [...responseCounts.values()];
  const count = (has: (status: number) => boolean) => sum(all.map((one) => countOf(one, has)));
  const whole = count(() => true);
  const inconclusive = count((status) => status === 404 || status === 409);
  return `${phase}: ${whole} requests, accepted ${share(
    count((status) => status < 400),
    whole,
  )}, inconclusive (404, 409) ${share(inconclusive, whole)}`;
}
