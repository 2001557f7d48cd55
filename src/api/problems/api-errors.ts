import { STATUS_CODES } from 'node:http';
import { defineError, DomainError, type ErrorKind } from '../../core/errors';
import type { Scope } from '../../core/scopes';
import type { Principal } from '../request/principal';

// Errors of HTTP itself, raised before an area handles the request.

/** 401: the Authorization header is missing or malformed. */
export const CredentialsMissing = defineError({
  code: 'credentials.missing',
  status: 401,
  title: 'Credentials are needed',
  remedy: 'Send the header `Authorization: Bearer <key>`.',
  detail: () => 'Send an API key or a login token as "Authorization: Bearer <key>".',
});

/** 401: the credentials are unknown, expired or revoked. */
export const CredentialsInvalid = defineError({
  code: 'credentials.invalid',
  status: 401,
  title: 'The credentials are not valid',
  remedy: 'Use another key, or log in again.',
  detail: () => 'The API key or login token is unknown, expired or revoked.',
});

/** 403: the caller lacks a scope. */
export const ScopeMissing = defineError<{ scope: Scope }>({
  code: 'scope.missing',
  status: 403,
  title: 'The caller lacks the scope for this operation',
  remedy: 'Use a key that has the scope.',
  detail: ({ scope }) => `The operation needs the scope ${scope}.`,
});

/** 403: a replaced secret, which may have leaked, can't be used to get access that outlives it. */
export const ApiKeySecretReplaced = defineError({
  code: 'apiKey.secretReplaced',
  status: 403,
  title: "A replaced secret can't change API keys or administrators",
  remedy: "Call with the key's new secret.",
  detail: () =>
    "The caller's secret has been replaced by a rotation. It still works for a while, but it can't change API keys or " +
    'administrators, nor import records that need the scope *.',
});

/**
 * Must be called inside the transaction that writes: the secret may have been replaced since the request arrived.
 * @throws ApiKeySecretReplaced
 */
export async function assertSecretNotReplaced({
  checkSecretReplaced,
}: Pick<Principal, 'checkSecretReplaced'>): Promise<void> {
  if (await checkSecretReplaced?.()) throw new ApiKeySecretReplaced();
}

/** 403: a guard of Nest refused the call without a reason. */
export const PermissionMissing = defineError({
  code: 'call.refused',
  status: 403,
  title: 'The call is refused',
  remedy: 'Ask the operator for permission.',
  detail: () => 'The caller has no permission for this operation.',
});

/** 429: the rest of the caller's budget is too small for the call; `retryAfter` is in seconds. */
export const RateLimitExceeded = defineError<{ points: number; left: number; retryAfter: number }>({
  code: 'rate.exceeded',
  status: 429,
  title: 'Too many calls within a minute',
  remedy:
    'Wait for the time in `Retry-After`. Send fewer calls, or ask the operator for a higher limit.',
  detail: ({ points: cost, left, retryAfter }) =>
    `The call costs ${cost} points, and ${left} of the caller's points are left. Nothing was changed; try again in ${retryAfter} seconds.`,
  extensionMembers: ({ retryAfter }) => ({ retryAfter }),
});

/** 429: the caller has too many calls open in this process. */
export const TooManyConcurrentRequests = defineError<{ limit: number }>({
  code: 'calls.atOnce',
  status: 429,
  title: 'Too many calls of one caller at the same time',
  remedy: 'Wait for the time in `Retry-After`, and send fewer calls at the same time.',
  detail: ({ limit }) =>
    `The caller has ${limit} calls open, so that connections are left for others. Nothing was changed.`,
  extensionMembers: () => ({ retryAfter: 1 }),
});

/** 400: the path or the query can't be decoded. */
export const UrlMalformed = defineError({
  code: 'url.malformed',
  status: 400,
  title: 'The URL is malformed',
  remedy: 'Encode path and query as UTF-8 percent escapes.',
  detail: () => 'The path or the query contains an escape sequence that is not valid UTF-8.',
});

/** 404: no operation has this path. */
export const PathNotFound = defineError<{ path: string }>({
  code: 'path.notFound',
  status: 404,
  title: 'The path does not exist',
  remedy: 'Look the path up in the OpenAPI document.',
  detail: ({ path }) => `No operation has the path ${path}.`,
});

/** 405: the path has operations, but not with this method. */
export const MethodNotAllowed = defineError<{ method: string; allowed: readonly string[] }>({
  code: 'method.notAllowed',
  status: 405,
  title: 'The path does not support this method',
  remedy: 'Use one of the methods in `Allow`.',
  detail: ({ method, allowed }) => `${method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
  extensionMembers: ({ allowed }) => ({ allowed }),
});

/** 408: the body did not arrive in time. */
export const BodyTooSlow = defineError({
  code: 'body.tooSlow',
  status: 408,
  title: 'The body arrived too slowly',
  remedy: 'Send the request again, over a faster connection or in smaller parts.',
  detail: () => 'The body of the request did not arrive in time.',
});

/** 408: an import or an upload took longer than BODY_DEADLINE_HOURS. */
export const BodyDeadlinePassed = defineError<{ hours: number }>({
  code: 'body.deadlinePassed',
  status: 408,
  title: 'The body took too long',
  remedy: 'Send less at once, or ask the operator for a higher `BODY_DEADLINE_HOURS`.',
  detail: ({ hours }) => `The body did not arrive within ${hours} hours.`,
});

/** 413: the body exceeds the operation's limit. */
export const BodyTooLarge = defineError<{ limit: number }>({
  code: 'body.tooLarge',
  status: 413,
  title: 'The body is too large',
  remedy: 'Send less at once.',
  detail: ({ limit }) => `The body may have at most ${limit} bytes.`,
});

/** 503: too many bodies above the usual limit are being processed. */
export const TooManyLargeBodies = defineError({
  code: 'body.busy',
  status: 503,
  title: 'The service is processing too many large bodies',
  remedy: 'Wait for the time in `Retry-After`, then send the request again.',
  detail: () => 'Too many large bodies are being processed. Nothing was changed; try again.',
});

/** 414: the URL is longer than 8 KiB. */
export const UrlTooLong = defineError({
  code: 'url.tooLong',
  status: 414,
  title: 'The URL is too long',
  remedy: 'Send fewer or shorter parameters.',
  detail: () => 'The URL may have at most 8192 bytes.',
});

/** Maximum number of header fields of a request; repeated fields count separately. */
export const MAX_HEADER_FIELDS = 2000;

/** 431: the headers are longer than Node's 16 KiB, or have too many fields. */
export const HeadersTooLong = defineError({
  code: 'headers.tooLong',
  status: 431,
  title: 'The headers are too long',
  remedy: 'Send fewer or shorter headers.',
  detail: () =>
    `The request line and the headers may have at most 16384 bytes together, and ${MAX_HEADER_FIELDS} fields.`,
});

/** 408: the headers did not arrive in time. */
export const HeadersTooSlow = defineError({
  code: 'headers.tooSlow',
  status: 408,
  title: 'The headers arrived too slowly',
  remedy: 'Send the request again.',
  detail: () => 'The headers of the request did not arrive in time.',
});

/** 400: the data is not an HTTP request. */
export const RequestMalformed = defineError({
  code: 'request.malformed',
  status: 400,
  title: 'The request is not valid HTTP',
  remedy: 'Send valid HTTP/1.1.',
  detail: () => 'The data received is not a valid HTTP/1.1 request.',
});

/** 400: the Host header, or the host that a proxy forwards, is malformed. */
export const HostMalformed = defineError({
  code: 'host.malformed',
  status: 400,
  title: 'The host is malformed',
  remedy:
    'Send one Host header: a name, an IPv4 address or an [IPv6] address, with or without a port.',
  detail: () =>
    'The request needs one Host header with a name or address. Proxies must forward such a host, and http or https.',
});

/** 415: the operation does not accept the body's media type, charset or encoding. */
export const MediaTypeUnsupported = defineError<{ expected: string }>({
  code: 'body.mediaType',
  status: 415,
  title: 'The media type is not supported',
  remedy: 'Send the media type, charset and encoding that the operation accepts.',
  detail: ({ expected }) =>
    `The body must be ${expected} in UTF-8, uncompressed or with gzip, deflate or br.`,
});

/** 400: the body is missing or not JSON. */
export const BodyMalformed = defineError<{ code: string; detail: string }>({
  code: 'body.malformed',
  status: 400,
  title: 'The body is not valid JSON',
  remedy: 'Send one JSON document in UTF-8.',
  detail: ({ detail }) => detail,
});

/** 400: the body is not a readable multipart form. */
export const FormMalformed = defineError<{ detail: string }>({
  code: 'form.malformed',
  status: 400,
  title: 'The form is malformed',
  remedy: 'Send the form as the operation describes it.',
  detail: ({ detail }) => detail,
});

/** 413: a file of a form exceeds the operation's limit. */
export const FormFileTooLarge = defineError<{ name: string; limit: number; pointer: string }>({
  code: 'form.fileTooLarge',
  status: 413,
  title: 'A file is too large',
  remedy: 'Send smaller files.',
  detail: ({ name, limit }) =>
    `The file ${JSON.stringify(name)} is larger than ${limit} bytes; nothing was stored.`,
});

/** 413: a form has more files than the operation allows. */
export const TooManyFormFiles = defineError<{ max: number }>({
  code: 'form.tooManyFiles',
  status: 413,
  title: 'The form has too many files',
  remedy: 'Send them in several requests.',
  detail: ({ max }) => `At most ${max} files can be sent at once; nothing was stored.`,
});

/** 409: the first request with this Idempotency-Key is still being processed. */
export const IdempotencyInProgress = defineError({
  code: 'idempotency.inProgress',
  status: 409,
  title: 'The request is being processed',
  remedy: 'Wait for the time in `Retry-After`, then send the request again with the same key.',
  isTransient: true,
  detail: () =>
    'An earlier request with this Idempotency-Key is being processed; try again shortly.',
});

/** Statuses of errors that may be temporary. */
const RETRYABLE_STATUSES = new Set([408, 500, 503]);

/** Whether the same request may succeed soon without any intervention. Such responses have a `Retry-After` header. */
export function isRetryable({
  status,
  isTransient = false,
}: Pick<ErrorKind, 'status' | 'isTransient'>): boolean {
  return isTransient || RETRYABLE_STATUSES.has(status);
}

/** 422: the Idempotency-Key belongs to a request with other content. */
export const IdempotencyKeyReused = defineError({
  code: 'idempotency.keyReused',
  status: 422,
  title: 'The Idempotency-Key is already in use',
  remedy: 'Use a new key for each new request.',
  detail: () => 'An earlier request with this Idempotency-Key had other content.',
  pointer: () => 'header/idempotency-key',
});

/** 500: a fault of the service; the log has the details under the id of the request. */
export const InternalError = defineError({
  code: 'internal',
  status: 500,
  title: 'The service failed',
  remedy: 'Send the request id to the operator. Repeat the request only with an Idempotency-Key.',
  detail: () => 'The service has an internal error. Its log entry has the request id.',
});

/** An exception of Nest that a handler has thrown, with its status and text. The service itself throws domain errors. */
export class HandlerError extends DomainError {
  readonly code: string;
  readonly title: string;

  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
    this.code = `http.${status}`;
    this.title = STATUS_CODES[status] ?? 'The call failed';
  }
}
