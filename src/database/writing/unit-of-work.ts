import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { reauthorizeCaller, runWithoutReauthorization } from '../../core/actor-context';
import { Transactions } from '../../core/transactions';
import { Database, type ActiveUnitOfWork } from '../database';

/** Many, for a large unit among small ones: between the nodes of a cluster it is turned back by each that was quicker. */
const MAX_ATTEMPTS = 20;
/** How long a unit of work is tried again after conflicts. */
const MAX_RETRY_MS = 20_000;

export interface UnitOfWorkOptions {
  /** Records read by id are locked until the end. */
  readonly lockReads?: boolean;
}

/**
 * What is stored together. TypeORM's own code finds the transaction in the manager, and works nowhere else.
 */
export type UnitOfWorkCallback<T> = (manager: EntityManager) => Promise<T>;

/** Transactions: everything that `run`'s work writes is stored together, or nothing is. */
@Injectable()
export class UnitOfWork extends Transactions {
  private readonly logger = new Logger(UnitOfWork.name);

  constructor(private readonly database: Database) {
    super();
  }

  /**
   * Runs `work` in a transaction and commits; inside another unit of work it joins that one.
   * On a deadlock, a lock that does not come or a lost certification the whole work runs again, up to
   * twenty times: it must do nothing but read and write the database. When joined work throws, the outer
   * unit can't commit any more, even if the error is caught (see `attempt` for that). For a request that writes, the
   * caller is checked first, each time.
   * @throws DatabaseBusy when the attempts are used up, DatabaseUnavailable, OutcomeUnknown when COMMIT went unanswered
   */
  async run<T>(work: UnitOfWorkCallback<T>, options: UnitOfWorkOptions = {}): Promise<T> {
    const { unit } = this.database;
    if (unit) return joinUnit(unit, work);
    const end = performance.now() + MAX_RETRY_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        const [result, done] = await this.database.attempt(
          options.lockReads ?? false,
          async ({ manager }) => {
            await reauthorizeCaller('shared');
            return work(manager);
          },
        );
        await this.runAfterCommit(done);
        return result;
      } catch (error) {
        const isConflict = this.database.dialect.classifyFailure(error) === 'conflict';
        if (!isConflict || attempt === MAX_ATTEMPTS || performance.now() > end)
          throw this.database.translateError(error);
        await pause(Math.random() * Math.min(10 * 2 ** attempt, 400));
      }
    }
  }

  /**
   * Inside a unit of work: runs a part of it that may fail. When it throws, what it wrote is undone,
   * the error comes through, and the unit may go on.
   */
  async attempt<T>(work: UnitOfWorkCallback<T>): Promise<T> {
    const { unit } = this.database;
    if (!unit) return this.run(work);
    const { transaction, fatalError } = unit;
    const effects = [...unit.afterCommit];
    const locked = new Set(unit.lockedRecords);
    const dated = new Set(unit.timestampedRecords);
    const changes = unit.changeLog.savepoint();
    const savepoint = `attempt_${++unit.savepointCount}`;
    await transaction.query(`SAVEPOINT ${savepoint}`);
    try {
      const result = await work(unit.manager);
      await transaction.query(`RELEASE SAVEPOINT ${savepoint}`);
      return result;
    } catch (error) {
      unit.afterCommit = effects;
      unit.lockedRecords = locked;
      unit.timestampedRecords = dated;
      unit.changeLog.rollbackTo(changes);
      if (transaction.lostError === undefined) {
        unit.fatalError = fatalError;
        await transaction.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      }
      throw error;
    }
  }

  /** Runs `effect` once the unit of work is stored; at once outside of one. Its errors are logged only. */
  afterCommit(effect: () => void | Promise<void>): void {
    const { unit } = this.database;
    if (unit) unit.afterCommit.push(effect);
    else void this.runEffect(effect);
  }

  private async runAfterCommit({ afterCommit }: ActiveUnitOfWork): Promise<void> {
    for (const effect of afterCommit) await this.runEffect(effect);
  }

  /** The data is stored: an effect that fails must not make the request look failed. */
  private async runEffect(effect: () => void | Promise<void>): Promise<void> {
    try {
      // It may be the end of the caller itself that was stored.
      await runWithoutReauthorization(effect);
    } catch (error) {
      this.logger.error(
        'An effect after a commit failed',
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
