import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A connection to a service over which answers can get lost. */
export class Line {
  /** Whether everything that the service sends is lost. */
  isDead = false;

  private constructor(private readonly server: Server) {}

  /** @param port that the service listens on */
  static async to(port: number): Promise<Line> {
    const server = createServer((client) => {
      const service = connect(port, '127.0.0.1');
      client.pipe(service);
      service.on('data', (bytes) => {
        if (!line.isDead) client.write(bytes);
      });
      for (const [one, other] of [
        [client, service],
        [service, client],
      ] as const) {
        one.on('error', () => undefined);
        one.on('close', () => other.destroy());
      }
    });
    const line = new Line(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }
}
