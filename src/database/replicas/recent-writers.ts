import { type ActorContext, getCaller } from '../../core/actor-context';
import {
  type IpcServiceDescriptor,
  PrimaryWithLocalFallback,
  type PeerProcess,
} from '../../core/peer-process';

/** Remembers for some seconds which callers have written. */
export class RecentWriterSet {
  /** Expiry by caller, by `performance.now()`; the latest writer is last. */
  private readonly expiries = new Map<string, number>();

  constructor(private readonly retentionMs: number) {}

  recordWrite(caller: string): void {
    const now = performance.now();
    for (const [writer, expiry] of this.expiries) {
      if (expiry > now) break;
      this.expiries.delete(writer);
    }
    this.expiries.delete(caller);
    this.expiries.set(caller, now + this.retentionMs);
  }

  has(caller: string): boolean {
    return (this.expiries.get(caller) ?? 0) > performance.now();
  }
}

/** IPC service by which the primary remembers the writers of all processes. */
export const recentWritersIpcService: IpcServiceDescriptor<RecentWriterSet> = {
  name: 'recentWriters',
  timeoutMs: 500,
};

/** The callers that have written recently through any process of the service. */
export class SharedRecentWriters {
  private readonly local: RecentWriterSet;
  private readonly shared: PrimaryWithLocalFallback<RecentWriterSet>;

  constructor(retentionMs: number, primary?: PeerProcess) {
    this.local = new RecentWriterSet(retentionMs);
    this.shared = new PrimaryWithLocalFallback(recentWritersIpcService, primary);
  }

  /** Records that the caller has written, or may have. */
  async recordWrite(context: ActorContext): Promise<void> {
    const caller = toCallerKey(context);
    this.local.recordWrite(caller);
    await this.shared.call('recordWrite', [caller], () => undefined);
  }

  /** Whether the caller has written recently. */
  async hasWritten(context: ActorContext): Promise<boolean> {
    const caller = toCallerKey(context);
    return this.local.has(caller) || this.shared.call('has', [caller], () => false);
  }
}

function toCallerKey(context: ActorContext): string {
  const { kind, id } = getCaller(context);
  return `${kind}/${id}`;
}
