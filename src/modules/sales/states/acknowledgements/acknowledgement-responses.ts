import { literalResponse } from '../../../../api';
import { type ErrorKind, NotFound } from '../../../../core/errors';
import { OrderDeleted } from '../../documents/changes/order-deleted';
import { bulkResponse } from '../bulk/bulk-results';
import { listTransitionErrors } from '../transitions/transition-responses';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import { VersionChanged } from './version-changed';

/** Response to the acknowledgement of one record. */
export const acknowledgementResponse = literalResponse<{ result: string }>({
  result: { type: 'string', description: 'ok or unchanged' },
});

/** Options of the operation `PUT received` of a collection, without its summary. */
export const createBulkAcknowledgementOptions = <C extends string>(collection: C) => ({
  description:
    'Acknowledges each item independently. The response has ok, unchanged or an error code for each item, in the ' +
    'order of the list. Rejected items stay pending.',
  returns: bulkResponse(collection),
  cost: 'HEAVY' as const,
});

/**
 * Lists the errors of the acknowledgement of one record.
 * @param guardErrors errors of the kind's transition guard
 */
export const listAcknowledgementErrors = (
  kind: StatefulRecordKind,
  guardErrors: readonly ErrorKind[] = [],
): readonly ErrorKind[] => [
  NotFound,
  ...listTransitionErrors(kind, guardErrors),
  VersionChanged,
  ...(kind === 'order' ? [OrderDeleted] : []),
];
