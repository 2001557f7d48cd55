import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { freePort } from './free-port';
import { ServerProcess } from './server-process';

/** Whether there is a redis-server to start. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of one spec file's own, that keeps nothing on disk. */
export class RedisServer extends ServerProcess {
  private constructor(readonly port: number) {
    super();
  }

  static async start(): Promise<RedisServer> {
    const server = await RedisServer.createStopped();
    await server.begin();
    return server;
  }

  /** An address where none listens yet. */
  static async createStopped(): Promise<RedisServer> {
    return new RedisServer(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, empty, at its address. */
  async begin(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', ''];
    const child = spawn('redis-server', options, { cwd: tmpdir() });
    this.process = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        if (output.includes('Ready to accept connections')) resolve();
      });
      child.once('close', () => {
        reject(new Error(`redis-server did not start: ${output}`));
      });
    });
  }
}
