import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreDataSource } from '../connection/data-source';

/** Seconds after which a claim that is not renewed ends: its process died. */
const LEASE_S = 15;
const RENEWAL_INTERVAL_MS = 4_000;
const POLL_INTERVAL_MS = 200;
/** Seconds that a starting process waits for another one's migration. */
const CLAIM_TIMEOUT_S = 120;

interface UpdateResultRow {
  readonly affectedRows: number;
}

const CLAIMS_TABLE = 'migration_claims';
const EXPIRY = `UTC_TIMESTAMP(3) + INTERVAL ${LEASE_S} SECOND`;

/**
 * If several processes migrate one server's database at once, one works and the others wait. The claim is a row
 * instead of a lock of the server: GET_LOCK holds on one node of a Galera cluster only. The server's clock decides.
 * @throws Error when another process has been migrating for too long
 */
export async function withMigrationClaim<T>(
  source: StoreDataSource,
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  await createClaimsTable(source);
  for (const end = performance.now() + CLAIM_TIMEOUT_S * 1000; !(await claim(source, holder));) {
    if (performance.now() > end) throw new Error('Another process has been migrating for too long');
    await pause(POLL_INTERVAL_MS);
  }
  // While a migration changes tables, a renewal may have to wait for it. A process that would take over has to wait as
  // well.
  let renewing: Promise<boolean> | undefined;
  const renewal = setInterval(() => {
    renewing ??= claim(source, holder)
      .catch(() => false)
      .finally(() => (renewing = undefined));
  }, RENEWAL_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    // A renewal after the release would claim the migration for a process that no longer works on it.
    await renewing;
    await releaseClaim(source, holder);
  }
}

async function createClaimsTable(source: StoreDataSource): Promise<void> {
  await source.query(
    `CREATE TABLE IF NOT EXISTS ${CLAIMS_TABLE} (id INT PRIMARY KEY, holder VARCHAR(36) NOT NULL, expires_at DATETIME(3) NOT NULL)`,
  );
}

/** Claims the migration if it is free, or renews the holder's claim. @returns whether the holder has it now */
async function claim(source: StoreDataSource, holder: string): Promise<boolean> {
  try {
    const taken = await source.query<UpdateResultRow>(
      `UPDATE ${CLAIMS_TABLE} SET holder = ?, expires_at = ${EXPIRY}
       WHERE id = 1 AND (holder = ? OR expires_at < UTC_TIMESTAMP(3))`,
      [holder, holder],
    );
    if (taken.affectedRows === 1) return true;
    const first = `INSERT IGNORE INTO ${CLAIMS_TABLE} VALUES (1, ?, ${EXPIRY})`;
    return (await source.query<UpdateResultRow>(first, [holder])).affectedRows === 1;
  } catch (error) {
    // If two processes claim at once, one is refused (a deadlock, or a failed certification). It asks again.
    if (source.dialect.classifyFailure(error) === 'conflict') return false;
    throw error;
  }
}

async function releaseClaim(source: StoreDataSource, holder: string): Promise<void> {
  await source.query(`DELETE FROM ${CLAIMS_TABLE} WHERE id = 1 AND holder = ?`, [holder]);
}
