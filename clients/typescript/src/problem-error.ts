import type { ProblemCode } from './problem-code.js';
import type { components } from './schema.js';

/** A problem document (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** An error response of the service; compare `code` to handle it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  /** One element per invalid field of the request. */
  readonly faults: Problem['errors'];

  constructor(readonly problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.faults = problem.errors;
  }

  /** Whether it is one of these problems. */
  is<C extends ProblemCode>(...codes: readonly C[]): this is this & { readonly code: C } {
    return (codes as readonly string[]).includes(this.code);
  }
}

/** Whether an error is one of these problems; without codes, whether it is any problem. */
export function isProblem<C extends ProblemCode>(
  error: unknown,
  ...codes: readonly C[]
): error is ProblemError & { readonly code: C } {
  return error instanceof ProblemError && (codes.length === 0 || error.is(...codes));
}

/** Returns the problem of a response. If the response isn't the service's own, only its status is known. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text();
  return new ProblemError({ ...unknownProblem(response, text), ...readProblem(text) });
}

function readProblem(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return typeof value?.code === 'string' ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function unknownProblem({ status, statusText, url, headers }: Response, text: string): Problem {
  return {
    type: 'about:blank',
    title: statusText,
    status,
    detail: text.slice(0, 200),
    instance: url,
    code: '',
    requestId: headers.get('x-request-id') ?? '',
    errors: [],
  };
}
