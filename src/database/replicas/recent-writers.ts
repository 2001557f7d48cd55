import { type ActorContext, getCaller } from '../../core/actor-context';
import {
  type IpcService,
  PrimaryWithLocalFallback,
  type PrimaryProcess,
} from '../../core/primary-process';

/** Remembers for some seconds who has written. */
export class WriteTimes {
  /** Until when, by `performance.now()`; who wrote last stands last. */
  private readonly until = new Map<string, number>();

  constructor(private readonly retentionMs: number) {}

  note(who: string): void {
    const now = performance.now();
    for (const [name, end] of this.until) {
      if (end > now) break;
      this.until.delete(name);
    }
    this.until.delete(who);
    this.until.set(who, now + this.retentionMs);
  }

  has(who: string): boolean {
    return (this.until.get(who) ?? 0) > performance.now();
  }
}

/** What the primary remembers for all processes behind one port. */
export const recentWritersService: IpcService<WriteTimes> = {
  name: 'recentWriters',
  timeoutMs: 500,
};

/** Who has written lately: over any of the processes behind one port. */
export class RecentWriters {
  private readonly local: WriteTimes;
  private readonly shared: PrimaryWithLocalFallback<WriteTimes>;

  constructor(milliseconds: number, primary?: PrimaryProcess) {
    this.local = new WriteTimes(milliseconds);
    this.shared = new PrimaryWithLocalFallback(recentWritersService, primary);
  }

  /** Notes that the work around has written, or may have. */
  async recordWrite(by: ActorContext): Promise<void> {
    const who = toCallerKey(by);
    this.local.note(who);
    await this.shared.call('note', [who], () => undefined);
  }

  /** Whether the one for whom the work around is done has written. */
  async hasWritten(by: ActorContext): Promise<boolean> {
    const who = toCallerKey(by);
    return this.local.has(who) || this.shared.call('has', [who], () => false);
  }
}

function toCallerKey(by: ActorContext): string {
  const { kind, id } = getCaller(by);
  return `${kind}/${id}`;
}
