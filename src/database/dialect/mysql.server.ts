import type { MysqlUrl } from '../connection/database-url';
import { toDriverError } from './dialect';
import type { ClusterMembers } from './mysql.cluster-members';
import { MysqlPool, createPoolOptions } from './mysql.pool';

/** What has to be known of a server before anything is done on it. */
export interface MysqlServer {
  /** What `SELECT VERSION()` answers. */
  readonly version: string;
  /** The step from one generated key to the next. */
  readonly keyStep: number;
  readonly hasGalera: boolean;
}

/** Asks a server. @throws Error when the database does not exist, the driver's when it is out of reach */
export async function inspectServer(url: MysqlUrl, members?: ClusterMembers): Promise<MysqlServer> {
  // A store in SQLite starts without the driver.
  const { createPool } = await import('mysql2');
  const connections = createPool(createPoolOptions(url, 1, members));
  const pool = new MysqlPool(connections);
  try {
    return await pool.withConnection(async (connection) => {
      const sql = 'SELECT VERSION() AS version, @@auto_increment_increment AS keyStep';
      const [row] = (await pool.query(connection, sql)) as { version: string; keyStep: number }[];
      const galera = await pool.query(connection, "SHOW VARIABLES LIKE 'wsrep_sync_wait'");
      if (!row) throw new Error('The database server tells no version');
      return { ...row, hasGalera: (galera as unknown[]).length > 0 };
    });
  } catch (error) {
    const { code, errno } = toDriverError(error);
    if (errno !== 1049) throw error;
    const message = `The database "${url.database}" does not exist: create it first`;
    throw Object.assign(new Error(message, { cause: error }), { code });
  } finally {
    connections.end();
  }
}
