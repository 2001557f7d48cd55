import { Readable } from 'node:stream';
import { planFor } from '../../../core/load-plan';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { is, isAtLeast, isOneOf, type Loader } from '../../../database';
import type { FileStore } from '../../media/files';
import {
  type TimestampedRecord,
  loadTimestamped,
  type ExportContext,
  NameLookup,
  type StoredRow,
  type ExportSource,
} from '../imports';
import { type ExportChanges, findChangesSince } from './export-changes';
import { removableKinds, exportSources } from './export-sources';
import { FILE_RECORD_TYPE, readFileRecords } from './file-importer';
import { type ExportFormat, ndjsonFormat } from './export-format';

/** The most records in a slice. */
const RECORDS_PER_SLICE = 200;

/** The most rows that belong to the records of a slice; a record with more is a slice by itself. */
const MAX_ROWS_PER_SLICE = 1_000;

export interface ExportOptions {
  /** Which types of lines; without any, all. */
  readonly types?: readonly string[];
  /** Decrypts what is stored encrypted; absent: secrets are not exported. */
  readonly secrets?: SecretDecryptor;
  /** The store's default language. */
  readonly language: string;
  /** A position of the journal: only what has changed after it is exported; absent: everything. */
  readonly since?: number;
  /** The id of a user: only what is of that person is exported. */
  readonly person?: number;
  /** How lines are written; as JSON by default. */
  readonly format?: ExportFormat;
}

/** Decrypts what is stored encrypted. */
export interface SecretDecryptor {
  /** @returns undefined: the key is not the one that it was encrypted with */
  decrypt(sealed: string): string | undefined;
}

type ChangedIds = ExportChanges['records'];

interface FormattedExportContext extends ExportContext {
  readonly format: ExportFormat;
}

/** Lines that belong together. */
export interface ExportSlice {
  /** In the format of the export. */
  readonly text: string;
  /** The records that were read for it; some of them may have no line. */
  readonly records: number;
  readonly lines: number;
}

/** What an export has come to. */
export interface ExportTotals {
  /** Each is read for every type of lines that it may have. */
  readonly records: number;
  readonly lines: number;
  readonly bytes: number;
  /** In the journal: everything up to it is in the export. */
  readonly position: number;
}

/**
 * The lines of an export, in an order in which they can be imported; inside of `Database.snapshot`, so that they are of
 * one state.
 */
export async function* readExportSlices(
  loader: Loader,
  { types = [], secrets, language, since, person, format = ndjsonFormat }: ExportOptions,
): AsyncGenerator<ExportSlice> {
  if (format.header !== '') yield { text: format.header, records: 0, lines: 0 };
  const changes =
    since === undefined ? undefined : await findChangesSince(loader, since, removableKinds);
  const context: FormattedExportContext = {
    loader,
    names: new NameLookup(loader),
    includesSecrets: secrets !== undefined,
    decrypt: (sealed) => secrets?.decrypt(sealed),
    language,
    isPartial: changes !== undefined,
    format,
  };
  const tellsGone = types.length === 0 && person === undefined;
  if (changes && tellsGone) yield* readEarlyRemovals(changes, format);
  for (const walk of selectSources({ types, person, secrets }))
    yield* serializeSource(walk, context, changes?.records);
  if (changes && tellsGone) yield* readLateRemovals(changes, format);
}

/**
 * How many records an export will read, each counted for every type of lines that it may have; files are not among them.
 * @returns undefined: only what has changed is exported, and nobody knows how much that is
 */
export async function countExpectedRecords(
  loader: Loader,
  options: Pick<ExportOptions, 'types' | 'person' | 'secrets' | 'since'>,
): Promise<number | undefined> {
  if (options.since !== undefined) return undefined;
  let records = 0;
  for (const { entity, where = [], recordTypes } of selectSources(options))
    records += recordTypes.length * (await loader.countWhere(entity, where));
  return records;
}

/** The walks of an export, each with the types of lines that are wanted. */
function selectSources({
  types = [],
  person,
  secrets,
}: Pick<ExportOptions, 'types' | 'person' | 'secrets'>): ExportSource[] {
  return (person === undefined ? exportSources : toPersonSources(person)).flatMap((walk) => {
    const lines = walk.recordTypes.filter(
      ({ type, isSecret = false }) =>
        (types.length === 0 || types.includes(type)) && (!isSecret || secrets !== undefined),
    );
    return lines.length > 0 ? { ...walk, recordTypes: lines } : [];
  });
}

/** Everything that is a person's. */
function toPersonSources(userId: number): ExportSource[] {
  return exportSources.flatMap(({ userIdProperty, where = [], ...walk }) =>
    userIdProperty === undefined ? [] : { ...walk, where: [...where, is(userIdProperty, userId)] },
  );
}

/** The lines of files, which are outside the database: in a whole export, or one that names their type. */
export async function* readFileSlices(
  files: FileStore,
  {
    types = [],
    since,
    person,
    format = ndjsonFormat,
  }: Pick<ExportOptions, 'types' | 'since' | 'person' | 'format'>,
): AsyncGenerator<ExportSlice> {
  if (person !== undefined) return;
  if (types.length > 0 ? !types.includes(FILE_RECORD_TYPE) : since !== undefined) return;
  for await (const line of readFileRecords(files))
    yield await formatSlice(FILE_RECORD_TYPE, [line], format);
}

/** Deleted records, by their old names, and renamed ones; they come first, so that their old names are free. */
async function* readEarlyRemovals(
  { renamed, deleted }: ExportChanges,
  format: ExportFormat,
): AsyncGenerator<ExportSlice> {
  yield await formatSlice('deleted', selectRemovals(deleted, 'first'), format);
  yield await formatSlice('renamed', renamed, format);
}

/** Deleted records that have to wait until nothing refers to them any more. */
async function* readLateRemovals(
  { deleted }: ExportChanges,
  format: ExportFormat,
): AsyncGenerator<ExportSlice> {
  yield await formatSlice('deleted', selectRemovals(deleted, 'last'), format);
}

/** Deleted records to remove before all other changes, or after them; each one comes after its referrers. */
function selectRemovals(
  deleted: ExportChanges['deleted'],
  when: 'first' | 'last',
): ExportChanges['deleted'] {
  const kinds = removableKinds.filter(({ removal }) => removal === when).map(({ kind }) => kind);
  const ofKinds = deleted.filter(({ kind }) => kinds.includes(kind));
  return ofKinds.toSorted((one, other) => kinds.indexOf(other.kind) - kinds.indexOf(one.kind));
}

async function* serializeSource(
  walk: ExportSource,
  context: FormattedExportContext,
  changed: ChangedIds | undefined,
): AsyncGenerator<ExportSlice> {
  for await (const { type, serializers, records } of prefetch(
    prepareSlices(walk, context, changed),
  )) {
    const lines = await context.names.runUntilResolved(() => serializers.map((make) => make()));
    const told = records ? lines.map((line, at) => withUpdatedAt(line, records[at])) : lines;
    yield await formatSlice(type, told, context.format);
  }
}

/** Reads a slice ahead: a server finds the next one while the lines of this one are written. */
function prefetch(slices: AsyncIterable<PreparedSlice>): AsyncIterable<PreparedSlice> {
  return Readable.from(slices, { highWaterMark: 1 });
}

/** What the lines of a slice are made of. */
interface PreparedSlice {
  readonly type: string;
  readonly serializers: readonly (() => StoredRow | undefined)[];
  /** Whose times the lines carry. */
  readonly records?: readonly (TimestampedRecord | undefined)[];
}

async function* prepareSlices(
  walk: ExportSource,
  context: FormattedExportContext,
  changed: ChangedIds | undefined,
): AsyncGenerator<PreparedSlice> {
  const { loader } = context;
  for await (const slice of readIdSlices(loader, walk, changed)) {
    for (const ids of await splitByRowCount(loader, walk, slice)) {
      for (const { type, prepare, timestamped } of walk.recordTypes) {
        const makers = await prepare(ids, context);
        const records = timestamped && (await loadTimestamped(loader, timestamped, ids));
        yield {
          type,
          serializers: makers,
          ...(records && { records: ids.map((id) => records.get(id)) }),
        };
      }
    }
  }
}

function withUpdatedAt(
  line: StoredRow | undefined,
  record: TimestampedRecord | undefined,
): StoredRow | undefined {
  const updatedAt = record?.updatedAt?.toISOString();
  return line && updatedAt !== undefined ? { ...line, updatedAt } : line;
}

/** The same records in slices of few rows. */
async function splitByRowCount(
  loader: Loader,
  { countRows }: ExportSource,
  ids: readonly number[],
): Promise<(readonly number[])[]> {
  if (!countRows) return [ids];
  const rows = await countRows(loader, ids);
  const slices: number[][] = [];
  let weight = Infinity;
  for (const id of ids) {
    const own = rows.get(id) ?? 0;
    weight += own;
    if (weight > MAX_ROWS_PER_SLICE) {
      slices.push([]);
      weight = own;
    }
    slices.at(-1)?.push(id);
  }
  return slices;
}

async function formatSlice(
  type: string,
  told: readonly (object | undefined)[],
  format: ExportFormat,
): Promise<ExportSlice> {
  let text = '';
  let lines = 0;
  for (const one of told) {
    if (!one) continue;
    await yieldToEventLoop();
    text += format.formatRecord(type, one);
    lines += 1;
  }
  return { text, records: told.length, lines };
}

/** The ids of a walk, in slices. */
async function* readIdSlices(
  loader: Loader,
  walk: ExportSource,
  changed: ChangedIds | undefined,
): AsyncGenerator<readonly number[]> {
  if (walk.parentProperty !== undefined) {
    const ids = await listIdsParentsFirst(loader, walk, walk.parentProperty);
    yield* splitIntoSlices(changed ? ids.filter(isAffected(walk, changed)) : ids);
    return;
  }
  if (!changed || walk.changeKinds.length === 0) {
    yield* readAllIdSlices(loader, walk);
    return;
  }
  for (const some of splitIntoSlices(await findChangedIds(loader, walk, changed))) {
    const conditions = [...(walk.where ?? []), isOneOf(walk.changedIdProperty ?? 'id', some)];
    const found = await loader.listIds(walk.entity, conditions, { order: [{ by: 'id' }] });
    yield* splitIntoSlices(found);
  }
}

/** Whose records a walk visits after changes. */
async function findChangedIds(
  loader: Loader,
  { changeKinds, dependents }: ExportSource,
  changed: ChangedIds,
): Promise<number[]> {
  const ids = changeKinds.flatMap((kind) => changed.get(kind) ?? []);
  if (!dependents) return ids;
  const all = new Set(ids);
  for (const some of splitIntoSlices(changed.get(dependents.kind) ?? []))
    for (const id of await dependents.ids(loader, some)) all.add(id);
  return [...all].sort((one, other) => one - other);
}

async function* readAllIdSlices(
  loader: Loader,
  { entity, where = [] }: ExportSource,
): AsyncGenerator<readonly number[]> {
  for (let after = 0; ;) {
    const conditions = [...where, isAtLeast('id', after + 1)];
    const ids = await loader.listIds(entity, conditions, {
      order: [{ by: 'id' }],
      limit: RECORDS_PER_SLICE,
    });
    if (ids.length > 0) yield ids;
    if (ids.length < RECORDS_PER_SLICE) return;
    after = ids.at(-1) as number;
  }
}

/** By depth, and by id within it: the order that they have in a store that has imported them. */
async function listIdsParentsFirst(
  loader: Loader,
  { entity, where = [] }: ExportSource,
  parent: string,
): Promise<number[]> {
  const rows = await loader.listWhere(
    entity,
    where,
    planFor<unknown, StoredRow & { id: number }>([parent as never]),
  );
  const parents = new Map(rows.map((row) => [row.id, row[parent] as number | null]));
  const depthOf = (id: number): number => {
    let depth = 0;
    for (let at = parents.get(id) ?? null; at !== null && depth < rows.length; depth++)
      at = parents.get(at) ?? null;
    return depth;
  };
  const depths = new Map(rows.map(({ id }) => [id, depthOf(id)]));
  return [...depths]
    .sort(([one, depth], [other, otherDepth]) => depth - otherDepth || one - other)
    .map(([id]) => id);
}

function isAffected({ changeKinds }: ExportSource, changed: ChangedIds) {
  const ids = new Set(changeKinds.flatMap((kind) => changed.get(kind) ?? []));
  return (id: number): boolean => ids.has(id);
}

function* splitIntoSlices(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += RECORDS_PER_SLICE)
    yield ids.slice(from, from + RECORDS_PER_SLICE);
}
