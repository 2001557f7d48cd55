import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** Stands between the service and its database, and can cut or hold what goes through. */
export class TcpProxy {
  private mode: 'open' | 'cut' | 'held' = 'open';
  private readonly pairs = new Set<[net.Socket, net.Socket]>();
  private readonly server: net.Server;

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {
    this.server = net.createServer((socket) => {
      this.connect(socket);
    });
  }

  static async before(host: string, port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(host, port);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get localPort(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections break, new ones are closed at once: the server is down. */
  cut(): void {
    this.mode = 'cut';
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** Nothing gets through any more, and nothing breaks: the server hangs. */
  hold(): void {
    this.mode = 'held';
    for (const pair of this.pairs) for (const socket of pair) socket.pause();
  }

  open(): void {
    this.mode = 'open';
    for (const pair of this.pairs) for (const socket of pair) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private connect(client: net.Socket): void {
    if (this.mode === 'cut') {
      client.destroy();
      return;
    }
    const server = net.connect(this.port, this.host);
    const pair: [net.Socket, net.Socket] = [client, server];
    this.pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        this.pairs.delete(pair);
      });
      if (this.mode === 'held') from.pause();
    }
  }
}
