import { Injectable } from '@nestjs/common';
import type { ReferenceDto } from '../../../../api';
import {
  defineError,
  type DomainError,
  ReferenceMismatch,
  ReferenceNotFound,
} from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { formatCode } from '../../../../core/code-list';
import { anyOf, whereIn, DataAccess } from '../../../../database';
import { stateCodes } from '../../documents';
import type { StatefulRecordKind } from '../stateful-record-kinds';
import { SubStatus } from './sub-status.entity';

/** 422: the sub-status belongs to another state than the requested one. */
export const SubStatusStateMismatch = defineError<{
  subStatusId: number;
  kind: StatefulRecordKind;
  status: number;
  pointer: string;
}>({
  code: 'subStatus.mismatch',
  status: 422,
  title: 'The sub-status belongs to another state',
  remedy: 'Choose a sub-status of the state from the status lists.',
  detail: ({ subStatusId, kind, status }) =>
    `The sub-status ${subStatusId} does not belong to the state ${formatCode(stateCodes[kind], status)}.`,
});

type ReferencedSubStatus = Pick<SubStatus, 'id' | 'pId' | 'document' | 'status'>;

const referencedPlan = createLoadPlan(SubStatus, ['pId', 'document', 'status']);

/** Sub-statuses that were looked up together. */
export class SubStatusLookup {
  constructor(
    private readonly byId: ReadonlyMap<number, ReferencedSubStatus>,
    private readonly byPid: ReadonlyMap<string, ReferencedSubStatus>,
  ) {}

  /** @returns the id of the sub-status, or an error when it doesn't belong to this state of this kind */
  resolveIdInState(
    { id = 0, pId = '' }: ReferenceDto,
    kind: StatefulRecordKind,
    status: number,
    pointer: string,
  ): number | DomainError {
    const found = id === 0 ? this.byPid.get(pId) : this.byId.get(id);
    if (found?.document !== kind) {
      return new ReferenceNotFound({
        resource: 'subStatus',
        pointer,
        reference: id === 0 ? pId : id,
      });
    }
    if (id !== 0 && pId !== '' && found.pId !== pId) return new ReferenceMismatch({ pointer });
    if (found.status !== status) {
      return new SubStatusStateMismatch({ subStatusId: found.id, kind, status, pointer });
    }
    return found.id;
  }
}

/** Looks up the store's sub-statuses. */
@Injectable()
export class SubStatuses {
  constructor(private readonly dataAccess: DataAccess) {}

  /** Looks up references with one query, or without any query when the list is empty. */
  async lookUpReferences(references: readonly ReferenceDto[]): Promise<SubStatusLookup> {
    const ids = references.flatMap(({ id = 0 }) => (id === 0 ? [] : id));
    const pIds = references.flatMap(({ pId }) => pId ?? []);
    const condition = anyOf(whereIn('id', [...new Set(ids)]), whereIn('pId', [...new Set(pIds)]));
    const found = await this.dataAccess.loader.listWhere(SubStatus, [condition], referencedPlan);
    return new SubStatusLookup(
      new Map(found.map((one) => [one.id, one])),
      new Map(found.map((one) => [one.pId, one])),
    );
  }
}
