/**
 * Turns the statements that the service ran for one request into a plan by which the baseline runs the
 * same ones for any other id: it finds out where each parameter comes from.
 */
import type { Recorded } from './recording';

/** A parameter: always the same value, or the id that is asked for. */
export type Slot = { readonly value: unknown } | { readonly id: true };

/** A list of keys: the values of a column of an earlier statement's rows. */
export interface Keys {
  readonly from: number;
  readonly column: string;
}

export interface PlannedStatement {
  /** With every selected column under a name of its own; a list of keys has a single `?`. */
  readonly sql: string;
  /** The table that it reads. */
  readonly table: string;
  readonly isCount: boolean;
  readonly params: readonly Slot[] | Keys;
  /** The column that the list of keys is held against. */
  readonly keyColumn?: string;
}

/** Statements by step; those of a step run at the same time. The first one reads the records. */
export interface Plan {
  readonly statements: readonly PlannedStatement[];
  readonly steps: readonly (readonly number[])[];
  /** Records in the answer at most; the service reads one more, to see whether there is a next page. */
  readonly most: number;
}

/**
 * @param recorded the SELECTs of one request, in order
 * @param id the id that it asked for, if any
 */
export function planOf(recorded: readonly Recorded[], id: number | undefined, most: number): Plan {
  const statements: PlannedStatement[] = [];
  const steps = new Map<number, number[]>();
  for (const [index, { sql, params, step }] of recorded.entries()) {
    const origin = originOf(params, id, recorded.slice(0, index), most);
    const keyColumn = /WHERE t\.`(\w+)` IN \(/.exec(sql)?.[1];
    statements.push({
      sql: named(isKeys(origin) ? sql.replace(LIST, 'IN (?)') : sql),
      table: /FROM (?:\(.*\) p CROSS JOIN )?`(\w+)`/.exec(sql)?.[1] ?? 'rows',
      isCount: sql.startsWith('SELECT COUNT(*)'),
      params: origin,
      ...(isKeys(origin) && keyColumn !== undefined ? { keyColumn } : {}),
    });
    steps.set(step, [...(steps.get(step) ?? []), index]);
  }
  return { statements, steps: [...steps.values()], most };
}

/** A list of placeholders behind IN. */
export const LIST = /IN \((?:\?, )*\?\)/;

export function isKeys(params: PlannedStatement['params']): params is Keys {
  return 'from' in params;
}

/** Distinct values, filled up with the last one to a power of two, as the service does. */
export function padded(values: readonly unknown[]): unknown[] {
  const full = [...new Set(values)].filter((value) => value !== null);
  const length = full.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(full.length));
  return [...full, ...Array<unknown>(length - full.length).fill(full.at(-1))];
}

/**
 * The plan of a case out of several recordings of it. A request whose record lacks some part may skip a
 * statement, so the longest plan counts; the others must not hold anything else.
 */
export function commonPlan(plans: readonly Plan[]): Plan {
  const longest = plans.reduce((a, b) => (b.statements.length > a.statements.length ? b : a));
  const known = new Set(longest.statements.map((statement) => JSON.stringify(statement)));
  for (const { statements } of plans) {
    const odd = statements.find((statement) => !known.has(JSON.stringify(statement)));
    if (odd) throw new Error(`Not the same statements for every id: ${JSON.stringify(odd)}`);
  }
  return longest;
}

function originOf(
  params: readonly unknown[],
  id: number | undefined,
  earlier: readonly Recorded[],
  most: number,
): readonly Slot[] | Keys {
  const hasList = params.length > 0 && params.every((value) => typeof value === 'number');
  if (hasList && !params.every((value) => value === id)) {
    const keys = keysIn(params, earlier, most);
    if (keys) return keys;
  }
  return params.map((value) => (value === id ? { id: true } : { value }));
}

function keysIn(
  params: readonly unknown[],
  earlier: readonly Recorded[],
  most: number,
): Keys | undefined {
  const wanted = JSON.stringify(params);
  for (const [from, { sql, rows = [] }] of earlier.entries()) {
    for (const [at, column] of columnsOf(sql).entries()) {
      const values = rows.slice(0, from === 0 ? most : undefined).map((row) => row[at]);
      if (JSON.stringify(padded(values)) === wanted) return { from, column };
    }
  }
  return undefined;
}

/** The names under which `named` selects the columns. */
function columnsOf(sql: string): string[] {
  return selectList(sql)
    .split(', ')
    .map((item) => {
      const [, alias, column] = /^(\w+)\.`(\w+)`$/.exec(item) ?? [];
      return alias === undefined || alias === 't' ? (column ?? item) : `${alias}_${column}`;
    });
}

/** Rows as objects lose all but the last of several columns of one name: joined ones get their own. */
function named(sql: string): string {
  const list = selectList(sql);
  const own = list.replace(
    /\b(j\d+)\.`(\w+)`/g,
    (column, alias, name) => `${column} AS ${alias}_${name}`,
  );
  return sql.replace(list, () => own);
}

function selectList(sql: string): string {
  return /^SELECT (.*?) FROM /.exec(sql)?.[1] ?? '';
}
