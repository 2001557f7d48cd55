import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { currentContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { SecurityAudit } from '../../../core/security-audit';
import { defineChangeKind, type ChangeKind, DataAccess } from '../../../database';

const loginKind = defineChangeKind('login', 'keys');
const permissionKind = defineChangeKind('permission', 'keys');

const MINUTE_MS = 60_000;
/** Maximum number of entries of a kind per minute, so that attempts can't fill the journal. */
const MAX_ENTRIES_PER_MINUTE = 60;
/** Maximum number of entries about one caller or one administrator's password, so that others aren't crowded out. */
const MAX_ENTRIES_PER_CALLER = 10;

/** Number of entries of a kind in a minute, by caller and in total. */
interface MinuteCounts {
  readonly startedAt: number;
  readonly counts: Map<string, number>;
  total: number;
}

/** Records denied access in the journal, up to a limit per minute and process. */
@Injectable()
export class JournalSecurityAudit extends SecurityAudit implements OnApplicationShutdown {
  private readonly logger = new Logger(JournalSecurityAudit.name);
  private readonly minutes = new Map<ChangeKind, MinuteCounts>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
  ) {
    super();
  }

  recordLoginFailed(userId: number): void {
    this.record(loginKind, userId, String(userId));
  }

  recordScopeMissing(): void {
    const { kind, id } = currentContext().actor;
    this.record(permissionKind, id, `${kind}:${id}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  /** Records without waiting: access is denied in any case. @param callerKey identifies the caller that is counted */
  private record(kind: ChangeKind, id: number, callerKey: string): void {
    if (!this.isWithinLimit(kind, callerKey)) return;
    const pendingWrite = this.write(kind, id).finally(() =>
      this.pendingWrites.delete(pendingWrite),
    );
    this.pendingWrites.add(pendingWrite);
  }

  private async write(kind: ChangeKind, id: number): Promise<void> {
    const { unitOfWork, journal } = this.dataAccess;
    try {
      await unitOfWork.run(() => {
        journal.recordRefusal(kind, id);
        return Promise.resolve();
      });
    } catch (error) {
      this.logger.warn(
        `A denied access could not be recorded in the journal: ${(error as Error).message}`,
      );
    }
  }

  private isWithinLimit(kind: ChangeKind, callerKey: string): boolean {
    const now = this.clock.now().getTime();
    let minute = this.minutes.get(kind);
    if (!minute || now - minute.startedAt >= MINUTE_MS || now < minute.startedAt)
      this.minutes.set(kind, (minute = { startedAt: now, counts: new Map(), total: 0 }));
    const ofOne = minute.counts.get(callerKey) ?? 0;
    if (ofOne >= MAX_ENTRIES_PER_CALLER || minute.total >= MAX_ENTRIES_PER_MINUTE) return false;
    minute.counts.set(callerKey, ofOne + 1);
    minute.total += 1;
    return true;
  }
}
