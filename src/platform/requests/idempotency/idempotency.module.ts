import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { IdempotencyStore } from '../../../api';
import { HourlyJob } from '../../../core/hourly-job';
import { DatabaseIdempotencyStore } from './database-idempotency-store';

/** Requests with an Idempotency-Key: their responses are stored for a day by default. */
@Global()
@Module({
  providers: [
    DatabaseIdempotencyStore,
    { provide: IdempotencyStore, useExisting: DatabaseIdempotencyStore },
  ],
  exports: [IdempotencyStore],
})
export class IdempotencyModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly removalJob: HourlyJob;

  constructor(private readonly store: DatabaseIdempotencyStore) {
    const logger = new Logger(IdempotencyModule.name);
    this.removalJob = new HourlyJob(
      () => store.sweep(),
      'stored responses of idempotent requests removed',
      logger,
    );
  }

  onApplicationBootstrap(): void {
    this.removalJob.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.store.stopHeartbeats();
    await this.removalJob.stop();
    await this.store.retryClaimReleases();
  }
}
