import { Injectable } from '@nestjs/common';
import { Clock } from '../../../core/clock';
import { createLoadPlan } from '../../../core/load-plan';
import { Metrics } from '../../../core/metrics';
import { is, DataAccess } from '../../../database';
import { VerifactuChain } from './entities/verifactu-chain.entity';
import { VerifactuRecord } from './entities/verifactu-record.entity';
import { VerifactuSubmission } from './entities/verifactu-submission.entity';
import { PendingRecords } from './pending-records';

const chainPlan = createLoadPlan(VerifactuChain, ['settled']);
const timePlan = createLoadPlan(VerifactuRecord, ['createdAt']);
const rejectedPlan = createLoadPlan(VerifactuSubmission, ['recordId']);

/** The metrics of invoicing records. */
@Injectable()
export class VerifactuMetrics {
  constructor(
    metrics: Metrics,
    private readonly dataAccess: DataAccess,
    private readonly pending: PendingRecords,
    private readonly clock: Clock,
  ) {
    metrics.gauge(
      {
        name: 'verifactu_oldest_record_seconds',
        help: 'Age of the oldest invoicing record that AEAT has not accepted yet; 0 without one',
        aggregation: 'max',
      },
      () => this.readAge(),
    );
  }

  private async readAge(): Promise<number> {
    const { loader } = this.dataAccess;
    const ids: number[] = [];
    for (const chain of await loader.listWhere(VerifactuChain, [], chainPlan)) {
      ids.push(...(await this.pending.listNext(chain, 1)));
    }
    const oldest = { order: [{ property: 'recordId' }], limit: 1 } as const;
    const rejected = await loader.listIds(VerifactuSubmission, [is('state', 'rejected')], oldest);
    for (const one of await loader.listByIds(VerifactuSubmission, rejected, rejectedPlan)) {
      ids.push(one.recordId);
    }
    const times = await loader.listByIds(VerifactuRecord, ids, timePlan);
    const first = Math.min(...times.map(({ createdAt }) => createdAt.getTime()));
    return times.length === 0 ? 0 : Math.max(0, (this.clock.now().getTime() - first) / 1000);
  }
}
