import type { SqlValue } from '../schema/column-kinds';
import type {
  StatementResult,
  InsertBatch,
  ReadCost,
  QueryProgram,
  Transaction,
} from './connection';
import type { Dialect } from './dialect';

/**
 * The only access to a transaction: all its statements pass through here, including those about savepoints.
 *
 * After a conflict MySQL has already rolled back: later statements would be stored at once, and COMMIT would still
 * succeed. So nothing is sent after such a failure. Statements are sent one at a time, because a statement that is
 * already in the driver's queue can't be held back.
 */
export class GuardedTransaction implements Transaction {
  /** The error that makes a commit impossible. */
  abortError?: Error;
  private isEnded = false;
  /** Settles after the last statement that was submitted. */
  private lastStatement?: Promise<void>;

  constructor(
    private readonly inner: Transaction,
    private readonly dialect: Dialect,
  ) {}

  read<T>(program: QueryProgram<T>, cost: ReadCost): Promise<T> {
    return this.send(() => this.inner.read(program, cost));
  }

  select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return this.send(() => this.inner.select(sql, params));
  }

  execute(sql: string, params: readonly SqlValue[]): Promise<number> {
    return this.send(() => this.inner.execute(sql, params));
  }

  insert(batch: InsertBatch): Promise<number[]> {
    return this.send(() => this.inner.insert(batch));
  }

  query(sql: string, params: readonly SqlValue[] = []): Promise<StatementResult> {
    return this.send(() => this.inner.query(sql, params));
  }

  commit(): Promise<void> {
    return this.send(async () => {
      this.isEnded = true;
      await this.inner.commit();
    });
  }

  /**
   * Rejects waiting statements and lets the running one finish. A long insertion yields or runs in chunks, and a chunk
   * after ROLLBACK would be stored.
   */
  async rollback(): Promise<void> {
    this.isEnded = true;
    await this.lastStatement;
    await this.inner.rollback();
  }

  private async send<T>(work: () => Promise<T>): Promise<T> {
    const previousStatement = this.lastStatement;
    let settle = (): void => undefined;
    const currentStatement = (this.lastStatement = new Promise<void>(
      (resolve) => (settle = resolve),
    ));
    if (previousStatement) await previousStatement;
    try {
      if (this.abortError) throw this.abortError;
      if (this.isEnded) throw new Error('The unit of work is over');
      return await work();
    } catch (error) {
      if (this.dialect.classifyFailure(error) !== undefined) this.abortError ??= error as Error;
      throw error;
    } finally {
      if (this.lastStatement === currentStatement) delete this.lastStatement;
      settle();
    }
  }
}
