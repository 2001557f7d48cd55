import { literalResponse } from '../../../../api';
import { type ErrorKind, NotFound } from '../../../../core/errors';
import { OrderDeleted } from '../../documents';
import { transitionErrors } from '../transitions/transition-responses';
import type { StatusKind } from '../states';
import type { AcknowledgementResult } from './acknowledgements.service';
import { VersionChanged } from './version-changed';

/** Response to the acknowledgement of one record. */
export const acknowledgementResponse = literalResponse<{ result: string }>({
  result: { type: 'string', description: 'ok or unchanged' },
});

/** Response to a bulk acknowledgement: the result of each item, in the order of the list. */
const bulkAcknowledgementResponse = <C extends string>(collection: C) =>
  literalResponse<Record<C, readonly AcknowledgementResult[]>>({
    [collection]: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'pId', 'result', 'detail'],
        properties: {
          id: { type: 'integer' },
          pId: { type: 'string' },
          result: { type: 'string', description: 'ok, unchanged, or the code of an error' },
          detail: { type: 'string', description: 'Detail of the error; empty on success' },
        },
      },
    },
  });

/** Options of the operation `PUT received` of a collection, without its summary. */
export const bulkAcknowledgementOptions = <C extends string>(collection: C) => ({
  description:
    'Acknowledges each item independently. The response has ok, unchanged or an error code for each item, in the ' +
    'order of the list. Rejected items stay pending.',
  returns: bulkAcknowledgementResponse(collection),
  cost: 'HEAVY' as const,
});

/**
 * Lists the errors of the acknowledgement of one record.
 * @param ofGuard errors of the kind's transition guard
 */
export const acknowledgementErrors = (
  kind: StatusKind,
  ofGuard: readonly ErrorKind[] = [],
): readonly ErrorKind[] => [
  NotFound,
  ...transitionErrors(kind, ofGuard),
  VersionChanged,
  ...(kind === 'order' ? [OrderDeleted] : []),
];
