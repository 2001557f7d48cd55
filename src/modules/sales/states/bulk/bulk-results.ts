import { literalResponse } from '../../../../api';
import { type DomainError, InvalidRequest, ReferenceMismatch } from '../../../../core/errors';
import type { LockedStatefulRecord, StatefulRecordReference } from '../transitions/state-reader';

/** Maximum number of elements of a bulk request. */
export const MAX_BULK_ITEMS = 1000;

/** Result of an element of a bulk request. */
export interface BulkResult {
  readonly id: number;
  readonly pId: string;
  /** `ok`, `unchanged` or the code of an error. */
  readonly result: string;
  /** Detail of the error; empty on success. */
  readonly detail: string;
}

/** Response to a bulk request: the result of each element, in the order of the list. */
export const bulkResponse = <C extends string>(collection: C) =>
  literalResponse<Record<C, readonly BulkResult[]>>({
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

/** Options of an operation that changes many records, each on its own, without its summary. */
export const createBulkChangeOptions = <C extends string>(collection: C) => ({
  description:
    'Changes each element in a transaction of its own, in the order of the list, as the operation for one record does. ' +
    'The response has ok, unchanged or an error code for each element. A rejected element does not affect the others.',
  returns: bulkResponse(collection),
  cost: 'HEAVY' as const,
  isExtension: true as const,
  changesManyRecords: true as const,
});

/** Rejects the whole list (400) if an element has neither id nor pId. */
export function requireReferences(elements: readonly StatefulRecordReference[]): void {
  const errors = elements.flatMap(({ id = 0, pId = '' }, index) =>
    id === 0 && pId === ''
      ? {
          pointer: `/${index}`,
          code: 'reference.empty',
          detail: 'Each item needs an id other than 0, or a pId.',
        }
      : [],
  );
  if (errors.length > 0) throw new InvalidRequest(errors);
}

/** The error of an element whose id and pId belong to different records. */
export function findReferenceMismatch(
  { pId = '' }: StatefulRecordReference,
  locked: LockedStatefulRecord,
): DomainError | undefined {
  return pId !== '' && pId !== locked.pId ? new ReferenceMismatch({ pointer: '' }) : undefined;
}

/** The result of a rejected element. */
export function toRejectedResult(
  { id = 0, pId = '' }: StatefulRecordReference,
  error: DomainError,
): BulkResult {
  const [fieldError] = error.fieldErrors;
  return { id, pId, result: fieldError?.code ?? error.code, detail: error.detail };
}
