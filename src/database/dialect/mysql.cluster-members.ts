import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Connection } from 'mysql2/promise';
import { formatHost, type DatabaseHost, type MysqlUrl } from '../connection/database-url';
import { createConnectionError as failure, SocketRegistry } from './mysql.socket-registry';

/** Time between two checks of the current member, and time limit of a check. */
const CHECK_INTERVAL_MS = 500;
const CHECK_TIMEOUT_MS = 1_500;

const STATUS_QUERY =
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')";
/** Usable states, by wsrep_local_state: 4 is Synced, 2 is Donor (the member sends its data to another one). */
const stateByCode: Readonly<Record<string, MemberState>> = { 4: 'ready', 2: 'donor' };

type MemberState = 'ready' | 'donor';

interface StatusRow {
  readonly Variable_name: string;
  readonly Value: string;
}

/**
 * The members of a Galera cluster. All connections go to one member: the first that is ready, until it is lost. Then
 * its connections are closed, and new ones go to the next ready member. A donor, which sends its data to another
 * member, keeps its connections; it gets new work only if no other member is ready.
 */
export class ClusterMembers {
  private readonly logger = new Logger('Database');
  private readonly sockets = new SocketRegistry();
  private current?: DatabaseHost;
  private search?: Promise<DatabaseHost | Error>;
  private monitoring = Promise.resolve();
  private isMonitored = false;
  private isClosed = false;
  /** Connection for the checks of the current member. */
  private checkConnection?: Promise<Connection>;

  constructor(private readonly url: MysqlUrl) {}

  /** Address of the current member, `host:port`; undefined while none is ready. */
  get currentAddress(): string | undefined {
    return this.current && formatHost(this.current);
  }

  /** Creates a socket to the current member, for mysql2. It is destroyed if no member is ready. */
  connect(): Socket {
    const socket = this.sockets.create();
    void this.findReady().then((found) => {
      if (socket.destroyed) return;
      if (found instanceof Error) socket.destroy(found);
      else this.sockets.connect(socket, found);
    });
    return socket;
  }

  /** Monitors the current member from now on, and switches to another one when it is lost. */
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

  /** Without monitoring, the last member may have been lost unnoticed: search again. */
  private findReady(): Promise<DatabaseHost | Error> {
    if (this.isMonitored && this.current) return Promise.resolve(this.current);
    return (this.search ??= this.searchReadyMember().finally(() => delete this.search));
  }

  /** Finds a ready member, starting with the current one. @returns an error if none is ready */
  private async searchReadyMember(): Promise<DatabaseHost | Error> {
    const { current, url } = this;
    const ordered = current ? [current, ...url.hosts.filter((one) => one !== current)] : url.hosts;
    // All at once: a member that hangs must not delay the others.
    const checks = ordered.map((host) => this.checkMember(host));
    const found =
      (await findFirstInState(checks, 'ready')) ?? (await findFirstInState(checks, 'donor'));
    const member = found === undefined ? undefined : ordered[found];
    if (member) {
      this.switchTo(member);
      return member;
    }
    if (current && this.isMonitored)
      this.logger.error(`${formatHost(current)} is lost, and no other member is ready`);
    delete this.current;
    const [first] = await Promise.all(checks);
    return first instanceof Error ? first : notReadyError();
  }

  private switchTo(member: DatabaseHost): void {
    if (this.current === member) return;
    this.current = member;
    if (this.isMonitored) this.logger.warn(`The database is now used at ${formatHost(member)}`);
    this.sockets.destroyAll(failure('ECONNRESET', 'The member was lost'), member);
  }

  private async check(): Promise<void> {
    if (this.currentAddress !== undefined)
      this.logger.log(`The database is used at ${this.currentAddress}`);
    while (!this.isClosed) {
      if (!this.current || (await this.checkCurrent(this.current)) instanceof Error) {
        this.closeCheckConnection();
        await (this.search ??= this.searchReadyMember().finally(() => delete this.search));
      }
      await pause(CHECK_INTERVAL_MS, undefined, { ref: false });
    }
  }

  /** Checks the current member on a connection that is reused. */
  private checkCurrent(member: DatabaseHost): Promise<MemberState | Error> {
    return withCheckTimeout(async () =>
      readState(await (this.checkConnection ??= this.open(member))),
    );
  }

  private closeCheckConnection(): void {
    void this.checkConnection?.then(destroy, noop);
    delete this.checkConnection;
  }

  /** Checks a member on a new connection. */
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
    // A connection that breaks between two checks is noticed at the next check.
    connection.on('error', noop);
    return connection;
  }
}

async function findFirstInState(
  checks: readonly Promise<MemberState | Error>[],
  state: MemberState,
): Promise<number | undefined> {
  for (const [at, check] of checks.entries()) if ((await check) === state) return at;
  return undefined;
}

async function readState(connection: Connection): Promise<MemberState | Error> {
  const [rows] = await connection.query(STATUS_QUERY);
  const status = new Map((rows as StatusRow[]).map((row) => [row.Variable_name, row.Value]));
  const state = stateByCode[status.get('wsrep_local_state') ?? ''];
  return status.get('wsrep_ready') === 'ON' && state ? state : notReadyError();
}

/** Runs a check with a time limit. @returns the state; also errors, instead of throwing them */
async function withCheckTimeout(
  check: () => Promise<MemberState | Error>,
): Promise<MemberState | Error> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(
      resolve,
      CHECK_TIMEOUT_MS,
      failure('ETIMEDOUT', 'The member does not answer'),
    );
  });
  const answer = check().catch((error: unknown) => error as Error);
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  return result;
}

/** Classified like an unreachable server: it takes no work. */
function notReadyError(): Error {
  return failure('ECONNREFUSED', 'There is no ready member of a cluster');
}

function destroy(connection: Connection): void {
  connection.destroy();
}

function noop(): void {
  return;
}
