import { Injectable } from '@nestjs/common';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import {
  toAssignment,
  updatedAtAssignment,
  type Increment,
  allUnchanged,
  toColumnValue,
} from './assignments';
import { findUpdatedAtColumn, UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import { markTimestamped } from './touch-records';
import {
  chunks,
  type Condition,
  isOneOf,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  placeholders,
  type Where,
  whereClause,
  whereConditions,
} from '../queries/conditions';
import { Database } from '../database';
import { ChangeRecorder } from '../journal/change-recorder';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityClass, EntityModel } from '../schema/model';
import { quoteIdentifier } from '../schema/sql-names';
import { lockIds, lockRows } from './row-locks';

/** Rows that are made ready without a look at the time. */
const ROWS_PER_YIELD = 200;

export type Patch<E> = { readonly [P in keyof E]?: E[P] | Increment };

/** Which records: an id, property values, or conditions. */
export type WriteTarget<E> = number | Where<E> | readonly Condition[];

/** Single and bulk writes inside a unit of work. What breaks a constraint throws ConstraintViolation. */
@Injectable()
export class Writer {
  private readonly recorder: ChangeRecorder;

  constructor(private readonly database: Database) {
    this.recorder = new ChangeRecorder(database);
  }

  /**
   * Inserts rows in multi-row statements. Columns that a row doesn't name take the declared default,
   * else NULL. Rows either all carry an id or all take one from the database.
   * @returns the ids, in the order of the rows
   */
  async insert<E>(entity: EntityClass<E>, rows: readonly Partial<E>[]): Promise<number[]> {
    if (rows.length === 0) return [];
    const model = this.database.models.get(entity);
    const records = rows as readonly Readonly<Record<string, unknown>>[];
    const columns = insertedColumns(model, records);
    const values = await toStoredRows(columns, records, this.database.unit?.now);
    const hasIds = columns.some((column) => column.property === 'id');
    const key = !hasIds && model.columns.has('id') ? 'id' : undefined;
    const ids = await this.database.write((transaction) =>
      transaction.insert({
        table: model.table,
        columns: columns.map(({ name }) => name),
        rows: values,
        ...(key !== undefined && { generatedKey: key }),
      }),
    );
    const keys = hasIds ? records.map(({ id }) => Number(id)) : ids;
    await this.recorder.afterInsert(model, records, keys);
    return keys;
  }

  /** Changes the properties named in `patch` (undefined: not named). @returns the number of records found */
  async update<E>(
    entity: EntityClass<E>,
    target: WriteTarget<E>,
    patch: Patch<E>,
  ): Promise<number> {
    const model = this.database.models.get(entity);
    const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
    const conditions = targetConditions(target);
    const where = targetClause(model, conditions);
    if (changes.length === 0) return this.count(model, where);
    const properties = changes.map(([property]) => property);
    const assignments = changes.map(([property, value]) =>
      toAssignment(model.column(property), value),
    );
    const { unit } = this.database;
    const dated = updatedAtAssignment(model, assignments, unit?.now);
    const { targets, afterWrite } = await this.recorder.beforeUpdate(model, conditions, {
      properties,
      unchangedCondition: allUnchanged(assignments),
      isTimestamped: dated !== undefined,
    });
    const set = dated ? [dated, ...assignments] : assignments;
    const list = set.map(({ sql }) => sql).join(', ');
    const given = set.flatMap(({ params }) => params);
    const sql = `UPDATE ${quoteIdentifier(model.table)} SET ${list}`;
    const found = await this.changeAll(model, sql, given, targets);
    if (found > 0) await afterWrite();
    if (typeof target === 'number') this.recorder.afterRename(model, target, patch);
    // Where it was named, changes of parts leave it.
    if (unit && typeof target === 'number' && properties.includes(UPDATED_AT_PROPERTY))
      markTimestamped(unit, model, [target]);
    return found;
  }

  /**
   * Adds an amount of its own to a property of each of some records, and leaves the time of their change; one statement for
   * some hundred of them.
   * @param amounts by the records' ids; negative: takes away
   * @returns the number of records found
   */
  async incrementEach<E, P extends keyof E & string>(
    entity: EntityClass<E>,
    property: P,
    amounts: ReadonlyMap<number, number>,
  ): Promise<number> {
    const model = this.database.models.get(entity);
    const name = quoteIdentifier(model.column(property).name);
    return this.changeEach(model, property, amounts, (each) => `${name} + ${each}`);
  }

  /**
   * Sets a property of each of some records to a value of its own; one statement for some hundred of them. What is said
   * to be the time of their change stays it, whatever else the unit of work has done to them.
   * @param values by the records' ids
   * @returns the number of records found
   */
  async setEach<E, P extends keyof E & string>(
    entity: EntityClass<E>,
    property: P,
    values: ReadonlyMap<number, E[P]>,
  ): Promise<number> {
    const { models, unit } = this.database;
    const model = models.get(entity);
    const column = model.column(property);
    const raw = new Map(
      [...values].map(([id, value]) => [id, toColumnValue(column, value ?? null)]),
    );
    const found = await this.changeEach(model, property, raw, (each) => each);
    if (unit && property === UPDATED_AT_PROPERTY) markTimestamped(unit, model, [...values.keys()]);
    return found;
  }

  /** @param values by id @param set what the column is set to, with the record's own value */
  private async changeEach(
    model: EntityModel,
    property: string,
    values: ReadonlyMap<number, SqlValue>,
    set: (each: string) => string,
  ): Promise<number> {
    if (values.size === 0) return 0;
    const name = quoteIdentifier(model.column(property).name);
    const id = quoteIdentifier(model.key.name);
    const named = isOneOf('id', [...values.keys()]);
    const { afterWrite } = await this.recorder.beforeUpdate(model, [named], {
      properties: [property],
    });
    let found = 0;
    for (const part of chunks([...values], MAX_LIST_LENGTH)) {
      const pairs = padToPowerOfTwo(part);
      const cases = 'WHEN ? THEN ? '.repeat(pairs.length);
      const sql =
        `UPDATE ${quoteIdentifier(model.table)} SET ${name} = ${set(`CASE ${id} ${cases}END`)} ` +
        `WHERE ${id} IN (${placeholders(pairs.length)})`;
      const params = [...pairs.flat(), ...pairs.map(([key]) => key)];
      found += await this.database.execute(sql, params);
    }
    if (found > 0) await afterWrite();
    return found;
  }

  /**
   * Keeps records as they are until the unit of work ends, on all nodes of a cluster (row-locks.ts); what is read
   * after it is up to date. All in one order, so that two at once wait for each other instead of deadlocking.
   * @param within holds besides the ids
   * @returns the number of records found
   * @throws Error for an entity without a lock count
   */
  lock(
    entity: EntityClass,
    ids: readonly number[],
    within: readonly Condition[] = [],
  ): Promise<number> {
    return lockIds(this.database, entity, ids, within);
  }

  /** The same for all records that conditions hold for, in any order. */
  lockWhere(entity: EntityClass, conditions: readonly Condition[]): Promise<number> {
    return lockRows(this.database, entity, conditions);
  }

  /** @returns the number of records removed */
  async remove<E>(entity: EntityClass<E>, target: WriteTarget<E>): Promise<number> {
    const model = this.database.models.get(entity);
    const conditions = targetConditions(target);
    requireConditions(model, conditions);
    const { targets, afterWrite } = await this.recorder.beforeRemove(model, conditions);
    const found = await this.changeAll(
      model,
      `DELETE FROM ${quoteIdentifier(model.table)}`,
      [],
      targets,
    );
    if (found > 0) await afterWrite();
    return found;
  }

  /** Runs a statement for each of some targets. @returns the number of records found */
  private async changeAll(
    model: EntityModel,
    sql: string,
    params: readonly SqlValue[],
    targets: readonly (readonly Condition[])[],
  ): Promise<number> {
    let found = 0;
    for (const target of targets) {
      const where = targetClause(model, target);
      found += await this.database.execute(`${sql}${where.sql}`, [...params, ...where.params]);
    }
    return found;
  }

  private async count(
    model: EntityModel,
    where: { sql: string; params: readonly SqlValue[] },
  ): Promise<number> {
    const [row] = await this.database.select<{ n: number }>(
      `SELECT COUNT(*) AS n FROM ${quoteIdentifier(model.table)}${where.sql}`,
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
    // A mistake: a misspelt name, or a relation that a loaded object still carries.
    if (!model.columns.has(property))
      throw new Error(`${model.entity.name} has no column ${property}`);
  }
  const changeTime = findUpdatedAtColumn(model);
  return [...model.columns.values()].filter(
    (column) => column.default !== undefined || named.has(column.property) || column === changeTime,
  );
}

/** The values of rows; a long list of them gives way to others. @param now the time of their change */
async function toStoredRows(
  columns: readonly ColumnModel[],
  rows: readonly Readonly<Record<string, unknown>>[],
  now: Date | undefined,
): Promise<SqlValue[][]> {
  const values: SqlValue[][] = [];
  for (const row of rows) {
    if (values.length % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) await yieldToEventLoop();
    values.push(columns.map((column) => toInsertValue(column, row, now)));
  }
  return values;
}

function toInsertValue(
  column: ColumnModel,
  row: Readonly<Record<string, unknown>>,
  now: Date | undefined,
): SqlValue {
  const unnamed = column.property === UPDATED_AT_PROPERTY ? now : column.default;
  const value = row[column.property] === undefined ? unnamed : row[column.property];
  return toColumnValue(column, value ?? null);
}

/** Tables without an alias: MySQL's UPDATE and DELETE take none in the same place as SQLite's. */
function targetClause(
  model: EntityModel,
  conditions: readonly Condition[],
): { sql: string; params: readonly SqlValue[] } {
  requireConditions(model, conditions);
  return whereClause(model, quoteIdentifier(model.table), conditions);
}

function requireConditions(model: EntityModel, conditions: readonly Condition[]): void {
  if (conditions.length === 0) throw new Error(`Refused: all of ${model.table} (give a condition)`);
}

function targetConditions<E>(target: WriteTarget<E>): readonly Condition[] {
  if (typeof target === 'number') return whereConditions({ id: target });
  return isConditions(target) ? target : whereConditions(target);
}

function isConditions<E>(target: Where<E> | readonly Condition[]): target is readonly Condition[] {
  return Array.isArray(target);
}
