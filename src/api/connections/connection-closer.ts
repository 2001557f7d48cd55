import type { Server, ServerResponse } from 'node:http';

/**
 * Ends each connection of a server with its next response. `Connection: close` keeps clients from sending another
 * request into a connection that closes.
 */
export class ConnectionCloser {
  private readonly openResponses = new Set<ServerResponse>();
  private isClosing = false;

  constructor(server: Server) {
    server.on('request', (_request, response) => {
      if (this.isClosing) response.shouldKeepAlive = false;
      this.openResponses.add(response);
      response.once('close', () => this.openResponses.delete(response));
    });
  }

  /** From now on, every response whose headers haven't been sent yet carries `Connection: close`. */
  closeAfterResponses(): void {
    this.isClosing = true;
    for (const response of this.openResponses) response.shouldKeepAlive = false;
  }
}
