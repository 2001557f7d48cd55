import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { getActorContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { SecurityAudit } from '../../../core/security-audit';
import { defineJournalEntryKind, type JournalEntryKind, DataAccess } from '../../../database';

const loginEntryKind = defineJournalEntryKind('login', { area: 'keys' });
const permissionEntryKind = defineJournalEntryKind('permission', { area: 'keys' });

const MINUTE_MS = 60_000;
/** Maximum number of entries of a kind per minute, so that attempts can't fill the journal. */
const MAX_ENTRIES_PER_MINUTE = 60;
/** Maximum number of entries about one caller or one administrator's password, so that others aren't crowded out. */
const MAX_ENTRIES_PER_CALLER = 10;

/** Number of entries of a kind in a minute, by caller and in total. */
interface MinuteCounts {
  readonly startedAt: number;
  readonly countsByCaller: Map<string, number>;
  total: number;
}

/** Records denied access in the journal, up to a limit per minute and process. */
@Injectable()
export class JournalSecurityAudit extends SecurityAudit implements OnApplicationShutdown {
  private readonly logger = new Logger(JournalSecurityAudit.name);
  private readonly countsByKind = new Map<JournalEntryKind, MinuteCounts>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly dataAccess: DataAccess,
    private readonly clock: Clock,
  ) {
    super();
  }

  recordFailedLogin(userId: number): void {
    this.record(loginEntryKind, userId, String(userId));
  }

  recordMissingScope(): void {
    const { kind, id } = getActorContext().actor;
    this.record(permissionEntryKind, id, `${kind}:${id}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  /** Records without waiting: access is denied in any case. @param callerKey identifies the caller that is counted */
  private record(kind: JournalEntryKind, id: number, callerKey: string): void {
    if (!this.isWithinLimit(kind, callerKey)) return;
    const pendingWrite = this.write(kind, id).finally(() =>
      this.pendingWrites.delete(pendingWrite),
    );
    this.pendingWrites.add(pendingWrite);
  }

  private async write(kind: JournalEntryKind, id: number): Promise<void> {
    const { unitOfWork, journal } = this.dataAccess;
    try {
      await unitOfWork.run(() => {
        journal.recordDeniedAccess(kind, id);
        return Promise.resolve();
      });
    } catch (error) {
      this.logger.warn(
        `A denied access could not be recorded in the journal: ${(error as Error).message}`,
      );
    }
  }

  private isWithinLimit(kind: JournalEntryKind, callerKey: string): boolean {
    const now = this.clock.now().getTime();
    let minuteCounts = this.countsByKind.get(kind);
    if (!minuteCounts || now - minuteCounts.startedAt >= MINUTE_MS || now < minuteCounts.startedAt)
      this.countsByKind.set(
        kind,
        (minuteCounts = { startedAt: now, countsByCaller: new Map(), total: 0 }),
      );
    const callerCount = minuteCounts.countsByCaller.get(callerKey) ?? 0;
    if (callerCount >= MAX_ENTRIES_PER_CALLER || minuteCounts.total >= MAX_ENTRIES_PER_MINUTE)
      return false;
    minuteCounts.countsByCaller.set(callerKey, callerCount + 1);
    minuteCounts.total += 1;
    return true;
  }
}
