/**
 * Converts the recorded statements of one request to a plan by which the baseline runs the same statements for any
 * other id. It finds out where each parameter comes from.
 */
import type { Recorded } from './recording';

/** A parameter: a constant, the requested id, or a list of keys. */
export type Slot = { readonly value: unknown } | { readonly id: true } | Keys;

/** A list of keys: the values of a column of an earlier statement's rows. */
export interface Keys {
  readonly from: number;
  readonly column: string;
}

export interface PlannedStatement {
  /** Every selected column has its own name; a list of keys is a single `?`. */
  readonly sql: string;
  /** The table that it reads. */
  readonly table: string;
  readonly isCount: boolean;
  readonly params: readonly Slot[];
  /** The column that is compared with a list of the first statement's keys. */
  readonly keyColumn?: string;
}

/** Statements by step; those of a step run concurrently. The first one reads the records. */
export interface Plan {
  readonly statements: readonly PlannedStatement[];
  readonly steps: readonly (readonly number[])[];
  /**
   * Maximum number of records in the response. The service reads one more, to find out whether there is a next page.
   */
  readonly limit: number;
}

/**
 * Creates a plan.
 * @param recorded the SELECTs of one request, in order
 * @param id the requested id, if any
 */
export function toPlan(recorded: readonly Recorded[], id: number | undefined, limit: number): Plan {
  const statements: PlannedStatement[] = [];
  const steps = new Map<number, number[]>();
  const ordered = mergeChunks(sortStatements(recorded), limit);
  for (const [index, { sql, params, step }] of ordered.entries()) {
    const slots = toSlots(sql, params, id, ordered.slice(0, index), limit);
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
  return { statements, steps: [...steps.values()], limit };
}

/** Returns the table that a SELECT reads. */
export function toTableName(sql: string): string {
  return /FROM (?:\(.*\) p CROSS JOIN )?`(\w+)`/.exec(sql)?.[1] ?? 'rows';
}

/**
 * Sorts statements, because concurrent ones were recorded in arbitrary order. The one that selects records by id comes
 * first, counts come last. The chunks of a statement come in the order of their keys.
 */
function sortStatements(recorded: readonly Recorded[]): Recorded[] {
  return [...recorded].sort(
    (one, other) =>
      one.step - other.step ||
      Number(BY_ID.test(other.sql)) - Number(BY_ID.test(one.sql)) ||
      Number(isCount(one.sql)) - Number(isCount(other.sql)) ||
      compareTexts(withoutKeys(one.sql), withoutKeys(other.sql)) ||
      getFirstKey(one) - getFirstKey(other),
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Returns the first value of a statement's list; 0 if it isn't a number. */
function getFirstKey({ sql, params }: Recorded): number {
  const [start] = findList(sql);
  return Number(params[start]) || 0;
}

/** Returns the text of a statement with a list of one key. */
function withoutKeys(sql: string): string {
  return sql.replace(LIST_PATTERN, 'IN (?)');
}

/** Merges chunks. The service reads a large page in chunks of keys, the baseline with a single statement. */
function mergeChunks(ordered: readonly Recorded[], limit: number): Recorded[] {
  const whole: Recorded[] = [];
  for (const one of ordered) {
    const pieces = ordered.filter((other) => toShape(other) === toShape(one));
    const joined = pieces.length > 1 ? mergeStatements(pieces) : one;
    const areKeys = ({ sql, params }: Recorded): boolean =>
      toSlots(sql, params, undefined, whole, limit).some(isKeys);
    if (joined === one || pieces.some(areKeys) || !areKeys(joined)) whole.push(one);
    else if (one === pieces[0]) whole.push(joined);
  }
  return whole;
}

/** Returns the text that statements share if they differ only in the length of their list. */
function toShape({ sql, params }: Recorded): string {
  const [start, end] = findList(sql);
  return JSON.stringify([withoutKeys(sql), params.slice(0, start), params.slice(end)]);
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

/** A list of placeholders after IN. */
export const LIST_PATTERN = /IN \((?:\?, )*\?\)/;

export function isKeys(slot: Slot): slot is Keys {
  return 'from' in slot;
}

/** Returns distinct values, padded with the last one to a power of two, like the service does. */
export function padValues(values: readonly unknown[]): unknown[] {
  const full = [...new Set(values)].filter((value) => value !== null);
  const length = full.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(full.length));
  return [...full, ...Array<unknown>(length - full.length).fill(full.at(-1))];
}

/**
 * Combines several recordings of a case to one plan. A request may skip statements if its record lacks some part, so
 * the longest plan is used. The others must not contain any other statement.
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
  limit: number,
): Slot[] {
  const plain = (values: readonly unknown[]): Slot[] =>
    values.map((value) => (value === id ? { id: true } : { value }));
  const [start, end] = findList(sql);
  if (start === end) return plain(params);
  const listed = params.slice(start, end);
  const keys = listed.every((value) => value === id) ? undefined : findKeys(listed, earlier, limit);
  if (!keys) return plain(params);
  return [...plain(params.slice(0, start)), keys, ...plain(params.slice(end))];
}

/** Returns the parameters of a statement's list; empty if it has none. */
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
  limit: number,
): Keys | undefined {
  const wanted = JSON.stringify(params);
  for (const [from, { sql, rows = [] }] of earlier.entries()) {
    for (const [at, column] of listColumns(sql).entries()) {
      const values = rows.slice(0, from === 0 ? limit : undefined).map((row) => row[at]);
      if (JSON.stringify(padValues(values)) === wanted) return { from, column };
    }
  }
  return undefined;
}

/** Names for columns, as `named` selects them. */
function listColumns(sql: string): string[] {
  return selectList(sql)
    .split(', ')
    .map((item) => {
      const [, alias, column] = /^(\w+)\.`(\w+)`$/.exec(item) ?? [];
      return alias === undefined || alias === 't' ? (column ?? item) : `${alias}_${column}`;
    });
}

/** Gives every column its own name, because row objects keep only the last of several columns with the same name. */
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
