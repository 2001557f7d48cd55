import { Injectable } from '@nestjs/common';
import { yieldToEventLoop } from '../../core/yield-to-event-loop';
import {
  toAssignment,
  toUpdatedAtAssignment,
  type Increment,
  toColumnValue,
} from './column-assignments';
import { isAppendOnly } from '../schema/append-only';
import { findUpdatedAtColumn, UPDATED_AT_PROPERTY } from '../schema/updated-at-column';
import { markTimestamped } from './touch-records';
import {
  splitIntoChunks,
  type Condition,
  whereIn,
  MAX_LIST_LENGTH,
  padToPowerOfTwo,
  formatPlaceholders,
  type Where,
  createWhereClause,
  toWhereConditions,
} from '../queries/conditions';
import { Database } from '../database';
import { ChangeRecorder } from '../journal/change-recorder';
import type { SqlValue } from '../schema/column-kinds';
import type { ColumnModel, EntityClass, EntityModel } from '../schema/entity-model';
import { quoteIdentifier } from '../schema/sql-names';
import { lockRowsByIds, lockRowsWhere } from './row-locks';

/** Rows that are converted before the event loop may run. */
const ROWS_PER_YIELD = 200;

export type Patch<E> = { readonly [P in keyof E]?: E[P] | Increment };

/** Selects records: by an id, property values, or conditions. */
export type WriteTarget<E> = number | Where<E> | readonly Condition[];

/**
 * Single and bulk writes inside a unit of work. Violated constraints throw ConstraintViolation. Changes of append-only
 * records throw an Error.
 */
@Injectable()
export class Writer {
  private readonly recorder: ChangeRecorder;

  constructor(private readonly database: Database) {
    this.recorder = new ChangeRecorder(database);
  }

  /**
   * Inserts rows in multi-row statements. Columns that a row omits get the declared default, otherwise NULL. Either all
   * rows have an id, or the database generates all ids.
   * @returns the ids, in the order of the rows
   */
  async insert<E>(entity: EntityClass<E>, rows: readonly Partial<E>[]): Promise<number[]> {
    if (rows.length === 0) return [];
    const model = this.database.models.get(entity);
    const records = rows as readonly Readonly<Record<string, unknown>>[];
    const columns = listInsertedColumns(model, records);
    const values = await toStoredRows(columns, records, this.database.activeUnitOfWork?.now);
    const hasIds = columns.some((column) => column.property === 'id');
    const generatedKey = !hasIds && model.columns.has('id') ? 'id' : undefined;
    const ids = await this.database.write((transaction) =>
      transaction.insert({
        table: model.table,
        columns: columns.map(({ name }) => name),
        rows: values,
        ...(generatedKey !== undefined && { generatedKey }),
      }),
    );
    const insertedIds = hasIds ? records.map(({ id }) => Number(id)) : ids;
    await this.recorder.afterInsert(model, records, insertedIds);
    return insertedIds;
  }

  /** Changes the properties in `patch`, except undefined ones. @returns the number of records found */
  async update<E>(
    entity: EntityClass<E>,
    target: WriteTarget<E>,
    patch: Patch<E>,
  ): Promise<number> {
    const model = this.database.models.get(entity);
    assertChangeable(model);
    const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
    const conditions = toTargetConditions(target);
    const where = toTargetClause(model, conditions);
    if (changes.length === 0) return this.count(model, where);
    const assignments = changes.map(([property, value]) =>
      toAssignment(model.getColumn(property), value),
    );
    const { activeUnitOfWork } = this.database;
    const timestampAssignment = toUpdatedAtAssignment(model, assignments, activeUnitOfWork?.now);
    const { conditionLists, afterWrite } = await this.recorder.beforeUpdate(model, conditions, {
      assignments,
      isTimestamped: timestampAssignment !== undefined,
    });
    const allAssignments = timestampAssignment
      ? [timestampAssignment, ...assignments]
      : assignments;
    const setClause = allAssignments.map(({ sql }) => sql).join(', ');
    const params = allAssignments.flatMap(({ params }) => params);
    const sql = `UPDATE ${quoteIdentifier(model.table)} SET ${setClause}`;
    const foundCount = await this.executeForTargets(model, sql, params, conditionLists);
    if (foundCount > 0) await afterWrite();
    if (typeof target === 'number') this.recorder.afterPIdUpdate(model, target, patch);
    // If the timestamp was set explicitly, changes of parts don't overwrite it.
    const setsUpdatedAt = changes.some(([property]) => property === UPDATED_AT_PROPERTY);
    if (activeUnitOfWork && typeof target === 'number' && setsUpdatedAt)
      markTimestamped(activeUnitOfWork, model, [target]);
    return foundCount;
  }

  /**
   * Adds an individual amount to a property of each record, without changing the timestamp. One statement updates
   * several hundred records.
   * @param amounts by the records' ids; a negative amount is subtracted
   * @returns the number of records found
   */
  async incrementEach<E, P extends keyof E & string>(
    entity: EntityClass<E>,
    property: P,
    amounts: ReadonlyMap<number, number>,
  ): Promise<number> {
    const model = this.database.models.get(entity);
    const name = quoteIdentifier(model.getColumn(property).name);
    return this.updateEach(model, property, amounts, (each) => `${name} + ${each}`);
  }

  /**
   * Sets a property of each record to an individual value. One statement updates several hundred records. If the
   * property is the timestamp, it stays as set, whatever else the unit of work changes.
   * @param values by the records' ids
   * @returns the number of records found
   */
  async setEach<E, P extends keyof E & string>(
    entity: EntityClass<E>,
    property: P,
    values: ReadonlyMap<number, E[P]>,
  ): Promise<number> {
    const { models, activeUnitOfWork } = this.database;
    const model = models.get(entity);
    const column = model.getColumn(property);
    const sqlValues = new Map(
      [...values].map(([id, value]) => [id, toColumnValue(column, value ?? null)]),
    );
    const foundCount = await this.updateEach(model, property, sqlValues, (each) => each);
    if (activeUnitOfWork && property === UPDATED_AT_PROPERTY)
      markTimestamped(activeUnitOfWork, model, [...values.keys()]);
    return foundCount;
  }

  /** @param values by id @param toNewValueSql returns the new value of the column as SQL, given the record's value as SQL */
  private async updateEach(
    model: EntityModel,
    property: string,
    values: ReadonlyMap<number, SqlValue>,
    toNewValueSql: (valueSql: string) => string,
  ): Promise<number> {
    assertChangeable(model);
    if (values.size === 0) return 0;
    const name = quoteIdentifier(model.getColumn(property).name);
    const id = quoteIdentifier(model.primaryKey.name);
    const idCondition = whereIn('id', [...values.keys()]);
    const { afterWrite } = await this.recorder.beforeUpdate(model, [idCondition], {
      assignments: [{ column: model.getColumn(property) }],
    });
    let foundCount = 0;
    for (const chunk of splitIntoChunks([...values], MAX_LIST_LENGTH)) {
      const pairs = padToPowerOfTwo(chunk);
      const cases = 'WHEN ? THEN ? '.repeat(pairs.length);
      const sql =
        `UPDATE ${quoteIdentifier(model.table)} SET ${name} = ${toNewValueSql(`CASE ${id} ${cases}END`)} ` +
        `WHERE ${id} IN (${formatPlaceholders(pairs.length)})`;
      const params = [...pairs.flat(), ...pairs.map(([key]) => key)];
      foundCount += await this.database.execute(sql, params);
    }
    if (foundCount > 0) await afterWrite();
    return foundCount;
  }

  /**
   * Locks records against changes until the unit of work ends, on all nodes of a cluster (row-locks.ts); later reads in
   * it are up to date. The order is always the same, so that concurrent units wait instead of deadlocking.
   * @param extraConditions conditions in addition to the ids
   * @returns the number of records found
   * @throws Error for an entity without a lock count
   */
  lock(
    entity: EntityClass,
    ids: readonly number[],
    extraConditions: readonly Condition[] = [],
  ): Promise<number> {
    return lockRowsByIds(this.database, entity, ids, extraConditions);
  }

  /** Like `lock`, for all records that fulfill conditions, in any order. */
  lockWhere(entity: EntityClass, conditions: readonly Condition[]): Promise<number> {
    return lockRowsWhere(this.database, entity, conditions);
  }

  /** @returns the number of records removed */
  async remove<E>(entity: EntityClass<E>, target: WriteTarget<E>): Promise<number> {
    const model = this.database.models.get(entity);
    assertChangeable(model);
    const conditions = toTargetConditions(target);
    requireConditions(model, conditions);
    const { conditionLists, afterWrite } = await this.recorder.beforeRemove(model, conditions);
    const foundCount = await this.executeForTargets(
      model,
      `DELETE FROM ${quoteIdentifier(model.table)}`,
      [],
      conditionLists,
    );
    if (foundCount > 0) await afterWrite();
    return foundCount;
  }

  /** Runs a statement for each target. @returns the number of records found */
  private async executeForTargets(
    model: EntityModel,
    sql: string,
    params: readonly SqlValue[],
    conditionLists: readonly (readonly Condition[])[],
  ): Promise<number> {
    let foundCount = 0;
    for (const conditions of conditionLists) {
      const where = toTargetClause(model, conditions);
      foundCount += await this.database.execute(`${sql}${where.sql}`, [...params, ...where.params]);
    }
    return foundCount;
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

/** @throws Error for append-only records */
function assertChangeable({ entity, table }: EntityModel): void {
  if (isAppendOnly(entity)) throw new Error(`Records of ${table} are never changed or removed`);
}

function listInsertedColumns(
  model: EntityModel,
  rows: readonly Readonly<Record<string, unknown>>[],
): ColumnModel[] {
  const namedProperties = new Set<string>();
  let previousNames: readonly string[] = [];
  for (const row of rows) {
    const names = Object.keys(row);
    // Most rows have the same properties as the one before.
    if (
      names.length === previousNames.length &&
      names.every((name, at) => name === previousNames[at])
    )
      continue;
    for (const name of names) namedProperties.add(name);
    previousNames = names;
  }
  for (const property of namedProperties) {
    // The caller's mistake: a misspelled name, or a relation on a loaded object.
    if (!model.columns.has(property))
      throw new Error(`${model.entity.name} has no column ${property}`);
  }
  const updatedAtColumn = findUpdatedAtColumn(model);
  return [...model.columns.values()].filter(
    (column) =>
      column.default !== undefined ||
      namedProperties.has(column.property) ||
      column === updatedAtColumn,
  );
}

/** Converts rows to column values; a long list yields to the event loop. @param now timestamp of the change */
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
  const { property } = column;
  const value = row[property];
  if (value !== undefined) return toColumnValue(column, value);
  return toColumnValue(column, (property === UPDATED_AT_PROPERTY ? now : column.default) ?? null);
}

/** Uses no table alias: MySQL's UPDATE and DELETE expect it in another place than SQLite's. */
function toTargetClause(
  model: EntityModel,
  conditions: readonly Condition[],
): { sql: string; params: readonly SqlValue[] } {
  requireConditions(model, conditions);
  return createWhereClause(model, quoteIdentifier(model.table), conditions);
}

function requireConditions(model: EntityModel, conditions: readonly Condition[]): void {
  if (conditions.length === 0) throw new Error(`A write to ${model.table} needs a condition`);
}

function toTargetConditions<E>(target: WriteTarget<E>): readonly Condition[] {
  if (typeof target === 'number') return toWhereConditions({ id: target });
  return isConditionList(target) ? target : toWhereConditions(target);
}

function isConditionList<E>(
  target: Where<E> | readonly Condition[],
): target is readonly Condition[] {
  return Array.isArray(target);
}
