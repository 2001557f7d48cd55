import { Injectable, Optional } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Clock } from '../core/clock';
import { ContextVariable } from '../core/context-variable';
import {
  DatabaseFull,
  DatabaseReadOnly,
  DatabaseUnavailable,
  DomainError,
  CommitOutcomeUnknown,
  DatabaseBusy,
} from '../core/errors';
import type { SemaphoreLoad } from '../core/semaphore';
import { SpanRecorder } from '../core/span-recorder';
import { rethrowAsConstraintViolation } from './writing/constraint-violations';
import {
  READER_DATA_SOURCE,
  type DataSourceName,
  listDataSourceNames,
  type ConnectionSettings,
  createDataSourceOptions,
  StoreDataSource,
  WRITER_DATA_SOURCE,
} from './connection/data-source';
import type { Connection, Engine, ReadCost, QueryProgram, Transaction } from './dialect/connection';
import type { Dialect, FailureKind } from './dialect/dialect';
import { classifyMysqlFailure } from './dialect/mysql.dialect';
import { GuardedTransaction } from './dialect/guarded-transaction';
import { createEngine } from './dialect/create-engine';
import { traceEngine } from './dialect/traced-engine';
import { createUnitOfWorkQueryRunner } from './dialect/unit-of-work-query-runner';
import { ChangeLog } from './journal/change-log';
import { writeJournalEntries } from './journal/write-journal-entries';
import { parseSqlInstant, type SqlValue } from './schema/column-kinds';
import { type EntityClass, EntityModels } from './schema/entity-model';
import type { ReplicaRouter } from './replicas/replica-router';
import { MonotonicClock } from './writing/monotonic-clock';
import type { ProvisionalRecords } from './writing/provisional-records';

const SERVICE_UNAVAILABLE = 503;

/** A unit of work in progress. */
export interface ActiveUnitOfWork {
  readonly transaction: GuardedTransaction;
  /** TypeORM's entity manager on the transaction. */
  readonly manager: EntityManager;
  readonly lockReads: boolean;
  /** Timestamp of all changes of the unit of work. */
  readonly now: Date;
  /** Records that are already locked, as `table/id`. */
  lockedRecords: Set<string>;
  /** Records whose timestamp is final, as `table/id`: it is `now`, or was set explicitly. */
  timestampedRecords: Set<string>;
  /** Number of savepoints set so far; it makes their names unique. */
  savepointCount: number;
  /** Callbacks to run once the data is stored. */
  afterCommitCallbacks: (() => void | Promise<void>)[];
  /** Changes to records, for the journal. */
  readonly changeLog: ChangeLog;
  /** In a dry run: records that are treated as stored. */
  readonly provisionalRecords?: ProvisionalRecords;
  /** False once the unit has ended: code that is still running must no longer use the connection. */
  isOpen: boolean;
  /** Error of a nested unit of work; it prevents the commit even if it was caught. */
  fatalError?: Error;
}

/** The open database. Statements run on the connection of the current unit of work, otherwise on the reader. */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  /** Metadata of the entities. */
  readonly models: EntityModels;
  private readonly unitOfWorkVariable = new ContextVariable<ActiveUnitOfWork>();
  private readonly engine: Engine;

  private readonly dataSources: readonly StoreDataSource[];
  private readonly changeClock: MonotonicClock;
  private onJournalCommit: () => void = () => undefined;

  constructor(
    @InjectDataSource(WRITER_DATA_SOURCE) private readonly writerDataSource: StoreDataSource,
    @Optional() @InjectDataSource(READER_DATA_SOURCE) readerDataSource?: StoreDataSource,
    @Optional() private readonly clock: Clock = new Clock(),
    @Optional() spanRecorder?: SpanRecorder,
  ) {
    const engine = createEngine(writerDataSource, readerDataSource);
    this.engine = spanRecorder ? traceEngine(engine) : engine;
    this.models = new EntityModels(writerDataSource);
    this.changeClock = new MonotonicClock(() => this.clock.now());
    this.dataSources = readerDataSource ? [writerDataSource, readerDataSource] : [writerDataSource];
    for (const dataSource of this.dataSources) dataSource.delegateConnectionsToEngine();
    writerDataSource.clusterMembers?.startMonitoring();
    writerDataSource.replicaRouter?.replica.startMonitoring();
  }

  /**
   * Opens a database for commands and specs, without Nest. A missing SQLite file is created.
   * @throws DatabaseUnavailable if it can't be reached, Error if it is configured wrongly
   */
  static async open(url: string, options?: ConnectionSettings): Promise<Database> {
    const openDataSource = async (name: DataSourceName): Promise<StoreDataSource> =>
      new StoreDataSource(await createDataSourceOptions(url, name, options)).initialize();
    try {
      const [writerName, readerName] = listDataSourceNames(url);
      const writer = await openDataSource(writerName);
      return new Database(writer, readerName && (await openDataSource(readerName)));
    } catch (error) {
      throw translateFailure(error, classifyMysqlFailure(error));
    }
  }

  /** The clock may have been set back while the service was stopped. */
  async onModuleInit(): Promise<void> {
    const [latest] = await this.select<{ at: string }>(
      'SELECT at FROM journal_entries ORDER BY at DESC LIMIT 1',
    );
    if (latest) this.changeClock.continueAfter(parseSqlInstant(latest.at));
  }

  get dialect(): Dialect {
    return this.engine.dialect;
  }

  /** How many connections are in use, and how many callers wait for one. */
  get connectionLoad(): SemaphoreLoad {
    return this.engine.connectionLoad;
  }

  /** Whether the database is a cluster of several servers. */
  get isOnCluster(): boolean {
    return this.writerDataSource.clusterMembers !== undefined;
  }

  /** Address of the cluster member in use; undefined while none is ready. */
  get clusterMemberAddress(): string | undefined {
    return this.writerDataSource.clusterMembers?.currentAddress;
  }

  /** Routes lists to the replica; undefined without one. */
  get replicaRouter(): ReplicaRouter | undefined {
    return this.writerDataSource.replicaRouter;
  }

  /** The open unit of work of the caller. */
  get activeUnitOfWork(): ActiveUnitOfWork | undefined {
    const unit = this.unitOfWorkVariable.get();
    return unit?.isOpen === true ? unit : undefined;
  }

  /** Whether reads by id lock their rows, as the current unit of work demands. */
  get isUnitLockingReads(): boolean {
    return this.activeUnitOfWork?.lockReads === true;
  }

  /**
   * Runs a SELECT that the loader can't express; both engines must accept it.
   * @returns rows by column name, in the driver's types (booleans are 0 and 1, instants are text)
   */
  async select<T = Record<string, unknown>>(
    sql: string,
    params: readonly SqlValue[] = [],
  ): Promise<T[]> {
    return (await this.withConnection((connection) => connection.select(sql, params))) as T[];
  }

  /**
   * Runs an INSERT, UPDATE or DELETE inside the unit of work.
   * @returns the number of matched rows
   */
  async execute(sql: string, params: readonly SqlValue[] = []): Promise<number> {
    return this.write((transaction) => transaction.execute(sql, params));
  }

  /**
   * Runs a read of several statements.
   * @param cost expected cost of the read as long as it hasn't been measured
   */
  async read<T>(program: QueryProgram<T>, cost: ReadCost = 'lookup'): Promise<T> {
    return this.withConnection((connection) => connection.read(program, cost));
  }

  /**
   * Runs the read of a list. Outside of a unit of work its data may be some seconds old.
   * @param createProgram creates the read; may be called twice, for a replica and for the primary. Cached counts are
   * stored by its argument, as the data of both may differ.
   */
  async readList<T>(
    createProgram: (countCacheKey: object) => QueryProgram<T>,
    { cost, isWorkQueue }: { readonly cost: ReadCost; readonly isWorkQueue: boolean },
  ): Promise<T> {
    const read = (connection: Connection): Promise<T> =>
      connection.read(createProgram(connection), cost);
    const { activeUnitOfWork, engine, replicaRouter } = this;
    if (isWorkQueue && !activeUnitOfWork)
      return this.runOutsideUnit(() => readDurably(engine, read));
    if (activeUnitOfWork || !replicaRouter) return this.withConnection(read);
    return this.runOutsideUnit(() => replicaRouter.readList(engine, ({ reader }) => read(reader)));
  }

  /**
   * Resolves when everything readable now survives a power cut: for readers that process each item only once.
   * @throws DatabaseUnavailable
   */
  async waitUntilDurable(): Promise<void> {
    await this.runOutsideUnit(() => this.engine.waitUntilDurable());
  }

  /** Whether this process can write. If not, commits may be lost on the disk, and the process must be restarted. */
  get isWritable(): boolean {
    return this.engine.isWritable;
  }

  /** Runs `work` on the unit of work's connection. @throws ConstraintViolation; Error outside of a unit of work */
  async write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { activeUnitOfWork } = this;
    if (!activeUnitOfWork) throw new Error('Writes need a unit of work (UnitOfWork.run)');
    return rethrowAsConstraintViolation(this.dialect, () => work(activeUnitOfWork.transaction));
  }

  /** Resolves when the database responds. @throws DatabaseUnavailable */
  async ping(): Promise<void> {
    await this.select('SELECT 1');
  }

  async close(): Promise<void> {
    await this.engine.drain();
    // The writer closes last: only a connection that may write can merge the write-ahead log into the file.
    for (const dataSource of this.dataSources.toReversed()) await dataSource.destroyConnections();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  /** Registers the callback that runs after each commit that wrote journal entries. */
  setJournalListener(listener: () => void): void {
    this.onJournalCommit = listener;
  }

  /**
   * Runs reads that all see the same state: everything committed before. They don't block writers, but the database
   * retains that state for them, so `work` must not wait for a slow client. The replica is used if it has caught up.
   * @throws DatabaseUnavailable
   */
  runInSnapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.runReadOnly(work);
  }

  /**
   * Runs a part of a dry run: like `runInSnapshot`, but reads also find the provisional records, and nothing is locked.
   * Writes fail.
   * @throws DatabaseUnavailable
   */
  dryRun<T>(provisionalRecords: ProvisionalRecords, work: () => Promise<T>): Promise<T> {
    return this.runReadOnly(work, provisionalRecords);
  }

  /** Treats a record as stored for later reads of the dry run. @returns its id */
  addProvisionalRecord(entity: EntityClass, row: object): number {
    const { provisionalRecords } = this;
    if (!provisionalRecords)
      throw new Error('Provisional records need a dry run (Database.dryRun)');
    return provisionalRecords.add(entity, row);
  }

  /** The records that the current dry run treats as stored. */
  get provisionalRecords(): ProvisionalRecords | undefined {
    return this.activeUnitOfWork?.provisionalRecords;
  }

  private async runReadOnly<T>(
    work: () => Promise<T>,
    provisionalRecords?: ProvisionalRecords,
  ): Promise<T> {
    try {
      const beginSnapshot = (engine: Engine): Promise<Transaction> => engine.beginSnapshot();
      const snapshot = await (this.replicaRouter?.openSnapshot(this.engine, beginSnapshot) ??
        beginSnapshot(this.engine));
      const unit: ActiveUnitOfWork = {
        ...this.createUnit(snapshot, { lockReads: false }),
        ...(provisionalRecords && { provisionalRecords }),
      };
      try {
        return await this.unitOfWorkVariable.run(unit, work);
      } finally {
        unit.isOpen = false;
        await unit.transaction.rollback();
      }
    } catch (error) {
      throw this.translateError(error);
    }
  }

  /** Runs one attempt of a unit of work; for UnitOfWork. The driver's errors are passed on unchanged. */
  async attempt<T>(
    lockReads: boolean,
    work: (unit: ActiveUnitOfWork) => Promise<T>,
  ): Promise<[T, ActiveUnitOfWork]> {
    const unit = this.createUnit(await this.engine.begin(), { lockReads });
    const { transaction } = unit;
    try {
      const result = await this.unitOfWorkVariable.run(unit, () => work(unit));
      unit.isOpen = false;
      if (unit.fatalError !== undefined) throw unit.fatalError;
      const entryCount = unit.changeLog.isEmpty
        ? 0
        : await writeJournalEntries(unit.changeLog, transaction, {
            at: this.changeClock.next(),
            changedAt: unit.now,
          });
      await this.commit(transaction);
      await this.replicaRouter?.recordWrite();
      if (entryCount > 0) this.onJournalCommit();
      return [result, unit];
    } catch (error) {
      // Closed first: pending statements of the failed work are rejected instead of running after ROLLBACK.
      unit.isOpen = false;
      await transaction.rollback();
      if (error instanceof CommitOutcomeUnknown) {
        await this.replicaRouter?.recordWrite();
        throw error;
      }
      throw unit.fatalError ?? transaction.abortError ?? (error as Error);
    }
  }

  private createUnit(
    engineTransaction: Transaction,
    { lockReads }: Pick<ActiveUnitOfWork, 'lockReads'>,
  ): ActiveUnitOfWork {
    const transaction = new GuardedTransaction(engineTransaction, this.dialect);
    return {
      transaction,
      manager: this.writerDataSource.createEntityManager(
        createUnitOfWorkQueryRunner(this.writerDataSource, transaction),
      ),
      lockReads,
      now: this.changeClock.next(),
      lockedRecords: new Set(),
      timestampedRecords: new Set(),
      savepointCount: 0,
      afterCommitCallbacks: [],
      changeLog: new ChangeLog(),
      isOpen: true,
    };
  }

  /** @throws CommitOutcomeUnknown if the connection broke during COMMIT: the changes may be stored */
  private async commit(transaction: GuardedTransaction): Promise<void> {
    try {
      await transaction.commit();
    } catch (error) {
      if (this.dialect.classifyFailure(error) !== 'disconnected') throw error;
      throw Object.assign(new CommitOutcomeUnknown(), { cause: error });
    }
  }

  /** Translates an error of the driver for callers; inside a unit of work the unit decides. */
  translateError(error: unknown): Error {
    if (error instanceof DomainError) return error;
    return translateFailure(error, this.dialect.classifyFailure(error));
  }

  /** Whether an error is one of the transaction or the database, and not of the request. */
  isDatabaseFailure(error: unknown): boolean {
    if (error instanceof DomainError) return error.status === SERVICE_UNAVAILABLE;
    return this.dialect.classifyFailure(error) !== undefined;
  }

  private async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { activeUnitOfWork } = this;
    // Inside a unit of work the driver's error decides at the end whether the unit is retried.
    if (activeUnitOfWork) return work(activeUnitOfWork.transaction);
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

/** Reads durable data only: clients process a work queue once, and must not see records that a power cut may undo. */
async function readDurably<T>(
  engine: Engine,
  read: (connection: Connection) => Promise<T>,
): Promise<T> {
  const result = await read(engine.reader);
  await engine.waitUntilDurable();
  return result;
}

function translateFailure(error: unknown, failure: FailureKind | undefined): Error {
  if (failure === undefined) return error as Error;
  const translated = toFailureError(failure);
  translated.cause = error;
  return translated;
}

function toFailureError(failure: FailureKind): Error {
  if (failure === 'conflict') return new DatabaseBusy();
  if (failure === 'readOnly') return new DatabaseReadOnly();
  return failure === 'full' ? new DatabaseFull() : new DatabaseUnavailable();
}
