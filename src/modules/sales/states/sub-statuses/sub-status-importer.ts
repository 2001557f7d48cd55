import {
  defineError,
  type DomainError,
  InvalidRequest,
  ReferenceNotFound,
} from '../../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import type { Stores } from '../../../../database';
import {
  type ImportRecord,
  type ImportDefinition,
  writeRowsInOrder,
  rejectOnError,
} from '../../../../platform/data-transfer/imports';
import { stateCodes } from '../../documents';
import { statesByKind } from '../states';
import { SubStatusImportDto } from './sub-status.dto';
import { SubStatus } from './sub-status.entity';

/** 409: a sub-status stays below its state, because documents may be in it. */
const SubStatusStateChanged = defineError<{ pId: string; id: number }>({
  code: 'subStatus.moved',
  status: 409,
  title: 'A sub-status stays where it is',
  remedy: 'Make another sub-status below the other state.',
  detail: ({ pId }) => `The sub-status ${JSON.stringify(pId)} stands below another state.`,
  pointer: () => '/status',
  extension: ({ id }) => ({ existingId: id }),
});

/** 422: a parent stands below another state, or below the sub-status itself. */
const ParentStateMismatch = defineError({
  code: 'subStatus.parent',
  status: 422,
  title: 'The parent is of another state',
  remedy: 'Name a sub-status of the same state.',
  detail: () => 'The parent must be another sub-status of the same state, and none below this one.',
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
type Known = Loaded<typeof storedSubStatusPlan>;

/** Records of the type `subStatus`: states that the store puts below the specification's. */
export function createSubStatusImporter(
  stores: Stores,
): ImportDefinition<SubStatusImportDto, Columns> {
  return {
    type: 'subStatus',
    dto: SubStatusImportDto,
    getReferencedKeys: ({ parent }) => (parent?.pId === undefined ? [] : [parent.pId]),
    judge: async (batch) => {
      // They are few in any store, and whether a parent fits depends on those above it.
      const all = await stores.loader.listWhere(SubStatus, [], storedSubStatusPlan);
      for (const one of batch) {
        const found = all.find(({ pId }) => pId === one.record.value.pId);
        const said = rejectOnError(one, toColumns(one.record, all, found));
        if (said) one.content = said;
        if (!found || !said) continue;
        const { id, fingerprint } = found;
        one.id = id;
        if (fingerprint === one.record.fingerprint) one.outcome = { result: 'unchanged', id };
        // Those after it are judged by where it will stand.
        else found.parentId = said.parentId;
      }
    },
    write: writeRowsInOrder(stores, SubStatus),
    provisional: { entity: SubStatus, toRow: ({ content }) => ({ ...content }) },
  };
}

function toColumns(
  { value, fingerprint }: ImportRecord<SubStatusImportDto>,
  all: readonly Known[],
  found: Known | undefined,
): Columns | DomainError {
  const { parent, languages = [], ...fields } = value;
  const { pId, document, status } = fields;
  if (!statesByKind[document].includes(status)) {
    const detail = `There is no state ${status} of this kind, only ${stateCodes[document].text}.`;
    return new InvalidRequest([{ pointer: '/status', code: 'status.unknown', detail }]);
  }
  if (found && (found.document !== document || found.status !== status)) {
    return new SubStatusStateChanged({ pId, id: found.id });
  }
  const above =
    parent && all.find((one) => (parent.id ? one.id === parent.id : one.pId === parent.pId));
  if (parent && !above) {
    const reference = parent.id ? parent.id : (parent.pId ?? '');
    return new ReferenceNotFound({ resource: 'subStatus', pointer: '/parent', reference });
  }
  if (
    above &&
    (above.document !== document || above.status !== status || isBelow(above, found, all))
  ) {
    return new ParentStateMismatch();
  }
  return { ...fields, languages, fingerprint, parentId: above?.id ?? null };
}

/** Whether one sub-status is the other, or stands somewhere below it. */
function isBelow(one: Known, other: Known | undefined, all: readonly Known[]): boolean {
  if (!other) return false;
  let at: Known | undefined = one;
  for (let steps = 0; at && steps <= all.length; steps++) {
    if (at.id === other.id) return true;
    const { parentId }: Known = at;
    at = all.find(({ id }) => id === parentId);
  }
  return false;
}
