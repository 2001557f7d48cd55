import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../../src/core/clock';
import { S3Server } from '../files/s3-server';
import { METRICS_TOKEN, untilProcesses } from '../api/metrics/read-metrics';
import { BuiltService } from '../support/servers/built-process';
import { temporaryFolder } from '../support/service/database';
import { RedisServer } from '../support/servers/redis-server';
import { RoundRobinProxy } from '../support/servers/round-robin-proxy';

type Environment = Readonly<Record<string, string>>;

/** How many processes the built service is, behind its port. */
const WORKERS = Number(process.env['TEST_WORKERS'] ?? '1');

/**
 * A second process of a spec file's service: the built one, over the same database, S3 store and Redis. It runs
 * alongside the application in the process of the specs. Every second connection to `url` goes to it. Its clock
 * follows the one that a spec sets. With TEST_WORKERS=2 it is two workers behind one port.
 */
export class SecondProcess {
  private service?: BuiltService;
  private readonly clockFile = `${temporaryFolder()}.clock`;
  private told = '';

  private constructor(
    readonly s3: S3Server,
    private readonly redis: RedisServer,
    private readonly proxy: RoundRobinProxy,
  ) {
    writeFileSync(this.clockFile, this.told);
  }

  /** Starts what the two share. */
  static async prepare(): Promise<SecondProcess> {
    const [s3, redis, proxy] = await Promise.all([
      S3Server.start(),
      RedisServer.start(),
      RoundRobinProxy.start(),
    ]);
    return new SecondProcess(s3, redis, proxy);
  }

  /** Variables for both: where files are, and rate limits that are counted in Redis and never reached. */
  get environment(): Environment {
    return { ...this.s3.environment, REDIS_URL: this.redis.url, RATE_LIMIT: '100000000' };
  }

  /** The address of both. */
  get url(): string {
    return this.proxy.url;
  }

  /**
   * Starts it.
   * @param environment of both
   * @param first where the first process listens, and its clock
   */
  async join(environment: Environment, first: { port: number; clock: Clock }): Promise<void> {
    this.service = await BuiltService.start({
      ...environment,
      NODE_OPTIONS: `--require ${join(__dirname, 'shared-clock.cjs')}`,
      TEST_CLOCK: this.clockFile,
      WORKERS: String(WORKERS),
      ...(WORKERS > 1 && { METRICS_TOKEN }),
    });
    if (WORKERS > 1) await untilProcesses(this.service.url, WORKERS);
    this.proxy.targets.add(first.port);
    this.proxy.targets.add(Number(new URL(this.service.url).port));
    this.proxy.onConnection = () => {
      this.tellTime(first.clock);
    };
  }

  /** Ends it and what the two share; the first process must have ended. @throws Error when it did not end as it should */
  async stop(): Promise<void> {
    const ended = await this.service?.stop();
    await Promise.all([this.proxy.stop(), this.redis.kill(), this.s3.stop()]);
    rmSync(this.clockFile, { force: true });
    if (ended && ended.code !== 0)
      throw new Error(`The second process ended with ${ended.code}: ${ended.stderr}`);
  }

  private tellTime(clock: Clock): void {
    const isSet = clock.now !== Clock.prototype.now;
    const time = isSet ? String(clock.now().getTime()) : '';
    if (time !== this.told) writeFileSync(this.clockFile, time);
    this.told = time;
  }
}
