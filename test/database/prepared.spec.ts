/** @engine */
import { createPool } from 'mysql2';
import { parseDatabaseUrl } from '../../src/database/connection/database-url';
import {
  type StatementClock,
  idleClock,
  MysqlPool,
  createPoolOptions,
} from '../../src/database/dialect/mysql.pool';
import { testServer } from '../support/service/database';
import { openSample, plan } from './sample';
import { Shop } from './sample.entity';

/** A clock by which each statement takes so many milliseconds. */
const clockOf = (statement: number): StatementClock => {
  let now = 0;
  return () => (now += statement);
};

const onServer = testServer === undefined ? describe.skip : describe;

onServer('Prepared statements', () => {
  const url = parseDatabaseUrl(`${testServer ?? 'mysql://root@localhost'}/information_schema`);
  if (url.engine === 'sqlite') throw new Error('TEST_MYSQL_URL names no server');
  const connections = createPool(createPoolOptions(url, 8));
  const pool = new MysqlPool(connections);
  afterAll(() => {
    connections.end();
  });

  /** How often a statement is prepared that runs three times. */
  const preparations = (sql: string, clock?: StatementClock): Promise<number> =>
    pool.withConnection(async (connection) => {
      const count = async (): Promise<number> => {
        const rows = await pool.query(connection, "SHOW SESSION STATUS LIKE 'Com_stmt_prepare'");
        return Number((rows as { Value: string }[])[0]?.Value);
      };
      const before = await count();
      for (let time = 0; time < 3; time++) {
        await pool.execute(connection, { sql, params: [time] }, { rowsAsArray: true, clock });
      }
      return (await count()) - before;
    });

  it('are kept, unless they take long: a server may have forgotten what is best for them', async () => {
    expect(await preparations('SELECT 1, ?', clockOf(5))).toBe(1);
    expect(await preparations('SELECT 2, ?', clockOf(6))).toBe(3);
    expect(await preparations('SELECT SLEEP(0.1), 3 + ?', idleClock)).toBe(3);
  });

  it('are kept where it was this thread that was busy: the clock stands still then', () => {
    const before = idleClock();
    const end = performance.now() + 20;
    while (performance.now() < end);
    expect(idleClock()).toBe(before);
  });

  it('are kept where it was other statements that the server was at', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => pool.acquire()));
    const beside = await preparations('SELECT 4, ?', clockOf(30));
    for (const other of others) pool.release(other);
    expect([beside, await preparations('SELECT 5, ?', clockOf(30))]).toEqual([1, 3]);
  });

  it('are kept all the same where that is asked for', async () => {
    expect(await preparations('SELECT SLEEP(0.03), ?', undefined)).toBe(1);
  });

  it('are not used inside a unit of work: a node of a cluster that rolls it back then reports nothing', async () => {
    const { dataAccess, close } = await openSample();
    const { database, loader, unitOfWork, writer } = dataAccess;
    const count = async (): Promise<string[]> => {
      const rows = await database.select<{ Value: string }>(
        "SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_prepare', 'Com_stmt_close')",
      );
      return rows.map(({ Value }) => Value);
    };
    await unitOfWork.run(async () => {
      const before = await count();
      const [id = 0] = await writer.insert(Shop, [{ pId: "prepared? 'no\\'" }]);
      await writer.update(Shop, id, { visits: 2 });
      await database.select('SELECT SLEEP(0.02), ?', [1]);
      const stored = await loader.findById(Shop, id, plan(['pId', 'visits']));
      expect(stored).toMatchObject({ pId: "prepared? 'no\\'", visits: 2 });
      expect(await count()).toEqual(before);
    });
    await close();
  });
});
