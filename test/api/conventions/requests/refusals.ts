import { Contract } from '../../../support/contract';
import { Service } from '../../../support/service/service';
import { type ExactAnswer, type ExactRequest, exchange } from './exact-request';
import { storedState } from './stored-state';

/** The expected answer to a bad request. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** `pointer code` of every fault, in any order; not looked at when undefined. */
  readonly faults?: readonly string[];
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  errors: { pointer: string; code: string; detail: string }[];
}

/** Stack frames, SQL, files and libraries: what no answer may show. */
const INSIDES =
  /\n\s+at |\.[cm]?[jt]s:\d|\/src\/|\/dist\/|node_modules|SQLITE|ER_[A-Z]|\b(SELECT|INSERT INTO|UPDATE) |QueryFailed|TypeError|typeorm|\bajv\b/;

/** The service under bad requests: each has to be refused in the one right way, without any effect. */
export class Hardened {
  private constructor(
    readonly service: Service,
    private readonly contract: Contract,
  ) {}

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Hardened> {
    const service = await Service.start(environment);
    return new Hardened(service, Contract.forApp(service.app));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Sends exactly these bytes and compares the answer with the OpenAPI document. */
  async send(request: ExactRequest): Promise<ExactAnswer> {
    const answer = await exchange(this.service.url, request);
    const mediaType = String(answer.headers['content-type']).split(';')[0] ?? '';
    this.contract.check(
      request.method ?? 'GET',
      request.path,
      answer.status,
      mediaType,
      answer.text,
    );
    return answer;
  }

  /** A JSON body by POST, or by another method. */
  json(path: string, body: unknown, more: Partial<ExactRequest> = {}): Promise<ExactAnswer> {
    return this.send(jsonRequest(path, body, more));
  }

  /** The request is refused so, and whatever is stored is as before; the service goes on. */
  async refuses(request: ExactRequest, expected: Refusal): Promise<Problem> {
    const before = await storedState(this.service);
    const answer = await this.send(request);
    const problem = expectProblem(answer, request.path, expected);
    expect(await storedState(this.service)).toBe(before);
    const live = await exchange(this.service.url, { path: '/health/live', key: null });
    expect(live.status).toBe(200);
    return problem;
  }
}

/** A request with a JSON body; texts and buffers go out as they are. */
export function jsonRequest(
  path: string,
  body: unknown,
  more: Partial<ExactRequest> = {},
): ExactRequest {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    method: 'POST',
    path,
    body: text,
    headers: { 'Content-Type': 'application/json' },
    ...more,
  };
}

/** The answer is one problem document (RFC 9457), the one expected, and shows nothing of the inside. */
export function expectProblem(answer: ExactAnswer, path: string, expected: Refusal): Problem {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: expected.status });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const problem = JSON.parse(answer.text) as Problem;
  expect(problem).toMatchObject({
    type: `urn:problem:${expected.code}`,
    status: expected.status,
    instance: path.split('?')[0],
    code: expected.code,
    requestId: answer.headers['x-request-id'],
  });
  expect(problem.title).not.toBe('');
  expect(problem.detail).not.toBe('');
  if (expected.faults) {
    const faults = problem.errors.map(({ pointer, code }) => `${pointer} ${code}`);
    expect(faults.sort()).toEqual([...expected.faults].sort());
  }
  expect(answer.text).not.toMatch(INSIDES);
  return problem;
}
