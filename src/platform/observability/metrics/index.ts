import { Global, Module } from '@nestjs/common';
import { Metrics } from '../../../core/metrics';
import { DatabaseMetrics } from './database-metrics';
import { MetricsController } from './metrics.controller';
import { PrometheusMetrics } from './prometheus-metrics';

/** Metrics of the service; global, because every module declares its own. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    DatabaseMetrics,
    PrometheusMetrics,
    { provide: Metrics, useExisting: PrometheusMetrics },
  ],
  exports: [Metrics],
})
export class MetricsModule {}
