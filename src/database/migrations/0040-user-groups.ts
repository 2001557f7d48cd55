import {
  createTable,
  id,
  instant,
  longText,
  nullableFlag,
  defineMigration,
  pid,
  varchar,
} from './schema';

/** Groups of users. */
export const UserGroups = defineMigration(40, 'UserGroups', [
  createTable('user_groups', {
    columns: {
      id: id(),
      p_id: pid(),
      name: varchar(255),
      description: longText(),
      default_marker: nullableFlag(),
      system_marker: nullableFlag(),
      date_added: instant(),
    },
    uniques: [['p_id'], ['default_marker'], ['system_marker']],
    checks: { one_role: 'default_marker IS NULL OR system_marker IS NULL' },
  }),
]);
