import type * as Api from '@opentelemetry/api';
import {
  type Span,
  type SpanAttributes,
  SpanRecorder,
  type SpanOptions,
} from '../../../core/span-recorder';
import { type TraceParent, formatTraceParent } from '../../../core/trace-parent';

/**
 * Maximum number of recorded child spans of one piece of work. An import of a million lines has as many units of work.
 */
const MAX_CHILD_SPANS = 1000;

/** Creates spans with OpenTelemetry. Each knows its parent, so no OpenTelemetry context is needed. */
export class OtelSpanRecorder extends SpanRecorder {
  /** @param api the API package, which is loaded only if spans are recorded */
  constructor(
    private readonly api: typeof Api,
    private readonly tracer: Api.Tracer,
  ) {
    super();
  }

  override startSpan(options: SpanOptions, parent?: TraceParent): Span {
    const { ROOT_CONTEXT, trace } = this.api;
    const context = parent
      ? trace.setSpanContext(ROOT_CONTEXT, toRemoteSpanContext(parent))
      : ROOT_CONTEXT;
    return this.startSpanInContext(context, options, { remaining: MAX_CHILD_SPANS });
  }

  /** @param childBudget remaining number of child spans of the whole work */
  private startSpanInContext(
    context: Api.Context,
    options: SpanOptions,
    childBudget: { remaining: number },
  ): Span {
    const { SpanKind, SpanStatusCode, trace } = this.api;
    const kinds = {
      server: SpanKind.SERVER,
      client: SpanKind.CLIENT,
      internal: SpanKind.INTERNAL,
    } as const;
    const { name, kind, attributes = {} } = options;
    const otelSpan = this.tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
    const { traceId, spanId, traceFlags } = otelSpan.spanContext();
    return {
      traceParent: formatTraceParent(traceId, spanId, traceFlags),
      startChild: (childOptions) => {
        if (!otelSpan.isRecording() || childBudget.remaining === 0) return undefined;
        childBudget.remaining--;
        return this.startSpanInContext(trace.setSpan(context, otelSpan), childOptions, childBudget);
      },
      setAttributes: (newAttributes: SpanAttributes) => {
        otelSpan.setAttributes(newAttributes);
      },
      end: (errorType) => {
        if (errorType !== undefined) {
          otelSpan.setAttribute('error.type', errorType);
          otelSpan.setStatus({ code: SpanStatusCode.ERROR });
        }
        otelSpan.end();
      },
    };
  }
}

function toRemoteSpanContext(parent: TraceParent): Api.SpanContext {
  const [, traceId = '', spanId = '', flags = ''] = parent.split('-');
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
}
