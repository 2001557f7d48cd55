import {
  DatabaseFull,
  DatabaseUnavailable,
  CommitOutcomeUnknown,
  type ErrorKind,
  InvalidRequest,
  PreconditionFailed,
  DatabaseBusy,
} from '../../core/errors';
import { acceptsIdempotencyKey } from '../idempotency/idempotency-key';
import { acceptsIfMatch, type Operation } from '../operation/operation';
import { getRateLimitPoints } from '../rate-limits/rate-limiter';
import {
  TooManyLargeBodies,
  BodyMalformed,
  BodyTooLarge,
  BodyDeadlinePassed,
  BodyTooSlow,
  CredentialsInvalid,
  CredentialsMissing,
  TooManyFormFiles,
  TooManyConcurrentRequests,
  FormFileTooLarge,
  FormMalformed,
  HeadersTooLong,
  HostMalformed,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InternalError,
  MediaTypeUnsupported,
  RateLimitExceeded,
  ScopeMissing,
  UrlMalformed,
  UrlTooLong,
} from '../problems/api-errors';

function listCallLimitErrors(operation: Operation): ErrorKind[] {
  return [
    ...(getRateLimitPoints(operation) === 0 ? [] : [RateLimitExceeded]),
    ...(operation.scope === 'public' ? [] : [TooManyConcurrentRequests]),
  ];
}

/** The errors that an operation can return because of its declaration, before its own rules are checked. */
export function listCommonErrors(operation: Operation): ErrorKind[] {
  const { scope } = operation;
  const isPublic = scope === 'public';
  const hasForm = operation.form !== undefined;
  const hasBody = operation.body !== undefined || operation.bodyStream !== undefined || hasForm;
  return [
    InvalidRequest,
    UrlMalformed,
    HostMalformed,
    ...(isPublic ? [] : [CredentialsMissing, CredentialsInvalid]),
    ...(isPublic || scope === 'any' ? [] : [ScopeMissing]),
    ...listCallLimitErrors(operation),
    ...(hasBody ? [BodyMalformed, BodyTooSlow, BodyTooLarge, MediaTypeUnsupported] : []),
    ...(hasForm || operation.bodyStream || operation.body?.formAlternative
      ? [BodyDeadlinePassed]
      : []),
    ...(operation.body?.maxBytes === undefined ? [] : [TooManyLargeBodies]),
    ...(hasForm ? [FormMalformed, FormFileTooLarge, TooManyFormFiles] : []),
    // No FormFileTooLarge: the limit of the body applies to its file.
    ...(operation.body?.formAlternative ? [FormMalformed, TooManyFormFiles] : []),
    ...(acceptsIfMatch(operation) ? [PreconditionFailed] : []),
    ...(acceptsIdempotencyKey(operation) ? [IdempotencyInProgress, IdempotencyKeyReused] : []),
    UrlTooLong,
    HeadersTooLong,
    InternalError,
    DatabaseUnavailable,
    ...(operation.method === 'get' ? [] : [DatabaseBusy, CommitOutcomeUnknown, DatabaseFull]),
  ];
}
