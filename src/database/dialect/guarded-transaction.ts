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
 * The one way to a transaction: every statement of it passes here, those about savepoints too.
 *
 * After a conflict MySQL has rolled back already: what came after it would be stored at once, and a COMMIT
 * would still answer OK. So nothing is sent any more once a statement has failed for such a reason, and
 * statements go one at a time: one that waited in the driver's queue meanwhile could not be held back.
 */
export class GuardedTransaction implements Transaction {
  /** Why the transaction can't be committed any more. */
  lostError?: Error;
  private isEnded = false;
  /** The end of the statement that is under way or waits last. */
  private lastStatement?: Promise<void>;

  constructor(
    private readonly inner: Transaction,
    private readonly dialect: Dialect,
  ) {}

  read<T>(steps: QueryProgram<T>, reach: ReadCost): Promise<T> {
    return this.send(() => this.inner.read(steps, reach));
  }

  select(sql: string, params: readonly SqlValue[]): Promise<Record<string, unknown>[]> {
    return this.send(() => this.inner.select(sql, params));
  }

  execute(sql: string, params: readonly SqlValue[]): Promise<number> {
    return this.send(() => this.inner.execute(sql, params));
  }

  insert(insertion: InsertBatch): Promise<number[]> {
    return this.send(() => this.inner.insert(insertion));
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
   * Statements that still wait are refused. The one under way comes to its end first: a long insertion gives way
   * or goes in pieces, and what came after ROLLBACK would be stored.
   */
  async rollback(): Promise<void> {
    this.isEnded = true;
    await this.lastStatement;
    await this.inner.rollback();
  }

  private async send<T>(work: () => Promise<T>): Promise<T> {
    const before = this.lastStatement;
    let pass = (): void => undefined;
    const own = (this.lastStatement = new Promise<void>((resolve) => (pass = resolve)));
    if (before) await before;
    try {
      if (this.lostError) throw this.lostError;
      if (this.isEnded) throw new Error('The unit of work is over');
      return await work();
    } catch (error) {
      if (this.dialect.classifyFailure(error) !== undefined) this.lostError ??= error as Error;
      throw error;
    } finally {
      if (this.lastStatement === own) delete this.lastStatement;
      pass();
    }
  }
}
