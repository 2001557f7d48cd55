import type { ChildProcess } from 'node:child_process';

/** A message of node:cluster that carries a connection or acknowledges it. */
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
 * Connections that a worker has not taken yet. If the worker dies, node:cluster leaves them open, and their clients
 * would wait for ever.
 */
export class PendingConnections {
  private readonly pending = new Map<number, AcceptedConnection>();

  constructor(childProcess: ChildProcess) {
    const send = childProcess.send.bind(childProcess) as (...message: unknown[]) => boolean;
    childProcess.send = (...message: unknown[]): boolean => {
      const [{ act, seq }, connection] = message as [
        ClusterMessage,
        AcceptedConnection | undefined,
      ];
      if (act === 'newconn' && seq !== undefined && connection) this.pending.set(seq, connection);
      return send(...message);
    };
    childProcess.on('internalMessage', ({ ack }: ClusterMessage) => {
      if (ack !== undefined) this.pending.delete(ack);
    });
  }

  /** Closes the connections that the worker had not taken when it ended. */
  closeAll(): void {
    for (const connection of this.pending.values()) connection.close();
    this.pending.clear();
  }
}
