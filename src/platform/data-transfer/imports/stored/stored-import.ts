import type { DtoClass } from '../../../../api';
import { defineError, type DomainError, ReferenceNotFound } from '../../../../core/errors';
import type { Scope } from '../../../../core/scopes';
import {
  type EntityClass,
  isOneOf,
  type Patch,
  type SearchKind,
  type Stores,
} from '../../../../database';
import type { Timestamped } from '../timestamped';
import { canonicalJson } from '../fingerprint';
import { toRejectedOutcome, type ImportWarning } from '../import-record-type';
import type { ImportCandidate, ImportDefinition } from '../record-importer';
import type { StoredRow } from './stored-fields';
import { IdLookup } from './name-resolver';
import { PartWriter } from './part-writer';
import {
  findChangedColumns,
  parseRow,
  type ParsedTree,
  parseTree,
  withUpdatedAt,
} from './parse-record';
import { createDto, type RecordMapping, type RowTree } from './record-mapping';
import { createSiblingRows, loadTrees } from './row-trees';

/** 409: what is stored differs from the line, and can't be changed. */
const StoredDiffers = defineError<{ type: string; id: number }>({
  code: 'stored.differs',
  status: 409,
  title: 'What is stored is different, and does not change',
  remedy: 'Compare the two; only its operations change what is stored.',
  detail: ({ type }) => `A different ${type} of that name is already stored, and does not change.`,
  extension: ({ id }) => ({ existingId: id }),
});

/** Records that are stored column by column. */
export interface StoredDeclaration extends RecordMapping {
  readonly type: string;
  /** The class that checks the records; by default made of their fields. */
  readonly dto?: DtoClass<StoredRow>;
  /** The scope of their import; by default `*`, as no rule of an operation is checked. */
  readonly scope?: Scope | 'import:write';
  /** The properties that identify a record. */
  readonly key: readonly string[];
  /** See `ImportRecordType.isForOperator`. */
  readonly isOperatorOnly?: boolean;
  /** See `ImportRecordType.givesRights`. */
  readonly canMakeAdministrator?: boolean;
  /** Whether lines are about records that lines of another type have made. */
  readonly updatesOtherRecords?: boolean;
  /** Whether a stored record stays as it was made. */
  readonly isImmutable?: boolean;
  /** Names of the columns and parts of such a record that change all the same. */
  readonly mutableParts?: (row: StoredRow) => readonly string[];
  /** See `ImportRecordType.dated`. */
  readonly timestamped?: Timestamped;
  /** Further columns of a new record. */
  readonly initialColumns?: (row: StoredRow) => StoredRow;
  /** Further columns of a changed record. @param changes columns of the record itself */
  readonly extraChanges?: (changes: StoredRow) => Patch<StoredRow>;
  /** Members that name earlier lines of the same type; see `ImportRecordType.refersTo`. */
  readonly getReferencedKeys?: (value: StoredRow) => readonly string[];
  /** Finds the error of a change that no constraint of the database refuses. */
  readonly checkChange?: (
    stores: Stores,
    said: StoredRow,
    stored: StoredRow,
  ) => Promise<DomainError | undefined>;
  /** Finds doubts about a record that is stored all the same. */
  readonly findWarnings?: (value: StoredRow) => Promise<readonly ImportWarning[]>;
  /** The texts by which `q` finds the records. */
  readonly search?: {
    readonly kind: SearchKind;
    readonly texts: (row: StoredRow) => readonly string[];
  };
  /** The columns that later records of a dry run need of new ones; by default all. */
  readonly provisionalColumns?: readonly string[];
  /** Called inside the unit of work with records that are about to be changed. */
  readonly beforeUpdate?: (stores: Stores, ids: readonly number[]) => Promise<void>;
  /** Called inside the unit of work with records that were made or changed. */
  readonly afterWrite?: (stores: Stores, ids: readonly number[]) => Promise<void>;
}

type StoredCandidate = ImportCandidate<StoredRow, StoredContent, RowTree>;

/** A record's columns, and how its references are looked up. */
interface StoredContent {
  readonly row: StoredRow;
  readonly ids: IdLookup;
}

/** Records that say what is stored, column by column. */
export function defineStoredImport(
  stores: Stores,
  declaration: StoredDeclaration,
): ImportDefinition<StoredRow, StoredContent, RowTree> {
  const { type, scope = '*', timestamped, entity } = declaration;
  const { isOperatorOnly = false, canMakeAdministrator = false } = declaration;
  return {
    type,
    dto: getDto(declaration),
    isOperatorOnly,
    canMakeAdministrator,
    ...(scope !== 'import:write' && { scope }),
    ...(timestamped && { timestamped }),
    getKey: (value) => toKey(declaration, value),
    getReferencedKeys: (value) => declaration.getReferencedKeys?.(value) ?? [],
    judge: (batch) => judge(stores, declaration, batch),
    write: (batch) => write(stores, declaration, batch),
    ...(!declaration.updatesOtherRecords && {
      provisional: {
        entity: entity as EntityClass<{ id: number }>,
        toRow: ({ content }) => toProvisionalRow(declaration, (content as StoredContent).row),
      },
    }),
  };
}

function toProvisionalRow(
  { provisionalColumns, initialColumns }: StoredDeclaration,
  row: StoredRow,
): StoredRow {
  if (!provisionalColumns) return { ...initialColumns?.(row), ...row };
  return Object.fromEntries(provisionalColumns.map((name) => [name, row[name]]));
}

function toKey({ fields, key }: StoredDeclaration, value: StoredRow): string {
  const named = fields.filter(({ columns }) => columns.some((one) => key.includes(one)));
  return canonicalJson(named.map(({ name }) => value[name] ?? null));
}

async function judge(
  stores: Stores,
  declaration: StoredDeclaration,
  batch: readonly StoredCandidate[],
): Promise<void> {
  const ids = new IdLookup(stores.loader);
  await ids.runUntilResolved(() => {
    for (const one of batch) {
      const { value } = one.record;
      // Only looks up what parts refer to: their places are known when they are written.
      parseTree(declaration, value, { ids, siblings: anySiblings, pointer: '' });
      const row = parseRow(declaration, value, { ids, siblings: anySiblings, pointer: '' });
      one.content = { row, ids };
    }
  });
  const trees = await loadStoredTrees(
    stores,
    declaration,
    batch.map(({ content }) => (content as StoredContent).row),
  );
  for (const one of batch) {
    const { row } = one.content as StoredContent;
    const tree = trees.get(toRowKey(declaration, row));
    if (tree) await compare(stores, declaration, one, tree);
    else if (declaration.updatesOtherRecords)
      one.outcome = notFoundError(declaration, one.record.value);
    const warnings = one.outcome
      ? []
      : ((await declaration.findWarnings?.(one.record.value)) ?? []);
    if (warnings.length > 0) one.warnings = warnings;
  }
}

function notFoundError(declaration: StoredDeclaration, value: StoredRow) {
  const reference = toKey(declaration, value);
  return toRejectedOutcome(
    new ReferenceNotFound({ resource: declaration.type, pointer: '', reference }),
  );
}

/** Tells the outcome of a record that changes nothing. */
async function compare(
  stores: Stores,
  declaration: StoredDeclaration,
  one: StoredCandidate,
  tree: RowTree,
): Promise<void> {
  const { row, ids } = one.content as StoredContent;
  const id = tree.row['id'] as number;
  one.stored = tree;
  one.id = id;
  const reading = { ids, siblings: createSiblingRows(tree), pointer: '' };
  const said = parseTree(declaration, one.record.value, reading, tree);
  if (isSame(declaration, said, tree)) {
    one.outcome = { result: 'unchanged', id };
  } else if (declaration.isImmutable && !isSameFixed(declaration, said, tree)) {
    one.outcome = toRejectedOutcome(new StoredDiffers({ type: declaration.type, id }));
  } else {
    const error = await declaration.checkChange?.(stores, row, tree.row);
    if (error) one.outcome = toRejectedOutcome(error);
  }
}

/** Whether the part of a record that stays as it was made is the same. */
function isSameFixed(declaration: StoredDeclaration, said: ParsedTree, stored: RowTree): boolean {
  const changing = declaration.mutableParts?.(said.row) ?? [];
  const parts = declaration.parts?.filter(({ name }) => !changing.includes(name)) ?? [];
  const fixed = Object.entries(said.row).filter(([name]) => !changing.includes(name));
  return isSame({ ...declaration, parts }, { ...said, row: Object.fromEntries(fixed) }, stored);
}

async function write(
  stores: Stores,
  declaration: StoredDeclaration,
  batch: readonly StoredCandidate[],
): Promise<void> {
  const { search } = declaration;
  const entity = declaration.entity as EntityClass<StoredRow>;
  const known = batch.flatMap(({ id }) => id ?? []);
  await declaration.beforeUpdate?.(stores, known);
  await create(
    stores,
    declaration,
    batch.filter(({ id }) => id === undefined),
  );
  for (const { id, content, stored } of batch) {
    if (!stored) continue;
    const { row } = content as StoredContent;
    // Once more: those before it may have changed what it is about.
    const error = await declaration.checkChange?.(stores, row, stored.row);
    if (error) throw error;
    // Whole where others may write it at the same time: it is as one of the records says then.
    const changes = findChangedColumns(declaration, row, declaration.parts ? stored.row : {});
    const patch = withUpdatedAt({ ...changes, ...declaration.extraChanges?.(changes) }, row);
    if (Object.keys(patch).length > 0) await stores.writer.update(entity, id as number, patch);
  }
  const written = batch.map(({ id, record, stored, content }) => {
    return {
      id: id as number,
      value: record.value,
      tree: stored,
      row: (content as StoredContent).row,
    };
  });
  const [first] = batch;
  if (declaration.parts && first) {
    const { ids } = first.content as StoredContent;
    await new PartWriter(stores, ids).write(declaration, written);
  }
  if (search) {
    const entries = written.map(({ id, row }) => ({ id, fields: search.texts(row) }));
    await stores.search.replace(search.kind, entries);
  }
  await declaration.afterWrite?.(
    stores,
    written.map(({ id }) => id),
  );
}

async function create(
  { writer }: Stores,
  { entity, initialColumns }: StoredDeclaration,
  fresh: readonly StoredCandidate[],
): Promise<void> {
  const rows = fresh.map(({ content }) => {
    const { row } = content as StoredContent;
    return { ...initialColumns?.(row), ...row };
  });
  const made = await writer.insert(entity as EntityClass<StoredRow>, rows);
  for (const [at, one] of fresh.entries()) one.id = made[at] as number;
}

/** The stored records that rows are about, by what identifies them; those with parts are locked. */
async function loadStoredTrees(
  { loader, writer, database }: Stores,
  declaration: StoredDeclaration,
  rows: readonly StoredRow[],
): Promise<Map<string, RowTree>> {
  const { entity, key, parts } = declaration;
  const conditions = key.map((property) =>
    isOneOf(property, [...new Set(rows.map((row) => row[property]))] as never),
  );
  const found = await loader.listIds(entity as EntityClass<{ id: number }>, conditions);
  if (found.length === 0) return new Map();
  const isLocked = parts && database.models.get(entity).columns.has('lockCount');
  if (isLocked) await writer.lock(entity, found);
  const trees = await loadTrees(loader, declaration, found);
  return new Map(trees.map((tree) => [toRowKey(declaration, tree.row), tree]));
}

function toRowKey({ key }: StoredDeclaration, row: StoredRow): string {
  return canonicalJson(key.map((property) => row[property] ?? null));
}

const dtoCache = new Map<string, DtoClass<StoredRow>>();

/** One class per type, however often its lines are made. */
function getDto(declaration: StoredDeclaration): DtoClass<StoredRow> {
  const { type } = declaration;
  const known = declaration.dto ?? dtoCache.get(type);
  if (known) return known;
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}LineDto`;
  const dto = createDto(name, declaration) as DtoClass<StoredRow>;
  dtoCache.set(type, dto);
  return dto;
}

const anySiblings = { indexOf: () => 0, idAt: () => 0 };

function isSame(shape: RecordMapping, { row, parts }: ParsedTree, stored: RowTree): boolean {
  if (Object.keys(findChangedColumns(shape, row, stored.row)).length > 0) return false;
  return (shape.parts ?? []).every((part) => {
    const said = parts.get(part.name) ?? [];
    const others = stored.parts.get(part.name) ?? [];
    return (
      said.length === others.length &&
      said.every((one, place) => isSame(part, one, others[place] as RowTree))
    );
  });
}
