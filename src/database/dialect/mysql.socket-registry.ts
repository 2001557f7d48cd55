import { Socket } from 'node:net';
import type { DatabaseHost } from '../connection/database-url';

/** The sockets of connections by server; the driver itself can't close them while they are in use. */
export class SocketRegistry {
  private readonly hostBySocket = new Map<Socket, DatabaseHost>();

  /** Creates an unconnected socket with the driver's options. */
  create(): Socket {
    const socket = new Socket();
    socket.setNoDelay(true);
    socket.once('connect', () => socket.setKeepAlive(true));
    socket.once('close', () => this.hostBySocket.delete(socket));
    return socket;
  }

  connect(socket: Socket, host: DatabaseHost): void {
    this.hostBySocket.set(socket, host);
    socket.connect(host.port, host.host);
  }

  /** Closes connections; their statements fail at once. @param options.exceptHost the server whose connections stay open */
  destroyAll(error: Error, { exceptHost }: { readonly exceptHost?: DatabaseHost } = {}): void {
    for (const [socket, host] of this.hostBySocket) if (host !== exceptHost) socket.destroy(error);
  }
}

/** An error like the driver's for a lost connection. */
export function createConnectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
