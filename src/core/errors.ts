/** One thing that is wrong with a request, in the form of RFC 9457's `errors` extension. */
export interface FieldError {
  /**
   * JSON pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`. Services point from the
   * object that they were given (`/name`); the caller is told where that stands (`/customTagGroups/name`).
   */
  readonly pointer: string;
  /** Stable machine word, for example `field.required`. */
  readonly code: string;
  /** One sentence for a person. */
  readonly detail: string;
}

/** A fact of the domain that ends a request: it knows its HTTP status, and nothing else of HTTP. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly title: string;
  readonly passes: boolean = false;
  readonly fieldErrors: readonly FieldError[] = [];
  /** Further members of the problem document, for example the id of the record in the way. */
  readonly extension: Readonly<Record<string, unknown>> = {};

  get detail(): string {
    return this.message;
  }
}

/** What an error class says of itself without an instance: the OpenAPI document lists it. */
export interface ErrorKind {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** What the caller can do about it, one sentence. */
  readonly remedy: string;
  /** Whether the same request may go well soon, without anybody changing a record. */
  readonly passes?: boolean;
}

const errorKinds: ErrorKind[] = [];

/** All errors that were defined so far, for the documentation. */
export function listErrorKinds(): readonly ErrorKind[] {
  return errorKinds;
}

interface ErrorDefinition<P> extends ErrorKind {
  detail: (parameters: P) => string;
  /** Where in the request the cause stands, when there is one place. */
  pointer?: (parameters: P) => string | undefined;
  /** Every cause, when there may be several. */
  fieldErrors?: (parameters: P) => readonly FieldError[];
  extension?: (parameters: P) => Record<string, unknown>;
}

type ErrorClass<P> = ErrorKind & (new (parameters: P) => DomainError);

/**
 * Declares an error with its status and code in the one place where it is defined.
 * @returns a class; `new Kind(parameters)` is thrown by services, `Kind.status` is documented.
 */
export function defineError<P = void>(definition: ErrorDefinition<P>): ErrorClass<P> {
  const { code, status, title, remedy, passes = false } = definition;
  errorKinds.push({ code, status, title, remedy, passes });
  return class extends DomainError {
    static readonly code = code;
    static readonly status = status;
    static readonly title = title;
    static readonly remedy = remedy;
    static readonly passes = passes;
    readonly code = code;
    readonly status = status;
    readonly title = title;
    override readonly passes = passes;
    override readonly fieldErrors: readonly FieldError[];
    override readonly extension: Readonly<Record<string, unknown>>;

    constructor(parameters: P) {
      const detail = definition.detail(parameters);
      super(detail);
      const pointer = definition.pointer?.(parameters);
      const fault = pointer === undefined ? [] : [{ pointer, code, detail }];
      this.fieldErrors = definition.fieldErrors?.(parameters) ?? fault;
      this.extension = definition.extension?.(parameters) ?? {};
    }
  };
}

/** The same error with other places of its faults, for a request that holds the record elsewhere. */
export function mapPointers<E extends DomainError>(error: E, move: (pointer: string) => string): E {
  const fieldErrors = error.fieldErrors.map((one) => ({ ...one, pointer: move(one.pointer) }));
  return Object.assign(error, { fieldErrors });
}

/** 400: the request is malformed; every fault that was found is listed. */
export const InvalidRequest = defineError<readonly FieldError[]>({
  code: 'request.invalid',
  status: 400,
  title: 'The request is not valid',
  remedy: 'Mend what `errors` points at.',
  detail: (faults) =>
    faults.length === 1
      ? (faults[0]?.detail ?? '')
      : `${faults.length} things are wrong with the request; see errors.`,
  fieldErrors: (faults) => faults,
});

/** 404: the record that the path names does not exist. */
export const NotFound = defineError<{ resource: string; id: number | string }>({
  code: 'record.notFound',
  status: 404,
  title: 'There is no such record',
  remedy: 'Look the record up by its public identifier, or list.',
  detail: ({ resource, id }) => `There is no ${resource} ${JSON.stringify(id)}.`,
});

/** 409: a public identifier is unique within its collection (compared exactly). */
export const PidTaken = defineError<{
  resource: string;
  pId: string;
  id?: number;
  pointer?: string;
}>({
  code: 'pId.taken',
  status: 409,
  title: 'The public identifier is taken',
  remedy: 'Change the stored record (`existingId`), or choose another identifier.',
  detail: ({ resource, pId }) => `Another ${resource} has the pId ${JSON.stringify(pId)}.`,
  pointer: ({ pointer }) => pointer,
  extension: ({ id }) => (id === undefined ? {} : { existingId: id }),
});

/** 422: a reference `{id, pId}` names a record that does not exist. */
export const ReferenceNotFound = defineError<{
  resource: string;
  pointer: string;
  reference: number | string;
}>({
  code: 'reference.notFound',
  status: 422,
  title: 'A reference names no record',
  remedy: 'Make the record first, or name another one.',
  detail: ({ resource, reference }) => `There is no ${resource} ${JSON.stringify(reference)}.`,
  pointer: ({ pointer }) => pointer,
});

/** 422: `id` and `pId` of one reference name two different records. */
export const ReferenceMismatch = defineError<{ pointer: string }>({
  code: 'reference.mismatch',
  status: 422,
  title: 'A reference contradicts itself',
  remedy: 'Name the record by one of the two.',
  detail: () => 'The id and the pId of a reference must name the same record.',
  pointer: ({ pointer }) => pointer,
});

/** 412: `If-Match` names another state of the record than the stored one. */
export const PreconditionFailed = defineError({
  code: 'precondition.failed',
  status: 412,
  title: 'The record has changed',
  remedy: 'Read the record again, then decide anew.',
  detail: () => 'The record is not in the state that If-Match names. Read it again.',
});

/** 503: the database can't be reached. */
export const DatabaseUnavailable = defineError({
  code: 'database.unavailable',
  status: 503,
  title: 'The database is out of reach',
  remedy: 'Wait as `Retry-After` says, then send it again.',
  detail: () => 'The database is out of reach. Nothing was changed; try again shortly.',
});

/** 507: the disk of the database takes nothing more. */
export const DatabaseFull = defineError({
  code: 'database.full',
  status: 507,
  title: "The database's disk is full",
  remedy: 'Make room, then send it again; what only reads goes on.',
  detail: () => 'The disk of the database is full. Nothing was changed.',
});

/** 503: the database went out of reach while the work was being stored, before it had said that it was. */
export const OutcomeUnknown = defineError({
  code: 'database.outcomeUnknown',
  status: 503,
  title: 'Whether the work was stored is not known',
  remedy: 'Send it again with the same Idempotency-Key (`POST`) or as it is (`PUT`, `DELETE`).',
  detail: () =>
    'The database went out of reach while the work was being stored: all of it was stored or nothing. Send it again with the same Idempotency-Key.',
});

/** 503: other work that goes on at once kept this from its turn, or from the records that it needs. */
export const DatabaseBusy = defineError({
  code: 'database.busy',
  status: 503,
  title: 'The database is busy',
  remedy: 'Wait as `Retry-After` says, then send it again.',
  detail: () => 'There is too much work at once. Nothing was changed; try again.',
});
