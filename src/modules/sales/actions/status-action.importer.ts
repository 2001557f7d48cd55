import { Injectable } from '@nestjs/common';
import { DomainError, InvalidRequest } from '../../../core/errors';
import { createLoadPlan } from '../../../core/load-plan';
import { formatCode, formatCodes } from '../../../core/code-list';
import { whereIn, DataAccess } from '../../../database';
import {
  type ImportCandidate,
  type ImportRecord,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
  type ImportDefinition,
  createOrderedRowWriter,
  rejectOnError,
} from '../../../platform/data-transfer/imports';
import { type UserAndGroupLookups, UserLookup } from '../../users';
import { stateCodes } from '../documents';
import { type SubStatusLookup, transitionTables, SubStatuses } from '../states';
import { listParameterErrors } from './action-parameters';
import { getActionType } from './action-types';
import { ConfiguredActionsService } from './configured-actions.service';
import { StatusActionImportDto } from './status-action.dto';
import { StatusAction } from './status-action.entity';

type StatusActionColumns = Omit<StatusAction, 'id'>;

/** Sub-statuses and groups that the records refer to. */
interface ResolvedReferences {
  readonly subStatuses: SubStatusLookup;
  readonly groups: UserAndGroupLookups['groups'];
}

const storedActionPlan = createLoadPlan(StatusAction, ['pId', 'fingerprint']);

/** Imports records of the type `statusAction`: actions that state changes start. */
@Injectable()
@ImportTypeRegistrar()
export class StatusActionImporter
  implements ImportDefinition<StatusActionImportDto, StatusActionColumns>, ImportTypeRegistrar
{
  readonly type = 'statusAction';
  readonly dto = StatusActionImportDto;
  /** Needs all scopes: actions spend money, send mails and call other systems without any user's permissions. */
  readonly scope = '*';
  readonly updatedAtOwner = { entity: StatusAction };
  readonly write: ImportDefinition<StatusActionImportDto, StatusActionColumns>['write'];

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly subStatuses: SubStatuses,
    private readonly users: UserLookup,
    private readonly actions: ConfiguredActionsService,
  ) {
    this.write = createOrderedRowWriter<StatusActionImportDto, StatusActionColumns>(
      dataAccess,
      StatusAction,
    );
  }

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(this, { remover: this.actions });
  }

  async compareWithStored(
    batch: readonly ImportCandidate<StatusActionImportDto, StatusActionColumns>[],
  ): Promise<void> {
    const pIds = batch.map(({ record }) => record.value.pId);
    const stored = await this.dataAccess.loader.listWhere(
      StatusAction,
      [whereIn('pId', pIds)],
      storedActionPlan,
    );
    const storedByPid = new Map(stored.map((one) => [one.pId, one]));
    const references = await this.resolveReferences(batch.map(({ record }) => record));
    for (const candidate of batch) {
      const storedAction = storedByPid.get(candidate.record.value.pId);
      const columns = rejectOnError(candidate, toColumns(candidate.record, references));
      if (columns) candidate.content = columns;
      if (!storedAction || !columns) continue;
      const { id, fingerprint } = storedAction;
      candidate.id = id;
      if (fingerprint === candidate.record.getFingerprints().normalized)
        candidate.outcome = { result: 'unchanged', id };
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
      subStatuses: await this.subStatuses.lookUpReferences(subStatuses),
      groups: (await this.users.lookUpReferences({ groups })).groups,
    };
  }
}

function toColumns(
  { value, getFingerprints }: ImportRecord<StatusActionImportDto>,
  { subStatuses, groups }: ResolvedReferences,
): StatusActionColumns | DomainError {
  const { subStatus, ...fields } = value;
  const parameters = omitEmptyParameters(value);
  const { document, status, action } = fields;
  const error = findStateOrActionError(value) ?? listParameterErrors(action, parameters)[0];
  if (error) return new InvalidRequest([error]);
  const subStatusId = subStatus
    ? subStatuses.resolveIdInState(subStatus, document, status, '/subStatus')
    : null;
  if (subStatusId instanceof DomainError) return subStatusId;
  const { groupPId, subStatusPId, status: shipmentStatus } = parameters;
  if (groupPId !== undefined) {
    const group = groups.resolve({ pId: groupPId }, '/parameters/groupPId');
    if (group instanceof DomainError) return group;
  }
  if (subStatusPId !== undefined && shipmentStatus !== undefined) {
    const pointer = '/parameters/subStatusPId';
    const shipmentSubStatusId = subStatuses.resolveIdInState(
      { pId: subStatusPId },
      'shipment',
      shipmentStatus,
      pointer,
    );
    if (shipmentSubStatusId instanceof DomainError) return shipmentSubStatusId;
  }
  return { ...fields, subStatusId, parameters, fingerprint: getFingerprints().normalized };
}

/** Removes parameters that are empty texts, which count as absent. */
function omitEmptyParameters({
  parameters: { subStatusPId, groupPId, ...others } = {},
}: StatusActionImportDto) {
  const present = Object.entries(others).filter(([, value]) => value !== '');
  return {
    ...(Object.fromEntries(present) as typeof others),
    ...(subStatusPId ? { subStatusPId } : {}),
    ...(groupPId ? { groupPId } : {}),
  };
}

function findStateOrActionError({ document, status, action }: StatusActionImportDto) {
  const targets: readonly number[] = transitionTables[document].targets;
  if (!targets.includes(status)) {
    const codes = stateCodes[document];
    const detail = `No transition leads to ${formatCode(codes, status)}; use one of ${formatCodes(codes, targets)}.`;
    return { pointer: '/status', code: 'status.unknown', detail };
  }
  const { recordKinds } = getActionType(action);
  if (recordKinds.includes(document)) return undefined;
  const detail = `${action} is for ${recordKinds.join(', ')} only.`;
  return { pointer: '/action', code: 'action.kind', detail };
}
