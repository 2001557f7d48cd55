import { defineError } from '../core/errors';
import type { Scope } from '../core/scopes';

// The errors of HTTP itself, before any area has been asked.

/** 401: no credentials, or a header that is none. */
export const CredentialsMissing = defineError({
  code: 'credentials.missing',
  status: 401,
  title: 'Credentials are needed',
  detail: () => 'Send an API key or a login token as "Authorization: Bearer <key>".',
});

/** 401: credentials that nobody has, or not any more. */
export const CredentialsInvalid = defineError({
  code: 'credentials.invalid',
  status: 401,
  title: 'The credentials are not valid',
  detail: () => 'The API key or login token is unknown, expired or revoked.',
});

/** 403: the caller lacks a right. */
export const ScopeMissing = defineError<{ scope: Scope }>({
  code: 'scope.missing',
  status: 403,
  title: 'The caller may not do this',
  detail: ({ scope }) => `The scope ${scope} is needed.`,
});

/** 400: the path or the query can't be decoded. */
export const UrlMalformed = defineError({
  code: 'url.malformed',
  status: 400,
  title: 'The URL is malformed',
  detail: () => 'The path or the query holds an escape sequence that is not valid UTF-8.',
});

/** 404: no operation has this path. */
export const PathNotFound = defineError<{ path: string }>({
  code: 'path.notFound',
  status: 404,
  title: 'There is no such path',
  detail: ({ path }) => `No operation has the path ${path}.`,
});

/** 405: the path has operations, but not with this method. */
export const MethodNotAllowed = defineError<{ method: string; allowed: readonly string[] }>({
  code: 'method.notAllowed',
  status: 405,
  title: 'The path has no such method',
  detail: ({ method, allowed }) => `${method} is not allowed here, only ${allowed.join(', ')}.`,
  extension: ({ allowed }) => ({ allowed }),
});

/** 408: the body did not arrive in time. */
export const BodyTooSlow = defineError({
  code: 'body.tooSlow',
  status: 408,
  title: 'The body came too slowly',
  detail: () => 'The body of the request did not arrive in time.',
});

/** 413: the body is larger than the operation takes. */
export const BodyTooLarge = defineError<{ limit: number }>({
  code: 'body.tooLarge',
  status: 413,
  title: 'The body is too large',
  detail: ({ limit }) => `The body may have at most ${limit} bytes.`,
});

/** 414: the URL is longer than 8 KiB. */
export const UrlTooLong = defineError({
  code: 'url.tooLong',
  status: 414,
  title: 'The URL is too long',
  detail: () => 'The URL may have at most 8192 bytes.',
});

/** 431: the headers are longer than Node's 16 KiB. */
export const HeadersTooLong = defineError({
  code: 'headers.tooLong',
  status: 431,
  title: 'The headers are too long',
  detail: () => 'The request line and the headers may have at most 16384 bytes together.',
});

/** 408: the headers did not arrive in time. */
export const HeadersTooSlow = defineError({
  code: 'headers.tooSlow',
  status: 408,
  title: 'The headers came too slowly',
  detail: () => 'The headers of the request did not arrive in time.',
});

/** 400: what came is no HTTP request. */
export const RequestMalformed = defineError({
  code: 'request.malformed',
  status: 400,
  title: 'The request is not valid HTTP',
  detail: () => 'The bytes that came are no valid HTTP/1.1 request.',
});

/** 415: the body is of a type, charset or encoding that the operation does not take. */
export const MediaTypeUnsupported = defineError<{ expected: string }>({
  code: 'body.mediaType',
  status: 415,
  title: 'The media type is not supported',
  detail: ({ expected }) => `The body must be ${expected} in UTF-8, plain or gzip, deflate or br.`,
});

/** 400: the body is absent or no JSON. */
export const BodyMalformed = defineError<{ code: string; detail: string }>({
  code: 'body.malformed',
  status: 400,
  title: 'The body is not valid JSON',
  detail: ({ detail }) => detail,
});

/** 500: a fault of the service; the log says more under the request's id. */
export const InternalError = defineError({
  code: 'internal',
  status: 500,
  title: 'The service failed',
  detail: () => 'An error of the service itself. The request id leads to its log entry.',
});
