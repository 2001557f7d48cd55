import type { LoadPlan } from '../../../core/load-plan';
import {
  type Condition,
  type EntityClass,
  hasUpdatedAtColumn,
  type Loader,
} from '../../../database';
import type { Timestamped } from './timestamped';
import type { StoredRow, SerializeContext } from './stored/stored-fields';
import type { RecordMapping } from './stored/record-mapping';
import { serializeTree, loadTrees } from './stored/row-trees';

/** What lines of an export are made with. */
export interface ExportContext extends Omit<SerializeContext, 'siblings'> {
  readonly loader: Loader;
  /** Decrypts what is stored; undefined: secrets are not exported, or the key is another one. */
  readonly decrypt: (sealed: string) => string | undefined;
  /** Whether only what has changed is exported: then empty lists are, too. */
  readonly isPartial: boolean;
  /** The store's default language. */
  readonly language: string;
}

/** Lines of a type, at most one for each record of a walk. */
export interface ExportedRecordType {
  readonly type: string;
  /** Whether they are exported only with secrets. */
  readonly isSecret?: boolean;
  /** Whose time of the last change they carry besides. */
  readonly timestamped?: Timestamped;
  /** @returns functions that make the lines once all they ask for is known, in the order of the ids */
  readonly prepare: (
    ids: readonly number[],
    context: ExportContext,
  ) => Promise<readonly (() => StoredRow | undefined)[]>;
}

/** Why records of a kind have no import record of something. */
interface NotSupported {
  readonly never: string;
}

/** How an import treats a record that was deleted or renamed in the store of the export. */
export interface RemovalPolicy {
  /**
   * `first`: it is removed before all others come, so that its name is free. `last`: its removal is refused as long as other
   * records refer to it, so it has to wait for them.
   */
  readonly removal: 'first' | 'last' | NotSupported;
  readonly renaming: 'pId' | NotSupported;
}

/** For records that operations delete and rename. */
export const REMOVE_FIRST: RemovalPolicy = { removal: 'first', renaming: 'pId' };
/** The same for those that stay as long as others refer to them. */
export const REMOVE_LAST: RemovalPolicy = { removal: 'last', renaming: 'pId' };
/** For records that operations delete; a renamed one counts as another record. */
export const REMOVE_ONLY: RemovalPolicy = {
  removal: 'first',
  renaming: { never: 'no operation renames it' },
};

/** A kind of the journal whose records imports remove or rename. */
export interface RemovableKind extends RemovalPolicy, Pick<ExportSource, 'entity' | 'where'> {
  readonly kind: string;
}

/** A walk over records by ascending ids, and the lines that each slice of them is written as. */
export interface ExportSource {
  readonly entity: EntityClass<{ id: number }>;
  /** Which of the entity's records. */
  readonly where?: readonly Condition[];
  /** The property that names another record of the walk, which is exported before it. */
  readonly parentProperty?: string;
  /** The kinds of the journal whose changes make the walk visit a record. */
  readonly changeKinds: readonly string[];
  /** How imports treat its deleted and renamed records; absent: another walk declares it for its kinds. */
  readonly removalPolicy?: RemovalPolicy;
  /** The property that holds the changed record's id. */
  readonly changedIdProperty?: string;
  /** Records that say something else after a change of records of another kind, without being changed themselves. */
  readonly dependents?: {
    readonly kind: string;
    /** @param ids of changed records of the kind, at most some hundred @returns the ids of those that follow them */
    readonly ids: (loader: Loader, ids: readonly number[]) => Promise<readonly number[]>;
  };
  /** The property that holds the id of the user whom a record is of; absent: it is nobody's. */
  readonly userIdProperty?: string;
  /** Counts the rows that belong to each record, where there may be many: only few can be read at once. */
  readonly countRows?: (
    loader: Loader,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, number>>;
  readonly recordTypes: readonly ExportedRecordType[];
}

/** Lines that a function makes of records. */
export function exportRecords<E extends { id: number }, R>(
  type: string,
  entity: EntityClass<E>,
  wanted: LoadPlan<E, R>,
  tell: (record: R, context: ExportContext) => StoredRow | undefined,
): ExportedRecordType {
  return {
    type,
    ...(hasUpdatedAtColumn(entity) && { timestamped: { entity } }),
    prepare: async (ids, context) => {
      const records = await context.loader.listByIds(entity, ids, wanted);
      return records.map((one) => () => tell(one, context));
    },
  };
}

/**
 * Lines that say column by column what is stored.
 * @param isTold whether a line says anything; if not, only exports since a position hold it
 */
export function exportStoredRecords(
  {
    type,
    timestamped,
    ...shape
  }: RecordMapping & { readonly type: string; readonly timestamped?: Timestamped },
  isTold: (line: StoredRow) => boolean = () => true,
): ExportedRecordType {
  return {
    type,
    ...(timestamped && { timestamped }),
    prepare: async (ids, context) => {
      const trees = await loadTrees(context.loader, shape, ids);
      return trees.map((tree) => () => {
        const line = serializeTree(shape, tree, context);
        return context.isPartial || isTold(line) ? line : undefined;
      });
    },
  };
}

/** Whether a line holds a list. */
export const hasList = (line: StoredRow): boolean => Object.values(line).some(Array.isArray);
