/**
 * Converts the recorded statements of some writing requests to a plan by which the baseline runs the same statements
 * for any other request. It finds out where each parameter comes from.
 */
import { isServiceStatement, type Recorded } from './recording';
import { withUniqueNames, toTableName } from './replay';

/** Where a value came from: the request's own values first, then those that each statement found or inserted. */
export interface ValueLocation {
  readonly from: number;
  readonly row: number;
  readonly column: number;
}

/** A parameter: a constant, a new value each time, or one derived from known values. */
export type ParameterSource =
  | { readonly value: unknown }
  | { readonly fresh: 'instant' | 'uuid' }
  | {
      readonly of: ValueLocation;
      readonly plus?: number;
      readonly around?: readonly [string, string];
    };

export interface WriteStatement {
  readonly sql: string;
  readonly params: readonly ParameterSource[];
  /** Statements of one step ran concurrently. */
  readonly step: number;
  /** Statements of the transaction. The others run after it. */
  readonly isInside: boolean;
  /** Whether its rows are part of the response: a SELECT after the last change of records. */
  readonly isResponse: boolean;
  /** Whether later statements need values of its rows, which are then arrays instead of objects. */
  readonly isSource: boolean;
  readonly table: string;
}

export interface WritePlan {
  readonly begin: string;
  readonly statements: readonly WriteStatement[];
}

/** The statements of the service for one request. */
export interface RequestSample {
  /** The values of the request: the id, then those of its body. */
  readonly asked: readonly unknown[];
  readonly recorded: readonly Recorded[];
}

const BEGIN = /^(?:BEGIN IMMEDIATE|START TRANSACTION)$/;
/** Search terms of a record, which only the service can compute. */
const SEARCHED = /^(?:INSERT INTO|DELETE FROM) `search_/;

/** A change of records, except of the journal, which is written at the end of the transaction. */
const CHANGE = /^(?:INSERT INTO|UPDATE|DELETE FROM) (?!`?journal_)/;

type Statement = Recorded & { readonly isInside: boolean };

interface SampleRun {
  readonly asked: readonly unknown[];
  readonly statements: readonly Statement[];
}

/**
 * Creates the plan of the samples that ran the same statements. A few others may differ, because they set up a session
 * or ran with the service's own work.
 * @throws Error if most of them differ, or if the origin of a parameter is unknown
 */
export function toWritePlan(samples: readonly RequestSample[]): WritePlan {
  const runs = selectUniform(samples);
  const [first] = runs as [SampleRun];
  const begin = samples[0]?.recorded.find(({ sql }) => BEGIN.test(sql))?.sql ?? '';
  const params = first.statements.map((statement, at) =>
    statement.params.map((_, number) => toSource(runs, at, number)),
  );
  const needed = new Set(params.flat().flatMap((one) => ('of' in one ? [one.of.from] : [])));
  const lastChange = first.statements.findLastIndex(({ sql }) => CHANGE.test(sql));
  const statements = first.statements.map(({ sql, step, isInside }, at) => ({
    sql: needed.has(at + 1) ? sql : withUniqueNames(sql),
    ...{
      params: params[at]!,
      step,
      isInside,
      isResponse: at > lastChange && sql.startsWith('SELECT'),
      isSource: needed.has(at + 1),
      table: toTableName(sql),
    },
  }));
  return { begin, statements };
}

function selectUniform(samples: readonly RequestSample[]): SampleRun[] {
  const groups = new Map<string, SampleRun[]>();
  for (const { asked, recorded } of samples) {
    const statements = toStatements(recorded);
    const key = JSON.stringify(statements.map(({ sql }) => sql));
    groups.set(key, [...(groups.get(key) ?? []), { asked, statements }]);
  }
  const [largest = []] = [...groups.values()].sort((one, other) => other.length - one.length);
  if (largest.length <= samples.length / 2 || largest[0]?.statements.length === 0)
    throw new Error(`Only ${largest.length} of ${samples.length} requests ran the same statements`);
  return largest;
}

/**
 * Sorts statements: those of the transaction, then the SELECTs after it. Concurrent SELECTs were recorded in arbitrary
 * order, so they are sorted after the statement on which they depend.
 */
function toStatements(recorded: readonly Recorded[]): Statement[] {
  const inside: Statement[] = [];
  const outside: Statement[] = [];
  let isInside = false;
  for (const one of recorded) {
    const { sql } = one;
    if (BEGIN.test(sql)) isInside = true;
    else if (sql === 'COMMIT') isInside = false;
    else if (isServiceStatement(one) || SEARCHED.test(sql)) continue;
    else if (isInside) inside.push({ ...one, isInside });
    else if (sql.startsWith('SELECT')) outside.push({ ...one, isInside });
  }
  const [first, ...others] = outside;
  others.sort((one, other) => (one.sql < other.sql ? -1 : 1));
  return [...inside, ...(first ? [first] : []), ...others];
}

function toSource(runs: readonly SampleRun[], at: number, number: number): ParameterSource {
  const values = runs.map(({ statements }) => statements[at]!.params[number]);
  if (values.every((value) => value === values[0])) return { value: values[0] };
  const found = findSource(runs, at, values);
  if (found) return found;
  if (values.every(isInstant)) return { fresh: 'instant' };
  if (values.every(isUuid)) return { fresh: 'uuid' };
  const { sql } = runs[0]!.statements[at]!;
  throw new Error(`The origin of ${JSON.stringify(values)} is unknown: ${sql}`);
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(value);
}

/** With a leading space, like numbers of documents that don't have their final number yet. */
function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^ [0-9a-f-]{36}$/.test(value);
}

/** Searches the known values: first for equal values, then for values from which it can be derived. */
function findSource(
  runs: readonly SampleRun[],
  at: number,
  values: readonly unknown[],
): ParameterSource | undefined {
  let made: ParameterSource | undefined;
  for (let from = 0; from <= at; from++) {
    const tables = runs.map((run) => rowsAt(run, from));
    for (const [row, cells] of tables[0]!.entries()) {
      for (const column of cells.keys()) {
        const known = tables.map((rows) => rows[row]?.[column]);
        const of = { from, row, column };
        if (isSame(known, values)) return { of };
        made ??= findDerivedSource(of, known, values);
      }
    }
  }
  return made;
}

function rowsAt({ asked, statements }: SampleRun, from: number): readonly (readonly unknown[])[] {
  return from === 0 ? [asked] : (statements[from - 1]!.rows ?? []);
}

function isSame(known: readonly unknown[], values: readonly unknown[]): boolean {
  return values.every((value, at) => value === known[at]);
}

/** The number after a known one, or a text that contains the known value. */
function findDerivedSource(
  of: ValueLocation,
  known: readonly unknown[],
  values: readonly unknown[],
): ParameterSource | undefined {
  if (values.every((value, at) => typeof value === 'number' && value - Number(known[at]) === 1))
    return { of, plus: 1 };
  const [text, part] = [values[0], String(known[0])];
  if (typeof text !== 'string' || part === '' || !text.includes(part)) return undefined;
  for (const start of [text.indexOf(part), text.lastIndexOf(part)]) {
    const [before, after] = [text.slice(0, start), text.slice(start + part.length)];
    const texts = known.map((one) => before + String(one) + after);
    if (isSame(texts, values)) return { of, around: [before, after] };
  }
  return undefined;
}
