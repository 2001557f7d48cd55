import type { ColumnKind, SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityClass, EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';

/** A part of a WHERE clause. Values are only ever in `params`. */
export interface SqlFragment {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A condition on the records of one entity; `alias` is that table's quoted alias in the statement. */
export interface Condition {
  (model: EntityModel, alias: string): SqlFragment;
  /** For a plain equality condition: the property, and the values of which it must have one. */
  readonly equalityValues?: { readonly property: string; readonly values: readonly unknown[] };
  /** For a disjunction: the conditions of which one must hold. */
  readonly alternatives?: readonly Condition[];
  /** The condition that holds for exactly the excluded records, if these are few. */
  readonly complement?: Condition;
}

/** Conditions by property: equal to a value, to one of an array, or null. */
export type Where<E> = { readonly [P in keyof E]?: E[P] | readonly E[P][] };

type Comparison = '=' | '<>' | '<=' | '>=';

/** Matches no record. */
const FALSE_FRAGMENT: SqlFragment = { sql: '1 = 0', params: [] };

function compareProperty(property: string, comparison: Comparison, value: unknown): Condition {
  return (model, alias) => {
    const { name, kind } = model.getColumn(property);
    if (comparison === '=' && !fitsColumn(kind, value)) return FALSE_FRAGMENT;
    return {
      sql: `${alias}.${quoteIdentifier(name)} ${comparison} ?`,
      params: [kind.toDatabase(value)],
    };
  };
}

/** Whether a column can contain a value: a text must not be longer than the column. */
function fitsColumn(kind: ColumnKind, value: unknown): boolean {
  return kind.length === undefined || kind.acceptsCursorValue(value);
}

/** The property equals the value (null: is null). A text that is too long for the column equals nothing. */
export const whereEquals = (property: string, value: unknown): Condition =>
  value === null || value === undefined
    ? whereNull(property)
    : withEqualityValues(property, [value], compareProperty(property, '=', value));

export const whereNotEquals = (property: string, value: unknown): Condition =>
  compareProperty(property, '<>', value);
export const whereAtMost = (property: string, value: unknown): Condition =>
  compareProperty(property, '<=', value);
export const whereAtLeast = (property: string, value: unknown): Condition =>
  compareProperty(property, '>=', value);

export const whereNull =
  (property: string): Condition =>
  (model, alias) => ({
    sql: `${alias}.${quoteIdentifier(model.getColumn(property).name)} IS NULL`,
    params: [],
  });

export const whereNotNull =
  (property: string): Condition =>
  (model, alias) => ({
    sql: `${alias}.${quoteIdentifier(model.getColumn(property).name)} IS NOT NULL`,
    params: [],
  });

/** The property contains a text, byte for byte; this scans all records. */
export const whereContains =
  (property: string, text: string): Condition =>
  (model, alias) => ({
    sql: `INSTR(${alias}.${quoteIdentifier(model.getColumn(property).name)}, ?) > 0`,
    params: [text],
  });

/**
 * The property equals one of the values. Without values the condition never holds, and records are listed without a
 * query. A text that is too long for the column equals nothing.
 */
export function whereIn(property: string, values: readonly unknown[]): Condition {
  return withEqualityValues(property, values, (model, alias) => {
    const { name, kind } = model.getColumn(property);
    const fittingValues = values.filter((value) => fitsColumn(kind, value));
    if (fittingValues.length === 0) return FALSE_FRAGMENT;
    const params = padToPowerOfTwo(fittingValues.map((value) => kind.toDatabase(value)));
    return {
      sql: `${alias}.${quoteIdentifier(name)} IN (${formatPlaceholders(params.length)})`,
      params,
    };
  });
}

function withEqualityValues(
  property: string,
  values: readonly unknown[],
  condition: Condition,
): Condition {
  return Object.assign(condition, { equalityValues: { property, values } });
}

/**
 * The property, which is never null, equals none of the values. For values that few records have: counts subtract these
 * records instead of scanning all others.
 */
export function whereNotIn(property: string, values: readonly unknown[]): Condition {
  const allConditions = allOf(...values.map((value) => whereNotEquals(property, value)));
  const condition: Condition = (model, alias) => allConditions(model, alias);
  return Object.assign(condition, { complement: whereIn(property, values) });
}

/** At least one of the conditions holds; without conditions it never does. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  const condition: Condition = (model, alias) => {
    if (conditions.length === 0) return FALSE_FRAGMENT;
    const parts = conditions.map((condition) => condition(model, alias));
    return {
      sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
      params: parts.flatMap(({ params }) => params),
    };
  };
  return Object.assign(condition, { alternatives: conditions });
}

/** All conditions hold; without conditions it always does. */
export function allOf(...conditions: readonly Condition[]): Condition {
  return (model, alias) => {
    if (conditions.length === 0) return { sql: '1 = 1', params: [] };
    const parts = conditions.map((condition) => condition(model, alias));
    return {
      sql: `(${parts.map(({ sql }) => sql).join(' AND ')})`,
      params: parts.flatMap(({ params }) => params),
    };
  };
}

/** Whether a condition never holds, whatever the records are: it lists no values. */
export function isUnsatisfiable({ equalityValues, alternatives }: Condition): boolean {
  return equalityValues?.values.length === 0 || alternatives?.every(isUnsatisfiable) === true;
}

/** The condition doesn't hold. If it compares with NULL, neither the condition nor its negation holds. */
export function not(condition: Condition): Condition {
  return (model, alias) => {
    const { sql, params } = condition(model, alias);
    return { sql: `NOT (${sql})`, params };
  };
}

/**
 * A record of another entity fulfills the conditions and refers to this one. The other records are found first: for
 * conditions that few of them fulfill.
 * @param ownerProperty the property of the other entity that holds this one's id
 */
export function whereIdInRelated(
  entity: EntityClass,
  ownerProperty: string,
  conditions: readonly Condition[],
): Condition {
  return ({ models }, alias) => {
    const related = models.get(entity);
    const where = createWhereClause(related, 'r', conditions);
    const ownerIds = `SELECT r.${quoteIdentifier(related.getColumn(ownerProperty).name)} FROM ${quoteIdentifier(related.table)} r`;
    return {
      sql: `${alias}.${quoteIdentifier('id')} IN (${ownerIds}${where.sql})`,
      params: where.params,
    };
  };
}

/** Like `whereIdInRelated`, but checked for each record: for conditions that many of the other records fulfill. */
export function whereRelatedExists<E>(
  entity: EntityClass<E>,
  ownerProperty: keyof E & string,
  conditions: readonly Condition[],
): Condition {
  return (model, outerAlias) =>
    createExistsFragment(
      {
        related: model.models.get(entity),
        property: ownerProperty,
        outerColumn: model.primaryKey,
        outerAlias,
      },
      conditions,
    );
}

/**
 * The record that this one refers to fulfills the conditions.
 * @param property the property that holds the other record's id
 */
export function whereReferenced<E>(
  property: string,
  entity: EntityClass<E>,
  conditions: readonly Condition[],
): Condition {
  return (model, outerAlias) =>
    createExistsFragment(
      {
        related: model.models.get(entity),
        property: 'id',
        outerColumn: model.getColumn(property),
        outerAlias,
      },
      conditions,
    );
}

interface SubqueryLink {
  readonly related: EntityModel;
  /** A property of the other entity; its column must equal `outerColumn`. */
  readonly property: string;
  readonly outerColumn: ColumnModel;
  readonly outerAlias: string;
}

function createExistsFragment(
  { related, property, outerColumn, outerAlias }: SubqueryLink,
  conditions: readonly Condition[],
): SqlFragment {
  // A nested subquery needs a new alias, because it refers to the record of the outer one.
  const innerAlias = /^r+$/.test(outerAlias) ? `${outerAlias}r` : 'r';
  const joinCondition: Condition = () => ({
    sql: `${innerAlias}.${quoteIdentifier(related.getColumn(property).name)} = ${outerAlias}.${quoteIdentifier(outerColumn.name)}`,
    params: [],
  });
  const where = createWhereClause(related, innerAlias, [joinCondition, ...conditions]);
  return {
    sql: `EXISTS (SELECT 1 FROM ${quoteIdentifier(related.table)} ${innerAlias}${where.sql})`,
    params: where.params,
  };
}

/** Returns the conditions of a `Where` object. */
export function toWhereConditions(where: Readonly<Record<string, unknown>>): Condition[] {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) =>
      Array.isArray(value) ? whereIn(property, value) : whereEquals(property, value),
    );
}

/** Combines all conditions, with the leading WHERE; empty without conditions. */
export function createWhereClause(
  model: EntityModel,
  alias: string,
  conditions: readonly Condition[],
): SqlFragment {
  const parts = conditions.map((condition) => condition(model, alias));
  return {
    sql: parts.length === 0 ? '' : ` WHERE ${parts.map((part) => part.sql).join(' AND ')}`,
    params: parts.flatMap(({ params }) => params),
  };
}

/** Maximum length of a list in one statement: above it MariaDB turns IN into a join with a table. */
export const MAX_LIST_LENGTH = 512;

/** Repeats the last value up to the next power of two, so that few statement texts serve all lists. */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const padded = [...values];
  const last = padded[padded.length - 1];
  if (last === undefined) return padded;
  const length = 2 ** Math.ceil(Math.log2(padded.length));
  while (padded.length < length) padded.push(last);
  return padded;
}

const placeholderCache: string[] = [];

/** Returns a list of placeholders: `?, ?, ?`. */
export function formatPlaceholders(count: number): string {
  return (placeholderCache[count] ??= Array<string>(count).fill('?').join(', '));
}

/** Caches the texts of a statement by the length of its list: drivers identify statements by their text. */
export function cacheSqlByListLength(
  createSql: (list: string) => string,
): (length: number) => string {
  const sqlByLength: string[] = [];
  return (length) => (sqlByLength[length] ??= createSql(formatPlaceholders(length)));
}

/** Splits a list into lists of at most `size` values. */
export function splitIntoChunks<T>(values: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.slice(at, at + size));
  return parts;
}
