import { randomUUID } from 'node:crypto';
import { pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  type EntityClass,
  getEntityOfEntryKind,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereNotNull,
  whereIn,
  JournalEntry,
  getJournalRange,
  type Loader,
} from '../../../database';
import { Tag, TagValue } from '../../../modules/custom-tags';
import type { RemovalReplayKind } from '../imports';
import { requirePositionInJournal } from '../../events/journal';

/** A deleted record. */
export interface DeletedRecord {
  /** Kind of the record, as in journal entries. */
  readonly kind: string;
  readonly pId: string;
}

/** A record whose pId has changed; a tag value is identified together with its tag. */
export interface RenamedRecord extends DeletedRecord {
  /** The new pId; the inherited `pId` is the former one. */
  readonly to: string;
  /** The tag of a tag value, whose pId is unique within its tag only; absent for other kinds. */
  readonly tag?: { readonly pId: string };
  /** Temporary pId for a record that still has the new pId, until that record is deleted. */
  readonly displaced?: string;
}

/** Changes since a position of the journal. */
export interface ExportChanges {
  /** Ids of the changed records that still exist, by kind. */
  readonly changedIds: ReadonlyMap<string, readonly number[]>;
  readonly deleted: readonly DeletedRecord[];
  readonly renamed: readonly RenamedRecord[];
}

/**
 * Not a kind of the journal: all tags, if any value was deleted. The entry of a deleted value doesn't contain its tag, so
 * the values of all tags are exported.
 */
export const ALL_TAGS_AFTER_VALUE_DELETION = 'tagValuesGone';

/** Number of entries that are read at a time. */
const ENTRIES_PER_READ = 5000;
/** Number of records whose pIds are looked up together. */
const PIDS_PER_READ = 200;
const entryPlan = createLoadPlan(JournalEntry, ['position', 'kind', 'recordId', 'pId', 'action']);

type HistoryEntry = Pick<JournalEntry, 'recordId' | 'pId' | 'action'>;
type DeletedEntry = Pick<JournalEntry, 'kind' | 'recordId' | 'pId'>;

/**
 * Finds the changes since a position of the journal.
 * @param kinds how deleted and renamed records are exported
 * @throws JournalPositionGone if the journal doesn't reach back to the position
 */
export async function findChangesSince(
  loader: Loader,
  after: number,
  kinds: readonly RemovalReplayKind[],
): Promise<ExportChanges> {
  requirePositionInJournal(after, await getJournalRange(loader));
  const histories = await readHistoriesSince(loader, after);
  const changedIds = new Map<string, readonly number[]>();
  const deletedEntries: DeletedEntry[] = [];
  for (const [kind, history] of histories) {
    changedIds.set(
      kind,
      [...history.existing].sort((one, other) => one - other),
    );
    for (const [recordId, pId] of history.deleted) deletedEntries.push({ kind, recordId, pId });
  }
  const deleted = await findFormerPIds(loader, deletedEntries, after);
  if (deleted.some(({ kind }) => kind === 'tagValue')) {
    changedIds.set(
      ALL_TAGS_AFTER_VALUE_DELETION,
      await loader.listIds(Tag, [], { order: [{ property: 'id' }] }),
    );
  }
  const renamableKinds = kinds.filter(({ renaming }) => renaming === 'pId');
  let renamed: readonly RenamedRecord[] = sortByFreePIds(
    await findRenamedRecords(loader, changedIds, after, renamableKinds),
  );
  let remaining: readonly DeletedRecord[] = deleted;
  for (const kind of kinds.filter(({ removal }) => removal === 'last')) {
    ({ deleted: remaining, renamed } = await resolvePIdConflicts(loader, kind, remaining, renamed));
  }
  return { changedIds, deleted: remaining, renamed };
}

/**
 * Resolves conflicts of records that are deleted last, and keep their pIds until then. If a new record has such a pId,
 * it overwrites the deleted record, so the deletion is left out. If another record was renamed to the pId, the deleted
 * record gets a temporary pId.
 */
async function resolvePIdConflicts(
  loader: Loader,
  { kind: lateKind, entity, where = [] }: RemovalReplayKind,
  deleted: readonly DeletedRecord[],
  renamed: readonly RenamedRecord[],
): Promise<Pick<ExportChanges, 'deleted' | 'renamed'>> {
  const deletedPIds = deleted.filter(({ kind }) => kind === lateKind).map(({ pId }) => pId);
  if (deletedPIds.length === 0) return { deleted, renamed };
  const conditions = [...where, whereIn('pId', deletedPIds)];
  const named = await loader.listWhere(
    entity as EntityClass<{ id: number; pId: string }>,
    conditions,
    pIdOnlyPlan,
  );
  const takenPIds = new Set(named.map(({ pId }) => pId));
  const displaced = new Map<string, string>();
  for (const { kind, to } of renamed) {
    if (kind === lateKind && deletedPIds.includes(to)) displaced.set(to, `deleted-${randomUUID()}`);
  }
  return {
    renamed: renamed.map((one) => {
      const other = one.kind === lateKind ? displaced.get(one.to) : undefined;
      return { ...one, ...(other !== undefined && { displaced: other }) };
    }),
    deleted: deleted.flatMap((one) => {
      if (one.kind !== lateKind || !takenPIds.has(one.pId)) return [one];
      const pId = displaced.get(one.pId);
      return pId === undefined ? [] : [{ ...one, pId }];
    }),
  };
}

/** Returns the deleted records with the pIds that they had at the position. */
async function findFormerPIds(
  loader: Loader,
  deletedEntries: readonly DeletedEntry[],
  after: number,
): Promise<DeletedRecord[]> {
  const deleted: DeletedRecord[] = [];
  for (const kind of new Set(deletedEntries.map((one) => one.kind))) {
    const entriesOfKind = deletedEntries.filter((one) => one.kind === kind);
    const pIdsByRecordId = new Map<number, string>();
    for (let from = 0; from < entriesOfKind.length; from += PIDS_PER_READ) {
      const ids = entriesOfKind.slice(from, from + PIDS_PER_READ).map(({ recordId }) => recordId);
      for (const [id, pId] of await findPIdsBefore(loader, kind, ids, after))
        pIdsByRecordId.set(id, pId);
    }
    const pIds = entriesOfKind.map(({ recordId, pId }) => pIdsByRecordId.get(recordId) ?? pId);
    deleted.push(...pIds.flatMap((pId) => (pId === null ? [] : [{ kind, pId }])));
  }
  return deleted;
}

/** Reads the histories of changed records, by kind. */
async function readHistoriesSince(
  loader: Loader,
  after: number,
): Promise<ReadonlyMap<string, RecordHistory>> {
  const histories = new Map<string, RecordHistory>();
  for (let from = after + 1; ;) {
    const conditions = [whereAtLeast('position', from)];
    const order = [{ property: 'position' as const }];
    const ids = await loader.listIds(JournalEntry, conditions, { order, limit: ENTRIES_PER_READ });
    const entries = await loader.listByIds(JournalEntry, ids, entryPlan);
    for (const one of entries) {
      const history = histories.get(one.kind) ?? new RecordHistory();
      histories.set(one.kind, history);
      history.apply(one);
    }
    if (ids.length < ENTRIES_PER_READ) return histories;
    from = (entries.at(-1)?.position ?? from) + 1;
  }
}

/** Changes to the records of one kind. It stores few values for each, because there may be a million records. */
class RecordHistory {
  /** Changed records that still exist. */
  readonly existing = new Set<number>();
  /** Deleted records with their last pIds. Records created since the position are left out: no copy contains them. */
  readonly deleted = new Map<number, string | null>();
  private readonly created = new Set<number>();

  apply({ recordId, action, pId }: HistoryEntry): void {
    // The entry isn't about a record.
    if (recordId === 0 || action === 'refused') return;
    if (action === 'created') this.created.add(recordId);
    if (action === 'deleted') {
      this.existing.delete(recordId);
      if (!this.created.has(recordId)) this.deleted.set(recordId, pId);
    } else {
      this.existing.add(recordId);
      this.deleted.delete(recordId);
    }
  }
}

async function findRenamedRecords(
  loader: Loader,
  records: ReadonlyMap<string, readonly number[]>,
  after: number,
  renamableKinds: readonly RemovalReplayKind[],
): Promise<RenamedRecord[]> {
  const renamed: RenamedRecord[] = [];
  for (const { kind } of renamableKinds) {
    const ids = records.get(kind) ?? [];
    for (let from = 0; from < ids.length; from += PIDS_PER_READ) {
      renamed.push(
        ...(await findRenamedOfKind(loader, kind, ids.slice(from, from + PIDS_PER_READ), after)),
      );
    }
  }
  return renamed;
}

/** Sorts renamed records so that each new pId is free when it is assigned. This is impossible for swapped pIds. */
function sortByFreePIds(renamed: readonly RenamedRecord[]): RenamedRecord[] {
  const toPIdKey = ({ kind, tag }: RenamedRecord, pId: string): string =>
    JSON.stringify([kind, tag?.pId, pId]);
  const remaining = new Map(renamed.map((one) => [toPIdKey(one, one.pId), one]));
  const ordered: RenamedRecord[] = [];
  for (const first of renamed) {
    const chain: RenamedRecord[] = [];
    for (let at: RenamedRecord | undefined = remaining.get(toPIdKey(first, first.pId)); at;) {
      chain.push(at);
      remaining.delete(toPIdKey(at, at.pId));
      at = remaining.get(toPIdKey(at, at.to));
    }
    ordered.push(...chain.reverse());
  }
  return ordered;
}

async function findRenamedOfKind(
  loader: Loader,
  kind: string,
  ids: readonly number[],
  after: number,
): Promise<RenamedRecord[]> {
  const before = await findPIdsBefore(loader, kind, ids, after);
  const current = await findCurrentPIds(loader, kind, ids);
  return current.flatMap(({ id, ...pIds }) => {
    const pId = before.get(id) ?? pIds.to;
    return pId === pIds.to ? [] : [{ kind, pId, ...pIds }];
  });
}

/** Returns the pIds that records had at a position of the journal; records without one are left out. */
async function findPIdsBefore(
  loader: Loader,
  kind: string,
  ids: readonly number[],
  position: number,
): Promise<Map<number, string>> {
  const conditions = [
    whereIn('recordId', ids),
    whereEquals('kind', kind),
    whereNotNull('position'),
    whereAtMost('position', position),
  ];
  const entries = await loader.listWhere(JournalEntry, conditions, entryPlan);
  const latest = new Map<number, (typeof entries)[number]>();
  for (const one of entries) {
    const known = latest.get(one.recordId);
    if (!known || (known.position ?? 0) < (one.position ?? 0)) latest.set(one.recordId, one);
  }
  return new Map(
    [...latest].flatMap(([id, { pId }]) => (pId === null ? [] : [[id, pId] as const])),
  );
}

async function findCurrentPIds(
  loader: Loader,
  kind: string,
  ids: readonly number[],
): Promise<{ id: number; to: string; tag?: { pId: string } }[]> {
  if (kind === 'tagValue') {
    const values = await loader.listByIds(
      TagValue,
      ids,
      createLoadPlan(TagValue, ['pId'], { tag: ['pId'] }),
    );
    return values.map(({ id, pId: to, tag: { pId } }) => ({ id, to, tag: { pId } }));
  }
  const entity = getEntityOfEntryKind(kind) as new () => { id: number; pId: string };
  const found = await loader.listByIds(entity, ids, createLoadPlan(entity, ['pId']));
  return found.map(({ id, pId: to }) => ({ id, to }));
}
