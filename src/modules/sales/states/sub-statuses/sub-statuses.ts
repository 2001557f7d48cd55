import { Injectable } from '@nestjs/common';
import type { ReferenceDto } from '../../../../api';
import {
  defineError,
  type DomainError,
  ReferenceMismatch,
  ReferenceNotFound,
} from '../../../../core/errors';
import { createLoadPlan } from '../../../../core/load-plan';
import { formatCode } from '../../../../core/codes';
import { anyOf, isOneOf, Stores } from '../../../../database';
import { stateCodes } from '../../documents';
import type { StatusKind } from '../states';
import { SubStatus } from './sub-status.entity';

/** 422: a sub-status stands below another state than the one that was asked for. */
export const SubStatusStateMismatch = defineError<{
  subStatusId: number;
  kind: StatusKind;
  status: number;
  pointer: string;
}>({
  code: 'subStatus.mismatch',
  status: 422,
  title: 'The sub-status is of another state',
  remedy: 'Name a sub-status of the state; the status lists have them.',
  detail: ({ subStatusId, kind, status }) =>
    `The sub-status ${subStatusId} does not stand below the state ${formatCode(stateCodes[kind], status)}.`,
  pointer: ({ pointer }) => pointer,
});

type ReferencedSubStatus = Pick<SubStatus, 'id' | 'pId' | 'document' | 'status'>;

const referencedPlan = createLoadPlan(SubStatus, ['pId', 'document', 'status']);

/** Sub-statuses that were looked up together. */
export class FoundSubStatuses {
  constructor(
    private readonly byId: ReadonlyMap<number, ReferencedSubStatus>,
    private readonly byPid: ReadonlyMap<string, ReferencedSubStatus>,
  ) {}

  /** @returns the id of the sub-status, or the error when it is none of this state of this kind */
  findIdInState(
    { id = 0, pId = '' }: ReferenceDto,
    kind: StatusKind,
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

/** The states that the store has put below the specification's. */
@Injectable()
export class SubStatuses {
  constructor(private readonly stores: Stores) {}

  /** Looks references up in one query; none without references. */
  async find(references: readonly ReferenceDto[]): Promise<FoundSubStatuses> {
    const ids = references.flatMap(({ id = 0 }) => (id === 0 ? [] : id));
    const pIds = references.flatMap(({ pId }) => pId ?? []);
    const found =
      references.length === 0
        ? []
        : await this.stores.loader.listWhere(
            SubStatus,
            [anyOf(isOneOf('id', [...new Set(ids)]), isOneOf('pId', [...new Set(pIds)]))],
            referencedPlan,
          );
    return new FoundSubStatuses(
      new Map(found.map((one) => [one.id, one])),
      new Map(found.map((one) => [one.pId, one])),
    );
  }
}
