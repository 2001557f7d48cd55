import type { Request } from 'express';
import type { AnyResponseSpec } from '../response/response-spec';
import type { HandlerParameter } from '../operation/operation';
import type { IncomingBody } from '../request/body-reader';

/** A request whose every part has the shape that its operation declares. */
export interface CheckedRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** What stands below the body's root. */
  readonly body: unknown;
  /** The body below its root as it was sent, where the handler asks for it. */
  readonly given: unknown;
  readonly stream: IncomingBody['stream'];
  readonly form: IncomingBody['form'];
  /** The answer that the query chose. */
  readonly answer: AnyResponseSpec;
  /** Keys that `fields` asks for; all when undefined. */
  readonly keys?: readonly string[];
  /** The root of the body; absent when it came bare, or when there is none. */
  readonly root?: string;
  /** Hash of query and body, where the request carries an Idempotency-Key. */
  readonly content?: string;
}

/** A part of a request, for which the validation pipe puts what it has checked. */
export class RequestPart {
  constructor(
    readonly request: Request,
    private readonly part: HandlerParameter['part'],
  ) {}

  valueIn(checked: CheckedRequest): unknown {
    return this.part === 'plan' ? checked.answer.plan(checked.keys) : checked[this.part];
  }
}
