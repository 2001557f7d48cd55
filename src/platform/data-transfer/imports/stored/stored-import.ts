import type { DtoClass } from '../../../../api';
import { defineError, type DomainError, ReferenceNotFound } from '../../../../core/errors';
import type { Scope } from '../../../../core/scopes';
import {
  type EntityClass,
  whereIn,
  type Patch,
  type SearchKind,
  type DataAccess,
} from '../../../../database';
import type { UpdatedAtOwner } from '../updated-at-owner';
import { toCanonicalJson } from '../fingerprint';
import { toRejectedOutcome, type ImportWarning } from '../import-record-type';
import type { ImportCandidate, ImportDefinition } from '../record-importer';
import type { RowValues } from './stored-fields';
import { IdLookup } from './natural-key-resolver';
import { PartWriter } from './part-writer';
import {
  findChangedColumns,
  parseRow,
  type ParsedTree,
  parseTree,
  withRecordTimestamp,
} from './parse-record';
import {
  createMappingDto,
  listProtectedKeys,
  type RecordMapping,
  type RowTree,
  toPartKey,
} from './record-mapping';
import { placeholderRowReferences, createRowReferences, loadTrees, withNewRows } from './row-trees';

/** 409: an immutable record is stored with a different content. */
const StoredRecordDiffers = defineError<{ type: string; id: number }>({
  code: 'stored.differs',
  status: 409,
  title: "The stored record is different and can't be changed",
  remedy: "Compare the two records; only the record's operations can change it.",
  detail: ({ type }) => `A different ${type} with this key is already stored and can't be changed.`,
  extensionMembers: ({ id }) => ({ existingId: id }),
});

/** Declares records that are stored column by column. */
export interface StoredRecordDeclaration extends RecordMapping {
  readonly type: string;
  /** The class that validates the records; by default created from their fields. */
  readonly dto?: DtoClass<RowValues>;
  /** The scope of their import; by default `*`, because no operation's rules are checked. */
  readonly scope?: Scope | 'import:write';
  /** The properties that identify a record. */
  readonly keyProperties: readonly string[];
  /** See `ImportRecordType.isCommandLineOnly`. */
  readonly isCommandLineOnly?: boolean;
  /** See `ImportRecordType.canMakeAdministrator`. */
  readonly canMakeAdministrator?: boolean;
  /** Whether the records only update records that another type creates. */
  readonly isUpdateOnly?: boolean;
  /** Whether a stored record can't be changed. */
  readonly isImmutable?: boolean;
  /** For immutable records: returns the names of the columns and parts that may change nevertheless. */
  readonly listMutableMembers?: (row: RowValues) => readonly string[];
  /** See `ImportRecordType.updatedAtOwner`. */
  readonly updatedAtOwner?: UpdatedAtOwner;
  /** Additional columns of a new record. */
  readonly initialColumns?: (row: RowValues) => RowValues;
  /** Additional columns of a changed record. @param changes changed columns of the record itself */
  readonly extraChanges?: (changes: RowValues) => Patch<RowValues>;
  /** Returns keys of earlier records of the same type; see `ImportRecordType.getReferencedKeys`. */
  readonly getReferencedKeys?: (value: RowValues) => readonly string[];
  /** Returns the errors of new and changed records, by their rows. */
  readonly findErrors?: (
    dataAccess: DataAccess,
    rows: readonly RowValues[],
  ) => Promise<ReadonlyMap<RowValues, DomainError>>;
  /** Checks a change for errors that no database constraint covers. */
  readonly findChangeError?: (
    dataAccess: DataAccess,
    parsed: RowValues,
    stored: RowValues,
  ) => Promise<DomainError | undefined>;
  /** Returns warnings about a record that is stored nevertheless. */
  readonly findWarnings?: (value: RowValues) => Promise<readonly ImportWarning[]>;
  /** Returns the service's own files that a record names, with JSON pointers to them: a missing one is warned about. */
  readonly listServiceFiles?: (
    value: RowValues,
  ) => readonly { readonly path: string; readonly pointer: string }[];
  /** Texts by which `q` finds the records. */
  readonly search?: {
    readonly kind: SearchKind;
    readonly getTexts: (row: RowValues) => readonly string[];
  };
  /** Columns of new records that later records of a dry run need; by default all. */
  readonly dryRunColumns?: readonly string[];
  /** Called inside the unit of work with the ids of records that are about to be changed. */
  readonly beforeUpdate?: (dataAccess: DataAccess, ids: readonly number[]) => Promise<void>;
  /** Called inside the unit of work with the ids of records that were created or changed. */
  readonly afterWrite?: (dataAccess: DataAccess, ids: readonly number[]) => Promise<void>;
}

type ParsedCandidate = ImportCandidate<RowValues, ParsedContent, RowTree>;

/** A record's columns, and the look-up of its references. */
interface ParsedContent {
  readonly row: RowValues;
  readonly ids: IdLookup;
}

/** Defines the import of records that contain the stored columns. */
export function defineStoredRecordImport(
  dataAccess: DataAccess,
  declaration: StoredRecordDeclaration,
): ImportDefinition<RowValues, ParsedContent, RowTree> {
  const { type, scope = '*', updatedAtOwner, entity } = declaration;
  const { isCommandLineOnly = false, canMakeAdministrator = false } = declaration;
  return {
    type,
    dto: getDto(declaration),
    isCommandLineOnly,
    canMakeAdministrator,
    rejectsInvisibleCharacters: scope === 'import:write',
    ...(scope !== 'import:write' && { scope }),
    ...(updatedAtOwner && { updatedAtOwner }),
    getKey: (value) => toKey(declaration, value),
    getReferencedKeys: (value) => declaration.getReferencedKeys?.(value) ?? [],
    compareWithStored: (batch) => compareWithStored(dataAccess, declaration, batch),
    write: (batch) => write(dataAccess, declaration, batch),
    ...(!declaration.isUpdateOnly && {
      provisionalRow: {
        entity: entity as EntityClass<{ id: number }>,
        toRow: ({ content }) => toProvisionalRow(declaration, (content as ParsedContent).row),
      },
    }),
  };
}

function toProvisionalRow(
  { dryRunColumns, initialColumns }: StoredRecordDeclaration,
  row: RowValues,
): RowValues {
  if (!dryRunColumns) return { ...initialColumns?.(row), ...row };
  return Object.fromEntries(dryRunColumns.map((name) => [name, row[name]]));
}

function toKey({ fields, keyProperties }: StoredRecordDeclaration, value: RowValues): string {
  const keyFields = fields.filter(({ columns }) =>
    columns.some((column) => keyProperties.includes(column)),
  );
  return toCanonicalJson(keyFields.map(({ name }) => value[name] ?? null));
}

async function compareWithStored(
  dataAccess: DataAccess,
  declaration: StoredRecordDeclaration,
  batch: readonly ParsedCandidate[],
): Promise<void> {
  const ids = new IdLookup(dataAccess.loader);
  await ids.runUntilResolved(() => {
    for (const candidate of batch) {
      const { value } = candidate.record;
      const parseContext = { ids, rowReferences: placeholderRowReferences, pointer: '' };
      // Only resolves the references of parts: their indexes are known when they are written.
      parseTree(declaration, value, parseContext);
      candidate.content = { row: parseRow(declaration, value, parseContext), ids };
    }
  });
  const trees = await loadStoredTrees(
    dataAccess,
    declaration,
    batch.map(({ content }) => (content as ParsedContent).row),
  );
  for (const candidate of batch) {
    const { row } = candidate.content as ParsedContent;
    const tree = trees.get(toRowKey(declaration, row));
    if (tree) await determineOutcome(dataAccess, declaration, candidate, tree);
    else if (declaration.isUpdateOnly)
      candidate.outcome = toNotFoundOutcome(declaration, candidate.record.value);
  }
  const pending = batch.filter(({ outcome }) => !outcome);
  const toRow = ({ content }: ParsedCandidate) => (content as ParsedContent).row;
  const errors = await declaration.findErrors?.(dataAccess, pending.map(toRow));
  for (const candidate of pending) {
    const error = errors?.get(toRow(candidate));
    if (error) candidate.outcome = toRejectedOutcome(error);
    const warnings = candidate.outcome
      ? []
      : ((await declaration.findWarnings?.(candidate.record.value)) ?? []);
    if (warnings.length > 0) candidate.warnings = warnings;
  }
}

function toNotFoundOutcome(declaration: StoredRecordDeclaration, value: RowValues) {
  const reference = toKey(declaration, value);
  return toRejectedOutcome(
    new ReferenceNotFound({ resource: declaration.type, pointer: '', reference }),
  );
}

/** Sets the outcome of a record that changes nothing or isn't allowed to. */
async function determineOutcome(
  dataAccess: DataAccess,
  declaration: StoredRecordDeclaration,
  candidate: ParsedCandidate,
  tree: RowTree,
): Promise<void> {
  const { row, ids } = candidate.content as ParsedContent;
  const id = tree.row['id'] as number;
  candidate.stored = tree;
  candidate.id = id;
  const rowReferences = withNewRows(createRowReferences(tree), candidate.record.value);
  const parseContext = { ids, rowReferences, pointer: '' };
  const parsed = parseTree(declaration, candidate.record.value, parseContext, tree);
  if (isUnchanged(declaration, parsed, tree)) {
    candidate.outcome = { result: 'unchanged', id };
  } else if (declaration.isImmutable && !isSameExceptMutable(declaration, parsed, tree)) {
    candidate.outcome = toRejectedOutcome(new StoredRecordDiffers({ type: declaration.type, id }));
  } else {
    const error = await declaration.findChangeError?.(dataAccess, row, tree.row);
    if (error) candidate.outcome = toRejectedOutcome(error);
  }
}

/** Whether a record equals the stored one, apart from the columns and parts that may change. */
function isSameExceptMutable(
  declaration: StoredRecordDeclaration,
  parsed: ParsedTree,
  stored: RowTree,
): boolean {
  const changing = declaration.listMutableMembers?.(parsed.row) ?? [];
  const parts = declaration.parts?.filter(({ name }) => !changing.includes(name)) ?? [];
  const fixed = Object.entries(parsed.row).filter(([name]) => !changing.includes(name));
  return isUnchanged(
    { ...declaration, parts },
    { ...parsed, row: Object.fromEntries(fixed) },
    stored,
  );
}

async function write(
  dataAccess: DataAccess,
  declaration: StoredRecordDeclaration,
  batch: readonly ParsedCandidate[],
): Promise<void> {
  const { search } = declaration;
  const entity = declaration.entity as EntityClass<RowValues>;
  const known = batch.flatMap(({ id }) => id ?? []);
  await declaration.beforeUpdate?.(dataAccess, known);
  await create(
    dataAccess,
    declaration,
    batch.filter(({ id }) => id === undefined),
  );
  for (const { id, content, stored } of batch) {
    if (!stored) continue;
    const { row } = content as ParsedContent;
    // Checked again, because earlier records may have changed related ones.
    const error = await declaration.findChangeError?.(dataAccess, row, stored.row);
    if (error) throw error;
    // Without a lock all columns are written, so that concurrent imports leave the state of one of the records.
    const changes = findChangedColumns(declaration, row, declaration.parts ? stored.row : {});
    const patch = withRecordTimestamp({ ...changes, ...declaration.extraChanges?.(changes) }, row);
    if (Object.keys(patch).length > 0) await dataAccess.writer.update(entity, id as number, patch);
  }
  const written = batch.map(({ id, record, stored, content }) => {
    return {
      id: id as number,
      value: record.value,
      tree: stored,
      row: (content as ParsedContent).row,
    };
  });
  const [first] = batch;
  if (declaration.parts && first) {
    const { ids } = first.content as ParsedContent;
    await new PartWriter(dataAccess, ids).write(declaration, written);
  }
  if (search) {
    const entries = written.map(({ id, row }) => ({ id, fields: search.getTexts(row) }));
    await dataAccess.searchIndex.replace(search.kind, entries);
  }
  await declaration.afterWrite?.(
    dataAccess,
    written.map(({ id }) => id),
  );
}

async function create(
  { writer }: DataAccess,
  { entity, initialColumns }: StoredRecordDeclaration,
  fresh: readonly ParsedCandidate[],
): Promise<void> {
  const rows = fresh.map(({ content }) => {
    const { row } = content as ParsedContent;
    return { ...initialColumns?.(row), ...row };
  });
  const newIds = await writer.insert(entity as EntityClass<RowValues>, rows);
  for (const [at, candidate] of fresh.entries()) candidate.id = newIds[at] as number;
}

/** Loads the stored records of rows, by their keys; records with parts are locked. */
async function loadStoredTrees(
  { loader, writer, database }: DataAccess,
  declaration: StoredRecordDeclaration,
  rows: readonly RowValues[],
): Promise<Map<string, RowTree>> {
  const { entity, keyProperties, parts } = declaration;
  const conditions = keyProperties.map((property) =>
    whereIn(property, [...new Set(rows.map((row) => row[property]))] as never),
  );
  const found = await loader.listIds(entity as EntityClass<{ id: number }>, conditions);
  if (found.length === 0) return new Map();
  const isLocked = parts && database.models.get(entity).columns.has('lockCount');
  if (isLocked) await writer.lock(entity, found);
  const trees = await loadTrees(loader, declaration, found);
  return new Map(trees.map((tree) => [toRowKey(declaration, tree.row), tree]));
}

function toRowKey({ keyProperties }: StoredRecordDeclaration, row: RowValues): string {
  return toCanonicalJson(keyProperties.map((property) => row[property] ?? null));
}

const dtoCache = new Map<string, DtoClass<RowValues>>();

/** Returns one class for each type, however often its import is defined. */
function getDto(declaration: StoredRecordDeclaration): DtoClass<RowValues> {
  const { type } = declaration;
  const known = declaration.dto ?? dtoCache.get(type);
  if (known) return known;
  const name = `${type.charAt(0).toUpperCase()}${type.slice(1)}LineDto`;
  const dto = createMappingDto(name, declaration) as DtoClass<RowValues>;
  dtoCache.set(type, dto);
  return dto;
}

function isUnchanged(mapping: RecordMapping, { row, parts }: ParsedTree, stored: RowTree): boolean {
  if (Object.keys(findChangedColumns(mapping, row, stored.row)).length > 0) return false;
  return (mapping.parts ?? []).every((part) => {
    const all = stored.parts.get(part.name) ?? [];
    const kept = listProtectedKeys(part, all);
    const isReplaceable = (one: { readonly row: RowValues }) => !kept.has(toPartKey(part, one.row));
    const parsed = (parts.get(part.name) ?? []).filter(isReplaceable);
    const others = all.filter(isReplaceable);
    return (
      parsed.length === others.length &&
      parsed.every((candidate, index) => isUnchanged(part, candidate, others[index] as RowTree))
    );
  });
}
