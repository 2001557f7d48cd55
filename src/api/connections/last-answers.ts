import type { Server, ServerResponse } from 'node:http';

/** Ends connections with their next answers: clients who are told so send nothing into a connection that closes. */
export class LastAnswers {
  private readonly inHand = new Set<ServerResponse>();
  private isBegun = false;

  constructor(server: Server) {
    server.on('request', (_request, response) => {
      if (this.isBegun) response.shouldKeepAlive = false;
      this.inHand.add(response);
      response.once('close', () => this.inHand.delete(response));
    });
  }

  /** From now on every answer whose headers have not gone out says `Connection: close`. */
  begin(): void {
    this.isBegun = true;
    for (const response of this.inHand) response.shouldKeepAlive = false;
  }
}
