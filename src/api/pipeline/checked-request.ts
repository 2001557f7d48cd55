import type { Request } from 'express';
import type { AnyResponseSpec } from '../response/response-spec';
import type { HandlerParameter } from '../operation/operation';
import type { IncomingBody } from '../request/body-reader';
import type { NewTextError } from '../validation/new-texts';

/** A request whose parts all match the declaration of its operation. */
export interface CheckedRequest {
  readonly path: Readonly<Record<string, unknown>>;
  /** Replaced while a table is read page by page. */
  query: Readonly<Record<string, unknown>>;
  /** Value of the member that wraps the body, such as `orders`. */
  readonly body: unknown;
  /** The same value as it was sent, if the handler needs it. */
  readonly rawBody: unknown;
  /** Texts of the body that are valid only if the record has them already; pointers start below the root. */
  readonly errorsUnlessStored: readonly NewTextError[];
  /** The bytes of a streamed body, for `@BodyStream()`; the name is also the `requestPart` of that parameter. */
  readonly stream: IncomingBody['stream'];
  readonly form: IncomingBody['form'];
  /** The response spec that the query selects. */
  readonly responseSpec: AnyResponseSpec;
  /** Keys that `fields` requests; undefined: all. */
  readonly requestedKeys?: readonly string[];
  /** Name of the member that wraps the body; absent if the body came without it, or if there is no body. */
  readonly bodyRoot?: string;
  /** Hash of query and body, if the request has an Idempotency-Key. */
  readonly idempotencyHash?: string;
}

/** Placeholder for a part of a request; the validation pipe replaces it by the checked value. */
export class RequestPartPlaceholder {
  constructor(
    readonly request: Request,
    private readonly part: HandlerParameter['requestPart'],
  ) {}

  resolve(checked: CheckedRequest): unknown {
    return this.part === 'plan'
      ? checked.responseSpec.getLoadPlan(checked.requestedKeys)
      : checked[this.part];
  }
}
