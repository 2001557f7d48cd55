import type { LoadPlan } from '../../core/load-plan';
import { compileObjectFactory } from '../../core/object-factory';
import { cacheTextsByLength, padToPowerOfTwo } from '../queries/conditions';
import { type ColumnModel, type EntityModel, type RelationModel } from '../schema/model';
import type { Statement } from '../dialect/connection';
import { quoteIdentifier } from '../schema/sql-names';
import { columnMember, toManyMember, toOneMember, type RowReader } from './row-reader';

/** A compiled SELECT: what stands before WHERE, and how its rows are read. */
export interface CompiledSelect {
  readonly model: EntityModel;
  /** `a.id, a.name, b.id` */
  readonly columnList: string;
  /** `table a LEFT JOIN ...` */
  readonly from: string;
  /** Number of values in a row; further ones may be selected behind them. */
  readonly width: number;
  readonly reader: RowReader;
}

/** One to-many relation: a SELECT of its own, its objects put into their parents by key. */
export interface RelationBranch {
  readonly select: CompiledSelect;
  readonly property: string;
  readonly isSingle: boolean;
  /** The place where the parents wait. */
  readonly parentIndex: number;
  /** Whose ids go into the IN list: 0 is the root's. */
  readonly keys: number;
  /** Where in the parent's row its id stands; of the first step that is the root's row. */
  readonly keyAt: number;
  /** Which step of the read it belongs to; a step needs the ids of the steps before. */
  readonly step: number;
  /** How many rows parents have together. @param marks those of the list of their ids */
  totalCountSql(marks: string): string;
  /** Ids of parents, and how many rows each has. @param marks those of the list of their ids */
  countsByParentSql(marks: string): string;
  /** The statement for a list of this many ids (a power of two). */
  statement(keys: readonly number[]): { sql: string; params: readonly number[] };
}

export interface CompiledPlan {
  readonly root: CompiledSelect;
  /** The SELECT of the root's records by a list of this many ids. */
  readonly byIdsSql: (length: number) => string;
  /** Parents before their children. */
  readonly branches: readonly RelationBranch[];
  /** What the children of the root's rows are counted by, one for each of the records in a row that has some. */
  readonly childCounts: readonly ChildCount[];
  readonly pendingCount: number;
}

/** How many rows hang on records. */
export interface ChildCount {
  /** Where in the root's row the record's id stands. */
  readonly idAt: number;
  /** One row with one number: how many rows hang on all of them. */
  readonly total: (ids: readonly number[]) => Statement;
  /** Its rows: an id, and how many rows hang on it. */
  readonly each: (ids: readonly number[]) => Statement;
}

/** The alias of the first table of every SELECT. */
export const ROOT_ALIAS = 't';

/** Where the root's id stands in its row: its reader takes it first. */
const ROOT_KEY_INDEX = 0;

interface CompileContext {
  readonly branches: RelationBranch[];
  pendingCount: number;
}

/** Where children hang: the step that finds their parents' ids, and how the parents hang on the root. */
interface BranchParent {
  readonly pendingIndex: number;
  readonly idAt: number;
  readonly step: number;
  /** The property that holds the root's id, when all relations from the root down are to-many. */
  readonly rootKey?: string;
}

/** Compiles what a plan wants of an entity. The root always waits at place 0. */
export function compilePlan(model: EntityModel, plan: LoadPlan): CompiledPlan {
  const context: CompileContext = { branches: [], pendingCount: 1 };
  const root = new SelectBuilder(context, model, model, { pendingIndex: 0, step: 0 }).build(plan);
  const within = `WHERE ${ROOT_ALIAS}.${quoteIdentifier(model.key.name)} IN`;
  const byIds = cacheTextsByLength(
    (marks) => `SELECT ${root.columnList} FROM ${root.from} ${within} (${marks})`,
  );
  const { branches, pendingCount } = context;
  return {
    root,
    byIdsSql: byIds,
    branches,
    pendingCount,
    childCounts: toChildCounts(branches),
  };
}

/** Children of the first step are asked for by ids that stand in the root's rows. */
function toChildCounts(branches: readonly RelationBranch[]): ChildCount[] {
  const first = branches.filter(({ step }) => step === 1);
  const places = [...new Set(first.map(({ keyAt }) => keyAt))];
  return places.map((idAt) =>
    toChildCount(
      idAt,
      first.filter(({ keyAt }) => keyAt === idAt),
    ),
  );
}

function toChildCount(idAt: number, branches: readonly RelationBranch[]): ChildCount {
  const total = cacheTextsByLength((marks) => {
    const counts = branches.map((branch) => `(${branch.totalCountSql(marks)})`);
    return `SELECT ${counts.join(' + ')}`;
  });
  const each = cacheTextsByLength((marks) => {
    const counts = branches.map((branch) => branch.countsByParentSql(marks)).join(' UNION ALL ');
    return `SELECT w.k, SUM(w.n) FROM (${counts}) w GROUP BY w.k`;
  });
  const asking = (text: (length: number) => string) => (ids: readonly number[]) => {
    const list = padToPowerOfTwo(ids);
    return { sql: text(list.length), params: branches.flatMap(() => list) };
  };
  return { idAt, total: asking(total), each: asking(each) };
}

class SelectBuilder {
  private readonly list: string[] = [];
  private from: string;
  private aliases = 0;

  constructor(
    private readonly context: CompileContext,
    private readonly root: EntityModel,
    private readonly model: EntityModel,
    private readonly origin: Omit<BranchParent, 'pendingIndex' | 'idAt'> & {
      pendingIndex?: number;
    },
  ) {
    this.from = `${quoteIdentifier(model.table)} ${ROOT_ALIAS}`;
  }

  build(plan: LoadPlan): CompiledSelect {
    const reader = this.reader(this.model, plan, ROOT_ALIAS);
    return {
      model: this.model,
      columnList: this.list.join(', '),
      from: this.from,
      width: this.list.length,
      reader,
    };
  }

  private reader(model: EntityModel, plan: LoadPlan, alias: string): RowReader {
    const idAt = this.select(alias, model.key);
    const columns = [...new Set(['id', ...plan.columns])].map((property) => {
      const column = model.column(property);
      const at = property === 'id' ? idAt : this.select(alias, column);
      return columnMember(property, at, column.kind.read);
    });
    const relations = [...plan.relations].map(([property, nested]) => ({
      relation: model.relation(property),
      nested,
    }));
    const children = relations.filter(({ relation }) => relation.cardinality !== 'one');
    const isFirst = alias === ROOT_ALIAS;
    const pendingIndex =
      (isFirst ? this.origin.pendingIndex : undefined) ??
      (children.length > 0 ? this.context.pendingCount++ : -1);
    const ones = relations
      .filter(({ relation }) => relation.cardinality === 'one')
      .map(({ relation, nested }) => {
        const joined = this.join(alias, relation.column, relation.target);
        return toOneMember(relation.property, this.reader(relation.target, nested, joined));
      });
    const parent = {
      pendingIndex,
      idAt,
      step: this.origin.step,
      ...(isFirst && { rootKey: this.origin.rootKey }),
    };
    const many = children.map(({ relation, nested }) => {
      addBranch(this.context, { root: this.root, parent, relation, nested });
      return toManyMember(relation.property, relation.cardinality === 'inverseOne');
    });
    return {
      idAt,
      createObject: compileObjectFactory([...columns, ...ones, ...many]),
      pendingIndex,
    };
  }

  private select(alias: string, { name }: ColumnModel): number {
    return this.list.push(`${alias}.${quoteIdentifier(name)}`) - 1;
  }

  private join(from: string, foreignKey: ColumnModel, { table, key }: EntityModel): string {
    const alias = `j${++this.aliases}`;
    const on = `${alias}.${quoteIdentifier(key.name)} = ${from}.${quoteIdentifier(foreignKey.name)}`;
    this.from += ` LEFT JOIN ${quoteIdentifier(table)} ${alias} ON ${on}`;
    return alias;
  }
}

interface BranchSource {
  readonly root: EntityModel;
  readonly parent: BranchParent;
  readonly relation: RelationModel;
  readonly nested: LoadPlan;
}

function addBranch(
  context: CompileContext,
  { root, parent, relation, nested }: BranchSource,
): void {
  const { property, target, column } = relation;
  const shortcut = rootColumn(root, parent, target);
  const keyed = shortcut ?? column;
  const step = shortcut ? 1 : parent.step + 1;
  const isTied = shortcut !== undefined || parent.pendingIndex === 0;
  const at = context.branches.length;
  const origin = { step, ...(isTied && { rootKey: keyed.property }) };
  const select = new SelectBuilder(context, root, target, origin).build(nested);
  // The parent's key stands behind the values that the reader takes.
  const head =
    `SELECT ${select.columnList}, ${ROOT_ALIAS}.${quoteIdentifier(column.name)} FROM ${select.from} ` +
    `WHERE ${ROOT_ALIAS}.${quoteIdentifier(keyed.name)} IN `;
  const order = `ORDER BY ${ROOT_ALIAS}.${quoteIdentifier(target.key.name)}`;
  const text = cacheTextsByLength((marks) => `${head}(${marks}) ${order}`);
  const statement = (keys: readonly number[]): { sql: string; params: readonly number[] } => {
    const params = padToPowerOfTwo(keys);
    return { sql: text(params.length), params };
  };
  const key = `${ROOT_ALIAS}.${quoteIdentifier(keyed.name)}`;
  const from = `${quoteIdentifier(target.table)} ${ROOT_ALIAS}`;
  const within = (marks: string): string => `FROM ${from} WHERE ${key} IN (${marks})`;
  const countOf = (marks: string): string => `SELECT COUNT(*) ${within(marks)}`;
  const countsOf = (marks: string): string =>
    `SELECT ${key} AS k, COUNT(*) AS n ${within(marks)} GROUP BY ${key}`;
  // Parents stand before their children, whose builder has just added them.
  context.branches.splice(at, 0, {
    select,
    property,
    step,
    totalCountSql: countOf,
    countsByParentSql: countsOf,
    statement,
    isSingle: relation.cardinality === 'inverseOne',
    parentIndex: parent.pendingIndex,
    ...(shortcut
      ? { keys: 0, keyAt: ROOT_KEY_INDEX }
      : { keys: parent.pendingIndex, keyAt: parent.idAt }),
  });
}

/**
 * The column by which grandchildren carry the root's id too, under the same name as their parents: they
 * are read by it in the first step, along with the children, and still nested in their own parents.
 */
function rootColumn(
  root: EntityModel,
  { rootKey }: BranchParent,
  target: EntityModel,
): ColumnModel | undefined {
  const column = rootKey === undefined ? undefined : target.columns.get(rootKey);
  return column?.nullable === false && column.references === root.entity ? column : undefined;
}
