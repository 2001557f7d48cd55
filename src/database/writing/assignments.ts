import { findUpdatedAtColumn, UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import type { SqlFragment } from '../queries/conditions';
import { isChange } from '../journal/change-recorder';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';

/** A change relative to the stored value; see `plus`. */
export class Increment {
  constructor(readonly by: number) {}
}

/** In a patch: adds to the stored value (negative: takes away; null counts as 0) instead of setting it. */
export function increment(by: number): Increment {
  return new Increment(by);
}

/** The value as the column holds it. */
export function toColumnValue({ kind, nullable, property }: ColumnModel, value: unknown): SqlValue {
  if (value !== null) return kind.write(value);
  if (!nullable) throw new TypeError(`${property} can't be null`);
  return null;
}

/** What an UPDATE sets a column to. */
export interface Assignment extends SqlFragment {
  readonly column: ColumnModel;
  /** Holds where the column has that value already; absent where it is another one in any case. */
  readonly unchangedCondition?: SqlFragment;
}

/** Sets a column to a value, or adds to it (`plus`). */
export function toAssignment(column: ColumnModel, value: unknown): Assignment {
  const name = quoteIdentifier(column.name);
  if (value instanceof Increment) {
    const before = column.nullable ? `COALESCE(${name}, 0)` : name;
    return { column, sql: `${name} = ${before} + ?`, params: [value.by] };
  }
  const raw = toColumnValue(column, value);
  return {
    column,
    sql: `${name} = ?`,
    params: [raw],
    unchangedCondition: equalsValue(column, raw),
  };
}

/** Holds where a column has a value. An instant that was answered and is sent back has lost its fraction of a second. */
function equalsValue({ name: column, kind }: ColumnModel, value: SqlValue): SqlFragment {
  const name = quoteIdentifier(column);
  if (value === null) return { sql: `${name} IS NULL`, params: [] };
  const [, second] = kind.name === 'instant' ? (/^(.*)\.000$/.exec(String(value)) ?? []) : [];
  if (second === undefined) return { sql: `${name} = ?`, params: [value] };
  return { sql: `${name} BETWEEN ? AND ?`, params: [value, `${second}.999`] };
}

/** Holds where all columns have what they are set to already; undefined where that can't be, or nobody can tell. */
export function allUnchanged(assignments: readonly Assignment[]): SqlFragment | undefined {
  const same = assignments.flatMap((one) => one.unchangedCondition ?? []);
  if (same.length < assignments.length) return undefined;
  return {
    sql: same.map(({ sql }) => sql).join(' AND '),
    params: same.flatMap(({ params }) => params),
  };
}

/**
 * What gives a record the time of its change, unless all that is set stays as it is. It has to stand first: MySQL's
 * assignments see what those before them have set.
 */
export function updatedAtAssignment(
  model: EntityModel,
  assignments: readonly Assignment[],
  now: Date | undefined,
): SqlFragment | undefined {
  const { journal } = model;
  const column = findUpdatedAtColumn(model);
  const properties = assignments.map((one) => one.column.property);
  if (!column || !now || properties.includes(UPDATED_AT_PROPERTY)) return undefined;
  if (journal?.is === 'record' && !isChange(journal, properties)) return undefined;
  const name = quoteIdentifier(column.name);
  const time = toColumnValue(column, now);
  const same = allUnchanged(assignments);
  if (!same) return { sql: `${name} = ?`, params: [time] };
  return {
    sql: `${name} = CASE WHEN ${same.sql} THEN ${name} ELSE ? END`,
    params: [...same.params, time],
  };
}
