import type { TraceParent } from './trace-parent';

/** What is told of a piece of work: names as OpenTelemetry has them, or `store.` and our own. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/**
 * What a span is of. Name and attributes come from short lists: never ids, values or anything else that
 * callers send.
 */
export interface SpanOptions {
  readonly name: string;
  /** Of a caller's request, of a call to another system, or of neither. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** A piece of work that is being recorded, with its begin and end. */
export interface Span {
  /** Its place, for those who are told to go on from it. */
  readonly trace: TraceParent;
  /** Begins a part of it. @returns undefined: the part is not recorded */
  startChild(text: SpanOptions): Span | undefined;
  setAttributes(attributes: SpanAttributes): void;
  /** @param failure a word for what it failed with; absent: it did not fail */
  end(failure?: string): void;
}

/** Records where time goes, for those who want that; provided only where the configuration says so. */
export abstract class SpanRecorder {
  /** Begins a piece of work. @param parent where it belongs; absent: to a new trace */
  abstract startSpan(text: SpanOptions, parent?: TraceParent): Span;
}
