import type { SpanOptions } from '../../core/spans';
import type { Dialect } from './dialect';

const MAX_CACHED_TEXTS = 2000;

const VERB = /^\W*(\w+)/;
/** The first table that is named; one in a subquery in front is what the rest is about. */
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+`?(\w+)/i;

/** What statements are called where they are recorded: what they do to which table, and nothing of what they say. */
export class StatementNames {
  private readonly known = new Map<string, SpanOptions>();

  constructor(private readonly system: Dialect['system']) {}

  of(sql: string): SpanOptions {
    const known = this.known.get(sql);
    if (known) return known;
    const text = this.text((VERB.exec(sql)?.[1] ?? '').toUpperCase(), TABLE.exec(sql)?.[1]);
    if (this.known.size >= MAX_CACHED_TEXTS) this.known.clear();
    this.known.set(sql, text);
    return text;
  }

  insertion(table: string, rows: number): SpanOptions {
    const { attributes, ...text } = this.text('INSERT', table);
    // As OpenTelemetry has it, one is no batch.
    return rows < 2
      ? { ...text, attributes }
      : { ...text, attributes: { ...attributes, 'db.operation.batch.size': rows } };
  }

  private text(operation: string, table: string | undefined) {
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
