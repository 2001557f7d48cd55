import { bigInt53, extendTable, defineMigration } from './schema';

/** The user whose data an export contains; null for other exports. */
export const PersonExports = defineMigration(169, 'PersonExports', [
  extendTable('exports', { columns: { user_id: bigInt53({ nullable: true }) } }),
]);
