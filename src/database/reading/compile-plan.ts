import type { LoadPlan } from '../../core/load-plan';
import { compileObjectFactory } from '../../core/object-factory';
import { cacheSqlByListLength, padToPowerOfTwo } from '../queries/conditions';
import { type ColumnModel, type EntityModel, type RelationModel } from '../schema/entity-model';
import type { SelectColumn, Statement } from '../dialect/connection';
import { quoteIdentifier } from '../schema/sql-names';
import {
  createColumnMember,
  createChildrenMember,
  createToOneMember,
  type RowReader,
} from './row-reader';

/** A compiled SELECT: the parts before WHERE, and a reader for its rows. */
export interface CompiledSelect {
  readonly model: EntityModel;
  readonly columns: readonly SelectColumn[];
  /** `a.id, a.name, b.id` */
  readonly columnList: string;
  /** `table a LEFT JOIN ...` */
  readonly from: string;
  /** Number of values in a row; more values may be selected after them. */
  readonly valueCount: number;
  readonly reader: RowReader;
}

/** One to-many relation: a separate SELECT whose objects are attached to their parents by key. */
export interface RelationBranch {
  readonly select: CompiledSelect;
  readonly property: string;
  readonly isSingle: boolean;
  /** Index of the parents in `PendingParents`. */
  readonly parentIndex: number;
  /** Index in `PendingParents` of the objects whose ids are in the IN list: 0 is the root. */
  readonly keyParentIndex: number;
  /** Index of the id in the parent's row; for branches of the first step in the root's row. */
  readonly keyIndex: number;
  /** The step of the read that the branch belongs to; a step needs the ids of the steps before. */
  readonly step: number;
  /** Returns the SQL that counts the rows of all parents. @param list placeholders of the parents' ids */
  createTotalCountSql(list: string): string;
  /** Returns the SQL that counts the rows of each parent. @param list placeholders of the parents' ids */
  createCountsByParentSql(list: string): string;
  /** Returns the statement for a list of parent ids. */
  createStatement(keys: readonly number[]): Statement;
}

export interface CompiledPlan {
  readonly root: CompiledSelect;
  /** Returns the SQL that selects the root's records by a list of this many ids. */
  readonly createByIdsSql: (length: number) => string;
  /** Parents before their children. */
  readonly branches: readonly RelationBranch[];
  /** Statements that count the children of the root's rows: one pair for each id in a row that children refer to. */
  readonly childCounters: readonly ChildCounter[];
  readonly pendingParentsLength: number;
}

/** Counts the child rows of records. */
export interface ChildCounter {
  /** Index of the record's id in the root's row. */
  readonly idIndex: number;
  /** Returns a statement with one number: the child rows of all ids together. */
  readonly toTotalStatement: (ids: readonly number[]) => Statement;
  /** Returns a statement with a row for each id: the id and the number of its child rows. */
  readonly toCountsStatement: (ids: readonly number[]) => Statement;
}

/** The alias of the first table of every SELECT. */
export const ROOT_ALIAS = 't';

/** Index of the root's id in its row: the reader selects it first. */
const ROOT_KEY_INDEX = 0;

interface CompileContext {
  readonly branches: RelationBranch[];
  pendingParentsLength: number;
}

/** Parent of a branch: the step that reads its ids, and its link to the root. */
interface BranchParent {
  readonly pendingParentsIndex: number;
  readonly idIndex: number;
  readonly step: number;
  /** The property that holds the root's id, if all relations from the root down are to-many. */
  readonly rootKey?: string;
}

/** Compiles a plan for an entity. The root always has index 0 in `PendingParents`. */
export function compilePlan(model: EntityModel, plan: LoadPlan): CompiledPlan {
  const context: CompileContext = { branches: [], pendingParentsLength: 1 };
  const root = new SelectBuilder(context, model, model, { pendingParentsIndex: 0, step: 0 }).build(
    plan,
  );
  const whereIn = `WHERE ${ROOT_ALIAS}.${quoteIdentifier(model.primaryKey.name)} IN`;
  const byIds = cacheSqlByListLength(
    (list) => `SELECT ${root.columnList} FROM ${root.from} ${whereIn} (${list})`,
  );
  const { branches, pendingParentsLength } = context;
  return {
    root,
    createByIdsSql: byIds,
    branches,
    pendingParentsLength,
    childCounters: createChildCounters(branches),
  };
}

/** Groups the branches of the first step, whose parents' ids are in the root's rows. */
function createChildCounters(branches: readonly RelationBranch[]): ChildCounter[] {
  const firstStepBranches = branches.filter(({ step }) => step === 1);
  const idIndexes = [...new Set(firstStepBranches.map(({ keyIndex }) => keyIndex))];
  return idIndexes.map((idIndex) =>
    createChildCounter(
      idIndex,
      firstStepBranches.filter(({ keyIndex }) => keyIndex === idIndex),
    ),
  );
}

function createChildCounter(idIndex: number, branches: readonly RelationBranch[]): ChildCounter {
  const createTotalSql = cacheSqlByListLength((list) => {
    const counts = branches.map((branch) => `(${branch.createTotalCountSql(list)})`);
    return `SELECT ${counts.join(' + ')}`;
  });
  const createCountsSql = cacheSqlByListLength((list) => {
    const counts = branches
      .map((branch) => branch.createCountsByParentSql(list))
      .join(' UNION ALL ');
    return `SELECT w.k, SUM(w.n) FROM (${counts}) w GROUP BY w.k`;
  });
  const toStatement = (createSql: (length: number) => string) => (ids: readonly number[]) => {
    const list = padToPowerOfTwo(ids);
    return { sql: createSql(list.length), params: branches.flatMap(() => list) };
  };
  return {
    idIndex,
    toTotalStatement: toStatement(createTotalSql),
    toCountsStatement: toStatement(createCountsSql),
  };
}

class SelectBuilder {
  private readonly columns: SelectColumn[] = [];
  private from: string;
  private aliasCount = 0;

  constructor(
    private readonly context: CompileContext,
    private readonly root: EntityModel,
    private readonly model: EntityModel,
    private readonly parentLink: Omit<BranchParent, 'pendingParentsIndex' | 'idIndex'> & {
      pendingParentsIndex?: number;
    },
  ) {
    this.from = `${quoteIdentifier(model.table)} ${ROOT_ALIAS}`;
  }

  build(plan: LoadPlan): CompiledSelect {
    const reader = this.createReader(this.model, plan, ROOT_ALIAS);
    return {
      model: this.model,
      columns: this.columns,
      columnList: toColumnList(this.columns),
      from: this.from,
      valueCount: this.columns.length,
      reader,
    };
  }

  private createReader(model: EntityModel, plan: LoadPlan, alias: string): RowReader {
    const idIndex = this.addColumn(alias, model.primaryKey);
    const columns = [...new Set(['id', ...plan.columns])].map((property) => {
      const column = model.getColumn(property);
      const at = property === 'id' ? idIndex : this.addColumn(alias, column);
      return createColumnMember(property, at, column.kind.fromDatabase);
    });
    const relations = [...plan.relations].map(([property, nested]) => ({
      relation: model.getRelation(property),
      nested,
    }));
    const toManyRelations = relations.filter(({ relation }) => relation.cardinality !== 'one');
    const isFirst = alias === ROOT_ALIAS;
    const pendingParentsIndex =
      (isFirst ? this.parentLink.pendingParentsIndex : undefined) ??
      (toManyRelations.length > 0 ? this.context.pendingParentsLength++ : -1);
    const toOneMembers = relations
      .filter(({ relation }) => relation.cardinality === 'one')
      .map(({ relation, nested }) => {
        const joinAlias = this.addJoin(alias, relation.column, relation.target);
        return createToOneMember(
          relation.property,
          this.createReader(relation.target, nested, joinAlias),
        );
      });
    const parent = {
      pendingParentsIndex,
      idIndex,
      step: this.parentLink.step,
      ...(isFirst && { rootKey: this.parentLink.rootKey }),
    };
    const toManyMembers = toManyRelations.map(({ relation, nested: nestedPlan }) => {
      addBranch(this.context, { root: this.root, parent, relation, nestedPlan });
      return createChildrenMember(relation.property, relation.cardinality === 'inverseOne');
    });
    return {
      idIndex,
      createObject: compileObjectFactory([...columns, ...toOneMembers, ...toManyMembers]),
      pendingParentsIndex,
    };
  }

  private addColumn(alias: string, column: ColumnModel): number {
    return this.columns.push(toSelectColumn(alias, column)) - 1;
  }

  private addJoin(
    from: string,
    foreignKey: ColumnModel,
    { table, primaryKey }: EntityModel,
  ): string {
    const alias = `j${++this.aliasCount}`;
    const on = `${alias}.${quoteIdentifier(primaryKey.name)} = ${from}.${quoteIdentifier(foreignKey.name)}`;
    this.from += ` LEFT JOIN ${quoteIdentifier(table)} ${alias} ON ${on}`;
    return alias;
  }
}

function toSelectColumn(alias: string, { name, kind }: ColumnModel): SelectColumn {
  return { sql: `${alias}.${quoteIdentifier(name)}`, kind: kind.name };
}

function toColumnList(columns: readonly SelectColumn[]): string {
  return columns.map(({ sql }) => sql).join(', ');
}

interface BranchRelation {
  readonly root: EntityModel;
  readonly parent: BranchParent;
  readonly relation: RelationModel;
  readonly nestedPlan: LoadPlan;
}

function addBranch(
  context: CompileContext,
  { root, parent, relation, nestedPlan }: BranchRelation,
): void {
  const { property, target, column } = relation;
  const rootKeyColumn = findRootKeyColumn(root, parent, target);
  const keyColumn = rootKeyColumn ?? column;
  const step = rootKeyColumn ? 1 : parent.step + 1;
  const refersToRoot = rootKeyColumn !== undefined || parent.pendingParentsIndex === 0;
  const branchIndex = context.branches.length;
  const origin = { step, ...(refersToRoot && { rootKey: keyColumn.property }) };
  const select = new SelectBuilder(context, root, target, origin).build(nestedPlan);
  // The parent's key follows the values that the reader uses.
  const columns = [...select.columns, toSelectColumn(ROOT_ALIAS, column)];
  const { idIndex } = select.reader;
  const keySql = `${ROOT_ALIAS}.${quoteIdentifier(keyColumn.name)}`;
  const createFromSql = cacheSqlByListLength(
    (list) => `${select.from} WHERE ${keySql} IN (${list})`,
  );
  const createSelectSql = cacheSqlByListLength(
    (list) =>
      `SELECT ${toColumnList(columns)} FROM ${select.from} WHERE ${keySql} IN (${list}) ` +
      `ORDER BY ${ROOT_ALIAS}.${quoteIdentifier(target.primaryKey.name)}`,
  );
  const createStatement = (keys: readonly number[]): Statement => {
    const params = padToPowerOfTwo(keys);
    const { length } = params;
    return {
      sql: createSelectSql(length),
      params,
      select: { columns, from: createFromSql(length), idIndex },
    };
  };
  const from = `${quoteIdentifier(target.table)} ${ROOT_ALIAS}`;
  const fromWhereIn = (list: string): string => `FROM ${from} WHERE ${keySql} IN (${list})`;
  const createTotalCountSql = (list: string): string => `SELECT COUNT(*) ${fromWhereIn(list)}`;
  const createCountsByParentSql = (list: string): string =>
    `SELECT ${keySql} AS k, COUNT(*) AS n ${fromWhereIn(list)} GROUP BY ${keySql}`;
  // Parents come before their children, which their builder has just added.
  context.branches.splice(branchIndex, 0, {
    select,
    property,
    step,
    createTotalCountSql,
    createCountsByParentSql,
    createStatement,
    isSingle: relation.cardinality === 'inverseOne',
    parentIndex: parent.pendingParentsIndex,
    ...(rootKeyColumn
      ? { keyParentIndex: 0, keyIndex: ROOT_KEY_INDEX }
      : { keyParentIndex: parent.pendingParentsIndex, keyIndex: parent.idIndex }),
  });
}

/**
 * Returns the column by which grandchildren refer to the root too, under the same name as their parents. They are read
 * by it in the first step, along with the children, and are still attached to their own parents.
 */
function findRootKeyColumn(
  root: EntityModel,
  { rootKey }: BranchParent,
  target: EntityModel,
): ColumnModel | undefined {
  const column = rootKey === undefined ? undefined : target.columns.get(rootKey);
  return column?.nullable === false && column.referencedEntity === root.entity ? column : undefined;
}
