import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Clock } from '../core/clock';
import {
  DatabaseFull,
  DatabaseUnavailable,
  DomainError,
  OutcomeUnknown,
  DatabaseBusy,
} from '../core/errors';
import type { SemaphoreLoad } from '../core/semaphore';
import { SpanRecorder } from '../core/span-recorder';
import { translateViolations } from './writing/constraints';
import {
  READER_DATA_SOURCE,
  type DataSourceName,
  dataSourceNames,
  type ConnectionSettings,
  createStoreOptions,
  StoreDataSource,
  WRITER_DATA_SOURCE,
} from './connection/data-source';
import type { Connection, Engine, ReadCost, QueryProgram, Transaction } from './dialect/connection';
import type { Dialect, FailureKind } from './dialect/dialect';
import { classifyMysqlFailure } from './dialect/mysql.dialect';
import { GuardedTransaction } from './dialect/guarded-transaction';
import { createEngine } from './dialect/create-engine';
import { traceEngine } from './dialect/traced-engine';
import { createUnitQueryRunner } from './dialect/unit-query-runner';
import { ChangeLog } from './journal/change-log';
import { writeJournalEntries } from './journal/write-journal-entries';
import type { SqlValue } from './schema/column-kinds';
import { type EntityClass, EntityModels } from './schema/model';
import type { ReplicaRouter } from './replicas/replica-router';
import type { ProvisionalRecords } from './writing/provisional-records';

const SERVICE_UNAVAILABLE = 503;

/** A unit of work that is under way. */
export interface ActiveUnitOfWork {
  readonly transaction: GuardedTransaction;
  /** TypeORM's way to the transaction. */
  readonly manager: EntityManager;
  readonly lockReads: boolean;
  /** The time of the last change of all that it changes. */
  readonly now: Date;
  /** Records that are locked already, as `table/id`. */
  lockedRecords: Set<string>;
  /** Records that have that time already, as `table/id`. */
  timestampedRecords: Set<string>;
  /** Savepoints set so far; each has a name of its own. */
  savepointCount: number;
  /** Effects to come once the data is stored. */
  afterCommit: (() => void | Promise<void>)[];
  /** What it has done to records, for the journal. */
  readonly changeLog: ChangeLog;
  /** In a dry run: the records that it takes as stored. */
  readonly provisionalRecords?: ProvisionalRecords;
  /** False once it ends: what its code left behind must not touch the connection any more. */
  isOpen: boolean;
  /** The error of joined work, which makes a commit impossible even when it was caught. */
  fatalError?: Error;
}

/** The open database: statements go to the unit of work's connection, outside of one to the reader. */
@Injectable()
export class Database implements OnApplicationShutdown {
  /** What is known of the entities. */
  readonly models: EntityModels;
  private readonly unitStorage = new AsyncLocalStorage<ActiveUnitOfWork>();
  private readonly engine: Engine;

  private readonly dataSources: readonly StoreDataSource[];
  private onJournalCommit: () => void = () => undefined;

  constructor(
    @InjectDataSource(WRITER_DATA_SOURCE) private readonly writer: StoreDataSource,
    @Optional() @InjectDataSource(READER_DATA_SOURCE) reader?: StoreDataSource,
    @Optional() private readonly clock: Clock = new Clock(),
    @Optional() spans?: SpanRecorder,
  ) {
    const engine = createEngine(writer, reader);
    this.engine = spans ? traceEngine(engine) : engine;
    this.models = new EntityModels(writer);
    this.dataSources = reader ? [writer, reader] : [writer];
    for (const source of this.dataSources) source.handOver();
    writer.clusterMembers?.startMonitoring();
    writer.replicaRouter?.replica.startMonitoring();
  }

  /**
   * Opens a database that exists (a SQLite file is made when absent); for commands and specs, without Nest.
   * @throws DatabaseUnavailable when it can't be reached, Error when it is set up wrongly
   */
  static async open(url: string, options?: ConnectionSettings): Promise<Database> {
    const open = async (name: DataSourceName): Promise<StoreDataSource> =>
      new StoreDataSource(await createStoreOptions(url, name, options)).initialize();
    try {
      const [first, second] = dataSourceNames(url);
      return new Database(await open(first), second && (await open(second)));
    } catch (error) {
      throw translateFailure(error, classifyMysqlFailure(error));
    }
  }

  get dialect(): Dialect {
    return this.engine.dialect;
  }

  /** How busy its connections are. */
  get load(): SemaphoreLoad {
    return this.engine.load;
  }

  /** Whether it works on the ready one of several servers. */
  get isOnCluster(): boolean {
    return this.writer.clusterMembers !== undefined;
  }

  /** The server that is worked on, of several; undefined while none is ready. */
  get host(): string | undefined {
    return this.writer.clusterMembers?.currentAddress;
  }

  /** Where lists are read, where there is a replica. */
  get replicaRouter(): ReplicaRouter | undefined {
    return this.writer.replicaRouter;
  }

  /** The unit of work around the caller, while it is open. */
  get unit(): ActiveUnitOfWork | undefined {
    const unit = this.unitStorage.getStore();
    return unit?.isOpen === true ? unit : undefined;
  }

  /** Whether reads by id lock here: the unit of work around wants it. */
  get locksReads(): boolean {
    return this.unit?.lockReads === true;
  }

  /**
   * Rows of a SELECT, by column name, in the driver's types (booleans 0 and 1, instants text).
   * For statements that the loader has no words for; both engines must take them.
   */
  async select<T = Record<string, unknown>>(
    sql: string,
    params: readonly SqlValue[] = [],
  ): Promise<T[]> {
    return (await this.withConnection((connection) => connection.select(sql, params))) as T[];
  }

  /**
   * Runs an INSERT, UPDATE or DELETE inside the unit of work.
   * @returns the number of rows that it matched
   */
  async execute(sql: string, params: readonly SqlValue[] = []): Promise<number> {
    return this.write((transaction) => transaction.execute(sql, params));
  }

  /** Runs a read of several statements. @param reach what to expect of it as long as it is not known */
  async read<T>(steps: QueryProgram<T>, reach: ReadCost = 'named'): Promise<T> {
    return this.withConnection((connection) => connection.read(steps, reach));
  }

  /**
   * Runs the read of a list, which outside of a unit of work may tell the data of some seconds ago.
   * @param steps are given what is read from, to tell it from others; they may be made twice
   */
  async readList<T>(
    steps: (source: object) => QueryProgram<T>,
    { reach, isWorkQueue }: { readonly reach: ReadCost; readonly isWorkQueue: boolean },
  ): Promise<T> {
    const read = (connection: Connection): Promise<T> => connection.read(steps(connection), reach);
    const { unit, engine, replicaRouter } = this;
    if (isWorkQueue && !unit) return this.runOutsideUnit(() => readDurably(engine, read));
    if (unit || !replicaRouter) return this.withConnection(read);
    return this.runOutsideUnit(() => replicaRouter.readList(engine, ({ reader }) => read(reader)));
  }

  /**
   * Resolves when all that can be read by now survives a power cut: for readers who are told of each thing once.
   * @throws DatabaseUnavailable
   */
  async whenDurable(): Promise<void> {
    await this.runOutsideUnit(() => this.engine.whenDurable());
  }

  /** Whether this process can write, or has to be started anew because the disk may have lost what was committed. */
  get isWritable(): boolean {
    return this.engine.isWritable;
  }

  /** Runs `work` on the unit of work's connection. @throws ConstraintViolation; Error outside of a unit of work */
  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { unit } = this;
    if (!unit) throw new Error('Writes need a unit of work (UnitOfWork.run)');
    return translateViolations(this.dialect, () => work(unit.transaction));
  }

  /** Answers when the database does. @throws DatabaseUnavailable */
  async ping(): Promise<void> {
    await this.select('SELECT 1');
  }

  async close(): Promise<void> {
    await this.engine.drain();
    // The writer last: only a connection that may write can take in the log beside the file.
    for (const source of this.dataSources.toReversed()) await source.reclaim();
    // Every promise of the process looks at each AsyncLocalStorage that is on.
    this.unitStorage.disable();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  /** What is called after each commit that has written into the journal. */
  addJournalListener(listener: () => void): void {
    this.onJournalCommit = listener;
  }

  /**
   * Runs reads that all see the same state: what was committed before. They hold nobody up, but what they see is kept
   * for them: a reader who is slow must not be waited for in here. They are done on the replica where it has caught up.
   * @throws DatabaseUnavailable
   */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.runReadOnly(work);
  }

  /**
   * Runs a part of a dry run: as in `snapshot`, but reads also find what was supposed before, and locks are not taken.
   * Whatever writes fails.
   * @throws DatabaseUnavailable
   */
  dryRun<T>(supposed: ProvisionalRecords, work: () => Promise<T>): Promise<T> {
    return this.runReadOnly(work, supposed);
  }

  /** Takes a record as stored, for what is read later in the dry run. @returns its id */
  addProvisional(entity: EntityClass, row: object): number {
    const { provisionalRecords } = this;
    if (!provisionalRecords) throw new Error('Only a dry run supposes records (Database.rehearse)');
    return provisionalRecords.add(entity, row);
  }

  /** The records that the dry run around takes as stored. */
  get provisionalRecords(): ProvisionalRecords | undefined {
    return this.unit?.provisionalRecords;
  }

  private async runReadOnly<T>(work: () => Promise<T>, supposed?: ProvisionalRecords): Promise<T> {
    try {
      const open = (engine: Engine): Promise<Transaction> => engine.snapshot();
      const snapshot = await (this.replicaRouter?.openSnapshot(this.engine, open) ??
        open(this.engine));
      const unit = { ...this.createUnit(snapshot, false), ...(supposed && { provisionalRecords: supposed }) };
      try {
        return await this.unitStorage.run(unit, work);
      } finally {
        unit.isOpen = false;
        await unit.transaction.rollback();
      }
    } catch (error) {
      throw this.translateError(error);
    }
  }

  /** Runs one attempt of a unit of work; for UnitOfWork. The driver's errors come through as they are. */
  async attempt<T>(
    lockReads: boolean,
    work: (unit: ActiveUnitOfWork) => Promise<T>,
  ): Promise<[T, ActiveUnitOfWork]> {
    const unit = this.createUnit(await this.engine.begin(), lockReads);
    const { transaction } = unit;
    try {
      const result = await this.unitStorage.run(unit, () => work(unit));
      unit.isOpen = false;
      if (unit.fatalError !== undefined) throw unit.fatalError;
      const entries = unit.changeLog.isEmpty
        ? 0
        : await writeJournalEntries(unit.changeLog, transaction, {
            at: this.clock.now(),
            changedAt: unit.now,
          });
      await this.commit(transaction);
      await this.replicaRouter?.recordWrite();
      if (entries > 0) this.onJournalCommit();
      return [result, unit];
    } catch (error) {
      // Closed first: statements that the failed work has still in hand are refused, not run after ROLLBACK.
      unit.isOpen = false;
      await transaction.rollback();
      if (error instanceof OutcomeUnknown) {
        await this.replicaRouter?.recordWrite();
        throw error;
      }
      throw unit.fatalError ?? transaction.lostError ?? (error as Error);
    }
  }

  private createUnit(inner: Transaction, lockReads: boolean): ActiveUnitOfWork {
    const transaction = new GuardedTransaction(inner, this.dialect);
    return {
      transaction,
      manager: this.writer.createEntityManager(createUnitQueryRunner(this.writer, transaction)),
      lockReads,
      now: this.clock.now(),
      lockedRecords: new Set(),
      timestampedRecords: new Set(),
      savepointCount: 0,
      afterCommit: [],
      changeLog: new ChangeLog(),
      isOpen: true,
    };
  }

  /** @throws OutcomeUnknown when no answer came: it may have been stored */
  private async commit(transaction: GuardedTransaction): Promise<void> {
    try {
      await transaction.commit();
    } catch (error) {
      if (this.dialect.classifyFailure(error) !== 'disconnected') throw error;
      throw Object.assign(new OutcomeUnknown(), { cause: error });
    }
  }

  /** What callers see of an error of the driver; inside a unit of work the unit decides. */
  translateError(error: unknown): Error {
    if (error instanceof DomainError) return error;
    return translateFailure(error, this.dialect.classifyFailure(error));
  }

  /** The transaction is lost, or nothing works at the moment: not the fault of what was asked for. */
  isOutage(error: unknown): boolean {
    if (error instanceof DomainError) return error.status === SERVICE_UNAVAILABLE;
    return this.dialect.classifyFailure(error) !== undefined;
  }

  private async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { unit } = this;
    // What has gone wrong is told when the unit ends: it may run again.
    if (unit) return work(unit.transaction);
    return this.runOutsideUnit(() => work(this.engine.reader));
  }

  private async runOutsideUnit<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.translateError(error);
    }
  }
}

/** A read of what has to be there after a power cut as well: whoever works a list off takes it along. */
async function readDurably<T>(
  engine: Engine,
  read: (connection: Connection) => Promise<T>,
): Promise<T> {
  const found = await read(engine.reader);
  await engine.whenDurable();
  return found;
}

function translateFailure(error: unknown, failure: FailureKind | undefined): Error {
  if (failure === undefined) return error as Error;
  const told = toFailureError(failure);
  told.cause = error;
  return told;
}

function toFailureError(failure: FailureKind): Error {
  if (failure === 'conflict') return new DatabaseBusy();
  return failure === 'full' ? new DatabaseFull() : new DatabaseUnavailable();
}
