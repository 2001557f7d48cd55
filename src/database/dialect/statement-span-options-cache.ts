import type { SpanOptions } from '../../core/span-recorder';
import type { Dialect } from './dialect';

const MAX_CACHED_OPTIONS = 2000;

const VERB_PATTERN = /^\W*(\w+)/;
/** The first table in the statement; it may be in a subquery. */
const TABLE_PATTERN = /\b(?:FROM|INTO|UPDATE)\s+`?(\w+)/i;

/** Span options of statements: names and attributes contain the operation and the table, but no values. */
export class StatementSpanOptionsCache {
  private readonly cache = new Map<string, SpanOptions>();

  constructor(private readonly system: Dialect['telemetryName']) {}

  forStatement(sql: string): SpanOptions {
    const known = this.cache.get(sql);
    if (known) return known;
    const spanOptions = this.toSpanOptions(
      (VERB_PATTERN.exec(sql)?.[1] ?? '').toUpperCase(),
      TABLE_PATTERN.exec(sql)?.[1],
    );
    if (this.cache.size >= MAX_CACHED_OPTIONS) this.cache.clear();
    this.cache.set(sql, spanOptions);
    return spanOptions;
  }

  forInsert(table: string, rowCount: number): SpanOptions {
    const { attributes, ...spanOptions } = this.toSpanOptions('INSERT', table);
    // By OpenTelemetry's convention, a single row isn't a batch.
    return rowCount < 2
      ? { ...spanOptions, attributes }
      : { ...spanOptions, attributes: { ...attributes, 'db.operation.batch.size': rowCount } };
  }

  private toSpanOptions(operation: string, table: string | undefined) {
    return {
      name: table === undefined ? operation : `${operation} ${table}`,
      kind: 'client',
      attributes: {
        'db.system.name': this.system,
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
      },
    } as const;
  }
}
