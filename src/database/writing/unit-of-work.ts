import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { reauthorizeCaller, runWithoutReauthorization } from '../../core/actor-context';
import { TransactionRunner } from '../../core/transaction-runner';
import { Database, type ActiveUnitOfWork } from '../database';

/** Many attempts: between the nodes of a cluster, a large unit is rolled back by each faster one. */
const MAX_ATTEMPTS = 20;
/** Time limit for retries after conflicts. */
const MAX_RETRY_MS = 20_000;

export interface UnitOfWorkOptions {
  /** Whether records that are read by id are locked until the end. */
  readonly lockReads?: boolean;
}

/** Work of a unit. TypeORM code must use the entity manager, which knows the transaction. */
export type UnitOfWorkCallback<T> = (manager: EntityManager) => Promise<T>;

/** Transactions: everything that the work of `run` writes is stored together, or not at all. */
@Injectable()
export class UnitOfWork extends TransactionRunner {
  private readonly logger = new Logger(UnitOfWork.name);

  constructor(private readonly database: Database) {
    super();
  }

  /**
   * Runs `work` in a transaction and commits; inside another unit of work it joins that one. After a deadlock, a
   * lock timeout or a failed certification, `work` is repeated, up to twenty times in total. So it must only read
   * and write the database. If joined work throws, the outer unit can't commit, even if the error is caught (use
   * `runInSavepoint` for that). If a request writes, each attempt first authorizes the caller again.
   * @throws DatabaseBusy after too many attempts, DatabaseUnavailable, CommitOutcomeUnknown if COMMIT got no answer
   */
  async run<T>(work: UnitOfWorkCallback<T>, options: UnitOfWorkOptions = {}): Promise<T> {
    const { activeUnitOfWork } = this.database;
    if (activeUnitOfWork) return joinUnit(activeUnitOfWork, work);
    const deadline = performance.now() + MAX_RETRY_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        const [result, committedUnit] = await this.database.attempt(
          options.lockReads ?? false,
          async ({ manager }) => {
            await reauthorizeCaller({ lock: 'shared' });
            return work(manager);
          },
        );
        await this.runAfterCommit(committedUnit);
        return result;
      } catch (error) {
        const isConflict = this.database.dialect.classifyFailure(error) === 'conflict';
        if (!isConflict || attempt === MAX_ATTEMPTS || performance.now() > deadline)
          throw this.database.translateError(error);
        await pause(Math.random() * Math.min(10 * 2 ** attempt, 400));
      }
    }
  }

  /**
   * Runs a part of a unit of work that may fail. If it throws, its writes are undone, the error is passed on, and the
   * unit may continue. Outside of a unit of work, it is like `run`.
   */
  async runInSavepoint<T>(work: UnitOfWorkCallback<T>): Promise<T> {
    const { activeUnitOfWork } = this.database;
    if (!activeUnitOfWork) return this.run(work);
    const { transaction, fatalError } = activeUnitOfWork;
    const callbacks = [...activeUnitOfWork.afterCommitCallbacks];
    const lockedRecords = new Set(activeUnitOfWork.lockedRecords);
    const timestampedRecords = new Set(activeUnitOfWork.timestampedRecords);
    const changeLogSavepoint = activeUnitOfWork.changeLog.createSavepoint();
    const savepoint = `attempt_${++activeUnitOfWork.savepointCount}`;
    await transaction.query(`SAVEPOINT ${savepoint}`);
    try {
      const result = await work(activeUnitOfWork.manager);
      await transaction.query(`RELEASE SAVEPOINT ${savepoint}`);
      return result;
    } catch (error) {
      activeUnitOfWork.afterCommitCallbacks = callbacks;
      activeUnitOfWork.lockedRecords = lockedRecords;
      activeUnitOfWork.timestampedRecords = timestampedRecords;
      activeUnitOfWork.changeLog.rollbackTo(changeLogSavepoint);
      if (transaction.abortError === undefined) {
        activeUnitOfWork.fatalError = fatalError;
        await transaction.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      }
      throw error;
    }
  }

  /** Runs `callback` once the unit of work is stored, or at once outside of one. Its errors are only logged. */
  afterCommit(callback: () => void | Promise<void>): void {
    const { activeUnitOfWork } = this.database;
    if (activeUnitOfWork) activeUnitOfWork.afterCommitCallbacks.push(callback);
    else void this.runCallback(callback);
  }

  private async runAfterCommit({ afterCommitCallbacks }: ActiveUnitOfWork): Promise<void> {
    for (const effect of afterCommitCallbacks) await this.runCallback(effect);
  }

  /** Runs a callback and logs its error: the data is stored, so the request must not fail. */
  private async runCallback(callback: () => void | Promise<void>): Promise<void> {
    try {
      // The stored change may have deactivated the caller itself.
      await runWithoutReauthorization(callback);
    } catch (error) {
      this.logger.error(
        'A callback after a commit failed',
        error instanceof Error ? error.stack : error,
      );
    }
  }
}

async function joinUnit<T>(unit: ActiveUnitOfWork, work: UnitOfWorkCallback<T>): Promise<T> {
  try {
    return await work(unit.manager);
  } catch (error) {
    unit.fatalError ??= error as Error;
    throw error;
  }
}
