import { Logger } from '@nestjs/common';
import { FileStoreFull, FileStoreUnavailable } from './file-errors';

const logger = new Logger('FileStore');

/** Logs a failure of the disk or the bucket. @returns the error for the caller, without the cause's details */
export function createLoggedFileStoreError(kind: 'full' | 'unavailable', cause: unknown): Error {
  const failure = kind === 'full' ? new FileStoreFull() : new FileStoreUnavailable();
  failure.cause = cause;
  const { name, message } = cause as Error;
  logger.error(`${failure.title}: ${name}: ${message}`);
  return failure;
}
