import { Logger } from '@nestjs/common';
import { createPool, createServer, type Pool } from 'mysql2';
import type { ParsedMysqlUrl } from '../../src/database/connection/database-url';
import { ClusterMembers } from '../../src/database/dialect/mysql.cluster-members';
import { createPoolOptions } from '../../src/database/dialect/mysql.pool';
import { freePort } from '../support/servers/free-port';
import { until } from '../support/until';

const CLIENT_PROTOCOL_41 = 0x200;
const SECURE_CONNECTION = 0x8000;
const PLUGIN_AUTH = 0x80000;

/** The state that a member reports. */
interface State {
  isReady: boolean;
  /** It hands its data to another one. */
  isDonor: boolean;
  /** It takes connections, and answers nothing. */
  isHung: boolean;
}

/** Answers like a member of a Galera cluster that is asked for its state, or for its name. */
class FakeMember {
  readonly state: State = { isReady: true, isDonor: false, isHung: false };
  /** How often it was asked for its state. */
  looks = 0;
  private readonly server = createServer(undefined as never);

  private constructor(readonly port: number) {}

  static async start(name: string): Promise<FakeMember> {
    const member = new FakeMember(await freePort());
    member.server.on('connection', (connection) => {
      // mysql2's server keeps counting where every command starts again.
      const begin = (): void => void Object.assign(connection, { sequenceId: 0 });
      connection.on('error', () => undefined);
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: '10.11.0-MariaDB',
        connectionId: 1,
        statusFlags: 2,
        characterSet: 33,
        capabilityFlags: CLIENT_PROTOCOL_41 | SECURE_CONNECTION | PLUGIN_AUTH,
        authCallback: (_: unknown, done: (error: null) => void) => {
          done(null);
          begin();
        },
      });
      connection.on('query', (sql: string) => {
        if (member.state.isHung) return;
        const { isReady, isDonor } = member.state;
        if (sql.includes('wsrep')) member.looks++;
        const rows = sql.includes('wsrep')
          ? [
              ['wsrep_ready', isReady ? 'ON' : 'OFF'],
              ['wsrep_local_state', isDonor ? '2' : isReady ? '4' : '1'],
            ]
          : [['name', name]];
        connection.writeTextResult(
          rows.map(([Variable_name, Value]) => ({ Variable_name, Value })),
          ['Variable_name', 'Value'].map(column),
        );
        begin();
      });
    });
    member.server.listen(member.port);
    return member;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(resolve as never);
    });
  }
}

const column = (name: string) => ({
  ...{ catalog: 'def', schema: '', table: '', orgTable: '', name, orgName: name },
  ...{ characterSet: 33, columnLength: 255, columnType: 253, flags: 0, decimals: 0 },
});

describe('The members of a cluster', () => {
  let fakes: FakeMember[];
  let members: ClusterMembers;
  let pool: Pool;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => {
    Logger.overrideLogger(['error']);
  });
  beforeEach(async () => {
    fakes = await Promise.all(['a', 'b', 'c'].map((name) => FakeMember.start(name)));
    const hosts = fakes.map(({ port }) => ({ host: '127.0.0.1', port }));
    const login = { user: 'root', password: '', database: 'store' };
    const url = { engine: 'mysql', hosts, ...login } as unknown as ParsedMysqlUrl;
    members = new ClusterMembers(url);
    pool = createPool(createPoolOptions(url, 3, members));
  });
  afterEach(async () => {
    pool.end(() => undefined);
    await members.end();
    await Promise.all(fakes.map((fake) => fake.stop()));
  });

  const at = (place: number): FakeMember => fakes[place] as FakeMember;

  /** The name of the member that a connection of the pool is to, or the code of its error. */
  const asked = (): Promise<string> =>
    new Promise((resolve) => {
      pool.query('SELECT name', (error, rows) => {
        resolve(error ? error.code : ((rows as { Value: string }[])[0]?.Value ?? ''));
      });
    });
  /** All connections of the pool, by the members that they are to. */
  const all = (): Promise<string[]> => Promise.all([asked(), asked(), asked()]);
  const moved = (name: string): Promise<void> => until(async () => (await asked()) === name);

  it('are worked on at the first that is ready', async () => {
    at(0).state.isReady = false;
    expect(await all()).toEqual(['b', 'b', 'b']);
    expect(members.currentAddress).toBe(`127.0.0.1:${at(1).port}`);
  });

  it('keep the one that is worked on when an earlier one comes back', async () => {
    at(0).state.isReady = false;
    await asked();
    members.startMonitoring();
    at(0).state.isReady = true;
    const before = at(1).looks;
    await until(() => Promise.resolve(at(1).looks > before + 2));
    expect(await all()).toEqual(['b', 'b', 'b']);
  });

  it('keep the one that hands its data to another, and take none that does while others are ready', async () => {
    at(0).state.isDonor = true;
    expect(await all()).toEqual(['b', 'b', 'b']);
    members.startMonitoring();
    at(1).state.isDonor = true;
    const before = at(1).looks;
    await until(() => Promise.resolve(at(1).looks > before + 2));
    expect(await all()).toEqual(['b', 'b', 'b']);
    for (const place of [1, 2]) at(place).state.isReady = false;
    await moved('a');
  });

  it.each(['isReady', 'isHung'] as const)(
    'move all connections over when the one is lost: %s',
    async (what) => {
      expect(await all()).toEqual(['a', 'a', 'a']);
      members.startMonitoring();
      at(0).state[what] = what === 'isHung';
      await moved('b');
      expect(await all()).toEqual(['b', 'b', 'b']);
      expect(members.currentAddress).toBe(`127.0.0.1:${at(1).port}`);
    },
  );

  it('refuse connections while none is ready, and take them again', async () => {
    for (const { state } of fakes) state.isReady = false;
    expect(await asked()).toBe('ECONNREFUSED');
    expect(members.currentAddress).toBeUndefined();
    members.startMonitoring();
    at(2).state.isReady = true;
    await moved('c');
    expect(members.currentAddress).toBe(`127.0.0.1:${at(2).port}`);
  });

  it('end what waits on one that hangs, as lost', async () => {
    await all();
    members.startMonitoring();
    at(0).state.isHung = true;
    expect(await asked()).toBe('ECONNRESET');
    await moved('b');
  });
});
