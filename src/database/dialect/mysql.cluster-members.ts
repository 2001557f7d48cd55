import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Connection } from 'mysql2/promise';
import { formatHost, type DatabaseHost, type MysqlUrl } from '../connection/database-url';
import { lostConnectionError as failure, SocketRegistry } from './mysql.socket-registry';

/** Between two looks at the member that is worked on, and how long a look may take. */
const CHECK_INTERVAL_MS = 500;
const CHECK_TIMEOUT_MS = 1_500;

const STATUS_QUERY =
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')";
/** How a member can be worked on, by wsrep_local_state: Synced, Donor (it hands its data to another one). */
const stateByCode: Readonly<Record<string, MemberState>> = { 4: 'ready', 2: 'donor' };

type MemberState = 'ready' | 'donor';

interface StatusRow {
  readonly Variable_name: string;
  readonly Value: string;
}

/**
 * The members of a Galera cluster, of which all connections go to one: the first that is ready, until it is
 * lost. Then the connections to it are closed, and new ones go to the next that is ready. One that hands its data
 * to another keeps them; new work goes there only when nothing else is left.
 */
export class ClusterMembers {
  private readonly logger = new Logger('Database');
  private readonly sockets = new SocketRegistry();
  private current?: DatabaseHost;
  private search?: Promise<DatabaseHost | Error>;
  private monitoring = Promise.resolve();
  private isMonitored = false;
  private isClosed = false;
  /** What looks are made on, of the current member. */
  private checkConnection?: Promise<Connection>;

  constructor(private readonly url: MysqlUrl) {}

  /** The member that is worked on, `host:port`; undefined while none is ready. */
  get currentAddress(): string | undefined {
    return this.current && formatHost(this.current);
  }

  /** For mysql2: a connection to the member that is worked on. It breaks where none is ready. */
  connect(): Socket {
    const socket = this.sockets.create();
    void this.findReady().then((found) => {
      if (socket.destroyed) return;
      if (found instanceof Error) socket.destroy(found);
      else this.sockets.connect(socket, found);
    });
    return socket;
  }

  /** Looks after the member that is worked on from now on, and moves to another one when it is lost. */
  startMonitoring(): void {
    if (this.isMonitored) return;
    this.isMonitored = true;
    this.monitoring = this.check();
  }

  async end(): Promise<void> {
    this.isClosed = true;
    await this.monitoring;
    this.closeCheckConnection();
  }

  /** While nobody watches, who knows what has become of the last one. */
  private findReady(): Promise<DatabaseHost | Error> {
    if (this.isMonitored && this.current) return Promise.resolve(this.current);
    return (this.search ??= this.firstReady().finally(() => delete this.search));
  }

  /** The current one if it is there after all, else the first in their order. @returns why there is none */
  private async firstReady(): Promise<DatabaseHost | Error> {
    const { current, url } = this;
    const ordered = current ? [current, ...url.hosts.filter((one) => one !== current)] : url.hosts;
    // All at once: one that hangs is not to keep the others waiting.
    const looks = ordered.map((host) => this.checkMember(host));
    const found =
      (await findFirstInState(looks, 'ready')) ?? (await findFirstInState(looks, 'donor'));
    const member = found === undefined ? undefined : ordered[found];
    if (member) {
      this.switchTo(member);
      return member;
    }
    if (current && this.isMonitored)
      this.logger.error(`${formatHost(current)} is lost, and no other member is ready`);
    delete this.current;
    const [first] = await Promise.all(looks);
    return first instanceof Error ? first : notReadyError();
  }

  private switchTo(member: DatabaseHost): void {
    if (this.current === member) return;
    this.current = member;
    if (this.isMonitored)
      this.logger.warn(`The database is worked on at ${formatHost(member)} now`);
    this.sockets.destroyAll(failure('ECONNRESET', 'The member was lost'), member);
  }

  private async check(): Promise<void> {
    if (this.currentAddress !== undefined)
      this.logger.log(`The database is worked on at ${this.currentAddress}`);
    while (!this.isClosed) {
      if (!this.current || (await this.checkCurrent(this.current)) instanceof Error) {
        this.closeCheckConnection();
        await (this.search ??= this.firstReady().finally(() => delete this.search));
      }
      await pause(CHECK_INTERVAL_MS, undefined, { ref: false });
    }
  }

  /** A look on a connection that is kept. */
  private checkCurrent(member: DatabaseHost): Promise<MemberState | Error> {
    return withCheckTimeout(async () =>
      readState(await (this.checkConnection ??= this.open(member))),
    );
  }

  private closeCheckConnection(): void {
    void this.checkConnection?.then(destroy, noop);
    delete this.checkConnection;
  }

  /** A look on a connection of its own. */
  private async checkMember(member: DatabaseHost): Promise<MemberState | Error> {
    const opened = this.open(member);
    const answer = await withCheckTimeout(async () => readState(await opened));
    void opened.then(destroy, noop);
    return answer;
  }

  private async open({ host, port }: DatabaseHost): Promise<Connection> {
    const { createConnection } = await import('mysql2/promise');
    const { user, password, database } = this.url;
    const address = { host, port, user, password, database };
    const connection = await createConnection({ ...address, connectTimeout: CHECK_TIMEOUT_MS });
    // What breaks between two looks shows at the next one.
    connection.on('error', noop);
    return connection;
  }
}

async function findFirstInState(
  looks: readonly Promise<MemberState | Error>[],
  state: MemberState,
): Promise<number | undefined> {
  for (const [at, look] of looks.entries()) if ((await look) === state) return at;
  return undefined;
}

async function readState(connection: Connection): Promise<MemberState | Error> {
  const [rows] = await connection.query(STATUS_QUERY);
  const status = new Map((rows as StatusRow[]).map((row) => [row.Variable_name, row.Value]));
  const state = stateByCode[status.get('wsrep_local_state') ?? ''];
  return status.get('wsrep_ready') === 'ON' && state ? state : notReadyError();
}

/** @returns what it throws, too, and that it took too long */
async function withCheckTimeout(
  look: () => Promise<MemberState | Error>,
): Promise<MemberState | Error> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(
      resolve,
      CHECK_TIMEOUT_MS,
      failure('ETIMEDOUT', 'The member does not answer'),
    );
  });
  const answer = look().catch((error: unknown) => error as Error);
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  return result;
}

/** Told like a server that is not there: it takes no work. */
function notReadyError(): Error {
  return failure('ECONNREFUSED', 'There is no ready member of a cluster');
}

function destroy(connection: Connection): void {
  connection.destroy();
}

function noop(): void {
  return;
}
