import type { Outcome, Phase, Problem, Tally } from './fuzzer';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;

/** So many of a phase's requests had a status of these. */
function countOf(tally: Tally | undefined, has: (status: number) => boolean): number {
  return sum([...(tally?.statuses ?? [])].filter(([status]) => has(status)).map(([, n]) => n));
}

/** The outcome as a table of operations, with what was found below it. */
export function report({ operations, tallies, problems, requests }: Outcome): string {
  const lines = operations.map(({ id }) => {
    const [valid, mutated] = [tallies.valid.get(id), tallies.mutated.get(id)];
    return [id.padEnd(34), statuses(valid).padEnd(44), statuses(mutated)].join(' ');
  });
  const never = operations.filter(({ id }) => accepted(tallies.valid.get(id)) === 0);
  return [
    [`operation`.padEnd(34), 'valid'.padEnd(44), 'mutated'].join(' '),
    ...lines,
    '',
    ...(['valid', 'mutated'] as const).map((phase) => summary(tallies[phase], phase)),
    '',
    `Never accepted in the valid phase: ${never.length}`,
    ...never.map(({ id }) => `  ${id}: ${reasons(tallies.valid.get(id))}`),
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
export function refusals({ operations, tallies }: Outcome): string {
  return operations
    .filter(({ id }) => countOf(tallies.valid.get(id), (status) => status >= 400) > 0)
    .map(({ id }) => `  ${id}: ${reasons(tallies.valid.get(id))}`)
    .join('\n');
}

function accepted(tally: Tally | undefined): number {
  return countOf(tally, (status) => status < 400);
}

function statuses(tally: Tally | undefined): string {
  const entries = [...(tally?.statuses ?? [])].sort(([one], [other]) => one - other);
  return entries.map(([status, count]) => `${status}:${count}`).join(' ');
}

function reasons(tally: Tally | undefined): string {
  const entries = [...(tally?.codes ?? [])].sort(([, one], [, other]) => other - one);
  return entries
    .slice(0, 4)
    .map(([code, count]) => `${code} (${count})`)
    .join(', ');
}

function summary(tallies: ReadonlyMap<string, Tally>, phase: Phase): string {
  const all = [...tallies.values()];
  const count = (has: (status: number) => boolean) => sum(all.map((one) => countOf(one, has)));
  const whole = count(() => true);
  const inconclusive = count((status) => status === 404 || status === 409);
  return `${phase}: ${whole} requests, accepted ${share(
    count((status) => status < 400),
    whole,
  )}, inconclusive (404, 409) ${share(inconclusive, whole)}`;
}
