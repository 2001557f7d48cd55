import { defineError } from '../../../../core/errors';
import type { StatefulRecordKind } from '../stateful-record-kinds';

/** 409: the record no longer has the version that the caller has read. */
export const VersionChanged = defineError<{
  kind: StatefulRecordKind;
  version: string;
  current: number;
}>({
  code: 'version.changed',
  status: 409,
  title: 'The record has changed since you read it',
  remedy: 'Read the record again, process its new version and acknowledge that.',
  detail: ({ kind, version, current }) =>
    `The ${kind} is in version ${current}, not ${version}. Read it again before you acknowledge it.`,
  pointer: () => '/version',
});
