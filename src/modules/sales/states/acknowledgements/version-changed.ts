import { defineError } from '../../../../core/errors';
import type { StatusKind } from '../states';

/** 409: the record is no longer in the version that the caller has seen. */
export const VersionChanged = defineError<{ kind: StatusKind; version: string; current: number }>({
  code: 'version.changed',
  status: 409,
  title: 'The record has changed since',
  remedy: 'Read it again, import that version, acknowledge it.',
  detail: ({ kind, version, current }) =>
    `The ${kind} is in version ${current}, not ${version}. Read it again before you acknowledge it.`,
  pointer: () => '/version',
});
