import { createTable, id, instant, defineMigration, varchar } from './schema';

/** The networks that administrators have logged in from. */
export const LoginNetworks = defineMigration(205, 'LoginNetworks', [
  createTable('login_networks', {
    columns: { id: id(), digest: varchar(43), last_login_at: instant() },
    uniques: [['digest']],
    indexes: [['last_login_at']],
  }),
]);
