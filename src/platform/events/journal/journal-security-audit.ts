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
/** The most of them about one caller, or one administrator's password: who tries often hides no others. */
const MOST_OF_ONE = 10;

/** The entries of a kind in a minute. */
interface Minute {
  readonly since: number;
  readonly counts: Map<string, number>;
  total: number;
}

/** Notes in the journal who was refused; each process only so many a minute. */
@Injectable()
export class JournalSecurityAudit extends SecurityAudit implements OnApplicationShutdown {
  private readonly logger = new Logger(JournalSecurityAudit.name);
  private readonly minutes = new Map<ChangeKind, Minute>();
  private readonly pendingWrites = new Set<Promise<void>>();

  constructor(
    private readonly stores: Stores,
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

  /** The entry is written alongside: the caller is refused in any case. @param who identifies the one that is counted */
  private record(kind: ChangeKind, id: number, who: string): void {
    if (!this.isWithinLimit(kind, who)) return;
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

  private isWithinLimit(kind: ChangeKind, who: string): boolean {
    const now = this.clock.now().getTime();
    let minute = this.minutes.get(kind);
    if (!minute || now - minute.since >= MINUTE_MS || now < minute.since)
      this.minutes.set(kind, (minute = { since: now, counts: new Map(), total: 0 }));
    const ofOne = minute.counts.get(who) ?? 0;
    if (ofOne >= MOST_OF_ONE || minute.total >= MAX_ENTRIES_PER_MINUTE) return false;
    minute.counts.set(who, ofOne + 1);
    minute.total += 1;
    return true;
  }
}
