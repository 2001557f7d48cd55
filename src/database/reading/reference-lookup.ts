import {
  type DomainError,
  InvalidRequest,
  ReferenceMismatch,
  ReferenceNotFound,
} from '../../core/errors';
import { anyOf, type Condition, isOneOf } from '../queries/conditions';

/** How a request names another record: by its id, its pId, or both, which must agree; 0 and "" stand for absent. */
export interface Reference {
  readonly id?: number;
  readonly pId?: string;
}

/** The records that some references name; undefined when they name none. */
export function toReferenceCondition(references: readonly Reference[]): Condition | undefined {
  const ids = new Set(references.flatMap(({ id = 0 }) => (id === 0 ? [] : id)));
  const pIds = new Set(
    references.flatMap(({ id = 0, pId = '' }) => (id === 0 && pId !== '' ? pId : [])),
  );
  const conditions = [
    ...(ids.size > 0 ? [isOneOf('id', [...ids])] : []),
    ...(pIds.size > 0 ? [isOneOf('pId', [...pIds])] : []),
  ];
  return conditions.length > 0 ? anyOf(...conditions) : undefined;
}

/** Records that references name, looked up together (specification, References). */
export class ReferenceLookup<E extends { readonly id: number; readonly pId: string }> {
  private readonly byId: ReadonlyMap<number, E>;
  private readonly byPid: ReadonlyMap<string, E>;

  /** @param resource the records' name in errors */
  constructor(
    private readonly resource: string,
    found: readonly E[],
  ) {
    this.byId = new Map(found.map((one) => [one.id, one]));
    this.byPid = new Map(found.map((one) => [one.pId, one]));
  }

  /**
   * The record that a reference names: by its id when that is not 0, else by its pId.
   * @param pointer where the reference stands in the request
   * @returns the error instead (InvalidRequest, ReferenceNotFound, ReferenceMismatch)
   */
  find({ id = 0, pId = '' }: Reference, pointer: string): E | DomainError {
    if (id === 0 && pId === '') {
      const detail = 'The reference needs an id or a pId.';
      return new InvalidRequest([{ pointer, code: 'reference.empty', detail }]);
    }
    const found = id === 0 ? this.byPid.get(pId) : this.byId.get(id);
    const { resource } = this;
    if (!found) return new ReferenceNotFound({ resource, pointer, reference: id === 0 ? pId : id });
    return pId === '' || found.pId === pId ? found : new ReferenceMismatch({ pointer });
  }
}
