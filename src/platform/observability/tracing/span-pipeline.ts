import { setTimeout as pause } from 'node:timers/promises';
import { type Configuration, ConfigurationError } from '../../../config/configuration';
import type { SpanRecorder } from '../../../core/span-recorder';
import { OtelSpanRecorder } from './otel-span-recorder';
import { LoggingSpanExporter } from './logging-span-exporter';

const SERVICE_NAME = 'online-store-administration';

/** How long the shutdown waits for spans that have not been sent. */
const FLUSH_TIMEOUT_MS = 5_000;

/** A recorder whose spans are sent in batches, without blocking anybody. */
export interface SpanPipeline {
  readonly recorder: SpanRecorder;
  /** Sends the remaining spans, as far as possible in a short time. */
  close(): Promise<void>;
}

/**
 * Starts recording. OpenTelemetry's packages are loaded only here. They read other OTEL_ variables themselves (headers,
 * sampler, queue sizes, resource attributes).
 * @param warn called when spans can't be sent
 * @throws ConfigurationError if the packages are not installed
 */
export async function openSpanPipeline(
  endpoint: string,
  warn: (message: string) => void,
): Promise<SpanPipeline> {
  const { api, sdk, exporter, resources } = await loadPackages();
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME }))
    .merge(detectResources({ detectors: [envDetector] }));
  const spanExporter = new LoggingSpanExporter(
    new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    warn,
  );
  // Its queue is bounded; spans that don't fit are dropped.
  const spanProcessors = [new sdk.BatchSpanProcessor(spanExporter)];
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors });
  return {
    recorder: new OtelSpanRecorder(api, provider.getTracer(SERVICE_NAME)),
    close: async () => {
      const flushed = provider.shutdown().then(
        () => true,
        () => true,
      );
      const isFlushed = await Promise.race([
        flushed,
        pause(FLUSH_TIMEOUT_MS, false, { ref: false }),
      ]);
      if (!isFlushed) warn('The last spans could not be sent in time and are dropped');
    },
  };
}

/** @throws ConfigurationError if tracing is configured but the packages are not installed */
export async function requireTracingPackages(configuration: Configuration): Promise<void> {
  if (configuration.otelExporterOtlpEndpoint !== undefined) await loadPackages();
}

async function loadPackages() {
  try {
    const [api, sdk, exporter, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    return { api, sdk, exporter, resources };
  } catch (cause) {
    throw new ConfigurationError(
      'OTEL_EXPORTER_OTLP_ENDPOINT must not be set unless the optional packages of OpenTelemetry are installed (npm ci without --omit=optional)',
      { cause },
    );
  }
}
