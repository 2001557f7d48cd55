import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port';
import type { GaleraCluster } from './galera-cluster';
import { until } from '../until';
import { scaledTimeoutMs } from '../jest/timeouts';

const FOLDER = join(__dirname, '../../../docker/cluster');
const START_TIMEOUT_MS = 60_000;
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** HAProxy in front of a cluster, with the checks next to the members: as in docker/cluster. */
export class ClusterFront {
  private readonly processes: ChildProcess[] = [];

  private constructor(
    private readonly cluster: GaleraCluster,
    private readonly writer: number,
    private readonly writers: number,
  ) {}

  /** @param made is given the front before anything of it is started */
  static async start(
    cluster: GaleraCluster,
    made?: (front: ClusterFront) => void,
  ): Promise<ClusterFront> {
    const front = new ClusterFront(cluster, await freePort(), await freePort());
    made?.(front);
    await front.begin();
    return front;
  }

  /** An address whose connections all come to one member. */
  get writerUrl(): string {
    return `mysql://root@127.0.0.1:${this.writer}`;
  }

  /** An address whose connections are spread over all members. */
  get writersUrl(): string {
    return `mysql://root@127.0.0.1:${this.writers}`;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }

  private async begin(): Promise<void> {
    const { members } = this.cluster;
    for (const { url, host } of members)
      this.spawn(process.execPath, [join(FOLDER, 'ready.mjs')], {
        MEMBER: url,
        LISTEN: `${host}:9200`,
      });
    // HAProxy treats a member as ready until a check fails. Then it closes the connections that it has let through.
    for (const { host } of members) await until(() => isReady(`http://${host}:9200/`));
    this.spawn('haproxy', ['-db', '-q', '-f', join(FOLDER, 'haproxy.cfg')], {
      WRITER: `127.0.0.1:${this.writer}`,
      WRITERS: `127.0.0.1:${this.writers}`,
      ...Object.fromEntries(members.map(({ host }, at) => [`MEMBER_${at + 1}`, `${host}:3306`])),
    });
    for (const url of [this.writerUrl, this.writersUrl]) await answers(url);
  }

  private spawn(command: string, args: readonly string[], variables: Record<string, string>): void {
    const env = { PATH, ...variables };
    this.processes.push(spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }));
  }
}

/** Whether the check next to a member reports that the member is ready for work. */
async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + scaledTimeoutMs(START_TIMEOUT_MS);
  for (;;) {
    try {
      const connection = await createConnection({ uri: url, connectTimeout: 1_000 });
      connection.destroy();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(100);
    }
  }
}
