import { changeRows, createTable, id, int, defineMigration, varchar } from './schema';

/** What the processes of the service share about administrators: one row. */
export const Administration = defineMigration(42, 'Administration', [
  createTable('administration', {
    columns: {
      id: id(),
      changes: int(),
      token_secret: varchar(64, { nullable: true }),
    },
  }),
  changeRows({
    up: (runner) =>
      runner.query('INSERT INTO administration (id, changes) VALUES (1, 0)') as Promise<void>,
    down: (runner) => runner.query('DELETE FROM administration') as Promise<void>,
  }),
]);
