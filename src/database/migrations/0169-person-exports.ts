import { bigInt53, extendTable, defineMigration } from './schema';

/** Exports of what is a person's. */
export const PersonExports = defineMigration(169, 'PersonExports', [
  extendTable('exports', { columns: { user_id: bigInt53({ nullable: true }) } }),
]);
