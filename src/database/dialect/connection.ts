import type { SemaphoreLoad } from '../../core/semaphore';
import type { SqlValue } from '../schema/column-kinds';
import type { Dialect } from './dialect';

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A row as the drivers give it quickest: values in the order of the SELECT list. */
export type RawRow = readonly SqlValue[];

/**
 * A read in steps: it yields the statements that may run at once and is given their rows.
 * SQLite runs all steps without a pause, in one snapshot; MySQL runs the statements of a step in parallel.
 */
export type QueryProgram<T> = Generator<readonly Statement[], T, readonly RawRow[][]>;

/** How far a read may have to look: at records that are named by ids and the like, or at all there are. */
export type ReadCost = 'named' | 'searched';

export interface Connection {
  /** Runs a read. @param reach what is to be expected of it as long as it is not known */
  read<T>(steps: QueryProgram<T>, reach: ReadCost): Promise<T>;
  /** Rows as objects by column name. */
  select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]>;
}

/** Rows for one table, all with the same columns. */
export interface InsertBatch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Name of the column that the database fills; absent: no ids are wanted. */
  readonly generatedKey?: string;
}

/** What a statement of any kind answers. */
export interface StatementResult {
  /** Rows by column name, for a statement that returns some. Instants are Dates where the engine knows them. */
  readonly rows?: Record<string, unknown>[];
  /** The number of rows that it matched. */
  readonly affected: number;
  /** The key of the first row that it inserted. */
  readonly insertId: number;
}

export interface Transaction extends Connection {
  /** @returns the number of rows that the statement matched */
  execute(sql: string, params: readonly SqlValue[]): Promise<number>;
  /** @returns the keys in the order of the rows; none without `key` */
  insert(insertion: InsertBatch): Promise<number[]>;
  /** Runs a statement that is used once, or can't be prepared (SAVEPOINT and the like). */
  query(sql: string, params?: readonly SqlValue[]): Promise<StatementResult>;
  /** Ends with COMMIT; the connection is given back either way. */
  commit(): Promise<void>;
  /** Ends with ROLLBACK; never throws. */
  rollback(): Promise<void>;
}

/** An open database of one engine. */
export interface Engine {
  readonly dialect: Dialect;
  /** For reads outside a unit of work: sees committed data only. */
  readonly reader: Connection;
  /** Connections that somebody works on, and those who wait for one; on SQLite for the one that writes. */
  readonly load: SemaphoreLoad;
  begin(): Promise<Transaction>;
  /** A transaction that only reads, and sees what was committed before it. */
  snapshot(): Promise<Transaction>;
  /** Resolves when all that can be read by now survives a power cut. */
  whenDurable(): Promise<void>;
  /** Whether it can write at all: what was committed may be lost otherwise, which only a new start finds out. */
  readonly isWritable: boolean;
  /** Lets what is under way end; nothing begins after it. The connections are the data source's to close. */
  drain(): Promise<void>;
}
