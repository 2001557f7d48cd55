import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toClientNetwork } from './client-network';

/** What connections may take of the process. */
export interface ConnectionLimits {
  /** Connections at once. */
  readonly maxConnections: number;
  /** Connections from one network (`toClientNetwork`); undefined: no limit, as every client comes through a proxy. */
  readonly maxPerNetwork?: number;
  /** Bytes in all answers together that clients have not taken yet. */
  readonly maxUnsentBytes: number;
  /** How long an answer may make no progress. */
  readonly stallTimeoutMs: number;
}

/** Why a connection was refused or ended. */
export type ConnectionEndReason = 'limit' | 'address' | 'stalled' | 'waiting';

/** Between two looks at what waits. */
const CHECK_INTERVAL_MS = 100;

/**
 * Ends the connections of a server that take more than they may: those that are too many, those whose answers
 * stand still, and, when too many bytes wait in all answers together, those with most of them.
 * @param onEnd is told of each
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPerNetwork, maxUnsentBytes, stallTimeoutMs }: ConnectionLimits,
  onEnd: (reason: ConnectionEndReason) => void,
): void {
  const open = new Set<Socket>();
  const byNetwork = new Map<string, number>();
  const end = (socket: Socket, reason: ConnectionEndReason): void => {
    socket.destroy();
    onEnd(reason);
  };

  // Not by `server.maxConnections`: what a process behind a shared port drops is handed to the next one, for ever.
  server.on('connection', (socket: Socket) => {
    const network = toClientNetwork(socket.remoteAddress ?? '');
    const count = (byNetwork.get(network) ?? 0) + 1;
    byNetwork.set(network, count);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      const left = (byNetwork.get(network) ?? 0) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
    if (open.size > maxConnections) end(socket, 'limit');
    else if (maxPerNetwork !== undefined && count > maxPerNetwork) end(socket, 'address');
  });
  const standstills = new StallDetector(stallTimeoutMs);
  const timer = setInterval(() => {
    const waiting = [...open].filter(({ writableLength }) => writableLength > 0);
    for (const socket of standstills.findStalled(waiting)) end(socket, 'stalled');
    const left = waiting.filter(({ destroyed }) => !destroyed);
    for (const socket of socketsOverLimit(left, maxUnsentBytes)) end(socket, 'waiting');
  }, CHECK_INTERVAL_MS).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
}

/** The connections with most bytes waiting, so many that without them no more than `most` wait. */
function socketsOverLimit(waiting: readonly Socket[], most: number): Socket[] {
  let sum = waiting.reduce((bytes, { writableLength }) => bytes + writableLength, 0);
  const ended: Socket[] = [];
  if (sum <= most) return ended;
  for (const socket of waiting.toSorted(
    (one, other) => other.writableLength - one.writableLength,
  )) {
    if (sum <= most) break;
    sum -= socket.writableLength;
    ended.push(socket);
  }
  return ended;
}

/** What has gone out of a connection, and since when no more has. */
interface SendProgress {
  readonly bytes: number;
  readonly since: number;
}

/** Tells which answers make no progress. Not by a socket's own timeout: what a client sends puts that off. */
class StallDetector {
  private progress = new Map<Socket, SendProgress>();

  /** @param timeoutMs how long an answer may stand still */
  constructor(private readonly timeoutMs: number) {}

  /** @param waiting all connections with bytes that wait */
  findStalled(waiting: readonly Socket[]): Socket[] {
    const now = performance.now();
    const seen = new Map<Socket, SendProgress>();
    for (const socket of waiting) {
      const before = this.progress.get(socket);
      const bytes = countSentBytes(socket);
      seen.set(socket, before?.bytes === bytes ? before : { bytes, since: now });
    }
    this.progress = seen;
    return [...seen]
      .filter(([, { since }]) => now - since >= this.timeoutMs)
      .map(([socket]) => socket);
  }
}

/** Bytes that the system has taken of all that was written: of one large write only Node's handle knows. */
function countSentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
