import { type ActorContext, getCaller } from '../../core/actor-context';
import {
  type IpcService,
  PrimaryWithLocalFallback,
  type PrimaryProcess,
} from '../../core/primary-process';

/** Remembers for some seconds which callers have written. */
export class WriteTimes {
  /** Expiry by caller, by `performance.now()`; the latest writer is last. */
  private readonly until = new Map<string, number>();

  constructor(private readonly retentionMs: number) {}

  note(caller: string): void {
    const now = performance.now();
    for (const [name, end] of this.until) {
      if (end > now) break;
      this.until.delete(name);
    }
    this.until.delete(caller);
    this.until.set(caller, now + this.retentionMs);
  }

  has(caller: string): boolean {
    return (this.until.get(caller) ?? 0) > performance.now();
  }
}

/** IPC service by which the primary remembers the writers of all processes. */
export const recentWritersService: IpcService<WriteTimes> = {
  name: 'recentWriters',
  timeoutMs: 500,
};

/** The callers that have written recently through any process of the service. */
export class RecentWriters {
  private readonly local: WriteTimes;
  private readonly shared: PrimaryWithLocalFallback<WriteTimes>;

  constructor(milliseconds: number, primary?: PrimaryProcess) {
    this.local = new WriteTimes(milliseconds);
    this.shared = new PrimaryWithLocalFallback(recentWritersService, primary);
  }

  /** Records that the caller has written, or may have. */
  async recordWrite(by: ActorContext): Promise<void> {
    const caller = toCallerKey(by);
    this.local.note(caller);
    await this.shared.call('note', [caller], () => undefined);
  }

  /** Whether the caller has written recently. */
  async hasWritten(by: ActorContext): Promise<boolean> {
    const caller = toCallerKey(by);
    return this.local.has(caller) || this.shared.call('has', [caller], () => false);
  }
}

function toCallerKey(by: ActorContext): string {
  const { kind, id } = getCaller(by);
  return `${kind}/${id}`;
}
