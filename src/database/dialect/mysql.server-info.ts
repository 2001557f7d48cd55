import type { ParsedMysqlUrl } from '../connection/database-url';
import { toDriverErrorInfo } from './dialect';
import type { ClusterMembers } from './mysql.cluster-members';
import { MysqlPool, createPoolOptions } from './mysql.pool';

/** Properties of a server that are needed before it is used. */
export interface MysqlServerInfo {
  /** Result of `SELECT VERSION()`. */
  readonly version: string;
  /** Difference between one generated key and the next. */
  readonly keyStep: number;
  readonly hasGalera: boolean;
}

/** Reads the properties of a server. @throws Error if the database doesn't exist, the driver's if it is unreachable */
export async function inspectServer(
  url: ParsedMysqlUrl,
  clusterMembers?: ClusterMembers,
): Promise<MysqlServerInfo> {
  // A store on SQLite starts without this driver.
  const { createPool } = await import('mysql2');
  const driverPool = createPool(createPoolOptions(url, 1, clusterMembers));
  const pool = new MysqlPool(driverPool);
  try {
    return await pool.withConnection(async (connection) => {
      const sql = 'SELECT VERSION() AS version, @@auto_increment_increment AS keyStep';
      const [row] = (await pool.query(connection, sql)) as { version: string; keyStep: number }[];
      const galeraVariables = await pool.query(connection, "SHOW VARIABLES LIKE 'wsrep_sync_wait'");
      if (!row) throw new Error('The database server returns no version');
      return { ...row, hasGalera: (galeraVariables as unknown[]).length > 0 };
    });
  } catch (error) {
    const { code, errno } = toDriverErrorInfo(error);
    if (errno !== 1049) throw error;
    const message = `The database "${url.database}" doesn't exist: create it first`;
    throw Object.assign(new Error(message, { cause: error }), { code });
  } finally {
    driverPool.end();
  }
}
