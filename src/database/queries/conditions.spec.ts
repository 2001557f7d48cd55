import * as conditions from './conditions';
import type { Condition, SqlFragment } from './conditions';
import { type ColumnKind, columnKinds } from '../schema/column-kinds';
import type { EntityModel } from '../schema/entity-model';

const {
  allOf,
  anyOf,
  whereEquals,
  whereAtLeast,
  whereAtMost,
  whereNotEquals,
  whereNotNull,
  whereNull,
  whereIn,
} = conditions;

const columns: Readonly<Record<string, ColumnKind>> = {
  name: columnKinds.varchar(5),
  isOpen: columnKinds.bool,
  rank: columnKinds.int,
};

const shops = {
  getColumn: (property: string) => ({ name: `${property}_column`, kind: columns[property] }),
} as unknown as EntityModel;

const toSql = (condition: Condition): SqlFragment => condition(shops, '`s`');

describe('A condition', () => {
  it.each<[Condition, string, SqlFragment['params']]>([
    [whereEquals('rank', 3), '`s`.`rank_column` = ?', [3]],
    [whereNotEquals('rank', 3), '`s`.`rank_column` <> ?', [3]],
    [whereAtMost('rank', 3), '`s`.`rank_column` <= ?', [3]],
    [whereAtLeast('rank', 3), '`s`.`rank_column` >= ?', [3]],
    [whereEquals('isOpen', true), '`s`.`isOpen_column` = ?', [1]],
    [whereEquals('rank', null), '`s`.`rank_column` IS NULL', []],
    [whereEquals('rank', undefined), '`s`.`rank_column` IS NULL', []],
    [whereNull('rank'), '`s`.`rank_column` IS NULL', []],
    [whereNotNull('rank'), '`s`.`rank_column` IS NOT NULL', []],
    [whereEquals('name', "x' OR 1=1"), '1 = 0', []],
    [whereEquals('name', "x'--"), '`s`.`name_column` = ?', ["x'--"]],
    [whereIn('rank', []), '1 = 0', []],
    [whereIn('name', ['too long']), '1 = 0', []],
    [whereIn('name', ['a', 'too long']), '`s`.`name_column` IN (?)', ['a']],
    [whereIn('rank', [1]), '`s`.`rank_column` IN (?)', [1]],
    [whereIn('rank', [1, 2, 3]), '`s`.`rank_column` IN (?, ?, ?, ?)', [1, 2, 3, 3]],
  ])('is SQL with its values as parameters (%#)', (condition, sql, params) => {
    expect(toSql(condition)).toEqual({ sql, params });
  });

  it('can combine several: any of them, or all', () => {
    const [one, other] = [whereEquals('rank', 1), whereNotEquals('name', 'a')];
    const parts = ['`s`.`rank_column` = ?', '`s`.`name_column` <> ?'];
    expect(toSql(anyOf(one, other))).toEqual({
      sql: `(${parts.join(' OR ')})`,
      params: [1, 'a'],
    });
    expect(toSql(allOf(one, other))).toEqual({
      sql: `(${parts.join(' AND ')})`,
      params: [1, 'a'],
    });
    expect(toSql(anyOf())).toEqual({ sql: '1 = 0', params: [] });
    expect(toSql(allOf())).toEqual({ sql: '1 = 1', params: [] });
  });

  it('is created from an object with values, lists and null; undefined is ignored', () => {
    const where = conditions.toWhereConditions({
      rank: 1,
      name: ['a', 'b'],
      isOpen: null,
      other: undefined,
    });
    expect(conditions.createWhereClause(shops, '`s`', where)).toEqual({
      sql: ' WHERE `s`.`rank_column` = ? AND `s`.`name_column` IN (?, ?) AND `s`.`isOpen_column` IS NULL',
      params: [1, 'a', 'b'],
    });
    expect(conditions.createWhereClause(shops, '`s`', [])).toEqual({ sql: '', params: [] });
  });
});

describe('Lists of values', () => {
  it('are padded to powers of two, so that few statements serve all', () => {
    const lengths = [0, 1, 2, 3, 4, 5, 9, 500, 512].map(
      (length) => conditions.padToPowerOfTwo(Array<number>(length).fill(7)).length,
    );
    expect(lengths).toEqual([0, 1, 2, 4, 4, 8, 16, 512, 512]);
    expect(conditions.padToPowerOfTwo([1, 2, 3, 4, 5])).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
  });

  it('are split into chunks that contain all values in order', () => {
    expect(conditions.splitIntoChunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(conditions.splitIntoChunks([], 2)).toEqual([]);
  });

  it('create the text of a statement once for each length', () => {
    const text = jest.fn((list: string) => `IN (${list})`);
    const of = conditions.cacheSqlByListLength(text);
    expect([of(2), of(1), of(2)]).toEqual(['IN (?, ?)', 'IN (?)', 'IN (?, ?)']);
    expect(text).toHaveBeenCalledTimes(2);
  });
});
