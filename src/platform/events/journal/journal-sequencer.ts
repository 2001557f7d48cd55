import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Configuration } from '../../../config/configuration';
import { runAsSystem } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { HourlyJob } from '../../../core/hourly-job';
import { Database, JournalPositionRepository } from '../../../database';
import { ChangeFeed } from './change-feed';

/** Time between two checks for entries of this process and of others. */
const POLL_INTERVAL_MS = 100;
/** Minimum time between two numberings that commits of this process trigger. */
const MIN_NUMBERING_INTERVAL_MS = 50;
/** Time after which another process takes over the numbering if this one is silent. */
const LEASE_MS = 2_000;

const DAY_MS = 24 * 60 * 60 * 1000;

interface PollOptions {
  /** Whether entries are known to wait for a position. */
  readonly hasKnownUnnumbered?: boolean;
}

/** Numbers the journal's entries, in one process at a time, and notifies waiting clients. Inactive before `start`. */
@Injectable()
export class JournalSequencer implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(JournalSequencer.name);
  private readonly leaseHolderId = randomUUID();
  private readonly removalJob: HourlyJob;
  private pollTimer?: NodeJS.Timeout;
  private isStarted = false;
  private currentRun?: Promise<void>;
  private isRunRequested = false;
  private scheduledRunTimer?: NodeJS.Timeout;
  private lastNumberingAt = -MIN_NUMBERING_INTERVAL_MS;
  private holdsLease = false;
  private hasFailed = false;

  constructor(
    private readonly database: Database,
    private readonly positions: JournalPositionRepository,
    private readonly feed: ChangeFeed,
    private readonly clock: Clock,
    { journalDays }: Configuration,
  ) {
    const sweep = (): Promise<number> =>
      positions.sweep(new Date(clock.now().getTime() - journalDays * DAY_MS));
    this.removalJob = new HourlyJob(sweep, 'old journal entries removed', this.logger);
  }

  start(): void {
    this.isStarted = true;
    this.removalJob.start();
    this.pollTimer = setInterval(() => {
      this.poll();
    }, POLL_INTERVAL_MS).unref();
    this.database.setJournalListener(() => {
      this.scheduleNumbering();
    });
    this.poll();
  }

  /**
   * Numbers waiting entries, for a process that doesn't do so continuously. Afterwards all entries that were committed
   * before have a position, or are about to get one from another process.
   */
  async catchUp(): Promise<void> {
    const deadline = performance.now() + LEASE_MS;
    while (
      (await this.positions.getRange()).hasUnnumberedEntries &&
      performance.now() <= deadline
    ) {
      if ((await this.numberAllEntries()) !== undefined) break;
      // Another process numbers entries; if it has died, its lease expires.
      await pause(POLL_INTERVAL_MS);
    }
    if (this.holdsLease) await this.positions.release(this.leaseHolderId);
    this.holdsLease = false;
  }

  onModuleDestroy(): void {
    clearInterval(this.pollTimer);
    clearTimeout(this.scheduledRunTimer);
  }

  /** Numbers the entries of the last requests, and lets other processes continue. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.isStarted) return;
    this.isStarted = false;
    await this.removalJob.stop();
    await this.currentRun;
    await runAsSystem(() => this.numberAndNotify({ hasKnownUnnumbered: true }));
    if (this.holdsLease) await this.positions.release(this.leaseHolderId).catch(() => undefined);
  }

  /** Numbers the entries of a commit: at once, or soon after the last numbering. */
  private scheduleNumbering(): void {
    const wait = this.lastNumberingAt + MIN_NUMBERING_INTERVAL_MS - performance.now();
    if (this.currentRun) this.isRunRequested = true;
    else if (wait <= 0) this.poll({ hasKnownUnnumbered: true });
    else
      this.scheduledRunTimer ??= setTimeout(() => {
        delete this.scheduledRunTimer;
        this.scheduleNumbering();
      }, wait).unref();
  }

  private poll(options: PollOptions = {}): void {
    if (!this.isStarted || this.currentRun) return;
    this.isRunRequested = false;
    this.currentRun = runAsSystem(() => this.numberAndNotify(options)).finally(() => {
      delete this.currentRun;
      if (this.isRunRequested) this.scheduleNumbering();
    });
  }

  private async numberAndNotify({ hasKnownUnnumbered = false }: PollOptions): Promise<void> {
    try {
      const { last, hasUnnumberedEntries } = hasKnownUnnumbered
        ? { last: 0, hasUnnumberedEntries: true }
        : await this.positions.getRange();
      const lastPosition = hasUnnumberedEntries ? await this.numberAllEntries() : last;
      await this.feed.advance(lastPosition ?? (await this.positions.getRange()).last);
      this.hasFailed = false;
    } catch (error) {
      // Logged only once, because the next attempt follows immediately.
      if (!this.hasFailed)
        this.logger.warn(`The journal could not be numbered: ${(error as Error).message}`);
      this.hasFailed = true;
    }
  }

  /** @returns the last assigned position; undefined if another process numbers entries */
  private async numberAllEntries(): Promise<number | undefined> {
    for (;;) {
      this.lastNumberingAt = performance.now();
      const now = this.clock.now();
      const holdUntil = new Date(now.getTime() + LEASE_MS);
      const numberingResult = await this.positions.assignNextPositions({
        holder: this.leaseHolderId,
        now,
        holdUntil,
      });
      this.holdsLease = numberingResult !== undefined;
      if (numberingResult?.hasMore !== true) return numberingResult?.last;
    }
  }
}
