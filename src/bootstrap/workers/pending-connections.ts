import type { ChildProcess } from 'node:child_process';

/** What node:cluster sends with a connection, and what comes back when it has been taken. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** A connection that the primary has accepted. */
interface AcceptedConnection {
  close(): void;
}

/**
 * Connections on their way to a worker. Those that one has not taken when it dies node:cluster forgets open: their clients
 * would wait for ever.
 */
export class PendingConnections {
  private readonly pending = new Map<number, AcceptedConnection>();

  constructor(process: ChildProcess) {
    const send = process.send.bind(process) as (...given: unknown[]) => boolean;
    process.send = (...given: unknown[]): boolean => {
      const [{ act, seq }, connection] = given as [ClusterMessage, AcceptedConnection | undefined];
      if (act === 'newconn' && seq !== undefined && connection) this.pending.set(seq, connection);
      return send(...given);
    };
    process.on('internalMessage', ({ ack }: ClusterMessage) => {
      if (ack !== undefined) this.pending.delete(ack);
    });
  }

  /** The worker has ended: closes what it has not taken. */
  closeAll(): void {
    for (const connection of this.pending.values()) connection.close();
    this.pending.clear();
  }
}
