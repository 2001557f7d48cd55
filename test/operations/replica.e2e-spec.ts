/** @engine */
import { Logger } from '@nestjs/common';
import { DatabaseUnavailable } from '../../src/core/errors';
import { Database, migrate } from '../../src/database';
import { JournalSequencer } from '../../src/platform/events/journal';
import { METRICS_TOKEN, readMetrics } from '../api/metrics/read-metrics';
import { testServer } from '../support/service/database';
import { generateStore } from '../support/random/generated-store';
import { importLines } from '../support/import';
import type { MariaDbServer } from '../support/servers/mariadb-server';
import { hasMariaDb, ReplicatedServers } from '../support/servers/replicated-servers';
import { MASTER_KEY, Service } from '../support/service/service';
import { until } from '../support/until';

const GROUPS = '/v1/customTagGroups';
/** A replica that is held back stays in use all the same. */
const PATIENT = { DATABASE_READ_LAG_SECONDS: '3600', DATABASE_READ_OWN_SECONDS: '0' };
const PRIMARY = 1;
const REPLICA = 2;

const isRun = testServer !== undefined && hasMariaDb();
if (testServer !== undefined && !isRun)
  process.stderr.write('test/operations/replica is left out: there is no mariadbd here\n');

type Steps<T> = Generator<readonly { sql: string; params: [] }[], T, (readonly unknown[])[][]>;

/** A read of one value. */
function* valueOf(sql: string): Steps<unknown> {
  const [rows] = yield [{ sql, params: [] }];
  return rows?.[0]?.[0];
}

(isRun ? describe : describe.skip)('A replica', () => {
  const servers: MariaDbServer[] = [];
  const services: Service[] = [];
  const databases: Database[] = [];
  let both: ReplicatedServers;
  let url: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    both = await ReplicatedServers.start((server) => servers.push(server));
    url = await both.primary.database('store');
    await migrate(url);
    await both.waitUntilCaughtUp();
  });

  afterAll(async () => {
    for (const service of services) await service.stop();
    for (const database of databases) await database.close();
    for (const server of servers) await server.remove();
    Logger.overrideLogger(['error']);
  });

  const environment = (): Record<string, string> => ({
    DATABASE_URL: url,
    DATABASE_READ_URL: both.urlOf('store'),
  });
  const isUsed = (database: Database): boolean =>
    database.replicaRouter?.replica.usableEngine !== undefined;

  /** A service that reads lists from the replica. */
  async function started(settings: Record<string, string>): Promise<Service> {
    const service = await Service.start({ ...environment(), METRICS_TOKEN, ...settings });
    services.push(service);
    await until(() => isUsed(service.app.get(Database)));
    return service;
  }

  async function opened(maxLagSeconds: number): Promise<Database> {
    const replica = { url: both.urlOf('store'), maxLagSeconds };
    const database = await Database.open(url, { replica, poolSize: 2 });
    databases.push(database);
    await until(() => isUsed(database));
    return database;
  }

  /** A value that is read as lists are. */
  const listed = (database: Database, sql: string): Promise<unknown> =>
    database.readList(() => valueOf(sql) as never, { cost: 'scan', isWorkQueue: false });
  const placeOf = (database: Database): Promise<unknown> => listed(database, 'SELECT @@server_id');

  async function made(service: Service, pId: string, key = MASTER_KEY): Promise<number> {
    const values = { pId, name: pId, itemType: 1, position: 1, priority: 1 };
    const { status, body } = await service.post(GROUPS, { customTagGroups: values }, { key });
    expect(status).toBe(201);
    return (body as { ID: number }).ID;
  }

  /** The ids of a list. */
  async function idsIn(service: Service, path: string, key = MASTER_KEY): Promise<number[]> {
    const { status, body } = await service.get(path, { key });
    expect(status).toBe(200);
    const [list] = Object.values(body as object).filter((value) => Array.isArray(value));
    return (list as { ID: number }[]).map(({ ID }) => ID);
  }

  describe('that is held back', () => {
    let service: Service;
    let owner: Service;
    let database: Database;

    beforeAll(async () => {
      service = await started(PATIENT);
      owner = await started({ ...PATIENT, DATABASE_READ_OWN_SECONDS: '3600' });
      database = await opened(3600);
      await both.pauseReplication();
    });
    afterAll(() => both.resumeReplication());

    it('is what lists, their search and counts are read from', async () => {
      const users = async (): Promise<unknown> => (await service.get('/v1/users/count')).body;
      const before = await users();
      await importLines(service, [...generateStore({ seed: 7, orders: 2 })]);
      const id = await made(service, 'held-back');
      expect(await idsIn(service, GROUPS)).not.toContain(id);
      expect(await idsIn(service, `${GROUPS}?q=held`)).toEqual([]);
      expect(await idsIn(service, '/v1/orders')).toEqual([]);
      expect(await users()).toEqual(before);
      const { body } = await service.get(`${GROUPS}?perPage=1`);
      expect(body).toMatchObject({ ITEMS: 0 });
    });

    it('is never asked for single records, what is pending, and the journal', async () => {
      const { body } = await service.get(`${GROUPS}/getId/held-back`);
      const { ID } = body as { ID: number };
      expect((await service.get(`${GROUPS}/${ID}`)).status).toBe(200);
      const pending = await idsIn(service, '/v1/orders/pending');
      expect(pending.length).toBeGreaterThan(0);
      expect((await service.get(`/v1/orders/${pending[0]}`)).status).toBe(200);
      await service.app.get(JournalSequencer).catchUp();
      const { body: changes } = await service.get('/v1/changes?kinds=tagGroup');
      const { CHANGES } = changes as { CHANGES: { PID: string }[] };
      expect(CHANGES.map(({ PID }) => PID)).toContain('held-back');
    });

    it('is no part of what a unit of work sees', async () => {
      await both.primary.run('UPDATE store.journal_numbering SET holder = "seen"');
      const sql = 'SELECT holder FROM journal_numbering';
      expect(await listed(database, sql)).not.toBe('seen');
      const [inside] = await database.attempt(false, () => listed(database, sql));
      expect(inside).toBe('seen');
      await both.primary.run('UPDATE store.journal_numbering SET holder = ""');
    });

    it('is reported in the metrics', async () => {
      const reading = await readMetrics(service.url);
      expect(reading.value('store_database_replica_in_use')).toBe(1);
      expect(reading.value('store_database_replica_lag_seconds')).toBeGreaterThan(0.1);
      const reads = (source: string): number | undefined =>
        reading.value('store_database_list_reads_total', { source });
      expect(reads('replica')).toBeGreaterThan(3);
      expect(reads('primary')).toBeUndefined();
    });

    it('is not shown to those who have written', async () => {
      const [one, other] = [await owner.createKey('*'), await owner.createKey('*')];
      const id = await made(owner, 'of-its-own', one);
      expect(await idsIn(owner, GROUPS, one)).toContain(id);
      expect(await idsIn(owner, GROUPS, other)).not.toContain(id);
      const lines = [{ type: 'product', pId: 'imported', name: 'Imported' }];
      expect(await importLines(owner, lines, { key: other })).toMatchObject({ created: 1 });
      expect(await idsIn(owner, GROUPS, other)).toContain(id);
    });
  });

  it('has in an export all that was committed before', async () => {
    const service = await started({ ...PATIENT, DATABASE_READ_LAG_SECONDS: '60' });
    const sequencer = service.app.get(JournalSequencer);
    await sequencer.catchUp();
    const { body: first } = await service.get('/v1/changes?limit=1000');
    await both.pauseReplication();
    const id = await made(service, 'exported');
    await sequencer.catchUp();
    const exports = { types: ['tagGroup'], since: (first as { CURRENT: number }).CURRENT };
    const { status, body } = await service.post('/v1/exports', { exports });
    expect(status).toBe(201);
    await both.resumeReplication();
    const path = `/v1/exports/${(body as { ID: number }).ID}`;
    const job = async (): Promise<{ STATE: string }> =>
      (await service.get(path)).body as { STATE: string };
    await until(async () => (await job()).STATE !== 'running');
    expect(await job()).toMatchObject({ STATE: 'done', LINES: 1 });
    expect(await idsIn(service, GROUPS)).toContain(id);
  });

  it('is where a snapshot is taken, when it has caught up in time', async () => {
    const database = await opened(2);
    const place = (): Promise<unknown> =>
      database.runInSnapshot(
        async () => (await database.select('SELECT @@server_id AS id'))[0]?.['id'],
      );
    expect(await place()).toBe(REPLICA);
    await both.pauseReplication();
    expect(await place()).toBe(PRIMARY);
    await both.resumeReplication();
  });

  it('has sessions like those of the primary, and a user who may only read', async () => {
    const database = await opened(3600);
    expect(await placeOf(database)).toBe(REPLICA);
    for (const name of ['max_statement_time', 'sql_mode', 'time_zone', 'tx_isolation']) {
      const [row] = await database.select(`SELECT @@SESSION.${name} AS value`);
      expect(await listed(database, `SELECT @@SESSION.${name}`)).toEqual(row?.['value']);
    }
    const grants = await both.replica.run<object>("SHOW GRANTS FOR 'store_reader'@'127.0.0.1'");
    expect(grants.flatMap((row) => Object.values(row)).join('\n')).toMatch(
      /USAGE ON \*\.\*.*\nGRANT SELECT ON `store`\.\* TO [^,]*$/,
    );
  });

  it('is left out while it is too far behind, and taken again when it is level', async () => {
    const database = await opened(2);
    await both.pauseReplication();
    await until(async () => (await placeOf(database)) === PRIMARY);
    expect(database.replicaRouter?.replica.lagSeconds).toBeGreaterThan(2);
    await both.resumeReplication();
    await until(async () => (await placeOf(database)) === REPLICA);
  });

  it('that hangs or is killed is left out at once, and taken again when it is back', async () => {
    const service = await started(PATIENT);
    const database = service.app.get(Database);
    // A list that hangs in the middle of a read is read again.
    const underWay = listed(database, 'SELECT @@server_id + 0 * SLEEP(1)');
    await until(async () => (await both.replica.run('SHOW PROCESSLIST')).length > 5);
    both.replica.suspend();
    try {
      expect(await underWay).toBe(PRIMARY);
    } finally {
      both.replica.resume();
    }
    await until(() => isUsed(database));
    await both.replica.kill();
    expect(await idsIn(service, GROUPS)).not.toEqual([]);
    expect(await placeOf(database)).toBe(PRIMARY);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    await both.replica.begin();
    await until(() => isUsed(database));
    expect(await placeOf(database)).toBe(REPLICA);
  });

  it('that is not there does not hold a start up', async () => {
    await both.replica.kill();
    const service = await Service.start({ ...environment(), ...PATIENT });
    services.push(service);
    expect(await idsIn(service, GROUPS)).not.toEqual([]);
    await both.replica.begin();
    await until(() => isUsed(service.app.get(Database)));
  });

  it('that lacks something is no reason to fail; what takes too long there is not done again', async () => {
    const database = await opened(3600);
    const slow = 'SET STATEMENT max_statement_time = 0.1 FOR SELECT SLEEP(5)';
    await expect(listed(database, slow)).rejects.toThrow(DatabaseUnavailable);
    expect(isUsed(database)).toBe(true);
    const only = 'CREATE TABLE store.only_here SELECT 17 AS n';
    await both.primary.run('SET sql_log_bin = 0', only);
    expect(await listed(database, 'SELECT n FROM only_here')).toBe(17);
    expect(isUsed(database)).toBe(false);
  });

  it('leaves no beats behind', async () => {
    const database = await opened(3600);
    const beats = async (): Promise<number> =>
      (await both.primary.run('SELECT * FROM store.replica_beats')).length;
    const before = await beats();
    databases.splice(databases.indexOf(database), 1);
    await database.close();
    expect(await beats()).toBe(before - 1);
  });
});
