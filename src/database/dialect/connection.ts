import type { SemaphoreLoad } from '../../core/semaphore';
import type { ColumnKindName, SqlValue } from '../schema/column-kinds';
import type { Dialect } from './dialect';

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** The parts of a SELECT that an engine may combine with others. */
  readonly select?: SelectClauses;
}

/** A SELECT of records by ascending id, in parts. */
export interface SelectClauses {
  readonly columns: readonly SelectColumn[];
  /** The text after FROM, without ORDER BY. */
  readonly from: string;
  /** Index of the id in the columns. */
  readonly idIndex: number;
}

export interface SelectColumn {
  /** `t.name` */
  readonly sql: string;
  readonly kind: ColumnKindName;
}

/** A row in the drivers' fastest format: values in the order of the SELECT list. */
export type RawRow = readonly SqlValue[];

/**
 * A read in steps. Each step yields the statements that may run in parallel and receives their rows.
 * SQLite runs all steps without interruption in one snapshot; MySQL runs the statements of a step in parallel.
 */
export type QueryProgram<T> = Generator<readonly Statement[], T, readonly RawRow[][]>;

/** Expected cost of a read: a lookup of records by id and the like, or a search that may scan all records. */
export type ReadCost = 'lookup' | 'scan';

export interface Connection {
  /** Runs a read. @param cost expected cost as long as it hasn't been measured */
  read<T>(program: QueryProgram<T>, cost: ReadCost): Promise<T>;
  /** Rows as objects by column name. */
  select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]>;
}

/** Rows to insert into one table, all with the same columns. */
export interface InsertBatch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Name of the column that the database generates; absent if no ids are needed. */
  readonly generatedKey?: string;
}

/** Result of a statement of any kind. */
export interface StatementResult {
  /** Rows by column name, if the statement returns rows. Instants are Dates if the engine has a type for them. */
  readonly rows?: Record<string, unknown>[];
  /** Number of matched rows. */
  readonly affected: number;
  /** Key of the first inserted row. */
  readonly insertId: number;
}

export interface Transaction extends Connection {
  /** @returns the number of rows that the statement matched */
  execute(sql: string, params: readonly SqlValue[]): Promise<number>;
  /** @returns the generated keys in the order of the rows; empty without `generatedKey` */
  insert(batch: InsertBatch): Promise<number[]>;
  /** Runs a statement that is used once or can't be prepared (SAVEPOINT and the like). */
  query(sql: string, params?: readonly SqlValue[]): Promise<StatementResult>;
  /** Ends with COMMIT; the connection is released in any case. */
  commit(): Promise<void>;
  /** Ends with ROLLBACK; never throws. */
  rollback(): Promise<void>;
}

/** An open database of one engine. */
export interface Engine {
  readonly dialect: Dialect;
  /** For reads outside a unit of work: sees committed data only. */
  readonly reader: Connection;
  /** Connections in use, and callers that wait for one; on SQLite for the one connection that writes. */
  readonly connectionLoad: SemaphoreLoad;
  begin(): Promise<Transaction>;
  /** Opens a read-only transaction that sees everything committed before it. */
  beginSnapshot(): Promise<Transaction>;
  /** Resolves when everything readable now survives a power cut. */
  waitUntilDurable(): Promise<void>;
  /** Whether the engine can write. If not, commits may be lost, which only a restart reveals. */
  readonly isWritable: boolean;
  /** Waits for the work in progress; no new work is accepted. The data source closes the connections afterwards. */
  drain(): Promise<void>;
}
