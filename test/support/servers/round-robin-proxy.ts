import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** Stands before the processes of a service: every connection goes to the next one that takes it. */
export class RoundRobinProxy {
  /** Ports of the processes that run. */
  readonly targets = new Set<number>();
  /** So many answers get lost from now on: the work is done, and nobody hears of it. */
  responsesToDrop = 0;
  /** Called before a connection goes to a process. */
  onConnection: () => void = () => undefined;
  private turn = 0;
  private readonly server = net.createServer((client) => {
    client.on('error', () => undefined);
    this.onConnection();
    this.connect(client, [...this.targets]);
  });

  static async start(): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  /** @param left ports that have not refused the connection */
  private connect(client: net.Socket, left: readonly number[]): void {
    const port = left[this.turn++ % left.length];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const server = net.connect(port, '127.0.0.1');
    let isTaken = false;
    server.once('connect', () => {
      isTaken = true;
      client.pipe(server);
      if (this.responsesToDrop > 0) {
        this.responsesToDrop--;
        server.once('data', () => client.destroy());
      } else server.pipe(client);
    });
    server.on('error', () => {
      if (isTaken) client.destroy();
      else {
        const others = left.filter((one) => one !== port);
        this.connect(client, others);
      }
    });
    server.on('close', () => {
      if (isTaken) client.destroy();
    });
    client.on('close', () => server.destroy());
  }
}
