import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { IdempotencyStore } from '../../../api';
import { HourlySweep } from '../../../core/hourly-sweep';
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
  private readonly sweep: HourlySweep;

  constructor(private readonly store: DatabaseIdempotencyStore) {
    const logger = new Logger(IdempotencyModule.name);
    this.sweep = new HourlySweep(
      () => store.sweep(),
      'stored responses of idempotent requests',
      logger,
    );
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.store.stopHeartbeats();
    await this.sweep.stop();
    await this.store.retryClaimReleases();
  }
}
