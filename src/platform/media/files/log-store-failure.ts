import { Logger } from '@nestjs/common';
import { FileStoreFull, FileStoreUnavailable } from './file-errors';

const logger = new Logger('FileStore');

/** What callers see of a fault of the disk or the bucket; the operator finds the cause in the log. */
export function logStoreFailure(kind: 'full' | 'unavailable', cause: unknown): Error {
  const failure = kind === 'full' ? new FileStoreFull() : new FileStoreUnavailable();
  failure.cause = cause;
  const { name, message } = cause as Error;
  logger.error(`${failure.title}: ${name}: ${message}`);
  return failure;
}
