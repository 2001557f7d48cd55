import { randomUUID } from 'node:crypto';
import { pIdOnlyPlan, createLoadPlan } from '../../../core/load-plan';
import {
  type EntityClass,
  getEntityOfKind,
  is,
  isAtLeast,
  isAtMost,
  isNotNull,
  isOneOf,
  JournalEntry,
  getJournalRange,
  type Loader,
} from '../../../database';
import { Tag, TagValue } from '../../../modules/custom-tags';
import type { RemovableKind } from '../imports';
import { requirePositionInJournal } from '../../events/journal';

/** A record that is gone. */
export interface DeletedRecord {
  readonly kind: string;
  readonly pId: string;
}

/** A record that has another pId now; a value is named together with its tag. */
export interface RenamedRecord extends DeletedRecord {
  readonly to: string;
  readonly tag?: { readonly pId: string };
  /** The name of a record that still has the new name, until it is deleted. */
  readonly displaced?: string;
}

/** What was done since a position of the journal. */
export interface ExportChanges {
  /** Ids of the changed records that still exist, by kind. */
  readonly records: ReadonlyMap<string, readonly number[]>;
  readonly deleted: readonly DeletedRecord[];
  readonly renamed: readonly RenamedRecord[];
}

/** Nothing says any more which tag a deleted value belonged to, so the values of all tags are exported. */
export const DELETED_TAG_VALUES = 'tagValuesGone';

/** Entries that are read at a time. */
const ENTRIES_PER_READ = 5000;
/** Records whose names are looked up together. */
const NAMES_PER_READ = 200;
const entryPlan = createLoadPlan(JournalEntry, ['position', 'kind', 'recordId', 'pId', 'action']);

type HistoryEntry = Pick<JournalEntry, 'recordId' | 'pId' | 'action'>;
type DeletedEntry = Pick<JournalEntry, 'kind' | 'recordId' | 'pId'>;

/**
 * What has changed since a position, by the journal.
 * @param kinds what becomes of records that are gone or renamed
 * @throws JournalPositionGone when it does not hold the position
 */
export async function findChangesSince(
  loader: Loader,
  after: number,
  kinds: readonly RemovableKind[],
): Promise<ExportChanges> {
  requirePositionInJournal(after, await getJournalRange(loader));
  const courses = await readHistoriesSince(loader, after);
  const records = new Map<string, readonly number[]>();
  const gone: DeletedEntry[] = [];
  for (const [kind, course] of courses) {
    records.set(
      kind,
      [...course.existing].sort((one, other) => one - other),
    );
    for (const [recordId, pId] of course.deleted) gone.push({ kind, recordId, pId });
  }
  const deleted = await findFormerNames(loader, gone, after);
  if (deleted.some(({ kind }) => kind === 'tagValue')) {
    records.set(DELETED_TAG_VALUES, await loader.listIds(Tag, [], { order: [{ by: 'id' }] }));
  }
  const named = kinds.filter(({ renaming }) => renaming === 'pId');
  let renamed: readonly RenamedRecord[] = sortByFreeNames(
    await findRenamed(loader, records, after, named),
  );
  let left: readonly DeletedRecord[] = deleted;
  for (const kind of kinds.filter(({ removal }) => removal === 'last')) {
    ({ deleted: left, renamed } = await withHeldNames(loader, kind, left, renamed));
  }
  return { records, deleted: left, renamed };
}

/**
 * Records that are deleted last keep their names until then. A new record of the same name takes the place of the deleted
 * one; if another one was renamed to it, the deleted one gets a name to wait with.
 */
async function withHeldNames(
  loader: Loader,
  { kind: waiting, entity, where = [] }: RemovableKind,
  deleted: readonly DeletedRecord[],
  renamed: readonly RenamedRecord[],
): Promise<Pick<ExportChanges, 'deleted' | 'renamed'>> {
  const gone = deleted.filter(({ kind }) => kind === waiting).map(({ pId }) => pId);
  if (gone.length === 0) return { deleted, renamed };
  const conditions = [...where, isOneOf('pId', gone)];
  const named = await loader.listWhere(
    entity as EntityClass<{ id: number; pId: string }>,
    conditions,
    pIdOnlyPlan,
  );
  const there = new Set(named.map(({ pId }) => pId));
  const displaced = new Map<string, string>();
  for (const { kind, to } of renamed) {
    if (kind === waiting && gone.includes(to)) displaced.set(to, `deleted-${randomUUID()}`);
  }
  return {
    renamed: renamed.map((one) => {
      const other = one.kind === waiting ? displaced.get(one.to) : undefined;
      return { ...one, ...(other !== undefined && { displaced: other }) };
    }),
    deleted: deleted.flatMap((one) => {
      if (one.kind !== waiting || !there.has(one.pId)) return [one];
      const pId = displaced.get(one.pId);
      return pId === undefined ? [] : [{ ...one, pId }];
    }),
  };
}

/** Deleted records, by the names that they had at the position. */
async function findFormerNames(
  loader: Loader,
  gone: readonly DeletedEntry[],
  after: number,
): Promise<DeletedRecord[]> {
  const deleted: DeletedRecord[] = [];
  for (const kind of new Set(gone.map((one) => one.kind))) {
    const ofKind = gone.filter((one) => one.kind === kind);
    const names = new Map<number, string>();
    for (let from = 0; from < ofKind.length; from += NAMES_PER_READ) {
      const ids = ofKind.slice(from, from + NAMES_PER_READ).map(({ recordId }) => recordId);
      for (const [id, pId] of await findNamesBefore(loader, kind, ids, after)) names.set(id, pId);
    }
    const called = ofKind.map(({ recordId, pId }) => names.get(recordId) ?? pId);
    deleted.push(...called.flatMap((pId) => (pId === null ? [] : [{ kind, pId }])));
  }
  return deleted;
}

/** What has become of each record of a kind. */
async function readHistoriesSince(
  loader: Loader,
  after: number,
): Promise<ReadonlyMap<string, RecordHistory>> {
  const courses = new Map<string, RecordHistory>();
  for (let from = after + 1; ;) {
    const conditions = [isAtLeast('position', from)];
    const order = [{ by: 'position' as const }];
    const ids = await loader.listIds(JournalEntry, conditions, { order, limit: ENTRIES_PER_READ });
    const entries = await loader.listByIds(JournalEntry, ids, entryPlan);
    for (const one of entries) {
      const course = courses.get(one.kind) ?? new RecordHistory();
      courses.set(one.kind, course);
      course.apply(one);
    }
    if (ids.length < ENTRIES_PER_READ) return courses;
    from = (entries.at(-1)?.position ?? from) + 1;
  }
}

/** Records of a kind, by their ids alone: there may be a million of them. */
class RecordHistory {
  /** Those that are there. */
  readonly existing = new Set<number>();
  /** Deleted ones, and their last names; without those also made since the position, as no copy has them. */
  readonly deleted = new Map<number, string | null>();
  private readonly created = new Set<number>();

  apply({ recordId, action, pId }: HistoryEntry): void {
    // Not about a record.
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

async function findRenamed(
  loader: Loader,
  records: ReadonlyMap<string, readonly number[]>,
  after: number,
  named: readonly RemovableKind[],
): Promise<RenamedRecord[]> {
  const renamed: RenamedRecord[] = [];
  for (const { kind } of named) {
    const ids = records.get(kind) ?? [];
    for (let from = 0; from < ids.length; from += NAMES_PER_READ) {
      renamed.push(
        ...(await findRenamedOfKind(loader, kind, ids.slice(from, from + NAMES_PER_READ), after)),
      );
    }
  }
  return renamed;
}

/** In an order in which each name is free when a record gets it; for names that were swapped there is none. */
function sortByFreeNames(renamed: readonly RenamedRecord[]): RenamedRecord[] {
  const nameOf = ({ kind, tag }: RenamedRecord, pId: string): string =>
    JSON.stringify([kind, tag?.pId, pId]);
  const left = new Map(renamed.map((one) => [nameOf(one, one.pId), one]));
  const ordered: RenamedRecord[] = [];
  for (const first of renamed) {
    const chain: RenamedRecord[] = [];
    for (let at: RenamedRecord | undefined = left.get(nameOf(first, first.pId)); at;) {
      chain.push(at);
      left.delete(nameOf(at, at.pId));
      at = left.get(nameOf(at, at.to));
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
  const before = await findNamesBefore(loader, kind, ids, after);
  const now = await findCurrentNames(loader, kind, ids);
  return now.flatMap(({ id, ...called }) => {
    const pId = before.get(id) ?? called.to;
    return pId === called.to ? [] : [{ kind, pId, ...called }];
  });
}

/** What records were called, without those that were not there or that the journal does not know. */
async function findNamesBefore(
  loader: Loader,
  kind: string,
  ids: readonly number[],
  after: number,
): Promise<Map<number, string>> {
  const conditions = [
    isOneOf('recordId', ids),
    is('kind', kind),
    isNotNull('position'),
    isAtMost('position', after),
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

async function findCurrentNames(
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
  const entity = getEntityOfKind(kind) as new () => { id: number; pId: string };
  const found = await loader.listByIds(entity, ids, createLoadPlan(entity, ['pId']));
  return found.map(({ id, pId: to }) => ({ id, to }));
}
