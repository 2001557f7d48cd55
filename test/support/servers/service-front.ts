import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port';
import { ServerProcess } from './server-process';
import { scaledTimeoutMs } from '../jest/timeouts';

const CONFIGURATION = join(__dirname, '../../../docker/cluster/front.cfg');
const START_TIMEOUT_MS = 15_000;
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** HAProxy before two processes of the service: as in docker/cluster. */
export class ServiceFront extends ServerProcess {
  private constructor(private readonly port: number) {
    super();
  }

  /**
   * @param ports of the two processes, which need not be there yet
   * @param made is given the front before it is started
   */
  static async start(
    ports: readonly number[],
    made?: (front: ServiceFront) => void,
  ): Promise<ServiceFront> {
    const front = new ServiceFront(await freePort());
    made?.(front);
    const places = ports.map((port, at) => [`SERVICE_${at + 1}`, `127.0.0.1:${port}`]);
    const env = { PATH, FRONT: `127.0.0.1:${front.port}`, ...Object.fromEntries(places) };
    const args = ['-db', '-q', '-f', CONFIGURATION];
    front.process = spawn('haproxy', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until a request gets through to a process. */
  async answers(): Promise<void> {
    const deadline = performance.now() + scaledTimeoutMs(START_TIMEOUT_MS);
    while (!(await this.isForwarding())) {
      if (performance.now() > deadline) throw new Error('HAProxy lets no request through');
      await pause(100);
    }
  }

  private async isForwarding(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/health/ready`)).ok;
    } catch {
      return false;
    }
  }
}
