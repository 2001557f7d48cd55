import { Injectable } from '@nestjs/common';
import { DomainError, InvalidRequest } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { formatCode, formatCodes } from '../../../core/codes';
import { isOneOf, DataAccess } from '../../../database';
import {
  type ImportCandidate,
  type ImportRecord,
  type ImportRecordTypes,
  ImportTypeRegistrar,
  type ImportDefinition,
  createOrderedRowWriter,
  rejectOnError,
} from '../../../platform/data-transfer/imports';
import { type ResolvedUsers, UserLookup } from '../../users';
import { stateCodes } from '../documents';
import { type SubStatusLookup, transitionTables, SubStatuses } from '../states';
import { findParameterErrors } from './action-parameters';
import { getActionType } from './action-types';
import { ConfiguredActions } from './configured-actions';
import { StatusActionImportDto } from './status-action.dto';
import { StatusAction } from './status-action.entity';

type Columns = Omit<StatusAction, 'id'>;

/** Sub-statuses and groups that the records refer to. */
interface ResolvedReferences {
  readonly subStatuses: SubStatusLookup;
  readonly groups: ResolvedUsers['groups'];
}

const storedActionPlan = createLoadPlan(StatusAction, ['pId', 'fingerprint']);

/** Imports records of the type `statusAction`: actions that state changes start. */
@Injectable()
@ImportTypeRegistrar()
export class StatusActionImporter
  implements ImportDefinition<StatusActionImportDto, Columns>, ImportTypeRegistrar
{
  readonly type = 'statusAction';
  readonly dto = StatusActionImportDto;
  /** Needs all scopes: actions spend money, send mails and call other systems without any user's permissions. */
  readonly scope = '*';
  readonly updatedAtOwner = { entity: StatusAction };
  readonly write: ImportDefinition<StatusActionImportDto, Columns>['write'];

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly subStatuses: SubStatuses,
    private readonly users: UserLookup,
    private readonly actions: ConfiguredActions,
  ) {
    this.write = createOrderedRowWriter<StatusActionImportDto, Columns>(dataAccess, StatusAction);
  }

  registerImportTypes(types: ImportRecordTypes): void {
    types.register(this, this.actions);
  }

  async compareWithStored(
    batch: readonly ImportCandidate<StatusActionImportDto, Columns>[],
  ): Promise<void> {
    const pIds = batch.map(({ record }) => record.value.pId);
    const stored = await this.dataAccess.loader.listWhere(
      StatusAction,
      [isOneOf('pId', pIds)],
      storedActionPlan,
    );
    const byPid = new Map(stored.map((one) => [one.pId, one]));
    const references = await this.resolveReferences(batch.map(({ record }) => record));
    for (const one of batch) {
      const known = byPid.get(one.record.value.pId);
      const columns = rejectOnError(one, toColumns(one.record, references));
      if (columns) one.content = columns;
      if (!known || !columns) continue;
      const { id, fingerprint } = known;
      one.id = id;
      if (fingerprint === one.record.fingerprints().normalized)
        one.outcome = { result: 'unchanged', id };
    }
  }

  private async resolveReferences(
    records: readonly ImportRecord<StatusActionImportDto>[],
  ): Promise<ResolvedReferences> {
    const subStatuses = records.flatMap(({ value: { subStatus, parameters } }) => [
      ...(subStatus ? [subStatus] : []),
      ...(parameters?.subStatusPId ? [{ pId: parameters.subStatusPId }] : []),
    ]);
    const groups = records.flatMap(({ value: { parameters } }) =>
      parameters?.groupPId ? [{ pId: parameters.groupPId }] : [],
    );
    return {
      subStatuses: await this.subStatuses.lookUp(subStatuses),
      groups: (await this.users.resolve([], groups)).groups,
    };
  }
}

function toColumns(
  { value, fingerprints }: ImportRecord<StatusActionImportDto>,
  { subStatuses, groups }: ResolvedReferences,
): Columns | DomainError {
  const { subStatus, ...fields } = value;
  const parameters = withoutEmptyParameters(value);
  const { document, status, action } = fields;
  const error = findShapeError(value) ?? findParameterErrors(action, parameters)[0];
  if (error) return new InvalidRequest([error]);
  const subStatusId = subStatus
    ? subStatuses.findIdInState(subStatus, document, status, '/subStatus')
    : null;
  if (subStatusId instanceof DomainError) return subStatusId;
  const { groupPId, subStatusPId, status: shipmentStatus } = parameters;
  if (groupPId !== undefined) {
    const group = groups.resolve({ pId: groupPId }, '/parameters/groupPId');
    if (group instanceof DomainError) return group;
  }
  if (subStatusPId !== undefined && shipmentStatus !== undefined) {
    const pointer = '/parameters/subStatusPId';
    const below = subStatuses.findIdInState(
      { pId: subStatusPId },
      'shipment',
      shipmentStatus,
      pointer,
    );
    if (below instanceof DomainError) return below;
  }
  return { ...fields, subStatusId, parameters, fingerprint: fingerprints().normalized };
}

/** Removes parameters that are empty texts, which count as absent. */
function withoutEmptyParameters({
  parameters: { subStatusPId, groupPId, ...others } = {},
}: StatusActionImportDto) {
  const present = Object.entries(others).filter(([, value]) => value !== '');
  return {
    ...(Object.fromEntries(present) as typeof others),
    ...(subStatusPId ? { subStatusPId } : {}),
    ...(groupPId ? { groupPId } : {}),
  };
}

function findShapeError({ document, status, action }: StatusActionImportDto) {
  const targets: readonly number[] = transitionTables[document].targets;
  if (!targets.includes(status)) {
    const codes = stateCodes[document];
    const detail = `No transition leads to ${formatCode(codes, status)}; use one of ${formatCodes(codes, targets)}.`;
    return { pointer: '/status', code: 'status.unknown', detail };
  }
  const { kinds } = getActionType(action);
  if (kinds.includes(document)) return undefined;
  const detail = `${action} is for ${kinds.join(', ')} only.`;
  return { pointer: '/action', code: 'action.kind', detail };
}
