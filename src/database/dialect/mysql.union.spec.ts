import type { SelectColumn, Statement } from './connection';
import { UnionCache } from './mysql.union';

function select(table: string, columns: readonly SelectColumn[], params = 1): Statement {
  const from = `${table} t WHERE t.parent_id IN (${Array(params).fill('?').join(', ')})`;
  return {
    sql: `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${from} ORDER BY t.id`,
    params: Array<number>(params).fill(7),
    select: { columns, from, idIndex: 0 },
  };
}

const rows = select('rows', [
  { sql: 't.id', kind: 'id' },
  { sql: 't.name', kind: 'varchar' },
  { sql: 't.parent_id', kind: 'id' },
]);
const notes = select('notes', [
  { sql: 't.id', kind: 'id' },
  { sql: 't.at', kind: 'instant' },
  { sql: 't.open', kind: 'bool' },
  { sql: 't.text', kind: 'longText' },
  { sql: 't.parent_id', kind: 'int' },
]);

describe('the union of SELECTs', () => {
  it('has a column for each type that a SELECT needs, so that values keep their types', () => {
    expect(new UnionCache().findOrCreate([rows, notes])?.sql).toBe(
      'SELECT 0, t.id, t.name COLLATE utf8mb4_bin, t.parent_id, NULL, NULL, NULL FROM rows t ' +
        'WHERE t.parent_id IN (?) UNION ALL ' +
        'SELECT 1, t.id, NULL, t.open, t.at, t.text COLLATE utf8mb4_bin, t.parent_id FROM notes t ' +
        'WHERE t.parent_id IN (?)',
    );
  });

  it('gives each SELECT its rows, by ascending id', () => {
    const found = new UnionCache().findOrCreate([rows, notes])?.split([
      [0, 12, 'b', 7, null, null, null],
      [1, 3, null, 1, '2026-11-27 00:00:00', 'note', 7],
      [0, 9, null, 7, null, null, null],
    ]);
    expect(found).toEqual([
      [
        [9, null, 7],
        [12, 'b', 7],
      ],
      [[3, '2026-11-27 00:00:00', 1, 'note', 7]],
    ]);
  });

  it('is made once, and only of several small SELECTs', () => {
    const unions = new UnionCache();
    expect(unions.findOrCreate([rows, notes])).toBe(unions.findOrCreate([rows, notes]));
    expect(unions.findOrCreate([rows])).toBeUndefined();
    expect(unions.findOrCreate([rows, { sql: 'SELECT 1', params: [] }])).toBeUndefined();
    const large = select('rows', [{ sql: 't.id', kind: 'id' }], 64);
    expect(unions.findOrCreate([rows, large])).toBeUndefined();
  });
});
