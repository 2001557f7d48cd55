import type { SqlValue } from '../schema/column-kinds';
import { createInsertStatements } from './mysql.insert';

const rowsOf = (count: number, width = 2): SqlValue[][] =>
  Array.from({ length: count }, (_, at) => Array<SqlValue>(width).fill(at));

const insertion = (rows: SqlValue[][], generatedKey?: string) => ({
  table: 'shops',
  columns: rows[0]?.map((_, at) => `c${at}`) ?? [],
  rows,
  ...(generatedKey !== undefined && { generatedKey }),
});

const sizesOf = (rows: SqlValue[][]): number[] =>
  [...createInsertStatements(insertion(rows), false)].map((statement) => statement.rowCount);

describe('the statements of an insertion batch', () => {
  it('contain several rows, and return their keys on request', () => {
    const rows = [
      ['a', 1],
      ['b', null],
    ];
    const text = 'INSERT INTO `shops` (`c0`, `c1`) VALUES (?, ?), (?, ?)';
    const params = ['a', 1, 'b', null];
    const made = (returning: boolean, key?: string) => [
      ...createInsertStatements(insertion(rows, key), returning),
    ];
    expect(made(true, 'id')).toEqual([{ sql: `${text} RETURNING \`id\``, params, rowCount: 2 }]);
    expect(made(false, 'id')).toEqual([{ sql: text, params, rowCount: 2 }]);
    expect(made(true)).toEqual([{ sql: text, params, rowCount: 2 }]);
  });

  it('are absent without rows', () => {
    expect(sizesOf([])).toEqual([]);
  });

  it('are few, and contain all rows in order', () => {
    const rows = rowsOf(1000);
    expect(sizesOf(rows)).toEqual([256, 256, 256, 232]);
    const params = [...createInsertStatements(insertion(rows), false)].flatMap((one) => one.params);
    expect(params).toEqual(rows.flat());
  });

  it('are no longer than a packet, except for a row that is longer by itself', () => {
    const long = (length: number): SqlValue[] => ['x'.repeat(length), 1];
    expect(sizesOf([long(1_500_000), long(1_500_000), long(1_500_000)])).toEqual([2, 1]);
    expect(sizesOf([long(5_000_000), long(1), long(1)])).toEqual([1, 2]);
  });
});
