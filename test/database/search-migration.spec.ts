/** @engine */
import { createDataSource } from '../../src/database/connection/data-source';
import { Baseline } from '../../src/database/migrations/0092-baseline';
import { SearchPostings } from '../../src/database/migrations/0110-search-postings';
import { migrate } from '../../src/database/migrations/migrate';
import { emptyDatabaseUrl } from '../support/service/database';

/** More records than are brought over together. */
const RECORDS = 1203;
const terms = ['gar', 'garcía', 'garcía-lópez', 'lópez', '💥'];

describe('The migration of the search index', () => {
  it('brings the terms of a filled database over, and back', async () => {
    const { url, drop } = await emptyDatabaseUrl();
    await migrate(url, [Baseline]);
    const dataSource = await createDataSource(url, { migrations: [Baseline, SearchPostings] });
    await dataSource.initialize();
    try {
      for (let id = 1; id <= RECORDS; id++) {
        const rows = terms.map((term) => [8, term, id]).concat([[9, `of-${id}`, id]]);
        const marks = rows.map(() => '(?, ?, ?)').join(', ');
        await dataSource.query(`INSERT INTO search_terms VALUES ${marks}`, rows.flat());
      }
      await dataSource.runMigrations({ transaction: 'each' });
      const stored = await dataSource.query<Record<string, unknown>[]>(
        'SELECT kind, term, shared FROM search_postings WHERE record_id = ? ORDER BY kind, term',
        [RECORDS],
      );
      expect(stored).toEqual([
        { kind: 8, term: 'garcía-lópez', shared: 0 },
        { kind: 8, term: 'lópez', shared: 0 },
        { kind: 8, term: '💥', shared: 0 },
        { kind: 9, term: `of-${RECORDS}`, shared: 0 },
      ]);
      const counts = 'SELECT COUNT(*) AS n FROM';
      const numberOf = async (table: string): Promise<number> =>
        Number((await dataSource.query<{ n: number }[]>(`${counts} ${table}`))[0]?.n);
      expect(await numberOf('search_postings')).toBe(RECORDS * 4);
      expect(await numberOf('search_records')).toBe(RECORDS * 2);
      await dataSource.undoLastMigration({ transaction: 'each' });
      expect(await numberOf('search_terms')).toBe(RECORDS * 4);
    } finally {
      await dataSource.destroy();
      await drop();
    }
  });
});
