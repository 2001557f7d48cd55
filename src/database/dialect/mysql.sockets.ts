import { Socket } from 'node:net';
import type { DatabaseHost } from '../connection/database-url';

/** The connections to servers, by the server that each goes to: the driver itself can't break them off. */
export class Sockets {
  private readonly open = new Map<Socket, DatabaseHost>();

  /** A socket that is not connected yet, as the driver would make it. */
  make(): Socket {
    const socket = new Socket();
    socket.setNoDelay(true);
    socket.once('connect', () => socket.setKeepAlive(true));
    socket.once('close', () => this.open.delete(socket));
    return socket;
  }

  connect(socket: Socket, to: DatabaseHost): void {
    this.open.set(socket, to);
    socket.connect(to.port, to.host);
  }

  /** Breaks off what is under way: it fails at once. @param except the server whose connections stay */
  breakOff(why: Error, except?: DatabaseHost): void {
    for (const [socket, host] of this.open) if (host !== except) socket.destroy(why);
  }
}

/** What the driver would say of a lost connection. */
export function lostConnectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
