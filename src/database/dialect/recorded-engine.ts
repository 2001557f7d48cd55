import { currentContext } from '../../core/acting';
import { DomainError } from '../../core/errors';
import type { Span, SpanOptions } from '../../core/spans';
import type {
  StatementResult,
  Connection,
  Engine,
  InsertBatch,
  RawRow,
  ReadCost,
  Statement,
  QueryProgram,
  Transaction,
} from './connection';
import { toDriverError } from './dialect';
import { StatementNames } from './statement-names';

/**
 * An engine whose units of work and statements are recorded below the span of the work around. Of work that has none,
 * such as what the service does of its own accord, nothing is.
 */
export function recordedEngine(engine: Engine): Engine {
  const names = new StatementNames(engine.dialect.telemetryName);
  const opened = async (name: string, open: () => Promise<Transaction>): Promise<Transaction> => {
    const unit = currentContext().span?.startChild({ name, kind: 'internal' });
    if (!unit) return open();
    try {
      const transaction = await recorded(unit, names.forStatement('BEGIN'), open);
      return new RecordedTransaction(transaction, unit, names);
    } catch (error) {
      unit.end(toErrorCode(error));
      throw error;
    }
  };
  return {
    dialect: engine.dialect,
    reader: new RecordedConnection(engine.reader, () => currentContext().span, names),
    get load() {
      return engine.load;
    },
    begin: () => opened('unit of work', () => engine.begin()),
    snapshot: () => opened('snapshot', () => engine.snapshot()),
    whenDurable: () => engine.whenDurable(),
    get isWritable() {
      return engine.isWritable;
    },
    drain: () => engine.drain(),
  };
}

class RecordedConnection<C extends Connection = Connection> implements Connection {
  /** @param parent what the statements belong to */
  constructor(
    protected readonly inner: C,
    private readonly parent: () => Span | undefined,
    protected readonly names: StatementNames,
  ) {}

  async read<T>(steps: QueryProgram<T>, reach: ReadCost): Promise<T> {
    const parent = this.parent();
    if (!parent) return this.inner.read(steps, reach);
    const watched = new WatchedSteps(steps, ({ sql }) => parent.startChild(this.names.forStatement(sql)));
    try {
      return await this.inner.read(watched.steps(), reach);
    } catch (error) {
      watched.end(toErrorCode(error));
      throw error;
    }
  }

  select(sql: string, params: Statement['params']): Promise<Record<string, unknown>[]> {
    return this.recorded(this.names.forStatement(sql), () => this.inner.select(sql, params));
  }

  protected recorded<T>(text: SpanOptions, work: () => Promise<T>): Promise<T> {
    const parent = this.parent();
    return parent ? recorded(parent, text, work) : work();
  }
}

/** A transaction whose span ends with it. */
class RecordedTransaction extends RecordedConnection<Transaction> implements Transaction {
  private isOver = false;

  constructor(
    inner: Transaction,
    private readonly unit: Span,
    names: StatementNames,
  ) {
    super(inner, () => unit, names);
  }

  execute(sql: string, params: Statement['params']): Promise<number> {
    return this.recorded(this.names.forStatement(sql), () => this.inner.execute(sql, params));
  }

  insert(insertion: InsertBatch): Promise<number[]> {
    const { table, rows } = insertion;
    return this.recorded(this.names.forInsert(table, rows.length), () =>
      this.inner.insert(insertion),
    );
  }

  query(sql: string, params: Statement['params'] = []): Promise<StatementResult> {
    return this.recorded(this.names.forStatement(sql), () => this.inner.query(sql, params));
  }

  async commit(): Promise<void> {
    await this.recorded(this.names.forStatement('COMMIT'), () => this.inner.commit());
    this.end();
  }

  async rollback(): Promise<void> {
    await this.recorded(this.names.forStatement('ROLLBACK'), () => this.inner.rollback());
    this.end('rollback');
  }

  private end(failure?: string): void {
    if (this.isOver) return;
    this.isOver = true;
    this.unit.end(failure);
  }
}

/** The steps of a read, as they are; each of their statements takes as long as its step. */
class WatchedSteps<T> {
  private open: (Span | undefined)[] = [];

  constructor(
    private readonly inner: QueryProgram<T>,
    private readonly begin: (statement: Statement) => Span | undefined,
  ) {}

  *steps(): QueryProgram<T> {
    let step = this.inner.next();
    while (!step.done) {
      this.open = step.value.map(this.begin);
      const rows: readonly RawRow[][] = yield step.value;
      this.end();
      step = this.inner.next(rows);
    }
    return step.value;
  }

  end(failure?: string): void {
    for (const span of this.open) span?.end(failure);
    this.open = [];
  }
}

async function recorded<T>(parent: Span, text: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = parent.startChild(text);
  try {
    const result = await work();
    span?.end();
    return result;
  } catch (error) {
    span?.end(toErrorCode(error));
    throw error;
  }
}

/** A code: messages may quote values. */
function toErrorCode(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return toDriverError(error).code || 'unexpected';
}
