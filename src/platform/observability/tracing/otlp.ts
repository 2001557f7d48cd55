import { setTimeout as pause } from 'node:timers/promises';
import { type Configuration, ConfigurationError } from '../../../config/configuration';
import type { SpanRecorder } from '../../../core/span-recorder';
import { OtelSpans } from './otel-spans';
import { LoggingSpanExporter } from './logging-span-exporter';

const SERVICE_NAME = 'online-store-administration';

/** How long the end of the service waits for what has not been sent. */
const FLUSH_TIMEOUT_MS = 5_000;

/** Spans that are sent on, in batches and out of everybody's way. */
export interface SpanPipeline {
  readonly spans: SpanRecorder;
  /** Sends what is left, as far as that works at once. */
  close(): Promise<void>;
}

/**
 * Begins to record. OpenTelemetry's packages are loaded only here; what else is set for them by OTEL_ variables
 * (headers, sampler, sizes of the queue, attributes of the resource) they read themselves.
 * @param warn told when spans can't be sent
 * @throws ConfigurationError when the packages are not installed
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
  const sender = new LoggingSpanExporter(
    new exporter.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    warn,
  );
  // Its queue is bounded: what there is no room for is left out.
  const spanProcessors = [new sdk.BatchSpanProcessor(sender)];
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors });
  return {
    spans: new OtelSpans(api, provider.getTracer(SERVICE_NAME)),
    close: async () => {
      const done = provider.shutdown().then(
        () => true,
        () => true,
      );
      const isDone = await Promise.race([done, pause(FLUSH_TIMEOUT_MS, false, { ref: false })]);
      if (!isDone) warn('The last spans could not be sent in time, and are left out');
    },
  };
}

/** @throws ConfigurationError where spans are wanted, and the packages are not installed */
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
