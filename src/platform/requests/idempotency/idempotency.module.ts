import {
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { KeptAnswers } from '../../../api';
import { HourlySweep } from '../../../core/hourly-sweep';
import { StoredAnswers } from './stored-answers';

/** Requests with an Idempotency-Key: their answers are kept for a day. */
@Global()
@Module({
  providers: [StoredAnswers, { provide: KeptAnswers, useExisting: StoredAnswers }],
  exports: [KeptAnswers],
})
export class IdempotencyModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweep: HourlySweep;

  constructor(private readonly answers: StoredAnswers) {
    const logger = new Logger(IdempotencyModule.name);
    this.sweep = new HourlySweep(() => answers.sweep(), 'kept answers', logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
    await this.answers.flush();
  }
}
