import { bigInt53, extendTable, defineMigration } from './schema';

/** Tables of records that units of work lock without changing them. */
const tables = [
  'access_locks',
  'channels',
  'definitions',
  'documents',
  'elements',
  'news',
  'physical_locations',
  'tag_groups',
  'tag_values',
  'tags',
  'user_groups',
  'users',
  'zones',
];

/**
 * Counts of locks. Locking a record increases its lock count, so that the other nodes of a cluster notice the lock.
 */
export const LockCounts = defineMigration(
  100,
  'LockCounts',
  tables.map((table) =>
    extendTable(table, { columns: { lock_count: bigInt53({ nullable: true }) } }),
  ),
);
