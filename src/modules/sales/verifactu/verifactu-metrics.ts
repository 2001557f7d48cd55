import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import { Metrics } from '../../../core/metrics';
import { whereEquals, DataAccess } from '../../../database';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { PendingRecordFinder } from './pending-records';

const chainPlan = createLoadPlan(VerifactuChain, ['settled']);
const recordTimePlan = createLoadPlan(VerifactuRecord, ['createdAt']);
const rejectedSubmissionPlan = createLoadPlan(VerifactuSubmission, ['recordId']);

/** The metrics of invoicing records. */
@Injectable()
export class VerifactuMetrics {
  constructor(
    metrics: Metrics,
    private readonly dataAccess: DataAccess,
    private readonly pendingRecordFinder: PendingRecordFinder,
    private readonly clock: Clock,
  ) {
    metrics.gauge(
      {
        name: 'verifactu_oldest_record_seconds',
        help: 'Age of the oldest invoicing record that AEAT has not accepted yet; 0 without one',
        aggregation: 'max',
      },
      () => this.getOldestRecordAgeSeconds(),
    );
  }

  private async getOldestRecordAgeSeconds(): Promise<number> {
    const { loader } = this.dataAccess;
    const recordIds: number[] = [];
    for (const chain of await loader.listWhere(VerifactuChain, [], chainPlan)) {
      recordIds.push(...(await this.pendingRecordFinder.listNextIds(chain, 1)));
    }
    const oldestFirst = { order: [{ property: 'recordId' }], limit: 1 } as const;
    const rejectedSubmissionIds = await loader.listIds(
      VerifactuSubmission,
      [whereEquals('state', 'rejected')],
      oldestFirst,
    );
    for (const one of await loader.listByIds(
      VerifactuSubmission,
      rejectedSubmissionIds,
      rejectedSubmissionPlan,
    )) {
      recordIds.push(one.recordId);
    }
    const times = await loader.listByIds(VerifactuRecord, recordIds, recordTimePlan);
    const oldestTime = Math.min(...times.map(({ createdAt }) => createdAt.getTime()));
    return times.length === 0 ? 0 : Math.max(0, (this.clock.now().getTime() - oldestTime) / 1000);
  }
}
