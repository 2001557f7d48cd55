import type { LoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  type EntityClass,
  hasUpdatedAtColumn,
  type Loader,
} from '../../../database';
import type { UpdatedAtOwner } from './updated-at-owner';
import type { RowValues, SerializeContext } from './stored/stored-fields';
import type { RecordMapping } from './stored/record-mapping';
import { serializeTree, loadTrees } from './stored/row-trees';

/** Context for serializing the records of an export. */
export interface ExportContext extends Omit<SerializeContext, 'rowReferences'> {
  readonly loader: Loader;
  /** Decrypts a stored secret; undefined if secrets aren't exported, or it was encrypted with another key. */
  readonly decrypt: (sealed: string) => string | undefined;
  /** Whether only changes are exported; then empty lists are exported too. */
  readonly isIncremental: boolean;
  /** The store's default language. */
  readonly language: string;
}

/** A record type of an export, with at most one line for each record of a source. */
export interface ExportedRecordType {
  readonly type: string;
  /** Whether the records are exported only together with secrets. */
  readonly isSecret?: boolean;
  /** The records whose time of the last change is added to the lines. */
  readonly updatedAtOwner?: UpdatedAtOwner;
  /** @returns functions that serialize the records once all names are resolved, in the order of the ids */
  readonly loadSerializers: (
    ids: readonly number[],
    context: ExportContext,
  ) => Promise<readonly (() => RowValues | undefined)[]>;
}

/** Reason why the records of a kind can't be removed or renamed. */
interface UnsupportedAction {
  readonly unsupportedReason: string;
}

/** How an import treats a record that was deleted or renamed in the store of the export. */
export interface RemovalReplay {
  /**
   * `first`: the record is removed before all changes, so that its pId is free. `last`: it can't be removed while
   * other records refer to it, so it is removed after all changes.
   */
  readonly removal: 'first' | 'last' | UnsupportedAction;
  /** `pId`: an import gives the record its new pId. Otherwise the reason why it can't be renamed. */
  readonly renaming: 'pId' | UnsupportedAction;
}

/** For records that operations delete and rename. */
export const REMOVE_BEFORE_CHANGES_RENAME_BY_PID: RemovalReplay = {
  removal: 'first',
  renaming: 'pId',
};
/** For records that operations delete and rename, but which can't be deleted while others refer to them. */
export const REMOVE_AFTER_CHANGES_RENAME_BY_PID: RemovalReplay = {
  removal: 'last',
  renaming: 'pId',
};
/** For records that operations delete; a renamed record counts as a different one. */
export const REMOVE_BEFORE_CHANGES_NEVER_RENAME: RemovalReplay = {
  removal: 'first',
  renaming: { unsupportedReason: 'no operation renames it' },
};

/** A kind of journal entries, and whether and how imports remove and rename its records. */
export interface RemovalReplayKind extends RemovalReplay, Pick<ExportSource, 'entity' | 'where'> {
  readonly kind: string;
}

/** A set of records, exported by ascending ids, with the record types that each slice is written as. */
export interface ExportSource {
  readonly entity: EntityClass<{ id: number }>;
  /** Conditions on the entity's records. */
  readonly where?: readonly Condition[];
  /** The property that refers to a parent record of the source, which is exported first. */
  readonly parentProperty?: string;
  /** Kinds of journal entries whose changes affect the source. */
  readonly journalKinds: readonly string[];
  /** How imports treat deleted and renamed records; absent if another source declares it for the same kinds. */
  readonly removalReplay?: RemovalReplay;
  /** The property that holds the changed record's id; by default `id`. */
  readonly journalIdProperty?: string;
  /** Records whose lines depend on records of another kind, so that they change without being written. */
  readonly dependents?: {
    readonly kind: string;
    /** @param ids ids of at most a few hundred changed records of the kind @returns the ids of the dependent records */
    readonly listIds: (loader: Loader, ids: readonly number[]) => Promise<readonly number[]>;
  };
  /** The property that holds the id of the user that a record belongs to; absent if it belongs to none. */
  readonly userIdProperty?: string;
  /** Counts the rows of each record including its parts, if there may be many: a slice must not contain too many. */
  readonly countRows?: (
    loader: Loader,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, number>>;
  readonly recordTypes: readonly ExportedRecordType[];
}

/** Creates a record type whose lines a function creates. */
export function defineRecordExport<E extends { id: number }, R>(
  type: string,
  entity: EntityClass<E>,
  plan: LoadPlan<E, R>,
  serialize: (record: R, context: ExportContext) => RowValues | undefined,
): ExportedRecordType {
  return {
    type,
    ...(hasUpdatedAtColumn(entity) && { updatedAtOwner: { entity } }),
    loadSerializers: async (ids, context) => {
      const records = await context.loader.listByIds(entity, ids, plan);
      return records.map((one) => () => serialize(one, context));
    },
  };
}

/**
 * Creates a record type whose lines contain the stored columns.
 * @param isInFullExport whether a full export contains a line; exports of changes contain all lines
 */
export function defineStoredRecordExport(
  {
    type,
    updatedAtOwner,
    ...mapping
  }: RecordMapping & { readonly type: string; readonly updatedAtOwner?: UpdatedAtOwner },
  isInFullExport: (line: RowValues) => boolean = () => true,
): ExportedRecordType {
  return {
    type,
    ...(updatedAtOwner && { updatedAtOwner }),
    loadSerializers: async (ids, context) => {
      const trees = await loadTrees(context.loader, mapping, ids);
      return trees.map((tree) => () => {
        const line = serializeTree(mapping, tree, context);
        return context.isIncremental || isInFullExport(line) ? line : undefined;
      });
    },
  };
}

/** Whether a line contains a list. */
export const hasAnyListMember = (line: RowValues): boolean =>
  Object.values(line).some(Array.isArray);
