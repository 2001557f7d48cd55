import {
  type DynamicModule,
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Configuration } from '../../../config/configuration';
import { SpanRecorder } from '../../../core/span-recorder';
import { type SpanPipeline, openSpanPipeline } from './span-pipeline';

export { requireTracingPackages } from './span-pipeline';

const SPAN_PIPELINE = Symbol('span pipeline');

/** Traces for an OpenTelemetry collector; without a configured endpoint nothing is recorded. */
@Global()
@Module({})
export class TracingModule implements OnApplicationShutdown {
  static register({ otelExporterOtlpEndpoint: endpoint }: Configuration): DynamicModule {
    const logger = new Logger(TracingModule.name);
    const openPipeline = (): Promise<SpanPipeline> | undefined =>
      endpoint === undefined
        ? undefined
        : openSpanPipeline(endpoint, (message) => logger.warn(message));
    return {
      module: TracingModule,
      providers: [
        { provide: SPAN_PIPELINE, useFactory: openPipeline },
        {
          provide: SpanRecorder,
          inject: [SPAN_PIPELINE],
          useFactory: (pipeline?: SpanPipeline) => pipeline?.recorder,
        },
      ],
      exports: [SpanRecorder],
    };
  }

  constructor(@Inject(SPAN_PIPELINE) private readonly pipeline: SpanPipeline | undefined) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pipeline?.close();
  }
}
