import { bigInt53, extendTable, migration } from './schema';

/** Exports of what is a person's. */
export const PersonExports = migration(169, 'PersonExports', [
  extendTable('exports', { columns: { user_id: bigInt53({ nullable: true }) } }),
]);
