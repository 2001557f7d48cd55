import { randomBytes } from 'node:crypto';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { ResponseFile } from '../../../../api';
import { Configuration } from '../../../../config/configuration';
import { Clock } from '../../../../core/clock';
import { NotFound } from '../../../../core/errors';
import { HourlyJob } from '../../../../core/hourly-job';
import { createLoadPlan } from '../../../../core/load-plan';
import {
  type Condition,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  getJournalRange,
  defineList,
  DataAccess,
} from '../../../../database';
import { recordExportInJournal, recordExportRemovalInJournal } from '../export-journal-entries';
import { requirePositionInJournal } from '../../../events/journal';
import {
  FileNotFound,
  FileStoreFull,
  pickFileStoreSettings,
  ServiceFileStore,
} from '../../../media/files';
import { ExportNotDone, ExportsBusy } from './export-errors';
import { ExportJob } from './export-job.entity';
import { EXPORT_LOCK_ID, ExportLock } from './export-lock.entity';
import type { CreateExportDto, ExportsQuery } from './export-job.dto';
import { ExportThread } from './export-thread';

const HOUR_MS = 60 * 60 * 1000;
/** An export counts as failed if its process hasn't sent a heartbeat for this time. */
const LEASE_MS = 60_000;
/** Time between two heartbeats, which also store the progress. */
const HEARTBEAT_INTERVAL_MS = 2000;
/** Maximum number of running or waiting exports, in all processes. */
const MAX_RUNNING_EXPORTS = 4;
/** Bytes of an export after which it checks whether the disk still has room. */
const DISK_SPACE_CHECK_BYTES = 16 * 1024 * 1024;
/** Random bytes in the name of a file. */
const FILE_NAME_RANDOM_BYTES = 24;
const EXPORTS_FOLDER = 'exports';
/** Expiry of exports that were removed before their time. */
const REMOVED_EXPIRY = new Date(0);

const exportListing = defineList(ExportJob, { defaultSort: 'id.desc' });
const exportJobPlan = createLoadPlan(ExportJob, [
  'name',
  'state',
  'types',
  'since',
  'userId',
  'gzip',
  'exportLines',
  'bytes',
  'sha256',
  'position',
  'createdAt',
  'expiresAt',
  'heldUntil',
  'updatedAt',
]);

/** Exports that are created on request and stored for a day by default. */
@Injectable()
export class ExportJobsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ExportJobsService.name);
  private readonly thread = new ExportThread();
  private readonly localRuns = new Map<
    number,
    { abortController: AbortController; done: Promise<void> }
  >();
  private readonly removalJob = new HourlyJob(
    () => this.removeExpired(),
    'exports removed',
    this.logger,
  );

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly files: ServiceFileStore,
    private readonly clock: Clock,
    private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    this.removalJob.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.removalJob.stop();
    const all = [...this.localRuns.values()];
    for (const { abortController } of all) abortController.abort();
    await Promise.all(all.map(({ done }) => done));
    await this.thread.end();
  }

  /** Starts an export. @throws ExportsBusy, JournalPositionGone, FileStoreFull */
  async create({
    types = [],
    since: requestedSince,
    user,
    gzip,
  }: CreateExportDto): Promise<ExportJob> {
    const since = requestedSince ?? null;
    await this.requireSinceInJournal(since);
    await this.requireDiskSpace();
    const now = this.clock.now().getTime();
    const { unitOfWork, loader, writer } = this.dataAccess;
    return unitOfWork.run(async () => {
      await writer.lock(ExportLock, [EXPORT_LOCK_ID]);
      const running = [whereEquals('state', 'running'), whereAtLeast('heldUntil', new Date(now))];
      if ((await loader.listIds(ExportJob, running)).length >= MAX_RUNNING_EXPORTS)
        throw new ExportsBusy();
      const [jobId] = await writer.insert(ExportJob, [
        {
          name: randomBytes(FILE_NAME_RANDOM_BYTES).toString('hex'),
          state: 'running',
          types: [...new Set(types)],
          since,
          userId: user ?? null,
          gzip,
          exportLines: 0,
          bytes: 0,
          sha256: '',
          position: 0,
          createdAt: new Date(now),
          expiresAt: new Date(now + this.configuration.exportHours * HOUR_MS),
          heldUntil: new Date(now + LEASE_MS),
        },
      ]);
      const job = await this.get(jobId as number);
      await recordExportInJournal(this.dataAccess, job);
      // After the commit: the unit of work may be rolled back and run again.
      unitOfWork.afterCommit(() => {
        this.startJob(job);
      });
      return job;
    });
  }

  /** Lists the exports that match the query, newest first by default. */
  async list(query: ExportsQuery): Promise<ExportJob[]> {
    const conditions = [whereAtLeast('expiresAt', this.clock.now())];
    const found = await this.dataAccess.loader.listAll(
      exportListing,
      { ...query },
      exportJobPlan,
      conditions,
    );
    return found.map((job) => this.withCurrentState(job));
  }

  /** @throws NotFound, also if the export has expired */
  async get(id: number): Promise<ExportJob> {
    const job = await this.dataAccess.loader.findById(ExportJob, id, exportJobPlan);
    if (!job || job.expiresAt < this.clock.now()) throw new NotFound({ resource: 'export', id });
    return this.withCurrentState(job);
  }

  /** Removes an export, and aborts it if it is running. @throws NotFound */
  async remove(id: number): Promise<{ id: number }> {
    await this.get(id);
    if (!(await this.markRemoved(id))) throw new NotFound({ resource: 'export', id });
    return { id };
  }

  /** @throws NotFound, ExportNotDone */
  async getContent(id: number): Promise<ResponseFile> {
    const job = await this.get(id);
    const { name, state, gzip, sha256 } = job;
    if (state !== 'done') throw new ExportNotDone({ state });
    const { file, content } = await this.files.read(EXPORTS_FOLDER, name);
    return {
      name: `export-${id}.ndjson${gzip ? '.gz' : ''}`,
      mediaType: gzip ? 'application/gzip' : 'application/x-ndjson',
      entityTag: sha256,
      size: file.size,
      content,
      openRange: async (range) => (await this.files.read(EXPORTS_FOLDER, name, range)).content,
    };
  }

  /** Removes the exports of a person's records. */
  async removeByUser(userId: number): Promise<void> {
    const ids = await this.dataAccess.loader.listIds(
      ExportJob,
      this.whereNotExpired(whereEquals('userId', userId)),
    );
    for (const id of ids) await this.markRemoved(id);
  }

  private async requireSinceInJournal(since: number | null): Promise<void> {
    if (since === null) return;
    requirePositionInJournal(since, await getJournalRange(this.dataAccess.loader));
  }

  /**
   * Marks an export as removed, which hides it from the commit on. A running export is aborted after the commit, because
   * its process writes to the row that the unit of work has locked.
   * @returns false if it has been removed already
   */
  private markRemoved(id: number): Promise<boolean> {
    const { unitOfWork } = this.dataAccess;
    return unitOfWork.run(async () => {
      unitOfWork.afterCommit(() => this.deleteRemovedJob(id));
      const isRemoved = await this.updateJob(id, { expiresAt: REMOVED_EXPIRY });
      if (isRemoved) recordExportRemovalInJournal(this.dataAccess, id);
      return isRemoved;
    });
  }

  /** Deletes a removed export, unless another process is still running it: that process deletes it. */
  private async deleteRemovedJob(id: number): Promise<void> {
    const own = this.localRuns.get(id);
    own?.abortController.abort();
    await own?.done;
    const job = await this.dataAccess.loader.findById(ExportJob, id, exportJobPlan);
    if (job && !this.isRunning(job)) await this.removeJob(job);
  }

  private startJob(job: ExportJob): void {
    const abortController = new AbortController();
    const done = this.runJob(job, abortController).finally(() => this.localRuns.delete(job.id));
    this.localRuns.set(job.id, { abortController, done });
  }

  private async runJob(job: ExportJob, abortController: AbortController): Promise<void> {
    const { signal } = abortController;
    let progress: Partial<ExportJob> = {};
    let heartbeat = Promise.resolve();
    const timer = setInterval(() => {
      heartbeat = heartbeat.then(() => this.sendHeartbeat(job.id, progress, abortController));
    }, HEARTBEAT_INTERVAL_MS).unref();
    const stopHeartbeats = (): Promise<void> => {
      clearInterval(timer);
      return heartbeat;
    };
    try {
      const {
        databaseUrl,
        databaseReadUrl: url,
        databaseReadLagSeconds: maxLagSeconds,
        sqliteWalBytes: maxWalBytes,
        defaultLanguage,
      } = this.configuration;
      const { types, since, userId, gzip } = job;
      const files = pickFileStoreSettings(this.configuration);
      const task = {
        databaseUrl,
        maxWalBytes,
        ...(url !== undefined && { replica: { url, maxLagSeconds } }),
        files,
        types,
        since,
        userId,
        gzip,
        language: defaultLanguage,
      };
      const store = (content: AsyncIterable<Uint8Array>): Promise<void> =>
        this.files.write(EXPORTS_FOLDER, job.name, this.checkDiskSpace(content));
      const result = await this.thread.run(task, store, signal, ({ lines: exportLines, bytes }) => {
        progress = { exportLines, bytes };
      });
      const { lines: exportLines, ...others } = result;
      await stopHeartbeats();
      await this.storeOutcome(job, { ...others, exportLines, state: 'done' });
    } catch (error) {
      if (!signal.aborted) this.logger.error(error, 'an export failed');
      await stopHeartbeats();
      await this.storeOutcome(job, { state: 'failed' }).catch(() => undefined);
    }
  }

  /** Exports stay for a day, so many of them could fill the disk. @throws FileStoreFull */
  private async requireDiskSpace(): Promise<void> {
    if (await this.files.isNearlyFull()) throw new FileStoreFull();
  }

  /** Ends an export before it takes the last room of the disk. @throws FileStoreFull */
  private async *checkDiskSpace(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let unchecked = 0;
    for await (const bytes of content) {
      unchecked += bytes.length;
      if (unchecked >= DISK_SPACE_CHECK_BYTES) {
        unchecked = 0;
        await this.requireDiskSpace();
      }
      yield bytes;
    }
  }

  private async sendHeartbeat(
    id: number,
    progress: Partial<ExportJob>,
    abortController: AbortController,
  ): Promise<void> {
    const heldUntil = new Date(this.clock.now().getTime() + LEASE_MS);
    const exists = await this.updateJob(id, { heldUntil, ...progress }).catch(() => true);
    if (!exists) abortController.abort();
  }

  /** Stores the outcome of an export, or deletes it if it has been removed in the meantime. */
  private async storeOutcome(job: ExportJob, outcome: Partial<ExportJob>): Promise<void> {
    if (!(await this.updateJob(job.id, outcome))) await this.removeJob(job);
  }

  /** @returns false if the export has been removed */
  private async updateJob(id: number, patch: Partial<ExportJob>): Promise<boolean> {
    const { unitOfWork, writer } = this.dataAccess;
    const conditions = this.whereNotExpired(whereEquals('id', id));
    return (await unitOfWork.run(() => writer.update(ExportJob, conditions, patch))) > 0;
  }

  /** Restricts a condition to exports that haven't expired. */
  private whereNotExpired(condition: Condition): Condition[] {
    return [condition, whereAtLeast('expiresAt', this.clock.now())];
  }

  /** Reports exports whose process has died as failed. */
  private withCurrentState(job: ExportJob): ExportJob {
    const isLost = job.state === 'running' && !this.isRunning(job);
    return isLost ? { ...job, state: 'failed' } : job;
  }

  private isRunning({ state, heldUntil }: ExportJob): boolean {
    return state === 'running' && heldUntil >= this.clock.now();
  }

  private async removeExpired(): Promise<number> {
    const past = [whereAtMost('expiresAt', this.clock.now())];
    const found = await this.dataAccess.loader.listWhere(ExportJob, past, exportJobPlan);
    // Running exports are deleted by their own processes.
    const jobs = found.filter((job) => !this.isRunning(job));
    for (const job of jobs) await this.removeJob(job);
    return jobs.length;
  }

  private async removeJob(job: ExportJob): Promise<void> {
    try {
      await this.files.remove(EXPORTS_FOLDER, job.name);
    } catch (error) {
      if (!(error instanceof FileNotFound)) throw error;
    }
    await this.dataAccess.unitOfWork.run(() => this.dataAccess.writer.remove(ExportJob, job.id));
  }
}
