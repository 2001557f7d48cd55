import { Injectable } from '@nestjs/common';
import {
  defineError,
  type DomainError,
  InvalidRequest,
  ReferenceNotFound,
} from '../../../../core/errors';
import { createLoadPlan, type Loaded } from '../../../../core/load-plan';
import { whereIn, DataAccess } from '../../../../database';
import {
  type ImportRecord,
  type ImportDefinition,
  createOrderedRowWriter,
  rejectOnError,
  type ImportRecordTypeRegistry,
  ImportTypeRegistrar,
} from '../../../../platform/data-transfer/imports';
import { stateCodes } from '../../documents';
import { statusTreeStates } from '../stateful-record-kinds';
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
  extensionMembers: ({ id }) => ({ existingId: id }),
});

/** 422: the parent belongs to another state, is a descendant of the sub-status, or too deep. */
const ParentNotAllowed = defineError({
  code: 'subStatus.parent',
  status: 422,
  title: "The sub-status can't have this parent",
  remedy: 'Choose another sub-status of the same state as parent.',
  detail: () =>
    'The parent must be another sub-status of the same state, not a descendant of this one, with fewer than 32 above it.',
  pointer: () => '/parent',
});

type SubStatusColumns = Omit<SubStatus, 'id'>;

const storedSubStatusPlan = createLoadPlan(SubStatus, [
  'pId',
  'document',
  'status',
  'parentId',
  'fingerprint',
]);

/** A stored sub-status. */
type StoredSubStatus = Loaded<typeof storedSubStatusPlan>;

/** Maximum number of ancestors of a sub-status. Each of them is read. */
const MAX_ANCESTORS = 32;

/** Maximum number of sub-statuses of a store. Responses contain all of a document, nested. */
const MAX_SUB_STATUSES = 1000;

/** 422: the store has the maximum number of sub-statuses. */
const TooManySubStatuses = defineError({
  code: 'subStatus.tooMany',
  status: 422,
  title: 'The store has too many sub-statuses',
  remedy: 'Use an existing sub-status.',
  detail: () => `A store can have at most ${MAX_SUB_STATUSES} sub-statuses.`,
});

/** Creates the importer of records of the type `subStatus`: the store's subdivisions of the specified states. */
function createSubStatusImportDefinition(
  dataAccess: DataAccess,
): ImportDefinition<SubStatusImportDto, SubStatusColumns> {
  return {
    type: 'subStatus',
    dto: SubStatusImportDto,
    // These records have no time of change, so exported ones look like new ones. Exported ones may contain texts that
    // earlier versions accepted.
    rejectsInvisibleCharacters: false,
    getReferencedKeys: ({ parent }) => (parent?.pId === undefined ? [] : [parent.pId]),
    compareWithStored: async (batch) => {
      const cache = await SubStatusCache.load(
        dataAccess,
        batch.map(({ record }) => record.value),
      );
      let remainingCapacity =
        MAX_SUB_STATUSES - (await dataAccess.loader.countWhere(SubStatus, []));
      for (const one of batch) {
        const found = cache.find({ pId: one.record.value.pId });
        const isRefused = !found && remainingCapacity <= 0;
        const columns = rejectOnError(
          one,
          isRefused ? new TooManySubStatuses() : await toColumns(one.record, cache, found),
        );
        if (columns) one.content = columns;
        if (!found && columns) remainingCapacity -= 1;
        if (!found || !columns) continue;
        const { id, fingerprint } = found;
        one.id = id;
        if (fingerprint === one.record.getFingerprints().normalized)
          one.outcome = { result: 'unchanged', id };
        // Later records of the batch are checked against the new parent.
        else found.parentId = columns.parentId;
      }
    },
    write: createOrderedRowWriter(dataAccess, SubStatus),
    provisionalRow: { entity: SubStatus, toRow: ({ content }) => ({ ...content }) },
  };
}

/** The stored sub-statuses of a batch and their parents; ancestors are loaded when they are needed. */
class SubStatusCache {
  private readonly byId = new Map<number, StoredSubStatus>();
  private readonly byPId = new Map<string, StoredSubStatus>();

  private constructor(private readonly dataAccess: DataAccess) {}

  static async load(
    dataAccess: DataAccess,
    values: readonly SubStatusImportDto[],
  ): Promise<SubStatusCache> {
    const cache = new SubStatusCache(dataAccess);
    const parents = values.flatMap(({ parent }) => (parent ? [parent] : []));
    const pIds = [...values, ...parents].flatMap(({ pId }) => (pId ? [pId] : []));
    await cache.load('pId', pIds);
    const ids = parents.flatMap(({ id }) => (id ? [id] : []));
    await cache.load('id', ids);
    return cache;
  }

  find({ id, pId }: { id?: number; pId?: string }): StoredSubStatus | undefined {
    return id ? this.byId.get(id) : this.byPId.get(pId ?? '');
  }

  /** Whether a sub-status can be the parent: it isn't the child or below the child, and has fewer than 32 ancestors. */
  async canContain(parent: StoredSubStatus, child: StoredSubStatus | undefined): Promise<boolean> {
    let current = parent;
    for (let ancestors = 1; ancestors <= MAX_ANCESTORS; ancestors += 1) {
      if (current.id === child?.id) return false;
      const { parentId } = current;
      if (parentId === null) return true;
      if (!this.byId.has(parentId)) await this.load('id', [parentId]);
      current = this.byId.get(parentId) as StoredSubStatus;
    }
    return false;
  }

  private async load(property: 'id' | 'pId', values: readonly unknown[]): Promise<void> {
    if (values.length === 0) return;
    const conditions = [whereIn(property, [...new Set(values)])];
    const found = await this.dataAccess.loader.listWhere(
      SubStatus,
      conditions,
      storedSubStatusPlan,
    );
    for (const one of found) {
      // A cached sub-status may already have a new parent, which an earlier record of the batch has set.
      if (this.byId.has(one.id)) continue;
      this.byId.set(one.id, one);
      this.byPId.set(one.pId, one);
    }
  }
}

async function toColumns(
  { value, getFingerprints }: ImportRecord<SubStatusImportDto>,
  cache: SubStatusCache,
  found: StoredSubStatus | undefined,
): Promise<SubStatusColumns | DomainError> {
  const { parent, languages = [], ...fields } = value;
  const { pId, document, status } = fields;
  if (!statusTreeStates[document].includes(status)) {
    const detail = `The state ${status} is unknown; use one of ${stateCodes[document].description}.`;
    return new InvalidRequest([{ pointer: '/status', code: 'status.unknown', detail }]);
  }
  if (found && (found.document !== document || found.status !== status)) {
    return new SubStatusStateChanged({ pId, id: found.id });
  }
  const parentSubStatus = parent && cache.find(parent);
  if (parent && !parentSubStatus) {
    const reference = parent.id ? parent.id : (parent.pId ?? '');
    return new ReferenceNotFound({ resource: 'subStatus', pointer: '/parent', reference });
  }
  if (
    parentSubStatus &&
    (parentSubStatus.document !== document ||
      parentSubStatus.status !== status ||
      !(await cache.canContain(parentSubStatus, found)))
  ) {
    return new ParentNotAllowed();
  }
  return {
    ...fields,
    languages,
    fingerprint: getFingerprints().normalized,
    parentId: parentSubStatus?.id ?? null,
  };
}

/** Imports sub-statuses. */
@Injectable()
@ImportTypeRegistrar()
export class SubStatusImporter implements ImportTypeRegistrar {
  constructor(private readonly dataAccess: DataAccess) {}

  registerImportTypes(types: ImportRecordTypeRegistry): void {
    types.register(createSubStatusImportDefinition(this.dataAccess));
  }
}
