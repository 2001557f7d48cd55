import { Injectable } from '@nestjs/common';
import {
  chunks,
  type Condition,
  LONGEST_LIST,
  padded,
  placeholders,
  type Where,
  whereClause,
  whereConditions,
} from './conditions';
import { Database } from './database';
import type { SqlValue } from './kinds';
import type { ColumnModel, Entity, EntityModel } from './model';
import { quote } from './names';

/** A change relative to the stored value; see `plus`. */
class Increment {
  constructor(readonly by: number) {}
}

/** In a patch: adds to the stored value (negative: takes away) instead of setting it. */
export function plus(by: number): Increment {
  return new Increment(by);
}

export type Patch<E> = { readonly [P in keyof E]?: E[P] | Increment };

/** Which records: an id, property values, or conditions. */
export type Target<E> = number | Where<E> | readonly Condition[];

/** Single and bulk writes inside a unit of work. What breaks a constraint throws ConstraintViolation. */
@Injectable()
export class Writer {
  constructor(private readonly database: Database) {}

  /**
   * Inserts rows in multi-row statements. Columns that a row doesn't name take the declared default,
   * else NULL. Rows either all carry an id or all take one from the database.
   * @returns the ids, in the order of the rows
   */
  async insert<E>(entity: Entity<E>, rows: readonly Partial<E>[]): Promise<number[]> {
    if (rows.length === 0) return [];
    const model = this.database.models.of(entity);
    const records = rows as readonly Readonly<Record<string, unknown>>[];
    const columns = insertedColumns(model, records);
    const values = records.map((row) => columns.map((column) => inserted(column, row)));
    const hasIds = columns.some((column) => column.property === 'id');
    const key = !hasIds && model.columns.has('id') ? 'id' : undefined;
    const ids = await this.database.write((transaction) =>
      transaction.insert({
        table: model.table,
        columns: columns.map(({ name }) => name),
        rows: values,
        ...(key !== undefined && { key }),
      }),
    );
    return hasIds ? records.map(({ id }) => Number(id)) : ids;
  }

  /** Changes the properties named in `patch` (undefined: not named). @returns the number of records found */
  async update<E>(entity: Entity<E>, target: Target<E>, patch: Patch<E>): Promise<number> {
    const model = this.database.models.of(entity);
    const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
    const where = targetClause(model, target);
    if (changes.length === 0) return this.count(model, where);
    const assignments = changes.map(([property, value]) =>
      assignment(model.column(property), value),
    );
    const list = assignments.map(({ sql }) => sql).join(', ');
    return this.database.change(`UPDATE ${quote(model.table)} SET ${list}${where.sql}`, [
      ...assignments.map(({ value }) => value),
      ...where.params,
    ]);
  }

  /**
   * Adds an amount of its own to a property of each of some records; one statement for some hundred of them.
   * @param amounts by the records' ids; negative: takes away
   * @returns the number of records found
   */
  async add<E, P extends keyof E & string>(
    entity: Entity<E>,
    property: P,
    amounts: ReadonlyMap<number, number>,
  ): Promise<number> {
    const model = this.database.models.of(entity);
    const name = quote(model.column(property).name);
    const id = quote(model.key.name);
    let found = 0;
    for (const part of chunks([...amounts], LONGEST_LIST)) {
      const pairs = padded(part);
      const cases = 'WHEN ? THEN ? '.repeat(pairs.length);
      const sql =
        `UPDATE ${quote(model.table)} SET ${name} = ${name} + CASE ${id} ${cases}END ` +
        `WHERE ${id} IN (${placeholders(pairs.length)})`;
      found += await this.database.change(sql, [...pairs.flat(), ...pairs.map(([key]) => key)]);
    }
    return found;
  }

  /** @returns the number of records removed */
  async remove<E>(entity: Entity<E>, target: Target<E>): Promise<number> {
    const model = this.database.models.of(entity);
    const where = targetClause(model, target);
    return this.database.change(`DELETE FROM ${quote(model.table)}${where.sql}`, where.params);
  }

  private async count(
    model: EntityModel,
    where: { sql: string; params: readonly SqlValue[] },
  ): Promise<number> {
    const [row] = await this.database.all<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${quote(model.table)}${where.sql}`,
      where.params,
    );
    return row?.n ?? 0;
  }
}

function insertedColumns(
  model: EntityModel,
  rows: readonly Readonly<Record<string, unknown>>[],
): ColumnModel[] {
  const named = new Set<string>();
  let known: readonly string[] = [];
  for (const row of rows) {
    const names = Object.keys(row);
    // Most rows name what the one before them names.
    if (names.length === known.length && names.every((name, at) => name === known[at])) continue;
    for (const name of names) named.add(name);
    known = names;
  }
  for (const property of named) {
    // A relation that a loaded object still carries is not a column; anything else is a mistake.
    if (!model.columns.has(property))
      throw new Error(`${model.entity.name} has no column ${property}`);
  }
  return [...model.columns.values()].filter(
    ({ property, default: value }) => value !== undefined || named.has(property),
  );
}

function inserted(column: ColumnModel, row: Readonly<Record<string, unknown>>): SqlValue {
  const value = row[column.property] === undefined ? column.default : row[column.property];
  return stored(column, value ?? null);
}

function stored({ kind, nullable, property }: ColumnModel, value: unknown): SqlValue {
  if (value !== null) return kind.write(value);
  if (!nullable) throw new TypeError(`${property} can't be null`);
  return null;
}

function assignment(column: ColumnModel, value: unknown): { sql: string; value: SqlValue } {
  const name = quote(column.name);
  if (value instanceof Increment) return { sql: `${name} = ${name} + ?`, value: value.by };
  return { sql: `${name} = ?`, value: stored(column, value) };
}

/** Tables without an alias: MySQL's UPDATE and DELETE take none in the same place as SQLite's. */
function targetClause<E>(
  model: EntityModel,
  target: Target<E>,
): { sql: string; params: readonly SqlValue[] } {
  const conditions = targetConditions(target);
  if (conditions.length === 0) throw new Error(`Refused: all of ${model.table} (give a condition)`);
  return whereClause(model, quote(model.table), conditions);
}

function targetConditions<E>(target: Target<E>): readonly Condition[] {
  if (typeof target === 'number') return whereConditions({ id: target });
  return isConditions(target) ? target : whereConditions(target);
}

function isConditions<E>(target: Where<E> | readonly Condition[]): target is readonly Condition[] {
  return Array.isArray(target);
}
