import type { TraceParent } from './trace-parent';

/** Attributes of a span: names of OpenTelemetry's conventions, or our own with `store.`. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Options of a span. Name and attributes come from short lists: never ids, values or other input of callers. */
export interface SpanOptions {
  readonly name: string;
  /** A caller's request, a call to another system, or neither. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** A recorded piece of work. */
export interface Span {
  /** The trace context for systems that continue the trace. */
  readonly traceParent: TraceParent;
  /** Starts a child span. @returns undefined if it is not recorded */
  startChild(options: SpanOptions): Span | undefined;
  setAttributes(attributes: SpanAttributes): void;
  /** @param failure short name of the failure; absent: success */
  end(failure?: string): void;
}

/** Records spans; provided only if the configuration enables tracing. */
export abstract class SpanRecorder {
  /** Starts a span. @param parent trace context of the parent; absent: a new trace */
  abstract startSpan(options: SpanOptions, parent?: TraceParent): Span;
}
