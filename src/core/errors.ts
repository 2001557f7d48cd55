/** A fault in a request, in the form of RFC 9457's `errors` extension. */
export interface FieldError {
  /**
   * JSON pointer into the body, or `query/<name>`, `path/<name>`, `header/<name>`. A service's pointers start at the
   * object that it received (`/name`); the caller gets pointers from the body's root (`/customTagGroups/name`).
   */
  readonly pointer: string;
  /** Stable identifier, for example `field.required`. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
}

/** An error of the domain that ends a request. Its HTTP status is all that it contains of HTTP. */
export abstract class DomainError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly title: string;
  readonly isTransient: boolean = false;
  readonly fieldErrors: readonly FieldError[] = [];
  /** Additional members of the problem document, for example the id of a conflicting record. */
  readonly extensionMembers: Readonly<Record<string, unknown>> = {};

  get detail(): string {
    return this.message;
  }
}

/** Returns what was found. @throws the error that was returned instead of it */
export function orThrow<T>(result: T | DomainError): T {
  if (result instanceof DomainError) throw result;
  return result;
}

/** The static description of an error class, for the OpenAPI document. */
export interface ErrorKind {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** The caller's remedy, as an imperative sentence. */
  readonly remedy: string;
  /** Whether the same request may succeed soon without a change to a record. */
  readonly isTransient?: boolean;
}

const errorKinds: ErrorKind[] = [];

/** All errors that have been defined so far, for the documentation. */
export function listErrorKinds(): readonly ErrorKind[] {
  return errorKinds;
}

interface ErrorDefinition<P> extends ErrorKind {
  detail: (parameters: P) => string;
  /** Pointer to the cause, if there is exactly one; by default the parameter `pointer`. */
  pointer?: (parameters: P) => string | undefined;
  /** All causes, if there may be several. */
  fieldErrors?: (parameters: P) => readonly FieldError[];
  extensionMembers?: (parameters: P) => Record<string, unknown>;
}

type ErrorClass<P> = ErrorKind & (new (parameters: P) => DomainError);

/**
 * Defines an error class with its status and code.
 * @returns the class; services throw `new Kind(parameters)`, `Kind.status` is for the documentation
 */
export function defineError<P = void>(definition: ErrorDefinition<P>): ErrorClass<P> {
  const { code, status, title, remedy, isTransient = false } = definition;
  errorKinds.push({ code, status, title, remedy, isTransient });
  return class extends DomainError {
    static readonly code = code;
    static readonly status = status;
    static readonly title = title;
    static readonly remedy = remedy;
    static readonly isTransient = isTransient;
    readonly code = code;
    readonly status = status;
    readonly title = title;
    override readonly isTransient = isTransient;
    override readonly fieldErrors: readonly FieldError[];
    override readonly extensionMembers: Readonly<Record<string, unknown>>;

    constructor(parameters: P) {
      const detail = definition.detail(parameters);
      super(detail);
      const { pointer: getPointer = getPointerParameter } = definition;
      const pointer = getPointer(parameters);
      const defaultFieldErrors = pointer === undefined ? [] : [{ pointer, code, detail }];
      this.fieldErrors = definition.fieldErrors?.(parameters) ?? defaultFieldErrors;
      this.extensionMembers = definition.extensionMembers?.(parameters) ?? {};
    }
  };
}

function getPointerParameter(parameters: unknown): string | undefined {
  return (parameters as { readonly pointer?: string } | undefined)?.pointer;
}

/** Changes the pointers of an error, for a request that contains the record at another place. */
export function mapPointers<E extends DomainError>(
  error: E,
  mapPointer: (pointer: string) => string,
): E {
  const fieldErrors = error.fieldErrors.map((fieldError) => ({
    ...fieldError,
    pointer: mapPointer(fieldError.pointer),
  }));
  return Object.assign(error, { fieldErrors });
}

/** 400: the request is invalid; all faults that were found are listed. */
export const InvalidRequest = defineError<readonly FieldError[]>({
  code: 'request.invalid',
  status: 400,
  title: 'The request is not valid',
  remedy: 'Correct the values that `errors` points at.',
  detail: (faults) =>
    faults.length === 1
      ? (faults[0]?.detail ?? '')
      : `The request has ${faults.length} faults; see errors.`,
  fieldErrors: (faults) => faults,
});

/** 404: the record that the path names does not exist. */
export const NotFound = defineError<{ resource: string; id: number | string }>({
  code: 'record.notFound',
  status: 404,
  title: 'The record does not exist',
  remedy: 'Find the record by its public identifier or in a list.',
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
  title: 'The public identifier is already in use',
  remedy: 'Change the stored record (`existingId`), or choose another identifier.',
  detail: ({ resource, pId }) => `Another ${resource} has the pId ${JSON.stringify(pId)}.`,
  extensionMembers: ({ id }) => (id === undefined ? {} : { existingId: id }),
});

/** 422: a reference `{id, pId}` names a record that does not exist. */
export const ReferenceNotFound = defineError<{
  resource: string;
  pointer: string;
  reference: number | string;
}>({
  code: 'reference.notFound',
  status: 422,
  title: 'The referenced record does not exist',
  remedy: 'Create the record first, or refer to another one.',
  detail: ({ resource, reference }) => `There is no ${resource} ${JSON.stringify(reference)}.`,
});

/** 422: `id` and `pId` of one reference name two different records. */
export const ReferenceMismatch = defineError<{ pointer: string }>({
  code: 'reference.mismatch',
  status: 422,
  title: 'The id and pId of a reference differ',
  remedy: 'Send only one of the two.',
  detail: () => 'The id and the pId of a reference must name the same record.',
});

/** 412: `If-Match` names another state of the record than the stored one. */
export const PreconditionFailed = defineError({
  code: 'precondition.failed',
  status: 412,
  title: 'The record has changed',
  remedy: 'Read the record again, then decide whether to repeat the change.',
  detail: () => 'The record is not in the state that If-Match names. Read it again.',
});

/** 503: the database is not reachable. */
export const DatabaseUnavailable = defineError({
  code: 'database.unavailable',
  status: 503,
  title: 'The database is not reachable',
  remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  detail: () => 'The database is not reachable. Nothing was changed; try again shortly.',
});

/** 503: the database can be read, but refuses writes. */
export class DatabaseReadOnly extends DatabaseUnavailable {
  declare readonly code: string;
  declare readonly status: number;
  declare readonly title: string;
}

/** 507: the disk of the database is full. */
export const DatabaseFull = defineError({
  code: 'database.full',
  status: 507,
  title: "The database's disk is full",
  remedy: 'Free disk space, then send the request again. Reading still works.',
  detail: () => 'The disk of the database is full. Nothing was changed.',
});

/** 503: the connection to the database was lost during the commit, before it was confirmed. */
export const CommitOutcomeUnknown = defineError({
  code: 'database.outcomeUnknown',
  status: 503,
  title: 'The outcome of the change is unknown',
  remedy:
    'Send the request again: with the same Idempotency-Key (`POST`) or unchanged (`PUT`, `DELETE`).',
  detail: () =>
    'The connection to the database was lost during the commit: either all changes were stored or none. Send the request again with the same Idempotency-Key.',
});

/** 503: concurrent work kept this request from its turn or from the records that it needs. */
export const DatabaseBusy = defineError({
  code: 'database.busy',
  status: 503,
  title: 'The database is busy',
  remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  detail: () => 'The database has too much work. Nothing was changed; try again.',
});
