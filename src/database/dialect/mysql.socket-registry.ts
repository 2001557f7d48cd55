import { Socket } from 'node:net';
import type { DatabaseHost } from '../connection/database-url';

/** The connections to servers, by the server that each goes to: the driver itself can't break them off. */
export class SocketRegistry {
  private readonly hostBySocket = new Map<Socket, DatabaseHost>();

  /** A socket that is not connected yet, as the driver would make it. */
  create(): Socket {
    const socket = new Socket();
    socket.setNoDelay(true);
    socket.once('connect', () => socket.setKeepAlive(true));
    socket.once('close', () => this.hostBySocket.delete(socket));
    return socket;
  }

  connect(socket: Socket, to: DatabaseHost): void {
    this.hostBySocket.set(socket, to);
    socket.connect(to.port, to.host);
  }

  /** Breaks off what is under way: it fails at once. @param except the server whose connections stay */
  destroyAll(why: Error, except?: DatabaseHost): void {
    for (const [socket, host] of this.hostBySocket) if (host !== except) socket.destroy(why);
  }
}

/** What the driver would say of a lost connection. */
export function lostConnectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
