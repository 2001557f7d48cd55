import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toClientNetwork } from './client-network';

/** Limits of the open connections and of the memory that responses use. */
export interface ConnectionLimits {
  /** Maximum number of open connections. */
  readonly maxConnections: number;
  /**
   * Maximum number from one network (`toClientNetwork`); undefined: no limit, because all clients come through a proxy.
   */
  readonly maxConnectionsPerNetwork?: number;
  /** Maximum number of bytes that clients haven't taken yet, in all responses together. */
  readonly maxUnsentBytes: number;
  /** How long a response may make no progress. */
  readonly stallTimeoutMs: number;
}

/** Why a connection was refused or ended. */
export type ConnectionEndReason = 'limit' | 'address' | 'stalled' | 'waiting';

const CHECK_INTERVAL_MS = 100;

/**
 * Ends connections of a server that exceed the limits: new ones beyond the maximum and those whose response makes no
 * progress. When too many bytes wait in all responses together, it ends the connections with the most of them.
 * @param onEnd called with the reason for each connection that is ended
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerNetwork, maxUnsentBytes, stallTimeoutMs }: ConnectionLimits,
  onEnd: (reason: ConnectionEndReason) => void,
): void {
  const openSockets = new Set<Socket>();
  const byNetwork = new Map<string, number>();
  const end = (socket: Socket, reason: ConnectionEndReason): void => {
    socket.destroy();
    onEnd(reason);
  };

  // Not by `server.maxConnections`: a connection that one process behind a shared port drops goes to the next one, again
  // and again.
  server.on('connection', (socket: Socket) => {
    const network = toClientNetwork(socket.remoteAddress ?? '');
    const count = (byNetwork.get(network) ?? 0) + 1;
    byNetwork.set(network, count);
    openSockets.add(socket);
    socket.once('close', () => {
      openSockets.delete(socket);
      const remainingCount = (byNetwork.get(network) ?? 0) - 1;
      if (remainingCount > 0) byNetwork.set(network, remainingCount);
      else byNetwork.delete(network);
    });
    if (openSockets.size > maxConnections) end(socket, 'limit');
    else if (maxConnectionsPerNetwork !== undefined && count > maxConnectionsPerNetwork)
      end(socket, 'address');
  });
  const stallDetector = new StallDetector(stallTimeoutMs);
  const timer = setInterval(() => {
    const unsentSockets = [...openSockets].filter(({ writableLength }) => writableLength > 0);
    for (const socket of stallDetector.findStalled(unsentSockets)) end(socket, 'stalled');
    const left = unsentSockets.filter(({ destroyed }) => !destroyed);
    for (const socket of findSocketsOverLimit(left, maxUnsentBytes)) end(socket, 'waiting');
  }, CHECK_INTERVAL_MS).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
}

/** The connections with the most waiting bytes. Without them, at most `maxBytes` wait. */
function findSocketsOverLimit(waiting: readonly Socket[], maxBytes: number): Socket[] {
  let sum = waiting.reduce((bytes, { writableLength }) => bytes + writableLength, 0);
  const excessSockets: Socket[] = [];
  if (sum <= maxBytes) return excessSockets;
  for (const socket of waiting.toSorted((a, b) => b.writableLength - a.writableLength)) {
    if (sum <= maxBytes) break;
    sum -= socket.writableLength;
    excessSockets.push(socket);
  }
  return excessSockets;
}

/** How many bytes were sent over a connection, and since when (milliseconds) the number is unchanged. */
interface SendProgress {
  readonly sentBytes: number;
  readonly unchangedSinceMs: number;
}

/** Finds responses that make no progress. A socket's own timeout can't do that: data from the client resets it. */
class StallDetector {
  private progress = new Map<Socket, SendProgress>();

  /** @param timeoutMs how long a response may make no progress */
  constructor(private readonly timeoutMs: number) {}

  /** @param waiting all connections with bytes that wait to be sent */
  findStalled(waiting: readonly Socket[]): Socket[] {
    const now = performance.now();
    const seen = new Map<Socket, SendProgress>();
    for (const socket of waiting) {
      const before = this.progress.get(socket);
      const sentBytes = countSentBytes(socket);
      seen.set(
        socket,
        before?.sentBytes === sentBytes ? before : { sentBytes, unchangedSinceMs: now },
      );
    }
    this.progress = seen;
    return [...seen]
      .filter(([, { unchangedSinceMs }]) => now - unchangedSinceMs >= this.timeoutMs)
      .map(([socket]) => socket);
  }
}

/**
 * Bytes that the operating system has taken. During a large write, only Node's handle knows how many bytes of it are
 * left.
 */
function countSentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
