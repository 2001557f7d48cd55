import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { runAsSystem } from '../../core/actor-context';
import { Clock } from '../../core/clock';
import { HourlyJob } from '../../core/hourly-job';
import { Poller } from '../../core/poller';
import { whereEquals, whereAtLeast, whereAtMost, DataAccess } from '../../database';
import { IssuedFiles } from '../../modules/sales';
import { Erasure } from './erasure.entity';
import { ErasureSteps } from './erasure-steps';
import { InvoiceRetention } from './invoice-retention';

/** Time between two checks for erasures that a process has left unfinished. */
const POLL_INTERVAL_MS = 10_000;
/** How long completed erasures are checked for documents that another request added meanwhile. */
const LATE_DOCUMENTS_WINDOW_MS = 3 * 60 * 60 * 1000;

/** Completes erasures, whichever process has started them. Inactive before `start`. */
@Injectable()
export class ErasureWorker implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(ErasureWorker.name);
  private readonly hourlyJobs: readonly HourlyJob[];
  private readonly poller = new Poller(() => this.poll(), {
    intervalMs: POLL_INTERVAL_MS,
    onFailure: (reason) => this.logger.warn(`Erasures could not be read: ${reason}`),
  });

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
    private readonly steps: ErasureSteps,
    retention: InvoiceRetention,
    issuedFiles: IssuedFiles,
  ) {
    const sweepParties = (): Promise<number> => runAsSystem(() => retention.sweep());
    const sweepFiles = (): Promise<number> => runAsSystem(() => issuedFiles.sweep());
    this.hourlyJobs = [
      new HourlyJob(sweepParties, 'parties of old invoices removed', this.logger),
      new HourlyJob(sweepFiles, 'files of old invoices removed', this.logger),
      new HourlyJob(
        () => runAsSystem(() => this.restartForLateDocuments()),
        'completed erasures restarted, because documents were added',
        this.logger,
      ),
    ];
  }

  start(): void {
    for (const job of this.hourlyJobs) job.start();
    this.poller.start();
  }

  /** Checks for unfinished erasures at once. */
  trigger(): void {
    this.poller.trigger();
  }

  onModuleDestroy(): void {
    this.poller.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.poller.whenIdle(), ...this.hourlyJobs.map((job) => job.stop())]);
  }

  private async poll(): Promise<void> {
    for (const userId of await this.listDueUserIds()) await this.finish(userId);
  }

  /** Returns the users whose unfinished erasures no process works on, the oldest first. An erasure has its user's id. */
  private listDueUserIds(): Promise<number[]> {
    const dueConditions = [
      whereEquals('state', 'running'),
      whereAtMost('heldUntil', this.clock.now()),
    ];
    return this.dataAccess.loader.listIds(Erasure, dueConditions, {
      order: [{ property: 'heldUntil' }],
    });
  }

  private async finish(userId: number): Promise<void> {
    try {
      while (this.poller.isStarted && (await this.steps.runNextPart(userId)));
    } catch (error) {
      this.logger.warn(`An erasure will be continued later: ${(error as Error).message}`);
    }
  }

  /** Restarts erasures if documents have been added that refer to the person. @returns their number */
  private async restartForLateDocuments(): Promise<number> {
    const { loader, unitOfWork, writer } = this.dataAccess;
    const earliestCompletion = new Date(this.clock.now().getTime() - LATE_DOCUMENTS_WINDOW_MS);
    const recentConditions = [
      whereEquals('state', 'done'),
      whereAtLeast('doneAt', earliestCompletion),
    ];
    let restartedCount = 0;
    for (const id of await loader.listIds(Erasure, recentConditions)) {
      const erasure = await loader.findById(Erasure, id, loader.createFullPlan(Erasure));
      if (!erasure || !(await this.steps.hasUnerasedDocuments(erasure))) continue;
      const patch = { state: 'running', step: 'documents', after: 0, doneAt: null } as const;
      const doneConditions = [whereEquals('id', id), whereEquals('state', 'done')];
      restartedCount += await unitOfWork.run(() => writer.update(Erasure, doneConditions, patch));
    }
    if (restartedCount > 0) this.trigger();
    return restartedCount;
  }
}
