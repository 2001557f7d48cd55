/**
 * Turns the statements that the service ran for some requests that change something into a plan by which the
 * baseline runs the same ones for any other request: it finds out where each parameter comes from.
 */
import { isServiceStatement, type Recorded } from './recording';
import { withUniqueNames, toTableName } from './replay';

/** Where a value stood: the request's own come first, then what each statement found or inserted. */
export interface ValueLocation {
  readonly from: number;
  readonly row: number;
  readonly column: number;
}

/** A parameter: always the same, new each time, or made of what is known already. */
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
  /** Statements of one step ran at the same time. */
  readonly step: number;
  /** In the transaction; the others come after it, and what they find is answered. */
  readonly isInside: boolean;
  /** Whether a later statement needs something of its rows: then they come as values, else as objects. */
  readonly isSource: boolean;
  readonly table: string;
}

export interface WritePlan {
  readonly begin: string;
  readonly statements: readonly WriteStatement[];
}

/** What the service ran for one request. */
export interface RequestSample {
  /** The values of the request: the id, then those of its body. */
  readonly asked: readonly unknown[];
  readonly recorded: readonly Recorded[];
}

const BEGIN = /^(?:BEGIN IMMEDIATE|START TRANSACTION)$/;
/** The words that a record is found by: nothing but the service can say which they are. */
const SEARCHED = /^(?:INSERT INTO|DELETE FROM) `search_/;

type Statement = Recorded & { readonly isInside: boolean };

interface SampleRun {
  readonly asked: readonly unknown[];
  readonly statements: readonly Statement[];
}

/**
 * The plan of those samples that ran the same statements; few others may be among them, that set up a session
 * or met something that the service did by itself.
 * @throws Error when that is not most of them, or when nothing says where a parameter comes from
 */
export function toWritePlan(samples: readonly RequestSample[]): WritePlan {
  const runs = selectUniform(samples);
  const [first] = runs as [SampleRun];
  const begin = samples[0]?.recorded.find(({ sql }) => BEGIN.test(sql))?.sql ?? '';
  const params = first.statements.map((statement, at) =>
    statement.params.map((_, number) => toSource(runs, at, number)),
  );
  const needed = new Set(params.flat().flatMap((one) => ('of' in one ? [one.of.from] : [])));
  const statements = first.statements.map(({ sql, step, isInside }, at) => ({
    sql: needed.has(at + 1) ? sql : withUniqueNames(sql),
    ...{
      params: params[at]!,
      step,
      isInside,
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
  const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length);
  if (most.length <= samples.length / 2 || most[0]?.statements.length === 0)
    throw new Error(`Of ${samples.length} requests only ${most.length} ran the same statements`);
  return most;
}

/**
 * The statements of the transaction, then the SELECTs outside of it. Of those some ran at the same time and were
 * recorded as they came: here they get one order, behind the one that they hang on.
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
  throw new Error(`Nothing says where ${JSON.stringify(values)} come from: ${sql}`);
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(value);
}

/** With a space in front, as documents have it that wait for their number. */
function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^ [0-9a-f-]{36}$/.test(value);
}

/** Looks for the values among what was known by then; the same ones first, then such that are made of it. */
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

/** The number after the known one, or a text with the known value in it. */
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
