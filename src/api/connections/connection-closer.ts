import type { Server, ServerResponse } from 'node:http';

/** Ends connections with their next answers: clients who are told so send nothing into a connection that closes. */
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

  /** From now on every answer whose headers have not gone out says `Connection: close`. */
  closeAfterResponses(): void {
    this.isClosing = true;
    for (const response of this.openResponses) response.shouldKeepAlive = false;
  }
}
