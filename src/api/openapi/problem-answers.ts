import {
  DatabaseUnavailable,
  type ErrorKind,
  InvalidRequest,
  PreconditionFailed,
  TryAgain,
} from '../../core/errors';
import type { Operation } from '../operation/operation';
import {
  BodyMalformed,
  BodyTooLarge,
  BodyTooSlow,
  CredentialsInvalid,
  CredentialsMissing,
  HeadersTooLong,
  InternalError,
  MediaTypeUnsupported,
  ScopeMissing,
  UrlMalformed,
  UrlTooLong,
} from '../problems';

/** The errors that an operation can answer because of what it is, before its own rules are asked. */
export function commonProblems(operation: Operation, isConditional: boolean): ErrorKind[] {
  const isPublic = operation.scope === 'public';
  const hasBody = operation.body !== undefined || operation.stream !== undefined;
  return [
    InvalidRequest,
    UrlMalformed,
    ...(isPublic ? [] : [CredentialsMissing, CredentialsInvalid, ScopeMissing]),
    ...(hasBody ? [BodyMalformed, BodyTooSlow, BodyTooLarge, MediaTypeUnsupported] : []),
    ...(isConditional ? [PreconditionFailed] : []),
    UrlTooLong,
    HeadersTooLong,
    InternalError,
    DatabaseUnavailable,
    ...(operation.method === 'get' ? [] : [TryAgain]),
  ];
}
