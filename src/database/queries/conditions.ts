import type { ColumnKind, SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityClass, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';

/** A piece of a WHERE clause. Values only ever stand in `params`. */
export interface SqlFragment {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A condition on the records of one entity; `alias` is that table's quoted alias in the statement. */
export interface Condition {
  (model: EntityModel, alias: string): SqlFragment;
  /** For a condition that says just this: the property, and the values of which it has to have one. */
  readonly equalityValues?: { readonly property: string; readonly values: readonly unknown[] };
  /** For a condition of which one of several has to hold: these. */
  readonly alternatives?: readonly Condition[];
  /** The condition that holds for exactly the records that this one leaves out, where they are few. */
  readonly complement?: Condition;
}

/** Conditions by property: equal to a value, to one of an array, or null. */
export type Where<E> = { readonly [P in keyof E]?: E[P] | readonly E[P][] };

type Comparison = '=' | '<>' | '<=' | '>=';

/** Matches no record. */
const NEVER_FRAGMENT: SqlFragment = { sql: '1 = 0', params: [] };

function compareProperty(property: string, comparison: Comparison, value: unknown): Condition {
  return (model, alias) => {
    const { name, kind } = model.column(property);
    if (comparison === '=' && !fitsColumn(kind, value)) return NEVER_FRAGMENT;
    return {
      sql: `${alias}.${quoteIdentifier(name)} ${comparison} ?`,
      params: [kind.write(value)],
    };
  };
}

/** Whether a column can hold a value: not a text that is longer than its own. */
function fitsColumn(kind: ColumnKind, value: unknown): boolean {
  return kind.length === undefined || kind.accepts(value);
}

/** The property equals the value (null: is null). A text that is too long for the column equals nothing. */
export const is = (property: string, value: unknown): Condition =>
  value === null || value === undefined
    ? isNull(property)
    : withEqualityValues(property, [value], compareProperty(property, '=', value));

export const isNot = (property: string, value: unknown): Condition =>
  compareProperty(property, '<>', value);
export const isAtMost = (property: string, value: unknown): Condition =>
  compareProperty(property, '<=', value);
export const isAtLeast = (property: string, value: unknown): Condition =>
  compareProperty(property, '>=', value);

export const isNull =
  (property: string): Condition =>
  (model, alias) => ({
    sql: `${alias}.${quoteIdentifier(model.column(property).name)} IS NULL`,
    params: [],
  });

export const isNotNull =
  (property: string): Condition =>
  (model, alias) => ({
    sql: `${alias}.${quoteIdentifier(model.column(property).name)} IS NOT NULL`,
    params: [],
  });

/** A text stands somewhere in the property, byte for byte; every record is looked at. */
export const contains =
  (property: string, text: string): Condition =>
  (model, alias) => ({
    sql: `INSTR(${alias}.${quoteIdentifier(model.column(property).name)}, ?) > 0`,
    params: [text],
  });

/** The property is one of the values: with no values the condition never holds. Texts too long for the column equal nothing. */
export function isOneOf(property: string, values: readonly unknown[]): Condition {
  return withEqualityValues(property, values, (model, alias) => {
    const { name, kind } = model.column(property);
    const held = values.filter((value) => fitsColumn(kind, value));
    if (held.length === 0) return NEVER_FRAGMENT;
    const params = padToPowerOfTwo(held.map((value) => kind.write(value)));
    return { sql: `${alias}.${quoteIdentifier(name)} IN (${placeholders(params.length)})`, params };
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
 * The property, which is never null, is none of the values. Counts take those away that are one of them, instead of
 * looking at all others: for values that few records have.
 */
export function isNoneOf(property: string, values: readonly unknown[]): Condition {
  const all = allOf(...values.map((value) => isNot(property, value)));
  const condition: Condition = (model, alias) => all(model, alias);
  return Object.assign(condition, { complement: isOneOf(property, values) });
}

/** At least one of the conditions holds: of no conditions none does. */
export function anyOf(...conditions: readonly Condition[]): Condition {
  const condition: Condition = (model, alias) => {
    if (conditions.length === 0) return NEVER_FRAGMENT;
    const parts = conditions.map((condition) => condition(model, alias));
    return {
      sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
      params: parts.flatMap(({ params }) => params),
    };
  };
  return Object.assign(condition, { alternatives: conditions });
}

/** All of the conditions hold; none given: always true. */
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

/** The condition does not hold; where it compares with NULL, neither it nor this does. */
export function not(condition: Condition): Condition {
  return (model, alias) => {
    const { sql, params } = condition(model, alias);
    return { sql: `NOT (${sql})`, params };
  };
}

/**
 * There is a record of another entity that fulfils the conditions and names this one. The others are found
 * first: for conditions that few of them fulfil.
 * @param owner the property of the other entity that holds this one's id
 */
export function hasRelatedByIds(
  entity: EntityClass,
  owner: string,
  conditions: readonly Condition[],
): Condition {
  return ({ models }, alias) => {
    const related = models.get(entity);
    const where = whereClause(related, 'r', conditions);
    const named = `SELECT r.${quoteIdentifier(related.column(owner).name)} FROM ${quoteIdentifier(related.table)} r`;
    return {
      sql: `${alias}.${quoteIdentifier('id')} IN (${named}${where.sql})`,
      params: where.params,
    };
  };
}

/** The same, asked record by record: for conditions that many of the others fulfil. */
export function hasRelatedByExists<E>(
  entity: EntityClass<E>,
  owner: keyof E & string,
  conditions: readonly Condition[],
): Condition {
  return (model, alias) =>
    existsFragment(
      { related: model.models.get(entity), property: owner, equals: model.key, alias },
      conditions,
    );
}

/**
 * The record that this one names fulfils the conditions.
 * @param property holds the other record's id
 */
export function refersTo<E>(
  property: string,
  entity: EntityClass<E>,
  conditions: readonly Condition[],
): Condition {
  return (model, alias) =>
    existsFragment(
      { related: model.models.get(entity), property: 'id', equals: model.column(property), alias },
      conditions,
    );
}

interface SubqueryLink {
  readonly related: EntityModel;
  /** A property of the other entity; its column equals that of this one. */
  readonly property: string;
  readonly equals: ColumnModel;
  readonly alias: string;
}

function existsFragment(
  { related, property, equals, alias }: SubqueryLink,
  conditions: readonly Condition[],
): SqlFragment {
  // One inside another has an alias of its own: it names the record around it.
  const inner = /^r+$/.test(alias) ? `${alias}r` : 'r';
  const link: Condition = () => ({
    sql: `${inner}.${quoteIdentifier(related.column(property).name)} = ${alias}.${quoteIdentifier(equals.name)}`,
    params: [],
  });
  const where = whereClause(related, inner, [link, ...conditions]);
  return {
    sql: `EXISTS (SELECT 1 FROM ${quoteIdentifier(related.table)} ${inner}${where.sql})`,
    params: where.params,
  };
}

/** The conditions of a `Where` object. */
export function whereConditions(where: Readonly<Record<string, unknown>>): Condition[] {
  return Object.entries(where)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) =>
      Array.isArray(value) ? isOneOf(property, value) : is(property, value),
    );
}

/** All conditions together, with the leading WHERE; empty without any. */
export function whereClause(
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

/** Longest list that goes into one statement: beyond it MariaDB turns IN into a join with a table. */
export const MAX_LIST_LENGTH = 512;

/** Repeats the last value up to the next power of two, so that few statement texts serve all lists. */
export function padToPowerOfTwo<T>(values: readonly T[]): T[] {
  const full = [...values];
  const last = full[full.length - 1];
  if (last === undefined) return full;
  const length = 2 ** Math.ceil(Math.log2(full.length));
  while (full.length < length) full.push(last);
  return full;
}

const placeholderCache: string[] = [];

/** `?, ?, ?` */
export function placeholders(count: number): string {
  return (placeholderCache[count] ??= Array<string>(count).fill('?').join(', '));
}

/** The texts of a statement by the length of its list, each made once: drivers know statements by text. */
export function cacheTextsByLength(text: (marks: string) => string): (length: number) => string {
  const texts: string[] = [];
  return (length) => (texts[length] ??= text(placeholders(length)));
}

/** Cuts a list into lists of at most `size`. */
export function chunks<T>(values: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.slice(at, at + size));
  return parts;
}
