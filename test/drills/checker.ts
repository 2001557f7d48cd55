import type { SentRequest } from './sent-request';
import type { Subject } from './subject';

/** A subject with what was read of it. */
export interface SubjectWithState<State = unknown> {
  readonly subject: Subject<State>;
  readonly state: State;
}

/** Compares the record of all clients with the final state. @returns what contradicts it, a line each */
export function findViolations(
  sent: readonly SentRequest[],
  watched: readonly SubjectWithState[],
): string[] {
  const found = watched.flatMap(({ subject, state }) =>
    subject.check(sent, state).map((line) => `${subject.name}: ${line}`),
  );
  return [...found, ...findResponseViolations(sent)];
}

/** A fault from outside is answered with 503 or 507, and the request is completed in the end. */
function findResponseViolations(sent: readonly SentRequest[]): string[] {
  const found: string[] = [];
  for (const { method, path, mark, status, end, faults, answer } of sent) {
    const what = `${method} ${path} (${mark})`;
    const strange = faults.filter((one) => one !== 503 && one !== 507);
    if (strange.length > 0) found.push(`answers: ${what} got ${strange.join()}`);
    if (end === Infinity) found.push(`answers: ${what} was never answered, at last with ${status}`);
    if (status === 400 || status === 422) found.push(`answers: ${what}: ${JSON.stringify(answer)}`);
  }
  return found;
}
