import { Injectable } from '@nestjs/common';
import {
  defineError,
  type DomainError,
  InvalidRequest,
  ReferenceNotFound,
} from '../../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import { Stores } from '../../../../database';
import {
  type ImportRecord,
  type ImportDefinition,
  writeRowsInOrder,
  rejectOnError,
  type ImportRecordTypes,
  ImportSource,
} from '../../../../platform/data-transfer/imports';
import { stateCodes } from '../../documents';
import { statesByKind } from '../states';
import { SubStatusImportDto } from './sub-status.dto';
import { SubStatus } from './sub-status.entity';

/** 409: a sub-status can't move to another state, because documents may be in it. */
const SubStatusStateChanged = defineError<{ pId: string; id: number }>({
  code: 'subStatus.moved',
  status: 409,
  title: "A sub-status can't move to another state",
  remedy: 'Create a new sub-status for the other state.',
  detail: ({ pId }) => `The sub-status ${JSON.stringify(pId)} belongs to another state.`,
  pointer: () => '/status',
  extension: ({ id }) => ({ existingId: id }),
});

/** 422: the parent belongs to another state, or is a descendant of the sub-status. */
const ParentStateMismatch = defineError({
  code: 'subStatus.parent',
  status: 422,
  title: "The sub-status can't have this parent",
  remedy: 'Choose another sub-status of the same state as parent.',
  detail: () =>
    'The parent must be another sub-status of the same state, and must not be a descendant of this one.',
  pointer: () => '/parent',
});

type Columns = Omit<SubStatus, 'id'>;

const storedSubStatusPlan = createLoadPlan(SubStatus, [
  'pId',
  'document',
  'status',
  'parentId',
  'fingerprint',
]);

/** A stored sub-status. */
type StoredSubStatus = Loaded<typeof storedSubStatusPlan>;

/** Creates the importer of records of the type `subStatus`: the store's subdivisions of the specified states. */
function createSubStatusImporter(stores: Stores): ImportDefinition<SubStatusImportDto, Columns> {
  return {
    type: 'subStatus',
    dto: SubStatusImportDto,
    // Lines of an export don't differ from new ones, and may have texts of earlier versions.
    checksNewTexts: false,
    getReferencedKeys: ({ parent }) => (parent?.pId === undefined ? [] : [parent.pId]),
    compareWithStored: async (batch) => {
      // A store has few of them, and the check of a parent needs its ancestors.
      const all = await stores.loader.listWhere(SubStatus, [], storedSubStatusPlan);
      for (const one of batch) {
        const found = all.find(({ pId }) => pId === one.record.value.pId);
        const columns = rejectOnError(one, toColumns(one.record, all, found));
        if (columns) one.content = columns;
        if (!found || !columns) continue;
        const { id, fingerprint } = found;
        one.id = id;
        if (fingerprint === one.record.fingerprints().normalized)
          one.outcome = { result: 'unchanged', id };
        // Later records of the batch are checked against the new parent.
        else found.parentId = columns.parentId;
      }
    },
    write: writeRowsInOrder(stores, SubStatus),
    dryRunRows: { entity: SubStatus, toRow: ({ content }) => ({ ...content }) },
  };
}

function toColumns(
  { value, fingerprints }: ImportRecord<SubStatusImportDto>,
  all: readonly StoredSubStatus[],
  found: StoredSubStatus | undefined,
): Columns | DomainError {
  const { parent, languages = [], ...fields } = value;
  const { pId, document, status } = fields;
  if (!statesByKind[document].includes(status)) {
    const detail = `The state ${status} is unknown; use one of ${stateCodes[document].text}.`;
    return new InvalidRequest([{ pointer: '/status', code: 'status.unknown', detail }]);
  }
  if (found && (found.document !== document || found.status !== status)) {
    return new SubStatusStateChanged({ pId, id: found.id });
  }
  const parentStatus =
    parent && all.find((one) => (parent.id ? one.id === parent.id : one.pId === parent.pId));
  if (parent && !parentStatus) {
    const reference = parent.id ? parent.id : (parent.pId ?? '');
    return new ReferenceNotFound({ resource: 'subStatus', pointer: '/parent', reference });
  }
  if (
    parentStatus &&
    (parentStatus.document !== document ||
      parentStatus.status !== status ||
      isBelow(parentStatus, found, all))
  ) {
    return new ParentStateMismatch();
  }
  return {
    ...fields,
    languages,
    fingerprint: fingerprints().normalized,
    parentId: parentStatus?.id ?? null,
  };
}

/** Whether a sub-status equals another one or is its descendant. */
function isBelow(
  subStatus: StoredSubStatus,
  other: StoredSubStatus | undefined,
  all: readonly StoredSubStatus[],
): boolean {
  if (!other) return false;
  let current: StoredSubStatus | undefined = subStatus;
  for (let steps = 0; current && steps <= all.length; steps++) {
    if (current.id === other.id) return true;
    const { parentId }: StoredSubStatus = current;
    current = all.find(({ id }) => id === parentId);
  }
  return false;
}

/** Imports sub-statuses. */
@Injectable()
@ImportSource()
export class SubStatusImporter implements ImportSource {
  constructor(private readonly stores: Stores) {}

  registerImports(types: ImportRecordTypes): void {
    types.register(createSubStatusImporter(this.stores));
  }
}
