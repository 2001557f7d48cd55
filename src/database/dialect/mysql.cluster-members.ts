import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Connection } from 'mysql2/promise';
import { formatHost, type DatabaseHost, type ParsedMysqlUrl } from '../connection/database-url';
import { createConnectionError, SocketRegistry } from './mysql.socket-registry';

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
  private currentMember?: DatabaseHost;
  private runningSearch?: Promise<DatabaseHost | Error>;
  private monitoringLoop = Promise.resolve();
  private isMonitored = false;
  private isClosed = false;
  /** Connection for the checks of the current member. */
  private checkConnection?: Promise<Connection>;

  constructor(private readonly url: ParsedMysqlUrl) {}

  /** Address of the current member, `host:port`; undefined while none is ready. */
  get currentAddress(): string | undefined {
    return this.currentMember && formatHost(this.currentMember);
  }

  /** Creates a socket to the current member, for mysql2. It is destroyed if no member is ready. */
  connect(): Socket {
    const socket = this.sockets.create();
    void this.findReadyMember().then((found) => {
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
    this.monitoringLoop = this.monitorUntilClosed();
  }

  async end(): Promise<void> {
    this.isClosed = true;
    await this.monitoringLoop;
    this.closeCheckConnection();
  }

  /** Without monitoring, the last member may have been lost unnoticed: search again. */
  private findReadyMember(): Promise<DatabaseHost | Error> {
    if (this.isMonitored && this.currentMember) return Promise.resolve(this.currentMember);
    return (this.runningSearch ??= this.searchReadyMember().finally(
      () => delete this.runningSearch,
    ));
  }

  /** Finds a ready member, starting with the current one. @returns an error if none is ready */
  private async searchReadyMember(): Promise<DatabaseHost | Error> {
    const { currentMember, url } = this;
    const orderedHosts = currentMember
      ? [currentMember, ...url.hosts.filter((one) => one !== currentMember)]
      : url.hosts;
    // All at once: a member that hangs must not delay the others.
    const checks = orderedHosts.map((host) => this.checkMember(host));
    const readyIndex =
      (await findFirstInState(checks, 'ready')) ?? (await findFirstInState(checks, 'donor'));
    const member = readyIndex === undefined ? undefined : orderedHosts[readyIndex];
    if (member) {
      this.switchTo(member);
      return member;
    }
    if (currentMember && this.isMonitored)
      this.logger.error(`${formatHost(currentMember)} is lost, and no other member is ready`);
    delete this.currentMember;
    const [first] = await Promise.all(checks);
    return first instanceof Error ? first : createNotReadyError();
  }

  private switchTo(member: DatabaseHost): void {
    if (this.currentMember === member) return;
    this.currentMember = member;
    if (this.isMonitored) this.logger.warn(`The database is now used at ${formatHost(member)}`);
    const error = createConnectionError('ECONNRESET', 'The member was lost');
    this.sockets.destroyAll(error, { exceptHost: member });
  }

  private async monitorUntilClosed(): Promise<void> {
    if (this.currentAddress !== undefined)
      this.logger.log(`The database is used at ${this.currentAddress}`);
    while (!this.isClosed) {
      if (!this.currentMember || (await this.checkCurrent(this.currentMember)) instanceof Error) {
        this.closeCheckConnection();
        await (this.runningSearch ??= this.searchReadyMember().finally(
          () => delete this.runningSearch,
        ));
      }
      await pause(CHECK_INTERVAL_MS, undefined, { ref: false });
    }
  }

  /** Checks the current member on a connection that is reused. */
  private checkCurrent(member: DatabaseHost): Promise<MemberState | Error> {
    return withCheckTimeout(async () =>
      readState(await (this.checkConnection ??= this.openConnection(member))),
    );
  }

  private closeCheckConnection(): void {
    void this.checkConnection?.then(destroy, noop);
    delete this.checkConnection;
  }

  /** Checks a member on a new connection. */
  private async checkMember(member: DatabaseHost): Promise<MemberState | Error> {
    const connectionPromise = this.openConnection(member);
    const answer = await withCheckTimeout(async () => readState(await connectionPromise));
    void connectionPromise.then(destroy, noop);
    return answer;
  }

  private async openConnection({ host, port }: DatabaseHost): Promise<Connection> {
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
  for (const [index, check] of checks.entries()) if ((await check) === state) return index;
  return undefined;
}

async function readState(connection: Connection): Promise<MemberState | Error> {
  const [rows] = await connection.query(STATUS_QUERY);
  const status = new Map((rows as StatusRow[]).map((row) => [row.Variable_name, row.Value]));
  const state = stateByCode[status.get('wsrep_local_state') ?? ''];
  return status.get('wsrep_ready') === 'ON' && state ? state : createNotReadyError();
}

/** Runs a check with a time limit. @returns the state; also errors, instead of throwing them */
async function withCheckTimeout(
  check: () => Promise<MemberState | Error>,
): Promise<MemberState | Error> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutError = new Promise<Error>((resolve) => {
    timer = setTimeout(
      resolve,
      CHECK_TIMEOUT_MS,
      createConnectionError('ETIMEDOUT', 'The member does not answer'),
    );
  });
  const answer = check().catch((error: unknown) => error as Error);
  const result = await Promise.race([answer, timeoutError]);
  clearTimeout(timer);
  return result;
}

/** Creates an error that is classified like that of an unreachable server, because neither accepts work. */
function createNotReadyError(): Error {
  return createConnectionError('ECONNREFUSED', 'There is no ready member of a cluster');
}

function destroy(connection: Connection): void {
  connection.destroy();
}

function noop(): void {
  return;
}
