import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { currentContext } from '../../../core/actor-context';
import { Clock } from '../../../core/clock';
import { SecurityAudit } from '../../../core/security-audit';
import { defineChangeKind, type ChangeKind, Stores } from '../../../database';

const loginKind = defineChangeKind('login', 'keys');
const permissionKind = defineChangeKind('permission', 'keys');

const MINUTE_MS = 60_000;
/** The most entries of a kind in a minute, so that nobody can fill the journal with attempts. */
const MAX_ENTRIES_PER_MINUTE = 60;

/** Notes in the journal who was refused; each process only so many a minute. */
@Injectable()
export class JournalSecurityAudit extends SecurityAudit implements OnApplicationShutdown {
  private readonly logger = new Logger(JournalSecurityAudit.name);
  private readonly minutes = new Map<ChangeKind, { since: number; count: number }>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {
    super();
  }

  recordLoginFailed(userId: number): void {
    this.record(loginKind, userId);
  }

  recordScopeMissing(): void {
    this.record(permissionKind, currentContext().actor.id);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pendingWrites);
  }

  /** Nobody waits for it: the caller is refused in any case. */
  private record(kind: ChangeKind, id: number): void {
    if (!this.isWithinLimit(kind)) return;
    const writing = this.write(kind, id).finally(() => this.pendingWrites.delete(writing));
    this.pendingWrites.add(writing);
  }

  private async write(kind: ChangeKind, id: number): Promise<void> {
    const { unitOfWork, journal } = this.stores;
    try {
      await unitOfWork.run(() => {
        journal.recordRefusal(kind, id);
        return Promise.resolve();
      });
    } catch (error) {
      this.logger.warn(`A refusal is not in the journal: ${(error as Error).message}`);
    }
  }

  private isWithinLimit(kind: ChangeKind): boolean {
    const now = this.clock.now().getTime();
    let minute = this.minutes.get(kind);
    if (!minute || now - minute.since >= MINUTE_MS || now < minute.since)
      this.minutes.set(kind, (minute = { since: now, count: 0 }));
    return ++minute.count <= MAX_ENTRIES_PER_MINUTE;
  }
}
