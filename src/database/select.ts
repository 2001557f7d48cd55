import type { LoadPlan } from '../core/load-plan';
import { objectMaker } from '../core/object-maker';
import { listTexts, padded } from './conditions';
import { type ColumnModel, type EntityModel, type RelationModel } from './model';
import { quote } from './names';
import { columnMember, manyMember, oneMember, type Reader } from './row-reader';

/** A compiled SELECT: what stands before WHERE, and how its rows are read. */
export interface Select {
  readonly model: EntityModel;
  /** `a.id, a.name, b.id` */
  readonly list: string;
  /** `table a LEFT JOIN ...` */
  readonly from: string;
  /** Number of values in a row; further ones may be selected behind them. */
  readonly width: number;
  readonly reader: Reader;
}

/** One to-many relation: a SELECT of its own, its objects put into their parents by key. */
export interface Branch {
  readonly select: Select;
  readonly property: string;
  readonly single: boolean;
  /** The place where the parents wait. */
  readonly parents: number;
  /** Whose ids go into the IN list: 0 is the root's. */
  readonly keys: number;
  /** Which step of the read it belongs to; a step needs the ids of the steps before. */
  readonly step: number;
  /** The statement for a list of this many ids (a power of two). */
  statement(keys: readonly number[]): { sql: string; params: readonly number[] };
}

export interface CompiledPlan {
  readonly root: Select;
  /** The SELECT of the root's records by a list of this many ids. */
  readonly byIds: (length: number) => string;
  /** Parents before their children. */
  readonly branches: readonly Branch[];
  readonly places: number;
}

/** The alias of the first table of every SELECT. */
export const ROOT = 't';

interface Context {
  readonly branches: Branch[];
  places: number;
}

/** Where children hang: the step that finds their parents' ids, and how the parents hang on the root. */
interface Ancestor {
  readonly place: number;
  readonly step: number;
  /** The property that holds the root's id, when all relations from the root down are to-many. */
  readonly rootKey?: string;
}

/** Compiles what a plan wants of an entity. The root always waits at place 0. */
export function compile(model: EntityModel, plan: LoadPlan): CompiledPlan {
  const context: Context = { branches: [], places: 1 };
  const root = new SelectBuilder(context, model, model, { place: 0, step: 0 }).build(plan);
  const within = `WHERE ${ROOT}.${quote(model.key.name)} IN`;
  const byIds = listTexts((marks) => `SELECT ${root.list} FROM ${root.from} ${within} (${marks})`);
  return { root, byIds, branches: context.branches, places: context.places };
}

class SelectBuilder {
  private readonly list: string[] = [];
  private from: string;
  private aliases = 0;

  constructor(
    private readonly context: Context,
    private readonly root: EntityModel,
    private readonly model: EntityModel,
    private readonly origin: Omit<Ancestor, 'place'> & { place?: number },
  ) {
    this.from = `${quote(model.table)} ${ROOT}`;
  }

  build(plan: LoadPlan): Select {
    const reader = this.reader(this.model, plan, ROOT);
    return {
      model: this.model,
      list: this.list.join(', '),
      from: this.from,
      width: this.list.length,
      reader,
    };
  }

  private reader(model: EntityModel, plan: LoadPlan, alias: string): Reader {
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
    const isFirst = alias === ROOT;
    const place =
      (isFirst ? this.origin.place : undefined) ??
      (children.length > 0 ? this.context.places++ : -1);
    const ones = relations
      .filter(({ relation }) => relation.cardinality === 'one')
      .map(({ relation, nested }) => {
        const joined = this.join(alias, relation.column, relation.target);
        return oneMember(relation.property, this.reader(relation.target, nested, joined));
      });
    const parent = {
      place,
      step: this.origin.step,
      ...(isFirst && { rootKey: this.origin.rootKey }),
    };
    const many = children.map(({ relation, nested }) => {
      addBranch(this.context, { root: this.root, parent, relation, nested });
      return manyMember(relation.property, relation.cardinality === 'inverseOne');
    });
    return { idAt, make: objectMaker([...columns, ...ones, ...many]), place };
  }

  private select(alias: string, { name }: ColumnModel): number {
    return this.list.push(`${alias}.${quote(name)}`) - 1;
  }

  private join(from: string, foreignKey: ColumnModel, { table, key }: EntityModel): string {
    const alias = `j${++this.aliases}`;
    const on = `${alias}.${quote(key.name)} = ${from}.${quote(foreignKey.name)}`;
    this.from += ` LEFT JOIN ${quote(table)} ${alias} ON ${on}`;
    return alias;
  }
}

interface BranchSource {
  readonly root: EntityModel;
  readonly parent: Ancestor;
  readonly relation: RelationModel;
  readonly nested: LoadPlan;
}

function addBranch(context: Context, { root, parent, relation, nested }: BranchSource): void {
  const { property, target, column } = relation;
  const shortcut = rootColumn(root, parent, target);
  const keyed = shortcut ?? column;
  const step = shortcut ? 1 : parent.step + 1;
  const isTied = shortcut !== undefined || parent.place === 0;
  const at = context.branches.length;
  const origin = { step, ...(isTied && { rootKey: keyed.property }) };
  const select = new SelectBuilder(context, root, target, origin).build(nested);
  // The parent's key stands behind the values that the reader takes.
  const head =
    `SELECT ${select.list}, ${ROOT}.${quote(column.name)} FROM ${select.from} ` +
    `WHERE ${ROOT}.${quote(keyed.name)} IN `;
  const order = `ORDER BY ${ROOT}.${quote(target.key.name)}`;
  const text = listTexts((marks) => `${head}(${marks}) ${order}`);
  const statement = (keys: readonly number[]): { sql: string; params: readonly number[] } => {
    const params = padded(keys);
    return { sql: text(params.length), params };
  };
  // Parents stand before their children, whose builder has just added them.
  context.branches.splice(at, 0, {
    select,
    property,
    step,
    statement,
    single: relation.cardinality === 'inverseOne',
    parents: parent.place,
    keys: shortcut ? 0 : parent.place,
  });
}

/**
 * The column by which grandchildren carry the root's id too, under the same name as their parents: they
 * are read by it in the first step, beside the children, and still nested in their own parents.
 */
function rootColumn(
  root: EntityModel,
  { rootKey }: Ancestor,
  target: EntityModel,
): ColumnModel | undefined {
  const column = rootKey === undefined ? undefined : target.columns.get(rootKey);
  return column?.nullable === false && column.references === root.entity ? column : undefined;
}
