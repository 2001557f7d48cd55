import http from 'node:http';
import { type ExactAnswer, exchange } from '../api/conventions/requests/exact-request';
import { Bodies } from './bodies';
import { type Described, describedOperations, schemasOf } from './described';
import { Draw } from './draw';
import { Existing } from './existing';
import { Judge, type Defect } from './judge';
import { type Mutation, mutate } from './mutations';
import { exactRequest, type Sketch, validRequest } from './requests';
import { SeededStore } from './seeded-store';
import { smallest } from './smallest';
import type { Target } from './target';
import { differences, Watch } from './watch';

/** Valid changes are made on condition with this probability. */
const CONDITIONAL = 0.2;
/** Links to the next page are followed with this probability. */
const FOLLOWED = 0.3;

const phases = ['valid', 'mutated'] as const;
export type Phase = (typeof phases)[number];

/** The results of the requests of one operation in one phase. */
export interface ResponseCounts {
  readonly statuses: Map<number, number>;
  /** Status and code of refusals. */
  readonly codes: Map<string, number>;
}

/** A defect with the smallest request that shows it. */
export interface Problem extends Defect {
  readonly operation: string;
  readonly phase: Phase;
  readonly mutation?: string;
  readonly request: string;
  /** So many requests have shown it. */
  count: number;
}

export interface Outcome {
  readonly requests: number;
  readonly responseCounts: Readonly<Record<Phase, ReadonlyMap<string, ResponseCounts>>>;
  readonly problems: readonly Problem[];
  readonly operations: readonly Described[];
}

/** Sends made-up requests to every operation and judges the answers. */
export class Fuzzer {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  private readonly problems = new Map<string, Problem>();
  private readonly responseCounts = {
    valid: new Map<string, ResponseCounts>(),
    mutated: new Map<string, ResponseCounts>(),
  };
  private readonly judge: Judge;
  private readonly operations: readonly Described[];
  private requests = 0;
  private onProblem: (problem: Problem) => void = () => undefined;

  private constructor(
    private readonly target: Target,
    private readonly seed: number,
    private readonly watch: Watch,
    private readonly bodies: Bodies,
  ) {
    const { document } = target;
    this.operations = describedOperations(document);
    this.judge = new Judge(document);
  }

  /** Fills a service with some of everything. */
  static async over(target: Target, seed: number): Promise<Fuzzer> {
    const store = new SeededStore(target.client);
    await store.fill(seed);
    const existing = new Existing(target, (place) => store.provide(place));
    const bodies = new Bodies(schemasOf(target.document), existing, `f${seed.toString(36)}`);
    return new Fuzzer(target, seed, await Watch.start(target), bodies);
  }

  stop(): void {
    this.agent.destroy();
  }

  /**
   * Sends at least so many requests, half of them as the document allows, half with one thing changed. Every
   * operation gets as many as any other.
   * @param onProblem called with each problem when it is found
   */
  async run(
    requests: number,
    onProblem: (problem: Problem) => void = () => undefined,
  ): Promise<Outcome> {
    this.onProblem = onProblem;
    const rounds = Math.ceil(requests / phases.length / this.operations.length);
    for (const [at, phase] of phases.entries()) {
      // Each phase has a sequence of its own: else the second one would repeat the first one's identifiers.
      const draw = new Draw(this.seed * phases.length + at);
      for (let round = 0; round < rounds; round++) {
        for (const operation of this.operations) await this.send(operation, phase, draw);
      }
    }
    const { responseCounts, operations } = this;
    return {
      requests: this.requests,
      responseCounts,
      operations,
      problems: [...this.problems.values()],
    };
  }

  private async send(operation: Described, phase: Phase, draw: Draw): Promise<void> {
    const sketch = await validRequest(operation, draw, this.bodies);
    const mutation = phase === 'mutated' ? mutate(sketch, draw) : undefined;
    if (!mutation && draw.chance(CONDITIONAL)) await this.addCondition(sketch);
    spareOwnKey(sketch);
    const answer = await this.try(sketch, phase, mutation);
    const next = answer && !mutation && draw.chance(FOLLOWED) ? nextOf(answer) : undefined;
    if (next) await this.try({ ...sketch, query: [...next] }, phase, undefined);
  }

  /** Sends a request, counts what came of it and reports what is wrong with that. */
  private async try(
    sketch: Sketch,
    phase: Phase,
    mutation: Mutation | undefined,
  ): Promise<ExactAnswer | undefined> {
    await this.watch.note();
    const { answer, defect } = await this.attempt(sketch, mutation);
    this.requests++;
    if (answer) this.count(sketch.operation.id, phase, answer);
    if (!answer || answer.status < 300) this.bodies.existing.forget();
    if (defect) await this.report(sketch, phase, mutation, defect);
    return answer;
  }

  /** `If-Match` with the state that the record is in, where the operation takes it. */
  private async addCondition(sketch: Sketch): Promise<void> {
    const { parameters, path, method } = sketch.operation;
    const hasGet = this.operations.some((one) => one.method === 'GET' && one.path === path);
    if (method === 'GET' || !hasGet || !parameters.some(({ name }) => name === 'If-Match')) return;
    const { body: _body, bytes: _bytes, ...rest } = sketch;
    const { headers } = await this.exchange({ ...rest, method: 'GET', query: [] });
    if (headers.etag !== undefined) sketch.headers['If-Match'] = headers.etag;
  }

  /** Sends a request and returns the defect of its outcome. */
  private async attempt(
    sketch: Sketch,
    mutation: Mutation | undefined,
  ): Promise<{ answer?: ExactAnswer; defect?: Defect | undefined }> {
    let answer: ExactAnswer;
    try {
      answer = await this.exchange(sketch);
    } catch (error) {
      return { defect: { kind: 'gives no answer', detail: String(error) } };
    }
    const refusable = mutation?.fatal === true || this.judge.refusesBody(sketch);
    const defect = this.judge.judge(sketch, answer, refusable);
    if (defect || !mustChangeNothing(sketch, answer)) return { answer, defect };
    return { answer, defect: await this.trace(sketch) };
  }

  /** The tables that a request changes though it must not: it is sent again for that. */
  private async trace(sketch: Sketch): Promise<Defect | undefined> {
    if (!(await this.watch.mayHaveChanged())) return undefined;
    const isExplained =
      (await this.watch.wasBusyOtherwise()) || 'Idempotency-Key' in sketch.headers;
    const before = await this.watch.contents();
    await this.exchange(sketch);
    const changed = differences(before, await this.watch.contents());
    if (changed.length === 0 && isExplained) return undefined;
    const detail = changed.join(', ') || 'once; not when it was sent again';
    return { kind: 'changes what is stored', detail };
  }

  private async exchange(sketch: Sketch): Promise<ExactAnswer> {
    const request = exactRequest(sketch);
    try {
      return await exchange(this.target.client.url, request, this.agent);
    } catch {
      // A kept connection may have been closed just now; a fresh one shows it.
      return exchange(this.target.client.url, request);
    }
  }

  private count(operation: string, phase: Phase, { status, text }: ExactAnswer): void {
    const counts: ResponseCounts = this.responseCounts[phase].get(operation) ?? emptyCounts();
    this.responseCounts[phase].set(operation, counts);
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    if (status < 400) return;
    const { code = '', errors = [] } = JSON.parse(text || '{}') as {
      code?: string;
      errors?: { pointer: string; code: string }[];
    };
    const fault = errors[0] ? ` ${errors[0].pointer} ${errors[0].code}` : '';
    const key = `${status} ${code}${fault}`;
    counts.codes.set(key, (counts.codes.get(key) ?? 0) + 1);
  }

  private async report(
    sketch: Sketch,
    phase: Phase,
    mutation: Mutation | undefined,
    defect: Defect,
  ): Promise<void> {
    const key = `${sketch.operation.id} ${defect.kind}`;
    const known = this.problems.get(key);
    if (known) {
      known.count++;
      return;
    }
    const shows = async (smaller: Sketch): Promise<boolean> => {
      await this.watch.note();
      return (await this.attempt(smaller, mutation)).defect?.kind === defect.kind;
    };
    const least = await smallest(sketch, shows);
    this.bodies.existing.forget();
    const { method, path, headers, body } = exactRequest(least);
    const problem: Problem = {
      ...{ operation: sketch.operation.id, phase, count: 1 },
      ...defect,
      ...(mutation ? { mutation: mutation.name } : {}),
      request: `${method} ${path} ${JSON.stringify(headers)} ${body?.toString('utf8').slice(0, 3000) ?? ''}`,
    };
    this.problems.set(key, problem);
    this.onProblem(problem);
  }
}

/** The key that the requests are sent with is not to be deleted. */
function spareOwnKey({ operation, path }: Sketch): void {
  if (operation.path.startsWith('/v1/apiKeys/{id}') && Number(path['id']) === 1)
    path['id'] = '987654321';
}

/** The query of the link to the list's next page. */
function nextOf({ status, text }: ExactAnswer): [string, string][] | undefined {
  if (status !== 200) return undefined;
  const { CURSORS, cursors } = JSON.parse(text) as {
    CURSORS?: { NEXT: string };
    cursors?: { next: string };
  };
  const next = CURSORS?.NEXT ?? cursors?.next ?? '';
  return next === '' ? undefined : [...new URL(next).searchParams];
}

function emptyCounts(): ResponseCounts {
  return { statuses: new Map<number, number>(), codes: new Map<string, number>() };
}

/** Refusals change nothing, and neither do reads. */
function mustChangeNothing({ method }: Sketch, { status }: ExactAnswer): boolean {
  return status >= 300 || method === 'GET';
}
