import {
  type DynamicModule,
  Global,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Configuration } from '../../../config/configuration';
import { SpanRecorder } from '../../../core/spans';
import { type OpenSpans, openSpans } from './otlp';

export { requireTracing } from './otlp';

const OPEN = Symbol('open spans');

/** Where time goes, for an OpenTelemetry collector; without its address there is nothing here. */
@Global()
@Module({})
export class TracingModule implements OnApplicationShutdown {
  static with({ otelExporterOtlpEndpoint: endpoint }: Configuration): DynamicModule {
    const logger = new Logger(TracingModule.name);
    const open = (): Promise<OpenSpans> | undefined =>
      endpoint === undefined ? undefined : openSpans(endpoint, (message) => logger.warn(message));
    return {
      module: TracingModule,
      providers: [
        { provide: OPEN, useFactory: open },
        { provide: SpanRecorder, inject: [OPEN], useFactory: (opened?: OpenSpans) => opened?.spans },
      ],
      exports: [SpanRecorder],
    };
  }

  constructor(@Inject(OPEN) private readonly opened: OpenSpans | undefined) {}

  async onApplicationShutdown(): Promise<void> {
    await this.opened?.close();
  }
}
