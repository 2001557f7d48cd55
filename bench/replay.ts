/**
 * Turns the statements that the service ran for one request into a plan by which the baseline runs the
 * same ones for any other id: it finds out where each parameter comes from.
 */
import type { Recorded } from './recording';

/** A parameter: always the same value, the id that is asked for, or a list of keys. */
export type Slot = { readonly value: unknown } | { readonly id: true } | Keys;

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
  readonly params: readonly Slot[];
  /** The column that a list of the first statement's keys is held against. */
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
export function toPlan(recorded: readonly Recorded[], id: number | undefined, most: number): Plan {
  const statements: PlannedStatement[] = [];
  const steps = new Map<number, number[]>();
  const ordered = mergeChunks(sortStatements(recorded), most);
  for (const [index, { sql, params, step }] of ordered.entries()) {
    const slots = toSlots(sql, params, id, ordered.slice(0, index), most);
    const keys = slots.find(isKeys);
    const keyColumn = keys?.from === 0 ? /t\.`(\w+)` IN \(/.exec(sql)?.[1] : undefined;
    statements.push({
      sql: withUniqueNames(keys ? sql.replace(LIST_PATTERN, 'IN (?)') : sql),
      table: toTableName(sql),
      isCount: isCount(sql),
      params: slots,
      ...(keyColumn === undefined ? {} : { keyColumn }),
    });
    steps.set(step, [...(steps.get(step) ?? []), index]);
  }
  return { statements, steps: [...steps.values()], most };
}

/** The table that a SELECT reads. */
export function toTableName(sql: string): string {
  return /FROM (?:\(.*\) p CROSS JOIN )?`(\w+)`/.exec(sql)?.[1] ?? 'rows';
}

/**
 * Statements that ran at the same time were recorded as they came: here they get one order, the one that looks for
 * records by id first, counts last.
 */
function sortStatements(recorded: readonly Recorded[]): Recorded[] {
  return [...recorded].sort(
    (one, other) =>
      one.step - other.step ||
      Number(BY_ID.test(other.sql)) - Number(BY_ID.test(one.sql)) ||
      Number(isCount(one.sql)) - Number(isCount(other.sql)) ||
      (one.sql < other.sql ? -1 : 1),
  );
}

/**
 * The service reads a large page in pieces, each by its part of the keys: the baseline reads all of it by one statement.
 */
function mergeChunks(ordered: readonly Recorded[], most: number): Recorded[] {
  const whole: Recorded[] = [];
  for (const one of ordered) {
    const pieces = ordered.filter((other) => toShape(other) === toShape(one));
    const joined = pieces.length > 1 ? mergeStatements(pieces) : one;
    const areKeys = ({ sql, params }: Recorded): boolean =>
      toSlots(sql, params, undefined, whole, most).some(isKeys);
    if (joined === one || pieces.some(areKeys) || !areKeys(joined)) whole.push(one);
    else if (one === pieces[0]) whole.push(joined);
  }
  return whole;
}

/** What statements have in common that differ only by their list. */
function toShape({ sql, params }: Recorded): string {
  const [start, end] = findList(sql);
  return JSON.stringify([
    sql.replace(LIST_PATTERN, 'IN (?)'),
    params.slice(0, start),
    params.slice(end),
  ]);
}

function mergeStatements(pieces: readonly Recorded[]): Recorded {
  const [first] = pieces as [Recorded];
  const [start, end] = findList(first.sql);
  const keys = padValues(pieces.flatMap(({ sql, params }) => params.slice(...findList(sql))));
  return {
    ...first,
    sql: first.sql.replace(LIST_PATTERN, `IN (${keys.map(() => '?').join(', ')})`),
    params: [...first.params.slice(0, start), ...keys, ...first.params.slice(end)],
    rows: pieces.flatMap(({ rows = [] }) => rows),
  };
}

const BY_ID = /WHERE t\.`id` (?:=|IN)/;

function isCount(sql: string): boolean {
  return sql.startsWith('SELECT COUNT(*)');
}

/** A list of placeholders behind IN. */
export const LIST_PATTERN = /IN \((?:\?, )*\?\)/;

export function isKeys(slot: Slot): slot is Keys {
  return 'from' in slot;
}

/** Distinct values, filled up with the last one to a power of two, as the service does. */
export function padValues(values: readonly unknown[]): unknown[] {
  const full = [...new Set(values)].filter((value) => value !== null);
  const length = full.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(full.length));
  return [...full, ...Array<unknown>(length - full.length).fill(full.at(-1))];
}

/**
 * The plan of a case out of several recordings of it. A request whose record lacks some part may skip a
 * statement, so the longest plan counts; the others must not hold anything else.
 */
export function toCommonPlan(plans: readonly Plan[]): Plan {
  const longest = plans.reduce((a, b) => (b.statements.length > a.statements.length ? b : a));
  const known = new Set(longest.statements.map((statement) => JSON.stringify(statement)));
  for (const { statements } of plans) {
    const odd = statements.find((statement) => !known.has(JSON.stringify(statement)));
    if (odd) throw new Error(`Not the same statements for every id: ${JSON.stringify(odd)}`);
  }
  return longest;
}

function toSlots(
  sql: string,
  params: readonly unknown[],
  id: number | undefined,
  earlier: readonly Recorded[],
  most: number,
): Slot[] {
  const plain = (values: readonly unknown[]): Slot[] =>
    values.map((value) => (value === id ? { id: true } : { value }));
  const [start, end] = findList(sql);
  if (start === end) return plain(params);
  const listed = params.slice(start, end);
  const keys = listed.every((value) => value === id) ? undefined : findKeys(listed, earlier, most);
  if (!keys) return plain(params);
  return [...plain(params.slice(0, start)), keys, ...plain(params.slice(end))];
}

/** The parameters of a statement's list, from the first to behind the last; empty where it has none. */
function findList(sql: string): [start: number, end: number] {
  const list = LIST_PATTERN.exec(sql);
  if (!list) return [0, 0];
  const start = countPlaceholders(sql.slice(0, list.index));
  return [start, start + countPlaceholders(list[0])];
}

function countPlaceholders(sql: string): number {
  return sql.split('?').length - 1;
}

function findKeys(
  params: readonly unknown[],
  earlier: readonly Recorded[],
  most: number,
): Keys | undefined {
  const wanted = JSON.stringify(params);
  for (const [from, { sql, rows = [] }] of earlier.entries()) {
    for (const [at, column] of listColumns(sql).entries()) {
      const values = rows.slice(0, from === 0 ? most : undefined).map((row) => row[at]);
      if (JSON.stringify(padValues(values)) === wanted) return { from, column };
    }
  }
  return undefined;
}

/** The names under which `named` selects the columns. */
function listColumns(sql: string): string[] {
  return selectList(sql)
    .split(', ')
    .map((item) => {
      const [, alias, column] = /^(\w+)\.`(\w+)`$/.exec(item) ?? [];
      return alias === undefined || alias === 't' ? (column ?? item) : `${alias}_${column}`;
    });
}

/** Rows as objects lose all but the last of several columns of one name: joined ones get their own. */
export function withUniqueNames(sql: string): string {
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
