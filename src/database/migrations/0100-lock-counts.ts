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
 * How often a record was locked. Each lock of a record writes it, so that the other nodes of a cluster notice the lock.
 */
export const LockCounts = defineMigration(
  100,
  'LockCounts',
  tables.map((table) =>
    extendTable(table, { columns: { lock_count: bigInt53({ nullable: true }) } }),
  ),
);
