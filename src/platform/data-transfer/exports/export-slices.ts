import { Readable } from 'node:stream';
import { createLoadPlanForType } from '../../../core/load-plan';
import { yieldToEventLoop } from '../../../core/yield-to-event-loop';
import { whereEquals, whereAtLeast, whereIn, type Loader } from '../../../database';
import type { FileStore } from '../../media/files';
import {
  type TimestampedRecord,
  loadTimestampedRecords,
  type ExportContext,
  NaturalKeyLookup,
  type RowValues,
  type ExportSource,
} from '../imports';
import { type ExportChanges, findChangesSince } from './export-changes';
import { removalReplayKinds, exportSources } from './export-sources';
import { FILE_RECORD_TYPE, readFileRecords } from './file-record-importer';
import { type ExportFormat, ndjsonFormat } from './export-format';

/** Maximum number of records in a slice. */
const RECORDS_PER_SLICE = 200;

/** Maximum number of rows in a slice, parts included; a record with more rows is a slice by itself. */
const MAX_ROWS_PER_SLICE = 1_000;

export interface ExportOptions {
  /** Record types to export; all by default. */
  readonly types?: readonly string[];
  /** Decrypts stored secrets; without it secrets aren't exported. */
  readonly secretDecryptor?: SecretDecryptor;
  /** The store's default language. */
  readonly language: string;
  /** Position of the journal: only later changes are exported; absent: everything. */
  readonly since?: number;
  /** Id of a user: only the records of this person are exported. */
  readonly userId?: number;
  /** Id of a record: only this record of the requested types is exported. */
  readonly recordId?: number;
  /** Format of the records; JSON by default. */
  readonly format?: ExportFormat;
}

/** Decrypts values that are stored encrypted. */
export interface SecretDecryptor {
  /** @returns undefined if the value was encrypted with another key */
  decrypt(sealed: string): string | undefined;
}

type ChangedIdsByKind = ExportChanges['changedIds'];

interface FormattedExportContext extends ExportContext {
  readonly format: ExportFormat;
}

/** Some consecutive records of an export. */
export interface ExportSlice {
  /** The records in the format of the export. */
  readonly text: string;
  /** Number of records that were read; some of them may have no line. */
  readonly records: number;
  readonly lines: number;
}

/** Totals of an export. */
export interface ExportTotals {
  /** Number of records read; a record counts once for each of its record types. */
  readonly records: number;
  readonly lines: number;
  readonly bytes: number;
  /** Position of the journal: the export contains everything up to it. */
  readonly position: number;
}

/**
 * Reads the slices of an export, in an order in which they can be imported. Must run inside `Database.runInSnapshot`,
 * so that the export is consistent.
 */
export async function* readExportSlices(
  loader: Loader,
  options: ExportOptions,
): AsyncGenerator<ExportSlice> {
  const { types = [], secretDecryptor, language, since, userId, format = ndjsonFormat } = options;
  if (format.header !== '') yield { text: format.header, records: 0, lines: 0 };
  const changes =
    since === undefined ? undefined : await findChangesSince(loader, since, removalReplayKinds);
  const context: FormattedExportContext = {
    loader,
    naturalKeys: new NaturalKeyLookup(loader),
    includesSecrets: secretDecryptor !== undefined,
    decrypt: (sealed) => secretDecryptor?.decrypt(sealed),
    language,
    isIncremental: changes !== undefined,
    format,
  };
  const includesRemovals = types.length === 0 && userId === undefined;
  if (changes && includesRemovals) yield* readEarlyRemovals(changes, format);
  for (const source of selectSources(options))
    yield* serializeSource(source, context, changes?.changedIds);
  if (changes && includesRemovals) yield* readLateRemovals(changes, format);
}

/**
 * Counts the records that an export will read, once for each of their record types. Files aren't counted.
 * @returns undefined for an export of changes, whose number is unknown
 */
export async function countExpectedRecords(
  loader: Loader,
  options: Pick<ExportOptions, 'types' | 'userId' | 'secretDecryptor' | 'since' | 'recordId'>,
): Promise<number | undefined> {
  if (options.since !== undefined) return undefined;
  let records = 0;
  for (const { entity, where = [], recordTypes } of selectSources(options))
    records += recordTypes.length * (await loader.countWhere(entity, where));
  return records;
}

/** Selects the sources of an export, each with the requested record types. */
function selectSources({
  types = [],
  userId,
  secretDecryptor,
  recordId,
}: Pick<ExportOptions, 'types' | 'userId' | 'secretDecryptor' | 'recordId'>): ExportSource[] {
  return (userId === undefined ? exportSources : toPersonSources(userId)).flatMap((source) => {
    const recordTypes = source.recordTypes.filter(
      ({ type, isSecret = false }) =>
        (types.length === 0 || types.includes(type)) &&
        (!isSecret || secretDecryptor !== undefined),
    );
    if (recordTypes.length === 0) return [];
    if (recordId === undefined) return { ...source, recordTypes };
    return {
      ...source,
      recordTypes,
      where: [...(source.where ?? []), whereEquals('id', recordId)],
    };
  });
}

/** Restricts the sources to the records of a person. */
function toPersonSources(userId: number): ExportSource[] {
  return exportSources.flatMap(({ userIdProperty, where = [], ...source }) =>
    userIdProperty === undefined
      ? []
      : { ...source, where: [...where, whereEquals(userIdProperty, userId)] },
  );
}

/** Reads the records of files, which aren't in the database: in a full export, or if their type is requested. */
export async function* readFileSlices(
  files: FileStore,
  { types = [], since, userId, recordId, format = ndjsonFormat }: Omit<ExportOptions, 'language'>,
): AsyncGenerator<ExportSlice> {
  if (userId !== undefined || recordId !== undefined) return;
  if (types.length > 0 ? !types.includes(FILE_RECORD_TYPE) : since !== undefined) return;
  for await (const record of readFileRecords(files))
    yield await formatSlice(FILE_RECORD_TYPE, [record], format);
}

/** Yields deleted records by their old pIds, and renamed records. They come first, so that the old pIds are free. */
async function* readEarlyRemovals(
  { renamed, deleted }: ExportChanges,
  format: ExportFormat,
): AsyncGenerator<ExportSlice> {
  yield await formatSlice('deleted', selectRemovals(deleted, 'first'), format);
  yield await formatSlice('renamed', renamed, format);
}

/** Yields deleted records that can be removed only after all references to them. */
async function* readLateRemovals(
  { deleted }: ExportChanges,
  format: ExportFormat,
): AsyncGenerator<ExportSlice> {
  yield await formatSlice('deleted', selectRemovals(deleted, 'last'), format);
}

/** Selects the deleted records to remove before or after all other changes; referring records come first. */
function selectRemovals(
  deleted: ExportChanges['deleted'],
  when: 'first' | 'last',
): ExportChanges['deleted'] {
  const kinds = removalReplayKinds
    .filter(({ removal }) => removal === when)
    .map(({ kind }) => kind);
  const selected = deleted.filter(({ kind }) => kinds.includes(kind));
  return selected.toSorted((one, other) => kinds.indexOf(other.kind) - kinds.indexOf(one.kind));
}

async function* serializeSource(
  source: ExportSource,
  context: FormattedExportContext,
  changed: ChangedIdsByKind | undefined,
): AsyncGenerator<ExportSlice> {
  for await (const { type, serializers, records } of prefetch(
    prepareSlices(source, context, changed),
  )) {
    const rows = await context.naturalKeys.runUntilResolved(() => serializers.map((run) => run()));
    const rowsWithUpdatedAt = records
      ? rows.map((row, at) => withUpdatedAt(row, records[at]))
      : rows;
    yield await formatSlice(type, rowsWithUpdatedAt, context.format);
  }
}

/** Reads one slice ahead: the database reads the next slice while the current one is written. */
function prefetch(slices: AsyncIterable<PreparedSlice>): AsyncIterable<PreparedSlice> {
  return Readable.from(slices, { highWaterMark: 1 });
}

/** A slice whose records can be serialized. */
interface PreparedSlice {
  readonly type: string;
  readonly serializers: readonly (() => RowValues | undefined)[];
  /** Records whose `updatedAt` is added to the lines. */
  readonly records?: readonly (TimestampedRecord | undefined)[];
}

async function* prepareSlices(
  source: ExportSource,
  context: FormattedExportContext,
  changed: ChangedIdsByKind | undefined,
): AsyncGenerator<PreparedSlice> {
  const { loader } = context;
  for await (const slice of readIdSlices(loader, source, changed)) {
    for (const ids of await splitByRowCount(loader, source, slice)) {
      for (const { type, loadSerializers, updatedAtOwner } of source.recordTypes) {
        const serializers = await loadSerializers(ids, context);
        const records =
          updatedAtOwner && (await loadTimestampedRecords(loader, updatedAtOwner, ids));
        yield {
          type,
          serializers,
          ...(records && { records: ids.map((id) => records.get(id)) }),
        };
      }
    }
  }
}

function withUpdatedAt(
  line: RowValues | undefined,
  record: TimestampedRecord | undefined,
): RowValues | undefined {
  const updatedAt = record?.updatedAt?.toISOString();
  return line && updatedAt !== undefined ? { ...line, updatedAt } : line;
}

/** Splits a slice so that the parts have few rows. */
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
    const rowCount = rows.get(id) ?? 0;
    weight += rowCount;
    if (weight > MAX_ROWS_PER_SLICE) {
      slices.push([]);
      weight = rowCount;
    }
    slices.at(-1)?.push(id);
  }
  return slices;
}

async function formatSlice(
  type: string,
  records: readonly (object | undefined)[],
  format: ExportFormat,
): Promise<ExportSlice> {
  let text = '';
  let lines = 0;
  for (const record of records) {
    if (!record) continue;
    await yieldToEventLoop();
    text += format.formatRecord(type, record);
    lines += 1;
  }
  return { text, records: records.length, lines };
}

/** Reads the ids of a source in slices. */
async function* readIdSlices(
  loader: Loader,
  source: ExportSource,
  changed: ChangedIdsByKind | undefined,
): AsyncGenerator<readonly number[]> {
  if (source.parentProperty !== undefined) {
    const ids = await listIdsParentsFirst(loader, source, source.parentProperty);
    yield* splitIntoSlices(changed ? ids.filter(createAffectedFilter(source, changed)) : ids);
    return;
  }
  if (!changed || source.journalKinds.length === 0) {
    yield* readAllIdSlices(loader, source);
    return;
  }
  for (const slice of splitIntoSlices(await findChangedIds(loader, source, changed))) {
    const conditions = [...(source.where ?? []), whereIn(source.journalIdProperty ?? 'id', slice)];
    const found = await loader.listIds(source.entity, conditions, { order: [{ property: 'id' }] });
    yield* splitIntoSlices(found);
  }
}

/** Returns the ids of the records of a source that are affected by changes. */
async function findChangedIds(
  loader: Loader,
  { journalKinds, dependents }: ExportSource,
  changed: ChangedIdsByKind,
): Promise<number[]> {
  const ids = journalKinds.flatMap((kind) => changed.get(kind) ?? []);
  if (!dependents) return ids;
  const all = new Set(ids);
  for (const slice of splitIntoSlices(changed.get(dependents.kind) ?? []))
    for (const id of await dependents.listIds(loader, slice)) all.add(id);
  return [...all].sort((one, other) => one - other);
}

async function* readAllIdSlices(
  loader: Loader,
  { entity, where = [] }: ExportSource,
): AsyncGenerator<readonly number[]> {
  for (let after = 0; ;) {
    const conditions = [...where, whereAtLeast('id', after + 1)];
    const order = [{ property: 'id' }] as const;
    const ids = await loader.listIds(entity, conditions, { order, limit: RECORDS_PER_SLICE });
    if (ids.length > 0) yield ids;
    if (ids.length < RECORDS_PER_SLICE) return;
    after = ids.at(-1) as number;
  }
}

/** Lists ids by depth, and by id within it: the order in which an importing store creates them. */
async function listIdsParentsFirst(
  loader: Loader,
  { entity, where = [] }: ExportSource,
  parentProperty: string,
): Promise<number[]> {
  const plan = createLoadPlanForType<unknown, RowValues & { id: number }>([
    parentProperty as never,
  ]);
  const rows = await loader.listWhere(entity, where, plan);
  const parents = new Map(rows.map((row) => [row.id, row[parentProperty] as number | null]));
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

function createAffectedFilter({ journalKinds }: ExportSource, changed: ChangedIdsByKind) {
  const ids = new Set(journalKinds.flatMap((kind) => changed.get(kind) ?? []));
  return (id: number): boolean => ids.has(id);
}

function* splitIntoSlices(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += RECORDS_PER_SLICE)
    yield ids.slice(from, from + RECORDS_PER_SLICE);
}
