import {
  bigInt53,
  bool,
  createTable,
  id,
  json,
  defineMigration,
  pid,
  smallInt,
  varchar,
} from './schema';

/** What changes of state set off. */
export const StatusActionTable = defineMigration(65, 'StatusActionTable', [
  createTable('status_actions', {
    columns: {
      id: id(),
      p_id: pid(),
      document: varchar(16),
      status: smallInt(),
      sub_status_id: bigInt53({ nullable: true }),
      action: varchar(32),
      parameters: json(),
      active: bool(),
      fingerprint: varchar(64),
    },
    uniques: [['p_id']],
    indexes: [['document', 'status']],
  }),
]);
