import type { StoreDataSource } from '../connection/data-source';

/** The migrations of 1.0.0: name of the first one (older databases have run it, too), number of the last one, count. */
const [FIRST, LAST, COUNT] = ['SearchTerms0000000000001', 92, 32];

const TOO_OLD =
  'the database is of a version before 1.0.0: update it to 1.0.0 first, then to this version';

/** The names of the migrations that a database has run. */
export async function listExecutedMigrations(dataSource: StoreDataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return [];
    const rows = (await runner.query('SELECT name FROM migrations')) as { name: string }[];
    return rows.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/** Whether a migration is one of those of 1.0.0, which the baseline stands for. */
export function isReplacedByBaseline(name: string): boolean {
  return Number(name.slice(-13)) <= LAST;
}

/** @returns why this version can't work on a database that has run these migrations, with the remedy */
export function findIncompatibility(done: readonly string[]): string | undefined {
  return done.includes(FIRST) && done.filter(isReplacedByBaseline).length < COUNT
    ? TOO_OLD
    : undefined;
}
