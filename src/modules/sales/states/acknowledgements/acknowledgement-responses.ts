import { literalResponse } from '../../../../api';
import { type ErrorKind, NotFound } from '../../../../core/errors';
import { OrderDeleted } from '../../documents';
import { transitionErrors } from '../transitions/transition-responses';
import type { StatusKind } from '../states';
import type { AcknowledgementResult } from './acknowledgements.service';
import { VersionChanged } from './version-changed';

/** The answer of one acknowledgement. */
export const acknowledgementResponse = literalResponse<{ result: string }>({
  result: { type: 'string', description: 'ok or unchanged' },
});

/** What became of each item, in the order of the list. */
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
          detail: { type: 'string', description: 'What the error says; empty without one' },
        },
      },
    },
  });

/** What `PUT received` of a collection says of itself, besides its summary. */
export const bulkAcknowledgementOptions = <C extends string>(collection: C) => ({
  description:
    'Each item stands for itself: it is answered with ok, unchanged or the code of an error, in the ' +
    'order of the list. What is refused stays pending.',
  returns: bulkAcknowledgementResponse(collection),
  cost: 'HEAVY' as const,
});

/**
 * What the acknowledgement of one record can be refused with.
 * @param ofGuard by the guard of the kind's moves
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
