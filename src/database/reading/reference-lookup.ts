import {
  type DomainError,
  InvalidRequest,
  ReferenceMismatch,
  ReferenceNotFound,
} from '../../core/errors';
import { anyOf, type Condition, whereIn } from '../queries/conditions';

/** Reference to another record in a request: by id, pId, or both, which must agree. 0 and "" count as absent. */
export interface RecordReference {
  readonly id?: number;
  readonly pId?: string;
}

/** Returns the condition for the referenced records; undefined if the references are empty. */
export function toReferenceCondition(
  references: readonly RecordReference[],
): Condition | undefined {
  const ids = new Set(references.flatMap(({ id = 0 }) => (id === 0 ? [] : id)));
  const pIds = new Set(
    references.flatMap(({ id = 0, pId = '' }) => (id === 0 && pId !== '' ? pId : [])),
  );
  const conditions = [
    ...(ids.size > 0 ? [whereIn('id', [...ids])] : []),
    ...(pIds.size > 0 ? [whereIn('pId', [...pIds])] : []),
  ];
  return conditions.length > 0 ? anyOf(...conditions) : undefined;
}

/** Looks up referenced records that were read together (specification, References). */
export class ReferenceLookup<E extends { readonly id: number; readonly pId: string }> {
  private readonly byId: ReadonlyMap<number, E>;
  private readonly byPid: ReadonlyMap<string, E>;

  /** @param resource name of the records in errors */
  constructor(
    private readonly resource: string,
    records: readonly E[],
  ) {
    this.byId = new Map(records.map((one) => [one.id, one]));
    this.byPid = new Map(records.map((one) => [one.pId, one]));
  }

  /**
   * Finds the referenced record: by id if it isn't 0, otherwise by pId.
   * @param pointer location of the reference in the request
   * @returns the record, or an error (InvalidRequest, ReferenceNotFound, ReferenceMismatch)
   */
  resolve({ id = 0, pId = '' }: RecordReference, pointer: string): E | DomainError {
    if (id === 0 && pId === '') {
      const detail = 'The reference has neither an id nor a pId.';
      return new InvalidRequest([{ pointer, code: 'reference.empty', detail }]);
    }
    const found = id === 0 ? this.byPid.get(pId) : this.byId.get(id);
    const { resource } = this;
    if (!found) return new ReferenceNotFound({ resource, pointer, reference: id === 0 ? pId : id });
    return pId === '' || found.pId === pId ? found : new ReferenceMismatch({ pointer });
  }
}
