import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

/** Logs once that spans can't be sent, and once that they can be sent again. */
export class LoggingSpanExporter implements SpanExporter {
  private isCollectorUnreachable = false;

  constructor(
    private readonly delegate: SpanExporter,
    private readonly warn: (message: string) => void,
  ) {}

  export(...[spans, onResult]: Parameters<SpanExporter['export']>): void {
    this.delegate.export(spans, (result) => {
      const { error } = result;
      if (error && !this.isCollectorUnreachable)
        this.warn(`Spans can't be sent and are dropped: ${error.message}`);
      if (!error && this.isCollectorUnreachable) this.warn('Spans are sent again');
      this.isCollectorUnreachable = error !== undefined;
      onResult(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.delegate.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.delegate.shutdown();
  }
}
