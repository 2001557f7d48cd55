import { findUpdatedAtColumn, UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import type { SqlFragment } from '../queries/conditions';
import { countsAsChange } from '../journal/journal-declaration';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';

/** A change relative to the stored value; see `increment`. */
export class Increment {
  constructor(readonly amount: number) {}
}

/** In a patch: adds to the stored value instead of setting it; a negative number subtracts, null counts as 0. */
export function increment(amount: number): Increment {
  return new Increment(amount);
}

/** Returns a value in the format of the column. */
export function toColumnValue({ kind, nullable, property }: ColumnModel, value: unknown): SqlValue {
  if (value !== null) return kind.toDatabase(value);
  if (!nullable) throw new TypeError(`${property} can't be null`);
  return null;
}

/** SQL that sets a column in an UPDATE. */
export interface Assignment extends SqlFragment {
  readonly column: ColumnModel;
  /** SQL that is true if the column already has the value; absent if it is known to change. */
  readonly unchangedCondition?: SqlFragment;
}

/** Returns SQL that sets a column to a value, or adds to it (`increment`). */
export function toAssignment(column: ColumnModel, value: unknown): Assignment {
  const name = quoteIdentifier(column.name);
  if (value instanceof Increment) {
    const storedValue = column.nullable ? `COALESCE(${name}, 0)` : name;
    return { column, sql: `${name} = ${storedValue} + ?`, params: [value.amount] };
  }
  const sqlValue = toColumnValue(column, value);
  return {
    column,
    sql: `${name} = ?`,
    params: [sqlValue],
    unchangedCondition: toEqualityCondition(column, sqlValue),
  };
}

/**
 * Returns SQL that is true if a column has a value. An instant in whole seconds equals all instants of its second,
 * because responses contain instants without the fraction.
 */
function toEqualityCondition({ name: column, kind }: ColumnModel, value: SqlValue): SqlFragment {
  const name = quoteIdentifier(column);
  if (value === null) return { sql: `${name} IS NULL`, params: [] };
  const [, instantToSecond] =
    kind.name === 'instant' ? (/^(.*)\.000$/.exec(String(value)) ?? []) : [];
  if (instantToSecond === undefined) return { sql: `${name} = ?`, params: [value] };
  return { sql: `${name} BETWEEN ? AND ?`, params: [value, `${instantToSecond}.999`] };
}

/** Returns SQL that is true if all columns already have their new values; undefined if one is known to change. */
export function toUnchangedCondition(
  assignments: readonly Pick<Assignment, 'unchangedCondition'>[],
): SqlFragment | undefined {
  const unchanged = assignments.flatMap((assignment) => assignment.unchangedCondition ?? []);
  if (unchanged.length < assignments.length) return undefined;
  return {
    sql: unchanged.map(({ sql }) => sql).join(' AND '),
    params: unchanged.flatMap(({ params }) => params),
  };
}

/**
 * Returns SQL that sets the time of a record's change, unless all values stay the same. It must be the first
 * assignment: in MySQL, assignments see the results of those before them.
 */
export function toUpdatedAtAssignment(
  model: EntityModel,
  assignments: readonly Assignment[],
  now: Date | undefined,
): SqlFragment | undefined {
  const { journal } = model;
  const column = findUpdatedAtColumn(model);
  const properties = assignments.map((assignment) => assignment.column.property);
  if (!column || !now || properties.includes(UPDATED_AT_PROPERTY)) return undefined;
  if (journal?.type === 'record' && !countsAsChange(journal, properties)) return undefined;
  const name = quoteIdentifier(column.name);
  const time = toColumnValue(column, now);
  const unchanged = toUnchangedCondition(assignments);
  if (!unchanged) return { sql: `${name} = ?`, params: [time] };
  return {
    sql: `${name} = CASE WHEN ${unchanged.sql} THEN ${name} ELSE ? END`,
    params: [...unchanged.params, time],
  };
}
