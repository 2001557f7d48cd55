import { getActorContext } from '../../core/actor-context';
import { DomainError } from '../../core/errors';
import type { Span, SpanOptions } from '../../core/span-recorder';
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
import { toDriverErrorInfo } from './dialect';
import { StatementSpanOptionsCache } from './statement-span-options-cache';

/**
 * Wraps an engine so that its units of work and statements are recorded as children of the current span. Work without
 * a span, such as background jobs, isn't recorded.
 */
export function traceEngine(engine: Engine): Engine {
  const spanOptions = new StatementSpanOptionsCache(engine.dialect.telemetryName);
  const openTracedTransaction = async (
    name: string,
    open: () => Promise<Transaction>,
  ): Promise<Transaction> => {
    const unitSpan = getActorContext().span?.startChild({ name, kind: 'internal' });
    if (!unitSpan) return open();
    try {
      const transaction = await withSpan(unitSpan, spanOptions.forStatement('BEGIN'), open);
      return new TracedTransaction(transaction, unitSpan, spanOptions);
    } catch (error) {
      unitSpan.end(toErrorCode(error));
      throw error;
    }
  };
  return {
    dialect: engine.dialect,
    reader: new TracedConnection(engine.reader, () => getActorContext().span, spanOptions),
    get connectionLoad() {
      return engine.connectionLoad;
    },
    begin: () => openTracedTransaction('unit of work', () => engine.begin()),
    beginSnapshot: () => openTracedTransaction('snapshot', () => engine.beginSnapshot()),
    waitUntilDurable: () => engine.waitUntilDurable(),
    get isWritable() {
      return engine.isWritable;
    },
    drain: () => engine.drain(),
  };
}

class TracedConnection<C extends Connection = Connection> implements Connection {
  /** @param getParentSpan returns the span that the statements belong to */
  constructor(
    protected readonly inner: C,
    private readonly getParentSpan: () => Span | undefined,
    protected readonly spanOptions: StatementSpanOptionsCache,
  ) {}

  async read<T>(program: QueryProgram<T>, cost: ReadCost): Promise<T> {
    const parent = this.getParentSpan();
    if (!parent) return this.inner.read(program, cost);
    const tracedProgram = new TracedProgram(program, ({ sql }) =>
      parent.startChild(this.spanOptions.forStatement(sql)),
    );
    try {
      return await this.inner.read(tracedProgram.run(), cost);
    } catch (error) {
      tracedProgram.endSpans(toErrorCode(error));
      throw error;
    }
  }

  select(sql: string, params: Statement['params']): Promise<Record<string, unknown>[]> {
    return this.withSpan(this.spanOptions.forStatement(sql), () => this.inner.select(sql, params));
  }

  protected withSpan<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
    const parent = this.getParentSpan();
    return parent ? withSpan(parent, options, work) : work();
  }
}

/** A transaction that ends its span. */
class TracedTransaction extends TracedConnection<Transaction> implements Transaction {
  private isEnded = false;

  constructor(
    inner: Transaction,
    private readonly unitSpan: Span,
    spanOptions: StatementSpanOptionsCache,
  ) {
    super(inner, () => unitSpan, spanOptions);
  }

  execute(sql: string, params: Statement['params']): Promise<number> {
    return this.withSpan(this.spanOptions.forStatement(sql), () => this.inner.execute(sql, params));
  }

  insert(insertion: InsertBatch): Promise<number[]> {
    const { table, rows } = insertion;
    return this.withSpan(this.spanOptions.forInsert(table, rows.length), () =>
      this.inner.insert(insertion),
    );
  }

  query(sql: string, params: Statement['params'] = []): Promise<StatementResult> {
    return this.withSpan(this.spanOptions.forStatement(sql), () => this.inner.query(sql, params));
  }

  async commit(): Promise<void> {
    await this.withSpan(this.spanOptions.forStatement('COMMIT'), () => this.inner.commit());
    this.endSpan();
  }

  async rollback(): Promise<void> {
    await this.withSpan(this.spanOptions.forStatement('ROLLBACK'), () => this.inner.rollback());
    this.endSpan('rollback');
  }

  private endSpan(failure?: string): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.unitSpan.end(failure);
  }
}

/** Wraps a read and records its statements; each statement has the duration of its step. */
class TracedProgram<T> {
  private openSpans: (Span | undefined)[] = [];

  constructor(
    private readonly inner: QueryProgram<T>,
    private readonly startSpan: (statement: Statement) => Span | undefined,
  ) {}

  *run(): QueryProgram<T> {
    let step = this.inner.next();
    while (!step.done) {
      this.openSpans = step.value.map(this.startSpan);
      const rows: readonly RawRow[][] = yield step.value;
      this.endSpans();
      step = this.inner.next(rows);
    }
    return step.value;
  }

  endSpans(failure?: string): void {
    for (const span of this.openSpans) span?.end(failure);
    this.openSpans = [];
  }
}

async function withSpan<T>(parent: Span, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = parent.startChild(options);
  try {
    const result = await work();
    span?.end();
    return result;
  } catch (error) {
    span?.end(toErrorCode(error));
    throw error;
  }
}

/** Returns the code of an error: messages may contain values. */
function toErrorCode(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return toDriverErrorInfo(error).code || 'unexpected';
}
