import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConnectionEndReason,
  type ConnectionLimits,
  limitConnections,
} from './connection-limits';
import { until } from '../../../test/support/until';

const wide: ConnectionLimits = {
  maxConnections: 1000,
  maxConnectionsPerNetwork: 1000,
  maxUnsentBytes: 1_000_000_000,
  stallTimeoutMs: 60_000,
};

describe('limitConnections', () => {
  const sockets: Socket[] = [];
  let server: Server | undefined;
  let ends: ConnectionEndReason[];

  async function serve(
    limits: Partial<ConnectionLimits>,
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<number> {
    ends = [];
    server = createServer(answer);
    limitConnections(server, { ...wide, ...limits }, (reason) => ends.push(reason));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.closeAllConnections();
    server?.close();
  });

  /** A client that sends a request, and reads nothing until `resume`. */
  function client(port: number, localAddress = '127.0.0.1'): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    sockets.push(socket);
    return socket;
  }

  it('refuses connections above the maximum', async () => {
    const answered: unknown[] = [];
    const port = await serve({ maxConnections: 3 }, (request, response) => {
      answered.push(request.socket);
      response.end();
    });
    const clients = Array.from({ length: 5 }, () => client(port).resume());
    await until(() => ends.length === 2 && answered.length === 3);
    expect(ends).toEqual(['limit', 'limit']);
    for (const one of clients) one.destroy();
    await pause(50);
    client(port);
    await until(() => answered.length === 4);
  });

  it('refuses connections of an address above its maximum, serves others, and forgets closed connections', async () => {
    const answered: (string | undefined)[] = [];
    const port = await serve({ maxConnectionsPerNetwork: 2 }, (request, response) => {
      answered.push(request.socket.remoteAddress);
      response.end();
    });
    const clients = Array.from({ length: 4 }, () => client(port).resume());
    await until(() => ends.length === 2 && answered.length === 2);
    expect(ends).toEqual(['address', 'address']);
    client(port, '127.0.0.2');
    await until(() => answered.includes('127.0.0.2'));
    for (const one of clients) one.destroy();
    await pause(50);
    client(port);
    await until(() => answered.length === 4);
    expect(ends).toHaveLength(2);
  });

  it('counts an IPv6 /64 network as one client, and an IPv4 address as one in any notation', () => {
    const connections = new EventEmitter() as Server;
    ends = [];
    limitConnections(connections, { ...wide, maxConnectionsPerNetwork: 2 }, (reason) =>
      ends.push(reason),
    );
    const isTaken = (remoteAddress: string): boolean => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
      connections.emit('connection', socket);
      return !socket.destroyed;
    };
    const taken = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6'].map(isTaken);
    expect(taken).toEqual([true, true, false]);
    expect(['2001:db8:1:3::1', '2001:db8:1:3::2'].map(isTaken)).toEqual([true, true]);
    const mapped = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '::ffff:192.0.2.2'];
    expect(mapped.map(isTaken)).toEqual([true, true, false, true]);
    expect(ends).toEqual(['address', 'address']);
    connections.emit('close');
  });

  it('ends a connection whose response stalls, even if it sends data, but not one with a slow reader', async () => {
    // Much longer than a busy machine delays the reader.
    const port = await serve({ stallTimeoutMs: 3000 }, (_request, response) => {
      response.end(Buffer.alloc(100_000_000));
    });
    const slow = client(port);
    let taken = 0;
    const reading = setInterval(() => {
      taken += (slow.read() as Buffer | null)?.length ?? 0;
    }, 5);
    const begun = performance.now();
    const still = client(port);
    const sending = setInterval(() => still.write('\r\n'), 50);
    await until(() => ends.length > 0);
    const took = performance.now() - begun;
    clearInterval(sending);
    expect(took).toBeGreaterThan(2900);
    await pause(3000);
    clearInterval(reading);
    expect(ends).toEqual(['stalled']);
    expect(slow.destroyed).toBe(false);
    expect(taken).toBeGreaterThan(0);
  });

  it('keeps a connection whose request takes long', async () => {
    let finish: (() => void) | undefined;
    const port = await serve({ stallTimeoutMs: 100 }, (_request, response) => {
      finish = () => response.end('done');
    });
    const patient = client(port);
    await pause(500);
    finish?.();
    const [bytes] = (await once(patient.resume(), 'data')) as [Buffer];
    expect(bytes.toString()).toContain('done');
    expect(ends).toEqual([]);
  });

  it('ends the connections with the most waiting bytes if the total is too high', async () => {
    const sizes = [40_000_000, 1000, 30_000_000, 20_000_000];
    const waiting = new Map<Socket, number>();
    const port = await serve({ maxUnsentBytes: 40_000_000 }, (request, response) => {
      const size = sizes[waiting.size] ?? 0;
      waiting.set(request.socket, size);
      response.end(Buffer.alloc(size));
    });
    for (const at of sizes.keys()) {
      client(port);
      await until(() => waiting.size === at + 1);
    }
    await until(() => ends.length > 0);
    await pause(300);
    const ended = [...waiting].filter(([socket]) => socket.destroyed).map(([, size]) => size);
    expect(ended).toEqual([40_000_000, 30_000_000]);
    expect(ends).toEqual(['waiting', 'waiting']);
  });
});
