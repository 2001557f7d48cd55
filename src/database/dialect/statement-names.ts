import type { SpanOptions } from '../../core/span-recorder';
import type { Dialect } from './dialect';

const MAX_CACHED_TEXTS = 2000;

const VERB_PATTERN = /^\W*(\w+)/;
/** The first table that is named; one in a subquery in front is what the rest is about. */
const TABLE_PATTERN = /\b(?:FROM|INTO|UPDATE)\s+`?(\w+)/i;

/** What statements are called where they are recorded: what they do to which table, and nothing of what they say. */
export class StatementNames {
  private readonly cache = new Map<string, SpanOptions>();

  constructor(private readonly system: Dialect['telemetryName']) {}

  forStatement(sql: string): SpanOptions {
    const known = this.cache.get(sql);
    if (known) return known;
    const text = this.toSpanOptions(
      (VERB_PATTERN.exec(sql)?.[1] ?? '').toUpperCase(),
      TABLE_PATTERN.exec(sql)?.[1],
    );
    if (this.cache.size >= MAX_CACHED_TEXTS) this.cache.clear();
    this.cache.set(sql, text);
    return text;
  }

  forInsert(table: string, rows: number): SpanOptions {
    const { attributes, ...text } = this.toSpanOptions('INSERT', table);
    // As OpenTelemetry has it, one is no batch.
    return rows < 2
      ? { ...text, attributes }
      : { ...text, attributes: { ...attributes, 'db.operation.batch.size': rows } };
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
